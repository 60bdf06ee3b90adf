#include "referee/run/tournament/earlier_programs.hpp"

#include <algorithm>

#include "rules/catalogue.hpp"

namespace referee::tournament {
namespace {

bool plays_now(const config::Manifest& manifest, const rules::GameInfo& game,
               const std::string& name) {
  return std::any_of(
      manifest.events.begin(), manifest.events.end(), [&](const config::Event& event) {
        return event.game == &game &&
               std::any_of(event.bots.begin(), event.bots.end(),
                           [&name](const config::BotEntry& bot) { return bot.name == name; });
      });
}

}  // namespace

void EarlierPrograms::add(const store::MatchSummary& match) {
  const rules::GameInfo* game = rules::find_game(match.game);
  if (game == nullptr) return;
  for (std::size_t seat = 0; seat < match.seats.size(); ++seat) {
    const std::string& name = match.bots[seat];
    if (plays_now(manifest_, *game, name)) continue;
    auto row = std::find_if(rows_.begin(), rows_.end(),
                            [&](const Row& one) { return one.game == game && one.bot == name; });
    if (row == rows_.end()) row = rows_.insert(row, {game, name, {}});
    row->total.add(match, seat, game->cooperative);
  }
}

std::vector<EarlierPrograms::Row> EarlierPrograms::rows() const {
  std::vector<Row> sorted = rows_;
  std::sort(sorted.begin(), sorted.end(), [](const Row& one, const Row& other) {
    return one.game->name != other.game->name ? one.game->name < other.game->name
                                              : one.bot < other.bot;
  });
  return sorted;
}

}  // namespace referee::tournament
