// Standings for people (text, Markdown) and for programs (JSON).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/tournament/games_played.hpp"
#include "referee/run/tournament/standings.hpp"
#include "referee/run/tournament/turn_times.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/standings/ratings_report.hpp"

namespace referee::report {

// The data for the standings of a tournament.
struct StandingsReport {
  std::string id;  // the tournament's
  std::vector<tournament::EventStandings> events;
  // The same events, for the ratings; empty: without ratings.
  std::vector<evidence::EventGames> games;
  RatingsView view;
  bool times = false;  // whether to show the times used in forms that leave them out by default
  // Times of single turns, with `times` in forms that have them; the same events.
  std::vector<tournament::EventTurns> turns;
  std::vector<tournament::EarlierPrograms::Row> earlier;
  // For the sentences who is first and how sure that is; absent: without them.
  std::optional<tournament::GamesPlayed> played;
  bool wide = false;   // the text with all columns and the cross table
  bool words = false;  // whether to explain the columns, in the text
  TextStyle style;
};

struct StandingsForm : Form<StandingsReport> {
  bool has_ratings = false;  // on request
  bool has_times = false;    // on request
  bool has_turns = false;    // likewise, of single turns
  bool has_sentences = false;
};

// The forms text, json, markdown, csv, and cross, which goes with csv.
std::span<const StandingsForm> standings_forms() noexcept;

// The form "json" as a value, for EventStream.
text::Json standings_json(const StandingsReport& report);

// ---- the parts of the forms ----

inline constexpr std::size_t cross_table_limit = 12;

// For each game: a title (rounds, matches played and planned), the table of its bots and their
// faults; if it is `wide`, with all columns, and a table of scores against each opponent (for at
// most cross_table_limit bots). Below them the ratings, if `games` has those of the same events.
std::string standings_text(const std::vector<tournament::EventStandings>& events,
                           const TextStyle& style, bool wide = false,
                           const std::vector<evidence::EventGames>& games = {},
                           const RatingsView& view = {});

// The explanation of the column headings, and what shows more.
std::string words_text(const std::vector<tournament::EventStandings>& events,
                       const TextStyle& style, bool wide);

// The same as Markdown, for the page of a job or an issue.
std::string standings_markdown(const std::vector<tournament::EventStandings>& events,
                               const std::vector<evidence::EventGames>& games = {},
                               const RatingsView& view = {});

// JSON without figures that depend on times, so that two identical runs give the same bytes.
// Described in docs/standings.schema.json.
text::Json standings_json(const std::string& tournament,
                          const std::vector<tournament::EventStandings>& events);

// Adds the times that each bot used as the key "times" of each event. Precondition: `standings`
// was made by standings_json from the same events.
void add_times(text::Json& standings, const std::vector<tournament::EventStandings>& events);

// Text below the standings: the mean time of a turn by the number of the move, and the turns that
// came nearest to a limit.
std::string turn_times_text(const std::vector<tournament::EventStandings>& events,
                            const std::vector<tournament::EventTurns>& turns,
                            const TextStyle& style);
// Adds the same to the key "times" that add_times() has made.
void add_turn_times(text::Json& standings, const std::vector<tournament::EventStandings>& events,
                    const std::vector<tournament::EventTurns>& turns);

// Adds the table of each event as the page for browsers shows it, as the key "table": `extent` and
// `ranking` in words, `warnings`, `columns`, and a row for each bot, in which each cell is its
// text, or [text, value] where programs sort by another value. Precondition: as for add_times.
void add_tables(text::Json& standings, const std::vector<tournament::EventStandings>& events);

// A table for spreadsheets: a head and one row for each bot of each game, with the same columns in
// all games; cells that do not apply are empty. `times` adds columns for the times used.
std::string standings_csv(const std::vector<tournament::EventStandings>& events, bool times);
// Likewise, with one row for each ordered pair of bots that have met: the results of the first.
std::string cross_csv(const std::vector<tournament::EventStandings>& events);

}  // namespace referee::report
