#include "referee/show/report/standings/standings_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/standings/headline.hpp"
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

// Lines below the table of an event; items of a list, or a paragraph.
struct Notes {
  std::vector<std::string> lines;
  Paint paint;
  bool item = true;
};

std::vector<Notes> notes_of(const EventStandings& event) {
  std::vector<Notes> all{{own_limits_lines(event), Paint::yellow},
                         {fault_lines(event), Paint::red},
                         {before_turn_lines(event), Paint::yellow}};
  if (std::string line = repeats_line(event); !line.empty()) {
    all.push_back({{std::move(line)}, Paint::yellow, false});
  }
  std::erase_if(all, [](const Notes& notes) { return notes.lines.empty(); });
  return all;
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
    for (const Notes& notes : notes_of(event)) {
      text += '\n';
      for (const std::string& line : notes.lines) text += wrapped_lines(line, notes.paint, style);
    }
    if (wide && has_cross_table(event)) text += '\n' + cross_table(event).text(style);
    if (wide && !event.deals.empty()) text += '\n' + deals_table(event).text(style);
    if (games.empty()) continue;
    const std::string ratings = ratings_text(games.at(i), view, style);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

std::string words_text(const std::vector<EventStandings>& events, const TextStyle& style,
                       bool wide) {
  const bool rated = std::any_of(events.begin(), events.end(), [](const EventStandings& event) {
    return event.game->has_winner() && event.game->seats() == rules::usual_seats;
  });
  return wrapped_lines(column_words(events, !wide) +
                           (wide ? "" : "; referee standings --wide: more columns, and each pair") +
                           (rated ? "; --ratings: Elo ratings" : "") +
                           "; referee view: all games in a browser",
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
    for (const Notes& notes : notes_of(event)) {
      text += '\n';
      for (const std::string& line : notes.lines) {
        text += (notes.item ? "- " : "") + markdown_paragraph(line) + '\n';
      }
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
  // All columns that any event has; each after the one that it follows there.
  std::vector<std::string> keys;
  std::vector<std::vector<StandingsColumn>> columns;
  for (const EventStandings& event : events) {
    auto place = keys.begin();
    for (const StandingsColumn& column : columns.emplace_back(standings_columns(event))) {
      if (column.key.empty() || (column.times && !times)) continue;
      const auto found = std::find(keys.begin(), keys.end(), column.key);
      place = std::next(found == keys.end() ? keys.insert(place, column.key) : found);
    }
  }
  std::string text = csv_line(keys);
  for (std::size_t i = 0; i < events.size(); ++i) {
    for (const tournament::Row& row : events[i].rows) {
      std::vector<std::string> cells;
      for (const std::string& key : keys) {
        const auto found = std::find_if(columns[i].begin(), columns[i].end(),
                                        [&](const auto& column) { return column.key == key; });
        cells.push_back(found == columns[i].end() ? std::string() : found->cell(row).plain);
      }
      text += csv_line(cells);
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

}  // namespace

namespace {

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

namespace {

// "ann won, ahead of ben by score (862 to 858): ...", with the name of the game where there are
// several.
std::vector<std::string> sentences_of(const StandingsReport& report) {
  std::vector<std::string> sentences;
  if (!report.played) return sentences;
  for (const EventStandings& event : report.events) {
    const auto found = headline_of(event, *report.played);
    if (!found) continue;
    const std::string game =
        report.events.size() > 1 ? std::string(event.game->title) + ": " : std::string();
    sentences.push_back(game + found->who + ' ' + found->rest);
  }
  return sentences;
}

std::string sentences_text(const StandingsReport& report) {
  std::string text;
  for (const std::string& sentence : sentences_of(report)) {
    if (text.empty()) text = "\n";
    text += wrapped_lines(sentence, Paint::bold, report.style);
  }
  return text;
}

std::string sentences_markdown(const StandingsReport& report) {
  std::string text;
  for (const std::string& sentence : sentences_of(report)) {
    text += '\n' + markdown_paragraph(sentence) + '\n';
  }
  return text;
}

std::string as_text(const StandingsReport& report) {
  return standings_text(report.events, report.style, report.wide, report.games, report.view) +
         (report.times ? turn_times_text(report.events, report.turns, report.style)
                       : std::string()) +
         earlier_text(report.earlier) + sentences_text(report) +
         (report.words ? '\n' + words_text(report.events, report.style, report.wide)
                       : std::string());
}

std::string as_markdown(const StandingsReport& report) {
  return standings_markdown(report.events, report.games, report.view) +
         earlier_markdown(report.earlier) + sentences_markdown(report);
}

constexpr std::array standings_form_list{
    StandingsForm{{"text", "", &as_text}, true, false, true, true},
    StandingsForm{{"json", "Print JSON instead of text",
                   [](const StandingsReport& report) { return json_text(standings_json(report)); }},
                  true,
                  true,
                  true},
    StandingsForm{
        {"markdown", "Print Markdown, e.g. for the page of a job or an issue", &as_markdown},
        true,
        false,
        false,
        true},
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
