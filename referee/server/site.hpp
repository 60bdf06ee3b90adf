// What a server shows. All of it is called on the server's thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "referee/server/event_log.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::server {

struct Page {
  std::string html;
  std::string policy;  // the Content-Security-Policy it is to be served with
};

struct Answer {
  unsigned status = 200;
  std::string type;  // "application/json"
  std::string body;
  std::string file;  // if not empty: to be saved by the browser under this name
};

class Site {
 public:
  virtual ~Site() = default;

  // What is at `/`; the same as long as the server runs.
  [[nodiscard]] virtual Page page() const = 0;
  [[nodiscard]] virtual EventLog& events() = 0;
  // The data of the event `state`: what all events so far come to.
  [[nodiscard]] virtual text::Json state() const = 0;
  // Any other path than `/` and `/events`; nothing: not found.
  [[nodiscard]] virtual std::optional<Answer> get(std::string_view path,
                                                  std::string_view query) = 0;
  // What was posted to `/play`; nothing: nobody plays here.
  [[nodiscard]] virtual std::optional<Answer> wish(std::string_view /*body*/) {
    return std::nullopt;
  }
  // Called ten times a second.
  virtual void tick() = 0;
};

}  // namespace referee::server
