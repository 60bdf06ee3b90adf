#include "referee/show/server/event_log.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/show/server/gate.hpp"

namespace referee::server {

std::string event_text(std::string_view id, std::string_view name, const text::Json& data) {
  // JSON on one line has no line ends of its own.
  return fmt::format("id: {}\nevent: {}\ndata: {}\n\n", id, name,
                     data.dump(-1, ' ', false, text::Json::error_handler_t::replace));
}

void EventLog::publish(std::string_view name, const text::Json& data) {
  kept_.push_back(event_text(id_of(++last_), name, data));
  bytes_ += kept_.back().size();
  while (kept_.size() > 1 && (kept_.size() > limits_.events || bytes_ > limits_.bytes)) {
    bytes_ -= kept_.front().size();
    kept_.pop_front();
  }
  if (on_news) on_news();
}

std::string EventLog::id_of(std::uint64_t number) const {
  return fmt::format("{}-{}", run_, number);
}

std::optional<std::uint64_t> EventLog::number_of(std::string_view id) const {
  if (!id.starts_with(run_) || id.substr(run_.size(), 1) != "-") return std::nullopt;
  const auto number = number_in(id.substr(run_.size() + 1));
  if (!number || *number > last_) return std::nullopt;
  return number;
}

std::optional<EventLog::Piece> EventLog::after(std::uint64_t number, std::size_t most) const {
  const std::uint64_t forgotten = last_ - kept_.size();
  if (number < forgotten) return std::nullopt;
  Piece piece{{}, number};
  for (auto at = static_cast<std::size_t>(number - forgotten); at < kept_.size(); ++at) {
    if (!piece.text.empty() && piece.text.size() + kept_[at].size() > most) break;
    piece.text += kept_[at];
    ++piece.last;
  }
  return piece;
}

}  // namespace referee::server
