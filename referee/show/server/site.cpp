#include "referee/show/server/site.hpp"

#include <nlohmann/json.hpp>

namespace referee::server {

std::string line_of(const text::Json& json) {
  return json.dump(-1, ' ', false, text::Json::error_handler_t::replace) + '\n';
}

Answer json_answer(const text::Json& json, unsigned status) {
  return {status, "application/json", line_of(json)};
}

std::shared_ptr<const std::string> StateEvent::text() {
  const EventLog& log = site_.events();
  if (!text_ || number_ != log.last()) {
    number_ = log.last();
    text_ =
        std::make_shared<const std::string>(event_text(log.id_of(number_), "state", site_.state()));
  }
  return text_;
}

}  // namespace referee::server
