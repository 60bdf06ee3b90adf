#include "referee/show/page/tournament_data.hpp"

#include <array>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/show/report/standings/standings_report.hpp"

namespace referee::page {

using text::Json;

Json standings_data(const std::string& tournament,
                    const std::vector<tournament::EventStandings>& events) {
  Json json = report::standings_json(tournament, events);
  report::add_times(json, events);
  report::add_tables(json, events);
  return json;
}

kernel::TimeLimits times_in(const config::Event& event, std::string_view name) {
  std::size_t bot = 0;
  while (bot < event.bots.size() && event.bots[bot].name != name) ++bot;
  return bot < event.bots.size() ? event.times_of(bot) : event.times;
}

Json match_row(const store::MatchSummary& match, const config::Manifest& manifest) {
  Json row;
  row["n"] = match.match;
  row["game"] = match.game;
  if (match.round > 0) row["round"] = match.round;
  if (match.seed) row["seed"] = *match.seed;
  row["clock"] = kernel::name(manifest.clock);
  bool game_points = false;
  std::array<match::Duration, 2> own{};
  for (const config::Event& event : manifest.events) {
    if (event.game->name != match.game) continue;
    row["budget_us"] = match::whole_microseconds(event.times.budget);
    for (std::size_t i = 0; i < 2; ++i) {
      const match::Duration budget = times_in(event, match.bots[i]).budget;
      if (budget != event.times.budget) own[i] = budget;
    }
    game_points = event.game->most_game_points > 0;
  }
  row["bots"] = Json::array();
  Json faults = Json::array();
  for (std::size_t i = 0; i < 2; ++i) {
    const store::MatchSummary::Seat& seat = match.seats[i];
    Json bot{{"name", text::safe_text(match.bots[i])},
             {"score", seat.score},
             {"status", rules::name(seat.status)}};
    if (seat.board_points) bot["points"] = match::points_json(*seat.board_points);
    if (game_points) bot["game_points"] = seat.game_points;
    if (own[i] != match::Duration{}) bot["budget_us"] = match::whole_microseconds(own[i]);
    if (seat.cpu_us) bot["cpu"] = *seat.cpu_us;
    if (seat.wall_us) bot["wall"] = *seat.wall_us;
    row["bots"].push_back(std::move(bot));
    if (!seat.fault) continue;
    const std::string_view kind = bot::name(*seat.fault);
    faults.push_back({{"seat", i + 1}, {"ply", 0}, {"kind", kind}, {"text", kind}, {"reason", ""}});
  }
  row["plies"] = match.plies;
  row["moves"] = Json::array();
  row["scenes"] = Json::array();
  if (!faults.empty()) row["faults"] = std::move(faults);
  return row;
}

}  // namespace referee::page
