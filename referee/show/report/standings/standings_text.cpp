#include <algorithm>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using tournament::EventStandings;

namespace {

std::string heading(const EventStandings& event, const TextStyle& style) {
  const Paint paint = event.played < event.planned ? Paint::yellow : Paint::none;
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
                           const std::vector<evidence::EventGames>& games,
                           const RatingsView& view) {
  std::string text;
  for (std::size_t i = 0; i < events.size(); ++i) {
    const EventStandings& event = events[i];
    if (!text.empty()) text += '\n';
    text += heading(event, style);
    text += wrapped_lines(event_ranking(event), Paint::dim, style) + '\n';
    text += standings_table(event).text(style);
    const auto own = own_limits_lines(event);
    if (!own.empty()) text += '\n';
    for (const std::string& line : own) text += wrapped_lines(line, Paint::yellow, style);
    const auto faults = fault_lines(event);
    if (!faults.empty()) text += '\n';
    for (const std::string& line : faults) text += wrapped_lines(line, Paint::red, style);
    if (const std::string line = repeats_line(event); !line.empty()) {
      text += '\n' + wrapped_lines(line, Paint::yellow, style);
    }
    if (has_cross_table(event)) text += '\n' + cross_table(event).text(style);
    if (games.empty()) continue;
    const std::string ratings = ratings_text(games.at(i), view, style);
    if (!ratings.empty()) text += '\n' + ratings;
  }
  return text;
}

std::string words_text(const std::vector<EventStandings>& events, const TextStyle& style) {
  const bool rated = std::any_of(events.begin(), events.end(), [](const EventStandings& event) {
    return !event.game->cooperative;
  });
  return wrapped_lines(column_words(events) + (rated ? "; --ratings adds Elo ratings" : ""),
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

}  // namespace referee::report
