// Standings for people (text, Markdown) and for programs (JSON).
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/evidence/rating_games.hpp"
#include "referee/report/form.hpp"
#include "referee/report/style.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/tournament/earlier_programs.hpp"
#include "referee/tournament/standings.hpp"

namespace referee::report {

// All that the standings of a tournament are told from.
struct StandingsReport {
  std::string id;  // of the tournament
  std::vector<tournament::EventStandings> events;
  bool ratings = false;                     // whether they are told, where a form has them
  std::vector<evidence::EventGames> games;  // for the ratings: of the same events
  std::optional<std::string> anchor;        // the bot whose rating is 0
  bool times = false;  // whether the times used are told by forms that leave them out otherwise
  std::vector<tournament::EarlierPrograms::Row> earlier;
  TextStyle style;
};

struct StandingsForm : Form<StandingsReport> {
  bool has_ratings = false;  // on request
  bool has_times = false;    // on request
};

// text, json, markdown, csv, and cross, which goes with csv.
std::span<const StandingsForm> standings_forms() noexcept;

// The form "json", as one line of events has it.
text::Json standings_json(const StandingsReport& report);

// ---- the parts of the forms ----

// For each game: a title (rounds, matches played of those planned), the table of its
// bots, what faults there were, and who got how much against whom (for at most
// cross_table_limit bots).
inline constexpr std::size_t cross_table_limit = 12;

std::string standings_text(const std::vector<tournament::EventStandings>& events,
                           const TextStyle& style);

// The same as Markdown, for the page of a job or an issue.
std::string standings_markdown(const std::vector<tournament::EventStandings>& events);

// Figures that do not depend on times, so that two identical runs give the same
// bytes. The format is documented in docs/standings.schema.json.
text::Json standings_json(const std::string& tournament,
                          const std::vector<tournament::EventStandings>& events);

// Adds the times that each bot used, a key "times" in each event. Precondition:
// `standings` is what standings_json made of the same events.
void add_times(text::Json& standings, const std::vector<tournament::EventStandings>& events);

// For spreadsheets: a head and one row for each bot of each game, all games with the same
// columns; what a game or format does not have is empty. With `times` the columns of the
// times used are there too.
std::string standings_csv(const std::vector<tournament::EventStandings>& events, bool times);
// Likewise, one row for each ordered pair of bots that have met: what the first got.
std::string cross_csv(const std::vector<tournament::EventStandings>& events);

}  // namespace referee::report
