// What a server shows, independent of the transport: its last events, for all browsers at once,
// each of which has only its place in this list, so that a slow one costs nothing; a site; and the
// answers to requests, with the fields with which browsers keep all of them safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/show/page/page.hpp"
#include "referee/show/server/gate.hpp"

namespace referee::server {

// The text of a server-sent event, with its empty line.
std::string event_text(std::string_view id, std::string_view name, const text::Json& data);

// Not thread-safe.
class EventLog {
 public:
  struct Limits {
    std::size_t events = 4'000;
    std::size_t bytes = std::size_t{8} << 20;
  };
  // `run` is the first part of all ids; letters and digits.
  explicit EventLog(std::string run) : EventLog(std::move(run), Limits()) {}
  EventLog(std::string run, Limits limits) : run_(std::move(run)), limits_(limits) {}

  // Adds an event; forgets the oldest beyond the limits.
  void publish(std::string_view name, const text::Json& data);
  // Called after each publish().
  std::function<void()> on_news;

  // The number of the last event, from 1; 0 before the first.
  [[nodiscard]] std::uint64_t last() const noexcept { return last_; }
  [[nodiscard]] std::string id_of(std::uint64_t number) const;
  // The number in an id of this run; nothing for others, and for numbers that are still to come.
  [[nodiscard]] std::optional<std::uint64_t> number_of(std::string_view id) const;

  // The events after `number`, as many as fit into `most` bytes but at least one, and the number of
  // the last of them. Nothing if some of them have been forgotten.
  struct Piece {
    std::string text;
    std::uint64_t last = 0;
  };
  [[nodiscard]] std::optional<Piece> after(std::uint64_t number, std::size_t most) const;

 private:
  std::string run_;
  Limits limits_;
  std::uint64_t last_ = 0;
  std::size_t bytes_ = 0;
  std::deque<std::string> kept_;  // the last ones
};

struct Answer {
  unsigned status = 200;
  std::string type;  // "application/json"
  std::string body;
  std::string file = {};    // if not empty: to be saved by the browser under this name
  std::string policy = {};  // of a whole page; empty: nothing is allowed
};

// The page at `/`.
Answer page_answer(page::ServedPage page);
// JSON on one line, with its newline. Bytes that are not UTF-8 are replaced.
std::string line_of(const text::Json& json);
Answer json_answer(const text::Json& json, unsigned status = 200);

// Makes an answer that takes long, on another thread than the server's: it uses nothing of its
// site. Ends early, with an exception, once nobody waits for it (`stop`).
using Work = std::function<Answer(const std::stop_token& stop)>;
// Ends work that nobody waits for any more, by an exception.
void end_if(const std::stop_token& stop);

class Site {
 public:
  virtual ~Site() = default;

  // The page at `/`, as it is now.
  [[nodiscard]] virtual page::ServedPage page() const = 0;
  [[nodiscard]] virtual EventLog& events() = 0;
  // The data of the event `state`: the sum of all events so far.
  [[nodiscard]] virtual text::Json state() const = 0;
  // The work that makes the answer for a path, in the place of page() and get(); nothing: they
  // answer at once.
  [[nodiscard]] virtual std::optional<Work> work(std::string_view /*path*/,
                                                 std::string_view /*query*/) {
    return std::nullopt;
  }
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

// An answer without its length.
struct HttpAnswer {
  using Fields = std::vector<std::pair<std::string_view, std::string>>;  // names and values

  unsigned status = 200;
  Fields fields;
  std::string body;
};

class Answers {
 public:
  // Both must outlive this object.
  Answers(Site& site, const Gate& gate) : site_(site), gate_(gate) {}

  // The answer to a request with this head and body. Exceptions of the site give status 500.
  [[nodiscard]] HttpAnswer to(const RequestHead& head, const std::string& body) const;
  // The work that the answer to this request takes; nothing: to() answers at once. Throws what the
  // site throws.
  [[nodiscard]] std::optional<Work> work_for(const RequestHead& head) const;
  // Does it. Exceptions give status 500.
  [[nodiscard]] static HttpAnswer of_work(const Work& work, const std::stop_token& stop);
  // Whether it asks for the stream of events, and may have it.
  [[nodiscard]] bool wants_events(const RequestHead& head) const;

  // The fields of a stream of events.
  static HttpAnswer::Fields fields_of_events();
  // A refusal in one line for people.
  static HttpAnswer refusal(unsigned status, std::string_view reason);

 private:
  [[nodiscard]] HttpAnswer welcome(unsigned status) const;
  [[nodiscard]] HttpAnswer of_site(const RequestHead& head, const std::string& body) const;

  Site& site_;
  const Gate& gate_;
};

}  // namespace referee::server
