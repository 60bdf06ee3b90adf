#include "referee/show/report/form.hpp"

#include <nlohmann/json.hpp>

namespace referee::report {

text::Json value_if(bool known, double value) {
  return known ? text::Json(value) : text::Json(nullptr);
}

text::Json or_null(const std::optional<double>& value) {
  return value_if(value.has_value(), value.value_or(0));
}

std::string json_text(const text::Json& json) {
  return json.dump(2, ' ', false, text::Json::error_handler_t::replace) + '\n';
}

}  // namespace referee::report
