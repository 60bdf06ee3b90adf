// The last events of a server, for all browsers at once: each has only its place in this list, so
// that a slow one costs nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "referee/base/text/json_reader.hpp"

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

}  // namespace referee::server
