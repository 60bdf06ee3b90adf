#include "referee/show/report/standings/leaders.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

#include "referee/base/statistics/ratings.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using store::MatchSummary;
using tournament::EventStandings;
using tournament::Row;

namespace {

// "+123 ± 20"
std::string elo_text(const statistics::Rating& rating) {
  const auto [elo, error] = rating_words(rating.elo, rating.error, rating.reach);
  return elo + (error == "-" || error == "0" ? "" : " \u00b1 " + error);
}

}  // namespace

Leaders::Leaders(const config::Manifest& manifest)
    : manifest_(manifest), schedule_(manifest), standings_(manifest), games_(manifest) {}

void Leaders::add(const MatchSummary& match) {
  early_.add(match, [this](const MatchSummary& one) { return take(one); });
}

// Leaves out a match whose bots are not those of the pairing.
formats::Turn Leaders::take(const MatchSummary& match) {
  using formats::Turn;
  const auto pairing = schedule_.find(match.match);
  if (!pairing) return Turn::later;
  if (!store::is_between(match, manifest_, *pairing)) return Turn::taken;
  note_scores(match);
  standings_.add(match);
  games_.add(match);
  return schedule_.note(match.match, store::figures_of(match)) ? Turn::opened : Turn::taken;
}

void Leaders::note_scores(const MatchSummary& match) {
  const std::size_t event = schedule_.at(match.match).event;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const store::SeatSummary& own = match.seats[seat];
    scores_[{event, match.bots[seat]}].add(own.fault ? 0 : static_cast<double>(own.score));
  }
}

std::vector<EventStandings> Leaders::ranked() const { return standings_.ranked(); }

std::vector<std::string> Leaders::lines(std::size_t which, std::size_t rows,
                                        const TextStyle& style) const {
  const EventStandings event = standings_.ranked().at(which);
  const bool game_points = event.by_mean && ranked_by(*event.game, rules::RankingKey::game_points);
  const evidence::EventGames& games = games_.events().at(which);
  std::optional<statistics::RatingList> ratings;
  if (!event.game->cooperative && !games.games.empty()) {
    ratings = statistics::rate(games.bots.size(), games.encounters(), statistics::Anchor{0, 0},
                               games.ranked);
  }
  const auto error_of = [&](const Row& row) -> std::string {
    const auto found = scores_.find({which, row.bot});
    if (found == scores_.end() || found->second.count() < 2) return "";
    return "\u00b1 " + fixed(statistics::z95 * *found->second.standard_error(), 2);
  };
  const Column last = event.game->cooperative ? Column{"", Align::left, 0, true}
                                              : Column{"Elo", Align::right, 0, true};
  const char* mean = game_points     ? "ranked by mean game points"
                     : event.by_mean ? "ranked by mean"
                                     : "mean";
  Table table({{""}, {"bot", Align::left, 8}, {"games"}, {mean, Align::right, 0, true}, last}, 2);
  for (std::size_t i = 0; i < std::min(rows, event.rows.size()); ++i) {
    const Row& row = event.rows[i];
    std::string strength = "-";
    if (event.game->cooperative) {
      strength = error_of(row);
    } else if (ratings) {
      const auto at = std::find(games.bots.begin(), games.bots.end(), row.bot);
      strength = elo_text(ratings->players()[static_cast<std::size_t>(at - games.bots.begin())]);
    }
    table.add({fmt::format("{}", row.place), bot_text(row.bot), fmt::format("{}", row.total.games),
               mean_text(game_points ? row.total.game_points : row.total.score, row.total.games),
               strength});
  }
  std::vector<std::string> lines{
      fmt::format("{}: {}", painted(event_title(event), Paint::bold, style), event_extent(event))};
  for (std::string& line : lines_of(table.text({style.colour, std::max(style.width, 1)}))) {
    if (line.empty()) break;  // the table is too wide: its first part is enough
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace referee::report
