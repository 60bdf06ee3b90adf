#include "referee/run/formats/swiss.hpp"

#include <stdexcept>
#include <utility>

namespace referee::formats {
namespace {

constexpr int won = 2;  // half points
constexpr int drawn = 1;

void sit(SwissPlayer& bot, int seat) {
  bot.balance += seat;
  bot.last = {seat, bot.last[0]};
}

// See Swiss::seeding().
std::vector<Key> seeding_keys(const rules::GameInfo& game, const Table& table) {
  std::vector<Key> keys = keys_of(game, table);
  if (ranks_by_score_then_faults(game)) keys.pop_back();
  return keys;
}

}  // namespace

Swiss::Swiss(const rules::GameInfo& game, std::size_t bots, int rounds, SeatOrders seats,
             bool look_ahead)
    : game_(&game),
      seats_(seats),
      rounds_(static_cast<std::uint64_t>(rounds)),
      per_board_(seats == SeatOrders::both ? 2 : 1),
      per_round_(bots / 2 * per_board_),
      bots_(bots),
      table_(bots) {
  if (look_ahead) lookahead_.emplace(bots, static_cast<std::uint64_t>(rounds), seats);
  for (SwissPlayer& bot : bots_) bot.met.assign(bots, 0);
  pair_next();
}

std::optional<Slot> Swiss::find(std::uint64_t number) const {
  const std::uint64_t round = number / per_round_;
  if (round >= paired_.size()) return std::nullopt;
  const std::uint64_t within = number % per_round_;
  Slot slot;
  slot.round = static_cast<int>(round) + 1;
  slot.bots = paired_[round].boards[within / per_board_];
  if (within % per_board_ == 1) std::swap(slot.bots[0], slot.bots[1]);
  return slot;
}

bool Swiss::note(std::uint64_t number, const GameFigures& game) {
  const std::uint64_t within = number % per_round_;
  const std::size_t place = within / per_board_;
  const bool swapped = within % per_board_ == 1;
  if (complete() || number / per_round_ != static_cast<std::uint64_t>(complete_rounds_)) {
    throw std::out_of_range("a match of another round than the one that is played");
  }
  Board& board = boards_[place];
  if (board.games == per_board_) throw std::out_of_range("a board has all of its matches");
  for (std::size_t seat = 0; seat < 2; ++seat)
    board.measures[swapped ? 1 - seat : seat].add(game[seat]);
  table_.add(find(number)->bots, game);
  if (++board.games < per_board_) return false;
  decide(place);
  if (--boards_left_ > 0) return false;
  give_bye();
  if (++complete_rounds_ == rounds_) return false;
  pair_next();
  return true;
}

// Decides a board of the current round, all games of which have been played.
void Swiss::decide(std::size_t board) {
  const auto [a, b] = paired_.back().boards[board];
  const auto& [measure_a, measure_b] = boards_[board].measures;
  bots_[a].points += measure_a == measure_b ? drawn : measure_a > measure_b ? won : 0;
  bots_[b].points += measure_a == measure_b ? drawn : measure_a < measure_b ? won : 0;
  ++bots_[a].met[b];
  ++bots_[b].met[a];
  if (seats_ == SeatOrders::one) {
    sit(bots_[a], 1);
    sit(bots_[b], -1);
  }
}

void Swiss::give_bye() {
  if (const auto bye = paired_.back().bye) {
    bots_[*bye].points += won;
    ++bots_[*bye].byes;
  }
}

void Swiss::pair_next() {
  const std::vector<Placed> ranked = seeding();
  std::vector<SwissPlayer> players;
  for (const Placed& placed : ranked) {
    SwissPlayer player = bots_[placed.bot];
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      player.met[i] = bots_[placed.bot].met[ranked[i].bot];
    }
    players.push_back(std::move(player));
  }
  std::vector<std::size_t> bots;
  for (const Placed& placed : ranked) bots.push_back(placed.bot);
  SwissRound round =
      lookahead_ ? lookahead_->pair(complete_rounds_, players, bots) : pair_swiss(players, seats_);
  for (auto& board : round.boards) {
    for (std::size_t& bot : board) bot = ranked[bot].bot;
  }
  if (round.bye) round.bye = ranked[*round.bye].bot;
  paired_.push_back(std::move(round));
  boards_.assign(paired_.back().boards.size(), {});
  boards_left_ = boards_.size();
}

std::vector<Placed> Swiss::ranking() const { return ranked(keys_of(*game_, table_)); }

std::vector<Placed> Swiss::seeding() const { return ranked(seeding_keys(*game_, table_)); }

std::vector<Placed> Swiss::ranked(std::vector<Key> order) const {
  const auto rounds_so_far = static_cast<int>(complete_rounds_);
  std::vector<Placed> ranking = in_list_order(bots_.size());
  for (Placed& placed : ranking) {
    const SwissPlayer& bot = bots_[placed.bot];
    placed.points = bot.points;
    placed.buchholz = bot.byes * rounds_so_far;
    for (std::size_t other = 0; other < bots_.size(); ++other) {
      placed.buchholz += bot.met[other] * bots_[other].points;
    }
  }
  order.insert(order.begin(), {key_of([](const Placed& bot) { return bot.points; }),
                               key_of([](const Placed& bot) { return bot.buchholz; })});
  rank(ranking, order);
  return ranking;
}

}  // namespace referee::formats
