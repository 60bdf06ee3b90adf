// The contents that a server shows. All of it is called on the server's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/text/json_reader.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/server/event_log.hpp"

namespace referee::server {

struct Answer {
  unsigned status = 200;
  std::string type;  // "application/json"
  std::string body;
  std::string file = {};  // if not empty: to be saved by the browser under this name
};

// JSON on one line, with its newline. Bytes that are not UTF-8 are replaced.
std::string line_of(const text::Json& json);
Answer json_answer(const text::Json& json, unsigned status = 200);

class Site {
 public:
  virtual ~Site() = default;

  // The page at `/`; the same as long as the server runs.
  [[nodiscard]] virtual page::ServedPage page() const = 0;
  [[nodiscard]] virtual EventLog& events() = 0;
  // The data of the event `state`: the sum of all events so far.
  [[nodiscard]] virtual text::Json state() const = 0;
  // The answer for any path other than `/` and `/events`; nothing: not found.
  [[nodiscard]] virtual std::optional<Answer> get(std::string_view path,
                                                  std::string_view query) = 0;
  // The answer to a wish posted to `/play`; nothing: no game is played here.
  [[nodiscard]] virtual std::optional<Answer> wish(std::string_view /*body*/) {
    return std::nullopt;
  }
  // Called ten times a second.
  virtual void tick() = 0;
};

// The event `state` of a site, made once for all browsers that need it.
class StateEvent {
 public:
  explicit StateEvent(Site& site) : site_(site) {}
  // The text of the server-sent event, with the id of the last event.
  std::shared_ptr<const std::string> text();

 private:
  Site& site_;
  std::shared_ptr<const std::string> text_;
  std::uint64_t number_ = 0;  // of the last event that `text_` knows
};

}  // namespace referee::server
