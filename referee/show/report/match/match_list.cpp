#include "referee/show/report/match/match_list.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/catalogue.hpp"

namespace referee::report {
namespace {

constexpr int number_width = 7;
int game_width() {
  int width = 0;
  for (const rules::GameInfo& game : rules::games()) {
    width = std::max(width, static_cast<int>(game.name.size()));
  }
  return width;
}

bool has_lost(const store::MatchSummary& match, std::size_t seat) {
  if (match.seats.size() != rules::usual_seats) {
    return match.seats[seat].fault || match.seats[seat].status == rules::Status::lose;
  }
  const auto first = formats::first_seat_result(store::figures_of(match));
  return (seat == 0 ? first : statistics::swapped(first)) == statistics::GameResult::loss;
}

}  // namespace

bool MatchFilter::names(const std::string& bot) const {
  return bots.empty() || std::find(bots.begin(), bots.end(), bot) != bots.end();
}

bool MatchFilter::takes(const store::MatchSummary& match) const {
  if (bots.size() > 1 && !std::all_of(match.bots.begin(), match.bots.end(),
                                      [this](const auto& bot) { return names(bot); })) {
    return false;
  }
  bool found = false;
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    if (!names(match.bots[i])) continue;
    found = found || ((!lost || has_lost(match, i)) && (!faults || match.seats[i].fault));
  }
  return found;
}

std::int64_t MatchFilter::time_used(const store::MatchSummary& match) const {
  std::int64_t most = 0;
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    if (!names(match.bots[i])) continue;
    const auto& seat = match.seats[i];
    most = std::max({most, seat.cpu_us.value_or(0), seat.wall_us.value_or(0)});
  }
  return most;
}

MatchList::MatchList(MatchFilter filter, bool json, const store::OfficialNumbers& official,
                     Sink out, int width)
    : filter_(std::move(filter)),
      json_(json),
      official_(official),
      out_(std::move(out)),
      in_order_(out_) {
  if (width == 0) return;
  // What the other columns take, with "second: illegal" for a fault.
  const int others = number_width + 2 + game_width() + 4 + 2 + 11 + 2 + 15;
  constexpr int shortest_name = 8;
  const int time = filter_.longest > 0 ? 11 : 0;
  widest_name_ = std::clamp((width - others - time) / 2, shortest_name, widest_name_);
  name_width_ = std::min(name_width_, widest_name_);
}

void MatchList::expect_name(std::string_view name) {
  name_width_ = std::clamp(text::display_width(text::safe_text(name)), name_width_, widest_name_);
}

void MatchList::add(std::uint64_t number, const store::MatchSummary& match) {
  if (!json_ && !std::exchange(begun_, true)) out_(header());
  const bool taken = filter_.takes(match);
  if (taken) ++size_;
  if (filter_.longest == 0) {
    // An empty text keeps the place of one that is left out.
    in_order_.add(number, !taken  ? std::string()
                          : json_ ? json_row(number, match)
                                  : row(number, match));
    return;
  }
  if (!taken) return;
  longest_.emplace(filter_.time_used(match), json_ ? json_row(number, match) : row(number, match));
  if (longest_.size() > filter_.longest) longest_.erase(std::prev(longest_.end()));
}

void MatchList::finish() {
  in_order_.finish();
  for (const auto& [time, text] : longest_) out_(text);
  longest_.clear();
}

std::string MatchList::header() const {
  return fmt::format("{:>{}}  {:<{}}  {}  {}  {:>11}  {}\n", "match", number_width, "game",
                     game_width(), text::padded("first", name_width_),
                     text::padded("second", name_width_), "score",
                     filter_.longest > 0 ? "  longest" : "faults");
}

std::string MatchList::row(std::uint64_t number, const store::MatchSummary& match) const {
  std::string text = fmt::format("{:>{}}  {:<{}}", number, number_width, match.game, game_width());
  std::string score;
  // One or many share the columns of two.
  const bool in_columns = match.bots.size() == rules::usual_seats;
  std::string names;
  for (const rules::Seat seat : match.bots.seats()) {
    const std::string name = text::cut(text::safe_text(match.bots[seat]), name_width_);
    text::add_to_list(names, in_columns ? text::padded(name, name_width_) : name,
                      in_columns ? "  " : ", ");
    text::add_to_list(score, fmt::format("{}", match.seats[seat].score), " - ");
  }
  text += fmt::format("  {}  {:>11}", text::padded(names, 2 * name_width_ + 2), score);
  if (filter_.longest > 0) {
    text += fmt::format("  {:>9}", time_text(std::chrono::microseconds(filter_.time_used(match))));
  }
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    const auto& fault = match.seats[i].fault;
    if (!fault) continue;
    const std::string seat = i == 0 ? "first" : i == 1 ? "second" : fmt::format("seat {}", i + 1);
    text += fmt::format("  {}: {}", seat, bot::name(*fault));
  }
  if (const auto official = official_.of(number))
    text += fmt::format("  official game {}", *official);
  return text + '\n';
}

std::string MatchList::json_row(std::uint64_t number, const store::MatchSummary& match) const {
  text::Json json;
  json["match"] = number;
  if (const auto official = official_.of(number)) json["official_number"] = *official;
  if (match.round > 0) json["round"] = match.round;
  json["game"] = match.game;
  json["bots"] = match.bots;
  for (const auto& seat : match.seats) {
    json["scores"].push_back(seat.score);
    json["statuses"].push_back(name(seat.status));
  }
  json["faults"] = text::Json::array();
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    if (!match.seats[i].fault) continue;
    json["faults"].push_back(
        {{"seat", i + 1}, {"bot", match.bots[i]}, {"kind", bot::name(*match.seats[i].fault)}});
  }
  return text::dump(json) + '\n';
}

}  // namespace referee::report
