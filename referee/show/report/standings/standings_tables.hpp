// The tables that the text and the Markdown form of standings share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/show/report/table.hpp"

namespace referee::report {

struct StandingsCell {
  std::string plain;  // for programs: "1530000", "133.25"; empty if it does not apply
  std::string text;   // for people: "1.53 s"; "-" if it does not apply
};

struct StandingsColumn {
  std::string key;   // its heading in spreadsheets: "swiss_points"; empty: it is not in them
  std::string head;  // for people: "points"; empty with order 0
  // Its position among the columns for people, from 1; 0: it is in spreadsheets alone.
  int order = 0;
  std::string meaning;  // explanation of the heading, if it needs one
  Align align = Align::right;
  int least = 0;        // see Column
  bool joined = false;  // likewise
  bool ranks = false;   // whether places depend on it
  bool times = false;   // whether it differs between identical runs
  bool main = false;    // among the few that a terminal shows unless it is asked for all
  std::function<StandingsCell(const tournament::Row&)> cell;
};

// All columns, in the order of spreadsheets, which is the same for all events of a tournament: a
// ladder, which is one by itself, has more than others.
std::vector<StandingsColumn> standings_columns(const tournament::EventStandings& event);

// The columns for people, in their order, or the main ones of them.
std::vector<StandingsColumn> shown_columns(const tournament::EventStandings& event,
                                           bool main_ones = false);

// The quantile of the times that the column "95 %" shows.
inline constexpr double most_of_the_games = 0.95;

using tournament::ranked_by;

// "Chess (CodeCup 2030)"
std::string event_title(const tournament::EventStandings& event);
// Whether these are the games of a comparison: as many as it takes, not as many as were planned.
bool is_open_ended(const tournament::EventStandings& event);
// "5 rounds, 60 of 60 matches, 23 to 36 moves"; of a comparison "120 games, 60 pairs, ...".
std::string event_extent(const tournament::EventStandings& event);
// The keys that the ranking uses, those of the format before those of the game: "game points, then
// score, then fewer games lost by a fault".
std::string ranking_keys(const tournament::EventStandings& event);
// The same as a sentence: "Ranked by score."
std::string event_ranking(const tournament::EventStandings& event);
// The name of the group that a bot is in: "final" or "Swiss" in the official format ("-" while
// nobody has qualified), "challenger" or "other" in a gauntlet.
std::string_view group_name(const formats::Placed& bot, formats::FormatKind format);
// Half points as points: "4.5", "3".
std::string halves_text(int half_points);

// With all columns.
Table standings_table(const tournament::EventStandings& event);
// With the main ones, or as many of those as leave room for the names of the bots at this width.
Table main_table(const tournament::EventStandings& event, int width);

// The sum of what the board counted: 0 before the first game, nothing if nobody has said any.
std::optional<rules::Points> board_points_of(const tournament::Tally& tally);

// The number of faults of all kinds.
std::uint64_t fault_count(const tournament::Row& row);
// "alpha: 3 faults (2 illegal, 1 timeout)", a line for each bot that had any, and another for those
// that ran out of time on a busy machine.
std::vector<std::string> fault_lines(const tournament::EventStandings& event);

// The explanation of the headings of the columns, or the main ones, of these events: one line.
std::string column_words(const std::vector<tournament::EventStandings>& events, bool main_ones);

// A line on games that repeat earlier ones: how many, between whom, and the remedy; empty if none.
std::string repeats_line(const tournament::EventStandings& event);

// Which bots play under time limits of their own, a line for each.
std::vector<std::string> own_limits_lines(const tournament::EventStandings& event);

// Which bots ran for long before their first turns, a line for each.
std::vector<std::string> before_turn_lines(const tournament::EventStandings& event);

// Warnings about the figures of an event: unequal limits, time-outs on a busy machine, bots that
// ran for long before their first turns, repeated games.
std::vector<std::string> warning_lines(const tournament::EventStandings& event);

// Mean scores of each bot against each other, in the order of the standings. Only
// for an event with two to cross_table_limit bots.
bool has_cross_table(const tournament::EventStandings& event);
// Of a game of one seat: a row for each deal, its best answers marked, and a column for each bot.
Table deals_table(const tournament::EventStandings& event);
Table cross_table(const tournament::EventStandings& event);

// The pairs that have met, in the order of the config: `bot`, `against`, and those figures of the
// first that the game has.
text::Json cross_json(const tournament::EventStandings& event);

}  // namespace referee::report
