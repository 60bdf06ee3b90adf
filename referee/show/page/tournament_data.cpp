#include "referee/show/page/tournament_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "rules/by_seat.hpp"

namespace referee::page {

using text::Json;

namespace {

using tournament::EventStandings;
using tournament::GamesPlayed;
using tournament::MeetingKey;
using tournament::Row;

constexpr std::size_t most_points = 200;  // of a curve
constexpr std::size_t most_crossed = 40;  // bots of a cross table

Json interval_json(const statistics::PairedPoints& scores) {
  const auto error = scores.standard_error();
  return Json::array({scores.mean(), error ? Json(statistics::z95 * *error) : Json()});
}

// What is drawn of one event.
class Drawing {
 public:
  Drawing(const EventStandings& event, const GamesPlayed& played)
      : event_(event), played_(played), game_(event.game->name), rows_(event.bots.size()) {
    for (std::size_t i = 0; i < event.rows.size(); ++i) {
      const auto bot = std::find(event.bots.begin(), event.bots.end(), event.rows[i].bot);
      rows_.at(static_cast<std::size_t>(bot - event.bots.begin())) = i;
    }
  }

  [[nodiscard]] Json json() const {
    using formats::FormatKind;
    Json json{{"bots", Json::array()}, {"means", Json::array()}};
    for (const Row& row : event_.rows) {
      json["bots"].push_back(text::safe_text(row.bot));
      const auto scores = played_.scores(game_, row.bot);
      json["means"].push_back(scores.count() > 0 ? interval_json(scores) : Json());
    }
    switch (event_.format) {
      case FormatKind::knockout:
        add_brackets(json);
        break;
      case FormatKind::official:
        add_final(json);
        [[fallthrough]];
      case FormatKind::swiss:
        add_swiss(json);
        break;
      case FormatKind::round_robin:
      case FormatKind::gauntlet:
      case FormatKind::recorded:
        add_course(json);
        [[fallthrough]];
      case FormatKind::ladder:
        add_cross(json);
        break;
    }
    return json;
  }

 private:
  using Meetings = std::map<MeetingKey, tournament::Meeting>;

  [[nodiscard]] Json rows_of(const MeetingKey& key) const {
    return {rows_.at(key.second[0]), rows_.at(key.second[1])};
  }

  [[nodiscard]] Json pairing_json(const Meetings::value_type& one) const {
    const auto& [key, meeting] = one;
    const auto& [a, b] = meeting.measures;
    Json figures = Json::array();
    for (const formats::Measure& own : meeting.measures) {
      figures.push_back(a.game_points == 0 && b.game_points == 0 ? fmt::format("{}", own.score)
                        : a.game_points == b.game_points
                            ? fmt::format("{} ({})", own.game_points, own.score)
                            : fmt::format("{}", own.game_points));
    }
    return {{"bots", rows_of(key)},
            {"figures", std::move(figures)},
            {"result", meeting.result()},
            {"winner", a == b ? Json() : Json(a > b ? 0 : 1)}};
  }

  // The mean scores up to each round.
  void add_course(Json& json) const {
    std::vector<std::vector<std::optional<double>>> means;
    std::size_t last = 0;
    for (const Row& row : event_.rows) {
      last = std::max(last, means.emplace_back(played_.course(game_, row.bot)).size());
    }
    for (auto& own : means) {
      if (!own.empty()) own.resize(last, own.back());
    }
    const char* const title = tournament::ranks_by_opponents(*event_.game)
                                  ? "Opponents beaten, %, round by round"
                                  : "Mean score, round by round";
    json["course"] = course_json(title, 1, last, means);
  }

  // Of long courses some rounds.
  static Json course_json(const char* title, int digits, std::size_t last,
                          const std::vector<std::vector<std::optional<double>>>& values) {
    const std::size_t step = last / most_points + 1;
    Json json{{"title", title}, {"digits", digits}, {"rounds", Json::array()}};
    json["values"] = Json::array();
    for (std::size_t row = 0; row < values.size(); ++row) json["values"].push_back(Json::array());
    for (std::size_t round = 1; round <= last; ++round) {
      if (round % step != 1 % step && round != last) continue;
      json["rounds"].push_back(round);
      for (std::size_t row = 0; row < values.size(); ++row) {
        const auto value = values[row].empty() ? std::nullopt : values[row].at(round - 1);
        json["values"][row].push_back(value ? Json(std::round(*value * 1000) / 1000) : Json());
      }
    }
    return json;
  }

  void add_cross(Json& json) const {
    if (event_.game->seats() != rules::usual_seats || event_.rows.size() < 2 ||
        event_.rows.size() > most_crossed || event_.played == 0)
      return;
    std::vector<std::size_t> rows(event_.rows.size());
    std::iota(rows.begin(), rows.end(), 0);
    Json& cross = json["cross"] = {{"title", "Mean score against each other"}, {"rows", rows}};
    for (const Row& own : event_.rows) {
      Json& cells = cross["cells"].emplace_back(Json::array());
      for (const Row& other : event_.rows) {
        const auto scores = played_.against(game_, own.bot, other.bot);
        Json cell = scores.count() > 0 ? interval_json(scores) : Json();
        if (!cell.is_null()) cell.insert(cell.begin(), scores.count());
        cells.push_back(std::move(cell));
      }
    }
  }

  // The round robin of the official format, of those that have played in it.
  void add_final(Json& json) const {
    std::map<std::size_t, std::map<std::size_t, Json>> cells;  // by rows
    for (const auto& [key, meeting] : event_.meetings) {
      if (key.first <= event_.swiss_rounds) continue;
      const std::array rows{rows_.at(key.second[0]), rows_.at(key.second[1])};
      for (std::size_t i = 0; i < 2; ++i) {
        const double mean =
            static_cast<double>(meeting.measures[i].score) / static_cast<double>(meeting.games);
        cells[rows[i]][rows[1 - i]] = Json::array({meeting.games, mean, nullptr});
      }
    }
    if (cells.empty()) return;
    Json& cross = json["cross"] = {{"title", "The final: mean score against each other"}};
    for (auto& [row, own] : cells) {
      cross["rows"].push_back(row);
      Json& list = cross["cells"].emplace_back(Json::array());
      for (const auto& [other, unused] : cells) list.push_back(own[other]);
    }
  }

  // The Swiss rounds, and the points that a bot has after each: a pairing won is one, a drawn one
  // half a point, and a bye, of the bot that meets nobody once all others are paired, one.
  void add_swiss(Json& json) const {
    std::vector<Json> rounds;
    std::vector<std::vector<std::optional<double>>> won;
    for (const auto& one : event_.meetings) {
      const auto round = static_cast<std::size_t>(one.first.first);
      if (event_.format == formats::FormatKind::official && one.first.first > event_.swiss_rounds) {
        break;
      }
      if (rounds.size() < round) {
        rounds.resize(round, Json{{"pairings", Json::array()}});
        won.resize(round, std::vector<std::optional<double>>(event_.rows.size()));
      }
      const auto& [a, b] = one.second.measures;
      const auto& bots = one.first.second;
      won[round - 1].at(rows_.at(bots[0])) = a == b ? 0.5 : a > b ? 1 : 0;
      won[round - 1].at(rows_.at(bots[1])) = a == b ? 0.5 : a < b ? 1 : 0;
      rounds[round - 1]["pairings"].push_back(pairing_json(one));
    }
    json["swiss"] = rounds;
    std::vector<std::vector<std::optional<double>>> points(event_.rows.size());
    for (std::size_t round = 0; round < rounds.size(); ++round) {
      const bool paired = rounds[round]["pairings"].size() == event_.rows.size() / 2;
      for (std::size_t row = 0; row < points.size(); ++row) {
        std::optional<double> now = won[round][row];
        if (!now && paired) {
          json["swiss"][round]["bye"] = row;
          now = 1;
        }
        const double before = round == 0 ? 0 : points[row].back().value_or(0);
        points[row].push_back(before + now.value_or(0));
      }
    }
    json["course"] = course_json("Swiss points, round by round", 1, rounds.size(), points);
  }

  // From the last round down; a bot goes on if it has survived the round.
  void add_brackets(Json& json) const {
    std::set<MeetingKey> used;
    json["brackets"] = Json::array();
    bool counted = false;
    bool tied = false;
    for (auto one = event_.meetings.rbegin(); one != event_.meetings.rend(); ++one) {
      const auto& [a, b] = one->second.measures;
      counted = counted || a.game_points > 0 || b.game_points > 0;
      tied = tied || a == b;
      if (used.count(one->first) == 0) json["brackets"].push_back(bracket_json(*one, used));
    }
    const std::string_view figures =
        counted ? "Game points of all games of a pairing, and in brackets the scores that decided "
                  "where these were equal."
                : "Scores of all games of a pairing.";
    json["bracket_note"] =
        fmt::format("{} \u2713 goes on{}", figures,
                    tied ? "; where a pairing is tied, the better seed does." : ".");
  }

  Json bracket_json(const Meetings::value_type& one, std::set<MeetingKey>& used) const {
    const int round = one.first.first;
    const auto& bots = one.first.second;
    used.insert(one.first);
    Json json = pairing_json(one);
    json["round"] = round;
    json["through"] = nullptr;
    json["from"] = Json::array();
    for (std::size_t i = 0; i < 2; ++i) {
      const auto& placed = event_.rows.at(rows_.at(bots[i])).format;
      if (placed && placed->wins >= round) json["through"] = i;
      if (round == 1) continue;
      const auto before =
          std::find_if(event_.meetings.begin(), event_.meetings.end(), [&](const auto& other) {
            const auto& those = other.first.second;
            return other.first.first == round - 1 && (those[0] == bots[i] || those[1] == bots[i]);
          });
      json["from"].push_back(before == event_.meetings.end() ? Json()
                                                             : bracket_json(*before, used));
    }
    return json;
  }

  const EventStandings& event_;
  const GamesPlayed& played_;
  std::string game_;
  std::vector<std::size_t> rows_;  // of the table, by positions in the config
};

}  // namespace

Json standings_data(const std::string& tournament, const std::vector<EventStandings>& events,
                    const GamesPlayed& played) {
  Json json = report::standings_json(tournament, events);
  report::add_times(json, events);
  report::add_tables(json, events);
  for (std::size_t i = 0; i < events.size(); ++i) {
    json["events"][i]["drawn"] = Drawing(events[i], played).json();
  }
  return json;
}

kernel::TimeLimits times_in(const config::Event& event, std::string_view name) {
  std::size_t bot = 0;
  while (bot < event.bots.size() && event.bots[bot].name != name) ++bot;
  return bot < event.bots.size() ? event.times_of(bot) : event.times;
}

Json match_row(const store::MatchSummary& match, const config::Manifest& manifest) {
  Json row;
  row["n"] = match.match;
  row["game"] = match.game;
  if (match.round > 0) row["round"] = match.round;
  if (match.seed) row["seed"] = *match.seed;
  row["clock"] = kernel::name(manifest.clock);
  bool game_points = false;
  rules::BySeat<match::Duration> own(match.bots.size());
  for (const config::Event& event : manifest.events) {
    if (event.game->name != match.game) continue;
    row["budget_us"] = match::whole_microseconds(event.times.budget);
    for (std::size_t i = 0; i < match.bots.size(); ++i) {
      const match::Duration budget = times_in(event, match.bots[i]).budget;
      if (budget != event.times.budget) own[i] = budget;
    }
    game_points = event.game->most_game_points > 0;
  }
  row["bots"] = Json::array();
  Json faults = Json::array();
  for (std::size_t i = 0; i < match.seats.size(); ++i) {
    const store::SeatSummary& seat = match.seats[i];
    Json bot{{"name", text::safe_text(match.bots[i])},
             {"score", seat.score},
             {"status", rules::name(seat.status)}};
    if (seat.board_points) bot["points"] = match::points_json(*seat.board_points);
    if (game_points) bot["game_points"] = seat.game_points;
    if (own[i] != match::Duration{}) bot["budget_us"] = match::whole_microseconds(own[i]);
    if (seat.cpu_us) bot["cpu"] = *seat.cpu_us;
    if (seat.wall_us) bot["wall"] = *seat.wall_us;
    row["bots"].push_back(std::move(bot));
    if (!seat.fault) continue;
    const std::string_view kind = bot::name(*seat.fault);
    faults.push_back({{"seat", i + 1}, {"ply", 0}, {"kind", kind}, {"text", kind}, {"reason", ""}});
  }
  if (const auto winner = store::winner_of(match)) row["winner"] = rules::index(*winner) + 1;
  row["plies"] = match.plies;
  row["moves"] = Json::array();
  row["scenes"] = Json::array();
  if (!faults.empty()) row["faults"] = std::move(faults);
  return row;
}

}  // namespace referee::page
