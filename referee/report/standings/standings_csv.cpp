#include <fmt/core.h>

#include <utility>

#include "referee/report/standings/standings_columns.hpp"
#include "referee/report/standings/standings_report.hpp"
#include "referee/report/standings/standings_tables.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/csv.hpp"

namespace referee::report {
namespace {

using rules::RankingKey;
using tournament::EventStandings;
using tournament::Row;
using tournament::Tally;

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
    std::vector<StandingsColumn> columns = standings_columns(event);
    std::erase_if(columns, [times](const StandingsColumn& column) {
      return column.key.empty() || (column.times && !times);
    });
    for (const Row& row : event.rows) {
      CsvRow csv;
      for (const StandingsColumn& column : columns) csv.add(column.key, column.cell(row).plain);
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
