#include "referee/formats/knockout.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace referee::formats {
namespace {

// The seeds from 0 in the order of the bracket: neighbours meet, then the winners of neighbouring
// pairs, and so on. Each size is built from half of it: the neighbour of seed s is size - 1 - s.
std::vector<std::size_t> bracket_order(std::size_t size) {
  std::vector<std::size_t> order{0};
  while (order.size() < size) {
    std::vector<std::size_t> wider;
    const std::size_t last = 2 * order.size() - 1;
    for (const std::size_t seed : order) wider.insert(wider.end(), {seed, last - seed});
    order = std::move(wider);
  }
  return order;
}

}  // namespace

Knockout::Knockout(std::size_t bots, int deals)
    : bots_(bots), per_board_(2 * static_cast<std::uint64_t>(deals)), wins_(bots, 0) {
  std::size_t size = 1;
  for (; size < bots; size *= 2) ++rounds_;
  for (const std::size_t seed : bracket_order(size)) {
    bracket_.push_back(seed < bots ? std::optional(seed) : std::nullopt);
  }
  begin_round();
}

// Neighbours in the bracket meet; a bot without a neighbour advances.
void Knockout::begin_round() {
  Round round;
  if (!played_.empty()) {
    round.begin = played_.back().begin + played_.back().boards.size() * per_board_;
  }
  for (std::size_t i = 0; i < bracket_.size(); i += 2) {
    const auto& one = bracket_[i];
    const auto& two = bracket_[i + 1];
    if (one && two) {
      round.boards.push_back({{std::min(*one, *two), std::max(*one, *two)}, {}, 0});
    } else {
      ++wins_[one ? *one : *two];
    }
  }
  boards_left_ = round.boards.size();
  played_.push_back(std::move(round));
}

std::optional<Slot> Knockout::find(std::uint64_t number) const {
  for (std::size_t i = 0; i < played_.size(); ++i) {
    const Round& round = played_[i];
    const std::uint64_t within = number - round.begin;
    if (within >= round.boards.size() * per_board_) continue;
    Slot slot;
    slot.round = static_cast<int>(i) + 1;
    slot.deal = static_cast<int>(within % per_board_ / 2);
    slot.bots = round.boards[within / per_board_].bots;
    if (within % 2 == 1) std::swap(slot.bots[0], slot.bots[1]);
    return slot;
  }
  return std::nullopt;
}

bool Knockout::note(std::uint64_t number, const GameFigures& game) {
  Round& round = played_.back();
  if (number < round.begin || (number - round.begin) / per_board_ >= round.boards.size()) {
    throw std::out_of_range("a match of another round than the one that is played");
  }
  const std::uint64_t within = number - round.begin;
  Board& board = round.boards[within / per_board_];
  if (board.games == per_board_) throw std::out_of_range("a board has all of its matches");
  const bool swapped = within % 2 == 1;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    board.measures[swapped ? 1 - seat : seat].add(game[seat]);
  }
  if (++board.games < per_board_) return false;
  decide(board);
  if (--boards_left_ > 0) return false;
  std::vector<std::optional<std::size_t>> next;
  for (std::size_t i = 0; i < bracket_.size(); i += 2) {
    const auto survived = [this](const std::optional<std::size_t>& bot) {
      return bot && wins_[*bot] == static_cast<int>(played_.size());
    };
    next.push_back(survived(bracket_[i]) ? bracket_[i] : bracket_[i + 1]);
  }
  bracket_ = std::move(next);
  if (bracket_.size() == 1) return false;
  begin_round();
  return true;
}

void Knockout::decide(const Board& board) {
  const bool upset = board.measures[1] > board.measures[0];
  ++wins_[board.bots[upset ? 1 : 0]];
}

std::vector<Placed> Knockout::ranking() const {
  std::vector<Placed> ranking = in_list_order(wins_.size());
  for (Placed& placed : ranking) placed.wins = wins_[placed.bot];
  const std::array keys{key_of([](const Placed& bot) { return bot.wins; })};
  rank(ranking, keys);
  return ranking;
}

}  // namespace referee::formats
