#include <array>

#include <nlohmann/json.hpp>

#include "referee/show/report/earlier.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::report {
namespace {

std::string as_text(const StandingsReport& report) {
  return standings_text(report.events, report.style, report.games, report.view) +
         (report.times ? turn_times_text(report.events, report.turns, report.style)
                       : std::string()) +
         earlier_text(report.earlier) +
         (report.words ? '\n' + words_text(report.events, report.style) : std::string());
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
