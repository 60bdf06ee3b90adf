#include "referee/run/formats/ranking.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "rules/by_seat.hpp"

namespace referee::formats {

statistics::GameResult first_seat_result(const GameFigures& game) noexcept {
  using statistics::GameResult;
  const SeatFigures& first = game[0];
  const SeatFigures& second = game[1];
  const bool has_won = second.failed || (first.won && !first.failed);
  const bool has_lost = first.failed || (second.won && !second.failed);
  if (has_won == has_lost) return GameResult::draw;
  return has_won ? GameResult::win : GameResult::loss;
}

void Table::add(const rules::BySeat<std::size_t>& bots, const GameFigures& game) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Sums& sums = rows_[bots[seat]];
    if (game[seat].failed) ++sums.irregular_losses;
    sums.measure.add(game[seat]);
    scores_[bots[seat] * rows_.size() + bots[1 - seat]] += game[seat].score;
  }
}

Key key_of(std::function<std::int64_t(const Placed&)> value) {
  return [value = std::move(value)](std::span<const Placed> group) {
    std::vector<std::int64_t> values;
    for (const Placed& placed : group) values.push_back(value(placed));
    return values;
  };
}

namespace {

std::vector<std::int64_t> among(std::span<const Placed> group, const Table& table) {
  std::vector<std::int64_t> values;
  for (const Placed& own : group) {
    std::int64_t sum = 0;
    for (const Placed& other : group) sum += table.against(own.bot, other.bot);
    values.push_back(sum);
  }
  return values;
}

Key game_key(rules::RankingKey key, const Table& table) {
  switch (key) {
    case rules::RankingKey::score:
      return key_of([&table](const Placed& bot) { return table.of(bot.bot).measure.score; });
    case rules::RankingKey::game_points:
      return key_of([&table](const Placed& bot) { return table.of(bot.bot).measure.game_points; });
    case rules::RankingKey::irregular_losses:
      return key_of([&table](const Placed& bot) { return -table.of(bot.bot).irregular_losses; });
    case rules::RankingKey::among_tied:
      break;
  }
  return [&table](std::span<const Placed> group) { return among(group, table); };
}

}  // namespace

bool ranks_by_score_then_faults(const rules::GameInfo& game) {
  using rules::RankingKey;
  constexpr std::array keys{RankingKey::score, RankingKey::irregular_losses};
  return std::equal(game.ranking.begin(), game.ranking.end(), keys.begin(), keys.end());
}

std::vector<Key> keys_of(const rules::GameInfo& game, const Table& table) {
  std::vector<Key> keys;
  for (const rules::RankingKey key : game.ranking) keys.push_back(game_key(key, table));
  return keys;
}

void rank(std::span<Placed> group, std::span<const Key> keys, int place) {
  if (keys.empty() || group.size() < 2) {
    for (Placed& placed : group) placed.place = place;
    return;
  }
  const std::vector<std::int64_t> values = keys.front()(group);
  std::vector<std::size_t> order(group.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&values](std::size_t a, std::size_t b) { return values[a] > values[b]; });
  const std::vector<Placed> before(group.begin(), group.end());
  for (std::size_t i = 0; i < order.size(); ++i) group[i] = before[order[i]];
  for (std::size_t begin = 0; begin < group.size();) {
    std::size_t end = begin + 1;
    while (end < group.size() && values[order[end]] == values[order[begin]]) ++end;
    rank(group.subspan(begin, end - begin), keys.subspan(1), place + static_cast<int>(begin));
    begin = end;
  }
}

}  // namespace referee::formats
