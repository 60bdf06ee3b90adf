// What bots took for single turns, below standings and in their JSON.
#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using tournament::EventStandings;
using tournament::EventTurns;
using tournament::NearLimit;
using tournament::TurnsAt;

constexpr std::size_t most_columns = 8;  // of moves
constexpr std::size_t most_shown = 5;    // of the turns nearest to a limit
constexpr double worth_a_warning = 0.9;  // of a limit

std::string us_text(double us) {
  return time_text(std::chrono::nanoseconds(std::llround(us * 1000)));
}

// Moves `begin` to before `end`, from 0.
TurnsAt sum_of(const std::vector<TurnsAt>& turns, std::size_t begin, std::size_t end) {
  TurnsAt sum;
  for (std::size_t i = begin; i < std::min(end, turns.size()); ++i) sum.add(turns[i]);
  return sum;
}

Table by_move_table(const EventStandings& standings, const EventTurns& event) {
  std::size_t longest = 0;
  for (const auto& [bot, turns] : event.bots) longest = std::max(longest, turns.size());
  // How many moves a column has: an even number, since the seats take turns.
  const std::size_t share = (longest + most_columns - 1) / most_columns;
  const std::size_t each = std::max<std::size_t>(2, share + share % 2);
  std::vector<Column> columns{{"at move", Align::left}};
  for (std::size_t begin = 0; begin < longest; begin += each) {
    columns.push_back({fmt::format("{}-{}", begin + 1, begin + each)});
  }
  columns.push_back({"longest"});
  Table table(std::move(columns), 1);
  for (const tournament::Row& row : standings.rows) {
    const auto found = event.bots.find(row.bot);
    if (found == event.bots.end() || found->second.empty()) continue;
    std::vector<std::string> cells{bot_text(row.bot)};
    for (std::size_t begin = 0; begin < longest; begin += each) {
      const TurnsAt sum = sum_of(found->second, begin, begin + each);
      cells.push_back(sum.turns == 0 ? "-" : us_text(sum.mean_us()));
    }
    const TurnsAt all = sum_of(found->second, 0, longest);
    cells.push_back(us_text(static_cast<double>(all.most_us)));
    table.add(std::move(cells));
  }
  return table;
}

std::string near_line(const NearLimit& near) {
  return fmt::format("{} in match {} at move {}: {} of {}{} ({:.1f} %)", bot_text(near.bot),
                     near.match, near.ply, us_text(static_cast<double>(near.used_us)),
                     us_text(static_cast<double>(near.limit_us)), near.of_turn ? " a turn" : "",
                     100 * near.share());
}

std::string event_text(const EventStandings& standings, const EventTurns& event,
                       const TextStyle& style) {
  const std::string_view clock =
      standings.clock == kernel::ClockKind::wall ? "Wall time" : "CPU time";
  std::string text =
      painted(fmt::format("{}: {} of a turn, on average", standings.game->title, clock),
              Paint::bold, style) +
      '\n';
  if (event.nearest.empty()) return text + "no times are known\n";
  text += by_move_table(standings, event).text(style);
  text +=
      "\nNearest to a limit, of time that was used so far (time-outs are faults, and not here):\n";
  for (std::size_t i = 0; i < std::min(most_shown, event.nearest.size()); ++i) {
    const NearLimit& near = event.nearest[i];
    text += wrapped_lines("  " + near_line(near),
                          near.share() >= worth_a_warning ? Paint::yellow : Paint::none, style);
  }
  return text;
}

}  // namespace

std::string turn_times_text(const std::vector<EventStandings>& events,
                            const std::vector<EventTurns>& turns, const TextStyle& style) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    text += '\n' + event_text(events[i], turns.at(i), style);
  }
  return text;
}

void add_turn_times(text::Json& standings, const std::vector<EventStandings>& events,
                    const std::vector<EventTurns>& turns) {
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventTurns& event = turns.at(i);
    text::Json& times = standings.at("events").at(i).at("times");
    for (text::Json& bot : times.at("bots")) {
      text::Json moves = text::Json::array();
      const auto found = event.bots.find(bot.at("name").get<std::string>());
      if (found != event.bots.end()) {
        for (std::size_t ply = 0; ply < found->second.size(); ++ply) {
          const TurnsAt& at = found->second[ply];
          if (at.turns == 0) continue;
          moves.push_back({{"ply", ply + 1},
                           {"turns", at.turns},
                           {"mean_us", at.mean_us()},
                           {"most_us", at.most_us}});
        }
      }
      bot["moves"] = std::move(moves);
    }
    text::Json nearest = text::Json::array();
    for (const NearLimit& near : event.nearest) {
      nearest.push_back({{"bot", near.bot},
                         {"match", near.match},
                         {"ply", near.ply},
                         {"limit", near.of_turn ? "turn" : "budget"},
                         {"used_us", near.used_us},
                         {"limit_us", near.limit_us},
                         {"share", near.share()}});
    }
    times["nearest"] = std::move(nearest);
  }
}

}  // namespace referee::report
