#include "referee/run/formats/knockout.hpp"

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

Knockout::Knockout(std::size_t bots, int deals, int play_offs)
    : bots_(bots),
      per_board_(2 * static_cast<std::uint64_t>(deals)),
      most_play_offs_(static_cast<std::uint64_t>(play_offs)),
      planned_((bots_ - 1) * per_board_),
      wins_(bots, 0) {
  std::size_t size = 1;
  for (; size < bots; size *= 2) ++rounds_;
  for (const std::size_t seed : bracket_order(size)) {
    bracket_.push_back(seed < bots ? std::optional(seed) : std::nullopt);
  }
  begin_round();
}

std::uint64_t Knockout::matches_of(const Round& round) const {
  return round.boards.size() * (per_board_ + 2 * most_play_offs_);
}

Knockout::Place Knockout::place_of(const Round& round, std::uint64_t number) const {
  const std::uint64_t within = number - round.begin;
  const std::uint64_t boards = round.boards.size();
  if (within < boards * per_board_) {
    return {within / per_board_, within % per_board_ / 2, 0, within % 2 == 1};
  }
  const std::uint64_t further = within - boards * per_board_;
  const std::uint64_t play_off = further / (2 * boards);
  return {further % (2 * boards) / 2, per_board_ / 2 + play_off, play_off + 1, further % 2 == 1};
}

const Knockout::Round* Knockout::round_of(std::uint64_t number) const {
  const auto found = std::find_if(played_.begin(), played_.end(), [&](const Round& round) {
    return number >= round.begin && number - round.begin < matches_of(round);
  });
  return found == played_.end() ? nullptr : &*found;
}

// Neighbours in the bracket meet; a bot without a neighbour advances.
void Knockout::begin_round() {
  Round round;
  if (!played_.empty()) {
    round.begin = played_.back().begin + matches_of(played_.back());
  }
  for (std::size_t i = 0; i < bracket_.size(); i += 2) {
    const auto& one = bracket_[i];
    const auto& two = bracket_[i + 1];
    if (one && two) {
      Board board;
      board.bots = {std::min(*one, *two), std::max(*one, *two)};
      round.boards.push_back(board);
    } else {
      ++wins_[one ? *one : *two];
    }
  }
  boards_left_ = round.boards.size();
  played_.push_back(std::move(round));
}

std::optional<Slot> Knockout::find(std::uint64_t number) const {
  const Round* const round = round_of(number);
  if (round == nullptr) return std::nullopt;
  const Place place = place_of(*round, number);
  const Board& board = round->boards[place.board];
  if (place.play_off > board.play_offs) return std::nullopt;
  Slot slot;
  slot.round = static_cast<int>(round - played_.data()) + 1;
  slot.deal = static_cast<int>(place.deal);
  slot.bots = board.bots;
  if (place.swapped) std::swap(slot.bots[0], slot.bots[1]);
  return slot;
}

bool Knockout::is_planned(std::uint64_t number) const {
  const Round* const round = round_of(number);
  if (round != nullptr) {
    const Place place = place_of(*round, number);
    return place.play_off <= round->boards[place.board].play_offs;
  }
  // Of a later round: all but the last one have as many boards as a full bracket has.
  std::uint64_t begin = played_.back().begin + matches_of(played_.back());
  for (std::size_t boards = bracket_.size() / 4; boards > 0; boards /= 2) {
    const std::uint64_t within = number - begin;
    const std::uint64_t all = boards * (per_board_ + 2 * most_play_offs_);
    if (within < all) return within < boards * per_board_;
    begin += all;
  }
  return false;
}

bool Knockout::is_left_out(std::uint64_t number) const {
  const Round* const round = round_of(number);
  if (round == nullptr) return false;
  const Place place = place_of(*round, number);
  const Board& board = round->boards[place.board];
  return board.decided && place.play_off > board.play_offs;
}

bool Knockout::note(std::uint64_t number, const GameFigures& game) {
  Round& round = played_.back();
  if (number < round.begin || number - round.begin >= matches_of(round)) {
    throw std::out_of_range("a match of another round than the one that is played");
  }
  const Place place = place_of(round, number);
  Board& board = round.boards[place.board];
  if (place.play_off > board.play_offs) throw std::out_of_range("a play-off that has not begun");
  const std::uint64_t games = per_board_ + 2 * board.play_offs;
  if (board.games == games) throw std::out_of_range("a board has all of its matches");
  for (std::size_t seat = 0; seat < 2; ++seat) {
    board.measures[place.swapped ? 1 - seat : seat].add(game[seat]);
  }
  if (++board.games < games) return false;
  if (board.measures[0] == board.measures[1] && board.play_offs < most_play_offs_) {
    ++board.play_offs;
    planned_ += 2;
    return true;
  }
  decide(board);
  const std::size_t rounds = played_.size();
  if (boards_left_ == 0) end_round();
  return played_.size() > rounds || most_play_offs_ > 0;
}

void Knockout::end_round() {
  std::vector<std::optional<std::size_t>> next;
  for (std::size_t i = 0; i < bracket_.size(); i += 2) {
    const auto survived = [this](const std::optional<std::size_t>& bot) {
      return bot && wins_[*bot] == static_cast<int>(played_.size());
    };
    next.push_back(survived(bracket_[i]) ? bracket_[i] : bracket_[i + 1]);
  }
  bracket_ = std::move(next);
  if (bracket_.size() > 1) begin_round();
}

void Knockout::decide(Board& board) {
  board.decided = true;
  --boards_left_;
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
