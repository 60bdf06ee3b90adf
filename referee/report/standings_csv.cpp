#include <fmt/core.h>

#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "referee/bot/fault.hpp"
#include "referee/formats/format.hpp"
#include "referee/report/standings_report.hpp"
#include "referee/report/standings_tables.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/csv.hpp"

namespace referee::report {
namespace {

using formats::FormatKind;
using rules::RankingKey;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;
using tournament::TimesUsed;

// One row of the file: every cell with the name of its column. All rows of a file have the same
// columns; cells that do not apply are empty.
class CsvRow {
 public:
  void add(std::string column, std::string value) {
    columns_.push_back(std::move(column));
    values_.push_back(std::move(value));
  }
  template <typename Number>
  void add_number(std::string column, Number value, bool applies = true) {
    add(std::move(column), applies ? fmt::format("{}", value) : "");
  }
  [[nodiscard]] std::string head() const { return text::csv_line(columns_); }
  [[nodiscard]] std::string line() const { return text::csv_line(values_); }

 private:
  std::vector<std::string> columns_;
  std::vector<std::string> values_;
};

// The figures that the format ranks by.
void add_format(CsvRow& csv, const EventStandings& event, const Row& row) {
  const formats::Placed placed = row.format.value_or(formats::Placed{});
  const bool official = event.format == FormatKind::official;
  const bool grouped = (official || event.format == FormatKind::gauntlet) && placed.group > 0;
  const bool swiss = official || event.format == FormatKind::swiss;
  const bool final = official && placed.group == 1;
  csv.add("group", grouped ? std::string(group_name(placed, event.format)) : "");
  csv.add("swiss_points", swiss ? halves_text(placed.points) : "");
  csv.add("buchholz", swiss ? halves_text(placed.buchholz) : "");
  csv.add_number("rounds_survived", placed.wins, event.format == FormatKind::knockout);
  csv.add_number("final_game_points", placed.final.game_points,
                 final && ranked_by(*event.game, RankingKey::game_points));
  csv.add_number("final_score", placed.final.score, final);
}

void add_tally(CsvRow& csv, const std::string& prefix, const Tally& tally,
               const rules::GameInfo& game) {
  csv.add_number(prefix + "games", tally.games);
  csv.add_number(prefix + "score", tally.score);
  csv.add(prefix + "mean_score", tally.games == 0 ? "" : mean_text(tally.score, tally.games));
  csv.add_number(prefix + "game_points", tally.game_points,
                 ranked_by(game, RankingKey::game_points));
  csv.add_number(prefix + "board_points", tally.board_points);
  csv.add_number(prefix + "wins", tally.wins, !game.cooperative);
  csv.add_number(prefix + "draws", tally.draws, !game.cooperative);
  csv.add_number(prefix + "losses", tally.losses, !game.cooperative);
}

void add_faults(CsvRow& csv, const Row& row) {
  csv.add_number("irregular_losses", row.irregular_losses);
  for (const std::string_view kind : bot::fault_names) {
    const auto found = row.faults.find(std::string(kind));
    csv.add_number(std::string(kind), found == row.faults.end() ? 0 : found->second);
  }
}

void add_times(CsvRow& csv, const std::string& clock, const TimesUsed& times) {
  const bool known = times.count() > 0;
  csv.add_number(clock + "_us_mean", std::llround(times.mean_us()), known);
  csv.add_number(clock + "_us_p95", times.quantile_us(most_of_the_games), known);
  csv.add_number(clock + "_us_most", times.most_us(), known);
}

CsvRow bot_row(const EventStandings& event, const Row& row, bool times) {
  CsvRow csv;
  csv.add("game", std::string(event.game->name));
  csv.add("format", std::string(formats::name(event.format)));
  csv.add_number("place", row.place);
  csv.add("bot", row.bot);
  add_format(csv, event, row);
  add_tally(csv, "", row.total, *event.game);
  csv.add_number("among_tied", row.among_tied, ranked_by(*event.game, RankingKey::among_tied));
  add_tally(csv, "first_seat_", row.by_seat[0], *event.game);
  add_tally(csv, "second_seat_", row.by_seat[1], *event.game);
  add_faults(csv, row);
  if (times) {
    add_times(csv, "cpu", row.cpu);
    add_times(csv, "wall", row.wall);
  }
  return csv;
}

CsvRow pair_row(const EventStandings& event, const std::string& bot, const std::string& against,
                const Tally& tally) {
  CsvRow csv;
  csv.add("game", std::string(event.game->name));
  csv.add("bot", bot);
  csv.add("against", against);
  add_tally(csv, "", tally, *event.game);
  return csv;
}

}  // namespace

std::string standings_csv(const std::vector<EventStandings>& events, bool times) {
  std::string text;
  for (const EventStandings& event : events) {
    for (const Row& row : event.rows) {
      const CsvRow csv = bot_row(event, row, times);
      text += (text.empty() ? csv.head() : "") + csv.line();
    }
  }
  return text;
}

std::string cross_csv(const std::vector<EventStandings>& events) {
  std::string text;
  for (const EventStandings& event : events) {
    if (text.empty()) text = pair_row(event, "", "", {}).head();
    for (std::size_t i = 0; i < event.cross.size(); ++i) {
      for (std::size_t j = 0; j < event.cross[i].size(); ++j) {
        const Tally& tally = event.cross[i][j];
        if (i == j || tally.games == 0) continue;
        text += pair_row(event, event.bots.at(i), event.bots.at(j), tally).line();
      }
    }
  }
  return text;
}

}  // namespace referee::report
