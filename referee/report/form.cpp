#include "referee/report/form.hpp"

#include <nlohmann/json.hpp>

namespace referee::report {

std::string json_text(const text::Json& json) {
  return json.dump(2, ' ', false, text::Json::error_handler_t::replace) + '\n';
}

}  // namespace referee::report
