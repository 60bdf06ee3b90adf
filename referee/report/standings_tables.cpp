#include "referee/report/standings_tables.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <utility>

#include "referee/report/standings_report.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::report {

using formats::FormatKind;
using formats::Placed;
using rules::RankingKey;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;

namespace {

constexpr int shortest_name = 12;

std::string name_text(const std::string& name) {
  return text::cut(text::safe_text(name), longest_bot_name);
}

std::uint64_t fault_count(const Row& row) {
  std::uint64_t count = 0;
  for (const auto& [kind, times] : row.faults) count += times;
  return count;
}

// One column of the standings: its head, and its cell for a bot.
struct StandingsColumn {
  Column column;
  std::function<std::string(const Row& row)> cell;
};

std::string mean_of(const Tally& tally) { return mean_text(tally.score, tally.games); }

std::string time_of(const tournament::TimesUsed& times, double us) {
  if (times.count() == 0) return "-";
  return time_text(std::chrono::microseconds(std::llround(us)));
}

void add_results(const rules::GameInfo& game, bool tie_break, std::vector<StandingsColumn>& list) {
  const auto add = [&list](std::string header, std::string (*cell)(const Row&),
                           bool joined = false) {
    list.push_back({{std::move(header), Align::right, 0, joined}, cell});
  };
  add("games", [](const Row& row) { return fmt::format("{}", row.total.games); });
  if (ranked_by(game, RankingKey::game_points)) {
    add("game points", [](const Row& row) { return fmt::format("{}", row.total.game_points); });
  }
  add("score", [](const Row& row) { return fmt::format("{}", row.total.score); });
  add(
      "mean", [](const Row& row) { return mean_of(row.total); }, true);
  if (tie_break) {
    add("among tied", [](const Row& row) { return fmt::format("{}", row.among_tied); });
  }
  if (!game.cooperative) {
    add("W", [](const Row& row) { return fmt::format("{}", row.total.wins); });
    add(
        "D", [](const Row& row) { return fmt::format("{}", row.total.draws); }, true);
    add(
        "L", [](const Row& row) { return fmt::format("{}", row.total.losses); }, true);
  }
  if (ranked_by(game, RankingKey::irregular_losses)) {
    add("irregular", [](const Row& row) { return fmt::format("{}", row.irregular_losses); });
  }
}

// The figures that the event's format ranks by before the game's own keys.
void add_format(const EventStandings& event, std::vector<StandingsColumn>& list) {
  const auto add = [&list](std::string header, std::string (*cell)(const Placed&),
                           bool joined = false) {
    list.push_back({{std::move(header), Align::right, 0, joined},
                    [cell](const Row& row) { return row.format ? cell(*row.format) : "-"; }});
  };
  const bool official = event.format == FormatKind::official;
  if (official) {
    add("stage",
        [](const Placed& bot) { return std::string(group_name(bot, FormatKind::official)); });
    if (ranked_by(*event.game, RankingKey::game_points)) {
      add(
          "final game points",
          [](const Placed& bot) {
            return bot.group == 1 ? fmt::format("{}", bot.final.game_points) : "-";
          },
          true);
    }
    add(
        "final score",
        [](const Placed& bot) { return bot.group == 1 ? fmt::format("{}", bot.final.score) : "-"; },
        true);
  }
  if (event.format == FormatKind::gauntlet) {
    add("role",
        [](const Placed& bot) { return std::string(group_name(bot, FormatKind::gauntlet)); });
  }
  if (event.format == FormatKind::swiss || official) {
    add(official ? "Swiss" : "points", [](const Placed& bot) { return halves_text(bot.points); });
    add(
        "Buchholz", [](const Placed& bot) { return halves_text(bot.buchholz); }, true);
  }
  if (event.format == FormatKind::knockout) {
    add("survived", [](const Placed& bot) { return fmt::format("{}", bot.wins); });
  }
}

// The times on the clock that bots were charged by.
void add_times(const EventStandings& event, std::vector<StandingsColumn>& list) {
  const bool wall = event.clock == bot::ClockKind::wall;
  const auto add = [&](std::string header, double (*us)(const tournament::TimesUsed&),
                       bool joined = true) {
    list.push_back({{std::move(header), Align::right, 0, joined}, [wall, us](const Row& row) {
                      const auto& times = wall ? row.wall : row.cpu;
                      return time_of(times, us(times));
                    }});
  };
  add(
      wall ? "time/game" : "CPU/game",
      [](const tournament::TimesUsed& times) { return times.mean_us(); }, false);
  add("95 %", [](const tournament::TimesUsed& times) {
    return static_cast<double>(times.quantile_us(most_of_the_games));
  });
  add("most",
      [](const tournament::TimesUsed& times) { return static_cast<double>(times.most_us()); });
  if (event.speed == 1) return;
  list.push_back({{"official", Align::right, 0, true}, [wall, speed = event.speed](const Row& row) {
                    const auto& times = wall ? row.wall : row.cpu;
                    return time_of(times, speed * static_cast<double>(times.most_us()));
                  }});
}

std::vector<StandingsColumn> columns_of(const EventStandings& event) {
  const rules::GameInfo& game = *event.game;
  std::vector<StandingsColumn> list;
  list.push_back(
      {{"", Align::right, 0, false}, [](const Row& row) { return fmt::format("{}", row.place); }});
  list.push_back({{"bot", Align::left, shortest_name, false},
                  [](const Row& row) { return name_text(row.bot); }});
  const bool tie_break = std::any_of(event.rows.begin(), event.rows.end(),
                                     [](const Row& row) { return row.among_tied != 0; });
  add_format(event, list);
  add_results(game, tie_break, list);
  list.push_back({{"as " + std::string(game.seat_names[0]), Align::right, 0, false},
                  [](const Row& row) { return mean_of(row.by_seat[0]); }});
  list.push_back({{"as " + std::string(game.seat_names[1]), Align::right, 0, true},
                  [](const Row& row) { return mean_of(row.by_seat[1]); }});
  list.push_back({{"faults", Align::right, 0, false},
                  [](const Row& row) { return fmt::format("{}", fault_count(row)); }});
  add_times(event, list);
  return list;
}

}  // namespace

bool ranked_by(const rules::GameInfo& game, RankingKey key) {
  return std::find(game.ranking.begin(), game.ranking.end(), key) != game.ranking.end();
}

std::string event_title(const EventStandings& event) {
  const std::string source = event.source.empty() ? "" : ", " + text::safe_text(event.source);
  return fmt::format("{} ({}){}", event.game->title, event.game->contest, source);
}

std::string event_extent(const EventStandings& event) {
  std::string text;
  if (event.rounds > 0) {
    text = text::plural(static_cast<std::uint64_t>(event.rounds), "round") + ", ";
  }
  text += fmt::format("{} of {}", event.played, text::plural(event.planned, "match", "matches"));
  if (event.played > 0) {
    text += ", ";
    if (event.shortest != event.longest) text += fmt::format("{} to ", event.shortest);
    text += text::plural(static_cast<std::uint64_t>(event.longest), "move");
  }
  return text;
}

Table standings_table(const EventStandings& event) {
  const std::vector<StandingsColumn> list = columns_of(event);
  std::vector<Column> columns;
  for (const StandingsColumn& one : list) columns.push_back(one.column);
  Table table(std::move(columns), 2);
  for (const Row& row : event.rows) {
    std::vector<std::string> cells;
    for (const StandingsColumn& one : list) cells.push_back(one.cell(row));
    table.add(std::move(cells));
  }
  return table;
}

namespace {

std::string starved_line(const Row& row) {
  const std::uint64_t all = row.faults.at(std::string(bot::name(bot::FaultKind::timeout)));
  return fmt::format(
      "{}: {} because the machine was busy: it waited for a processor for a tenth of its time or "
      "more; give the machine less to do, or charge CPU time with \"clock\": \"cpu\"",
      name_text(row.bot),
      all == 1             ? std::string("its time-out may have come")
      : all == row.starved ? fmt::format("all {} time-outs may have come", all)
                           : fmt::format("{} of its {} time-outs may have come", row.starved, all));
}

}  // namespace

std::vector<std::string> fault_lines(const EventStandings& event) {
  std::vector<std::string> lines;
  for (const Row& row : event.rows) {
    std::string kinds;
    for (const auto& [kind, times] : row.faults) {
      text::add_to_list(kinds, fmt::format("{} {}", times, kind));
    }
    if (kinds.empty()) continue;
    lines.push_back(fmt::format("{}: {} ({})", name_text(row.bot),
                                text::plural(fault_count(row), "fault"), kinds));
    if (row.starved > 0) lines.push_back(starved_line(row));
  }
  return lines;
}

std::string column_words(const std::vector<EventStandings>& events) {
  constexpr std::array<std::array<std::string_view, 2>, 16> meanings{{
      {"game points", "points for games won and drawn"},
      {"score", "sum of the scores of all games, see referee games NAME"},
      {"mean", "score for each game"},
      {"among tied", "score against those with the same total"},
      {"W", "games won"},
      {"D", "drawn"},
      {"L", "lost"},
      {"irregular", "games lost by a fault"},
      {"points", "pairings won, half of those drawn"},
      {"Swiss", "points of the Swiss rounds"},
      {"Buchholz", "the points of all opponents"},
      {"survived", "rounds"},
      {"faults", "failures of the program, each a game without points"},
      {"CPU/game",
       "mean time; 95 % of the games took no more than the next column, none more than "
       "the last"},
      {"time/game",
       "mean time; 95 % of the games took no more than the next column, none more "
       "than the last"},
      {"official", "the last as the official machine takes it, by the speed of the config"},
  }};
  std::vector<std::string> said;
  bool seats = false;
  const auto add = [&said](std::string line) {
    if (std::find(said.begin(), said.end(), line) == said.end()) said.push_back(std::move(line));
  };
  for (const EventStandings& event : events) {
    for (const StandingsColumn& one : columns_of(event)) {
      const std::string& header = one.column.header;
      if (header.starts_with("as ") && !std::exchange(seats, true)) {
        add("as ...: mean score in that seat");
      }
      for (const auto& [word, meaning] : meanings) {
        if (word == header) add(fmt::format("{}: {}", word, meaning));
      }
    }
  }
  return text::join(said, "; ");
}

std::string repeats_line(const EventStandings& event) {
  constexpr std::size_t most_named = 3;
  std::uint64_t all = 0;
  std::vector<std::string> between;
  for (const auto& [bots, count] : event.repeated) {
    all += count;
    between.push_back(fmt::format("{} between {} and {}", count, name_text(event.bots[bots.first]),
                                  name_text(event.bots[bots.second])));
  }
  if (all == 0) return {};
  if (between.size() > most_named) {
    between.resize(most_named);
    between.emplace_back("...");
  }
  return fmt::format(
      "{} an earlier one move by move ({}), which is no new evidence; bots that draw random "
      "numbers "
      "from a {{seed}} in their command play another game in each round",
      text::plural(all, "match repeats", "matches repeat"), text::join(between));
}

bool has_cross_table(const EventStandings& event) {
  return event.rows.size() >= 2 && event.rows.size() <= cross_table_limit && event.played > 0;
}

Table cross_table(const EventStandings& event) {
  // The position in the config (the order of `cross`) of each bot in the ranking.
  std::vector<std::size_t> position;
  for (const Row& row : event.rows) {
    const auto found = std::find(event.bots.begin(), event.bots.end(), row.bot);
    position.push_back(static_cast<std::size_t>(found - event.bots.begin()));
  }
  std::vector<Column> columns{{"", Align::right, 0, false},
                              {"mean score against", Align::left, shortest_name, false}};
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    columns.push_back({fmt::format("{}", i + 1), Align::right, 0, false});
  }
  Table table(std::move(columns), 2);
  for (std::size_t i = 0; i < event.rows.size(); ++i) {
    std::vector<std::string> cells{fmt::format("{}", i + 1), name_text(event.rows[i].bot)};
    for (std::size_t j = 0; j < event.rows.size(); ++j) {
      cells.push_back(i == j ? "" : mean_of(event.cross.at(position[i]).at(position[j])));
    }
    table.add(std::move(cells));
  }
  return table;
}

}  // namespace referee::report
