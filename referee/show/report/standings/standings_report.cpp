#include "referee/show/report/standings/standings_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/export.hpp"
#include "referee/show/report/standings/standings_columns.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
using tournament::EventStandings;

namespace {

std::string heading(const EventStandings& event, const TextStyle& style) {
  const bool whole = event.played >= event.planned || is_open_ended(event);
  const Paint paint = whole ? Paint::none : Paint::yellow;
  const std::string title = event_title(event) + ':';
  const std::string extent = event_extent(event);
  const int width = text::display_width(title) + 1 + text::display_width(extent);
  if (style.width == 0 || width <= style.width) {
    return painted(title, Paint::bold, style) + ' ' + painted(extent, paint, style) + '\n';
  }
  return wrapped_lines(title, Paint::bold, style) + wrapped_lines("  " + extent, paint, style);
}

}  // namespace

std::string standings_text(const std::vector<EventStandings>& events, const TextStyle& style,
                           bool wide, const std::vector<evidence::EventGames>& games,
                           const RatingsView& view) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventStandings& event = events[i];
    if (!text.empty()) text += '\n';
    text += heading(event, style);
    text += wrapped_lines(event_ranking(event), Paint::dim, style) + '\n';
    text += (wide ? standings_table(event) : main_table(event, style.width)).text(style);
    const auto own = own_limits_lines(event);
    if (!own.empty()) text += '\n';
    for (const std::string& line : own) text += wrapped_lines(line, Paint::yellow, style);
    const auto faults = fault_lines(event);
    if (!faults.empty()) text += '\n';
    for (const std::string& line : faults) text += wrapped_lines(line, Paint::red, style);
    if (const std::string line = repeats_line(event); !line.empty()) {
      text += '\n' + wrapped_lines(line, Paint::yellow, style);
    }
    if (wide && has_cross_table(event)) text += '\n' + cross_table(event).text(style);
    if (games.empty()) continue;
    const std::string ratings = ratings_text(games.at(i), view, style);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

std::string words_text(const std::vector<EventStandings>& events, const TextStyle& style,
                       bool wide) {
  const bool rated = std::any_of(events.begin(), events.end(), [](const EventStandings& event) {
    return !event.game->cooperative;
  });
  return wrapped_lines(column_words(events, !wide) +
                           (wide ? "" : "; referee standings --wide: more columns, and each pair") +
                           (rated ? "; --ratings: Elo ratings" : ""),
                       Paint::dim, style);
}

std::string standings_markdown(const std::vector<EventStandings>& events,
                               const std::vector<evidence::EventGames>& games,
                               const RatingsView& view) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventStandings& event = events[i];
    if (!text.empty()) text += '\n';
    text += "## " + markdown_text(event_title(event)) + "\n\n" +
            markdown_paragraph(event_extent(event)) + ". " + markdown_text(event_ranking(event)) +
            "\n\n" + standings_table(event).markdown();
    const auto own = own_limits_lines(event);
    if (!own.empty()) text += '\n';
    for (const std::string& line : own) text += "- " + markdown_paragraph(line) + '\n';
    const auto faults = fault_lines(event);
    if (!faults.empty()) text += '\n';
    for (const std::string& line : faults) text += "- " + markdown_paragraph(line) + '\n';
    if (const std::string line = repeats_line(event); !line.empty()) {
      text += '\n' + markdown_paragraph(line) + '\n';
    }
    if (has_cross_table(event)) text += '\n' + cross_table(event).markdown();
    if (games.empty()) continue;
    const std::string ratings = ratings_markdown(games.at(i), view);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

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

namespace {

constexpr std::string_view programs_title =
    "Earlier programs of changed bots, not part of the standings";

std::string line_of(const tournament::EarlierPrograms::Row& row) {
  const tournament::Tally& total = row.total;
  std::string text =
      fmt::format("{}: {}, {}, mean score {}", row.game->title, text::safe_text(row.bot),
                  text::plural(total.games, "game"), mean_text(total.score, total.games));
  if (!row.game->cooperative) {
    text += fmt::format(", {} won, {} drawn, {} lost", total.wins, total.draws, total.losses);
  }
  return text;
}

}  // namespace

std::string earlier_text(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(programs_title) + ":\n";
  for (const auto& row : rows) text += "  " + line_of(row) + "\n";
  return text;
}

std::string earlier_markdown(const std::vector<tournament::EarlierPrograms::Row>& rows) {
  if (rows.empty()) return {};
  std::string text = "\n" + std::string(programs_title) + ":\n\n";
  for (const auto& row : rows) text += "- " + markdown_text(line_of(row)) + "\n";
  return text;
}

void add_earlier(text::Json& standings, const std::vector<tournament::EarlierPrograms::Row>& rows) {
  for (const auto& row : rows) {
    text::Json json{{"game", row.game->name},
                    {"bot", row.bot},
                    {"games", row.total.games},
                    {"score", row.total.score}};
    if (!row.game->cooperative) {
      json["wins"] = row.total.wins;
      json["draws"] = row.total.draws;
      json["losses"] = row.total.losses;
    }
    standings["earlier"].push_back(std::move(json));
  }
}

namespace {

std::string as_text(const StandingsReport& report) {
  return standings_text(report.events, report.style, report.wide, report.games, report.view) +
         (report.times ? turn_times_text(report.events, report.turns, report.style)
                       : std::string()) +
         earlier_text(report.earlier) +
         (report.words ? '\n' + words_text(report.events, report.style, report.wide)
                       : std::string());
}

std::string as_markdown(const StandingsReport& report) {
  return standings_markdown(report.events, report.games, report.view) +
         earlier_markdown(report.earlier);
}

constexpr std::array standings_form_list{
    StandingsForm{{"text", "", &as_text}, true, false, true},
    StandingsForm{{"json", "Print JSON instead of text",
                   [](const StandingsReport& report) { return json_text(standings_json(report)); }},
                  true,
                  true,
                  true},
    StandingsForm{
        {"markdown", "Print Markdown, e.g. for the page of a job or an issue", &as_markdown},
        true,
        false},
    StandingsForm{
        {"csv",
         "Print CSV: a row for each bot of each game. The earlier programs of changed "
         "bots, which all other forms list, are left out",
         [](const StandingsReport& report) { return standings_csv(report.events, report.times); }},
        false,
        true},
    StandingsForm{{"cross", "With --csv: a row for each two bots that have met instead",
                   [](const StandingsReport& report) { return cross_csv(report.events); }},
                  false,
                  false},
};

}  // namespace

std::span<const StandingsForm> standings_forms() noexcept { return standings_form_list; }

text::Json standings_json(const StandingsReport& report) {
  text::Json json = standings_json(report.id, report.events);
  add_ratings(json, report.games, report.view);
  if (report.times) {
    add_times(json, report.events);
    add_turn_times(json, report.events, report.turns);
  }
  add_earlier(json, report.earlier);
  return json;
}

}  // namespace referee::report
