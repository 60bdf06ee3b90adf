#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "referee/show/report/csv.hpp"
#include "referee/show/report/standings/standings_columns.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using tournament::EventStandings;

// Of the cross table.
constexpr std::array cross_keys{"game",  "bot",        "against",     "games",
                                "score", "mean_score", "game_points", "board_points",
                                "wins",  "draws",      "losses"};

// A member of cross_json() as a cell; one that does not apply is empty.
std::string cell_of(const text::Json& pair, const char* key) {
  const text::Json value = pair.value(key, text::Json(nullptr));
  if (value.is_string()) return value.get<std::string>();
  if (value.is_number_float()) return fixed(value.get<double>(), 2);
  return value.is_null() ? "" : value.dump();
}

}  // namespace

std::string standings_csv(const std::vector<EventStandings>& events, bool times) {
  std::string text;
  for (const EventStandings& event : events) {
    std::vector<StandingsColumn> columns = standings_columns(event);
    std::erase_if(columns, [times](const StandingsColumn& column) {
      return column.key.empty() || (column.times && !times);
    });
    const auto add_line = [&](auto cell) {
      std::vector<std::string> cells;
      for (const StandingsColumn& column : columns) cells.push_back(cell(column));
      text += csv_line(cells);
    };
    for (const tournament::Row& row : event.rows) {
      if (text.empty()) add_line([](const StandingsColumn& column) { return column.key; });
      add_line([&](const StandingsColumn& column) { return column.cell(row).plain; });
    }
  }
  return text;
}

std::string cross_csv(const std::vector<EventStandings>& events) {
  std::string text;
  for (const EventStandings& event : events) {
    if (text.empty()) text = csv_line({cross_keys.begin(), cross_keys.end()});
    for (text::Json& pair : cross_json(event)) {
      pair["game"] = event.game->name;
      std::vector<std::string> cells;
      for (const char* key : cross_keys) cells.push_back(cell_of(pair, key));
      text += csv_line(cells);
    }
  }
  return text;
}

}  // namespace referee::report
