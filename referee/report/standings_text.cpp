#include "referee/report/standings_report.hpp"
#include "referee/report/standings_tables.hpp"
#include "referee/report/wording.hpp"

namespace referee::report {

using tournament::EventStandings;

std::string standings_text(const std::vector<EventStandings>& events, const TextStyle& style) {
  std::string text;
  for (const EventStandings& event : events) {
    if (!text.empty()) text += '\n';
    const Paint extent = event.played < event.planned ? Paint::yellow : Paint::none;
    text += painted(event_title(event), Paint::bold, style) + ": " +
            painted(event_extent(event), extent, style) + "\n";
    text += painted(event_ranking(event), Paint::dim, style) + "\n\n";
    text += standings_table(event).text(style);
    const auto faults = fault_lines(event);
    if (!faults.empty()) text += '\n';
    for (const std::string& line : faults) text += painted(line, Paint::red, style) + '\n';
    if (has_cross_table(event)) text += '\n' + cross_table(event).text(style);
  }
  return text;
}

std::string standings_markdown(const std::vector<EventStandings>& events) {
  std::string text;
  for (const EventStandings& event : events) {
    if (!text.empty()) text += '\n';
    text += "## " + markdown_text(event_title(event)) + "\n\n" +
            markdown_paragraph(event_extent(event)) + ". " + markdown_text(event_ranking(event)) +
            "\n\n" + standings_table(event).markdown();
    const auto faults = fault_lines(event);
    if (!faults.empty()) text += '\n';
    for (const std::string& line : faults) text += "- " + markdown_paragraph(line) + '\n';
    if (has_cross_table(event)) text += '\n' + cross_table(event).markdown();
  }
  return text;
}

}  // namespace referee::report
