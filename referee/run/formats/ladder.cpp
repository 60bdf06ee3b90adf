#include "referee/run/formats/ladder.hpp"

#include <algorithm>
#include <stdexcept>

namespace referee::formats {
namespace {

using statistics::GameResult;

double points_of(GameResult result) { return static_cast<int>(result) / 2.0; }

std::uint64_t rounds_between(std::uint64_t begin, std::uint64_t end, int pairs) {
  const auto games = 2 * static_cast<std::uint64_t>(pairs);
  return end > begin ? (end - begin + games - 1) / games : 0;
}

}  // namespace

Ladder::Ladder(std::size_t bots, const Format& format)
    : format_(format), bots_(bots), since_(bots, 1) {
  begin_round();
}

std::uint64_t Ladder::planned() const {
  std::uint64_t count = size();
  for (const LadderPeriod& period : format_.periods) {
    for (const auto& [first, last] : period.skipped) {
      if (first < size()) count -= std::min(last + 1, size()) - first;
    }
  }
  return count;
}

bool Ladder::is_left_out(std::uint64_t number) const {
  return std::any_of(format_.periods.begin(), format_.periods.end(), [&](const auto& period) {
    const auto after =
        std::upper_bound(period.skipped.begin(), period.skipped.end(), number,
                         [](std::uint64_t wanted, const auto& range) { return wanted < range[0]; });
    return after != period.skipped.begin() && number <= (*std::prev(after))[1];
  });
}

std::uint64_t Ladder::end_of_period(std::size_t period) const {
  if (period + 1 == format_.periods.size()) return size();
  return std::min(size(), format_.periods[period + 1].begin);
}

int Ladder::rounds() const {
  std::uint64_t rounds = 0;
  for (std::size_t period = 0; period < format_.periods.size(); ++period) {
    rounds += rounds_between(format_.periods[period].begin, end_of_period(period), format_.pairs);
  }
  return static_cast<int>(rounds);
}

void Ladder::begin_period() {
  const LadderPeriod& period = format_.periods[period_];
  const std::size_t before = period_ == 0 ? 0 : format_.periods[period_ - 1].bots;
  ++period_;
  for (statistics::Skills* skills : {&skills_, &counts_}) {
    for (const std::size_t bot : period.left) skills->leave(bot);
    for (const std::size_t bot : period.back) skills->enter(bot);
    for (std::size_t bot = before; bot < period.bots; ++bot) skills->enter(bot);
  }
  for (std::size_t bot = before; bot < period.bots; ++bot) since_[bot] = round_ + 1;
}

void Ladder::begin_round() {
  do {
    begin_ = end_;
    while (period_ < format_.periods.size() && format_.periods[period_].begin <= begin_) {
      begin_period();
    }
    if (begin_ >= size()) return;
    end_ = std::min(begin_ + 2 * static_cast<std::uint64_t>(format_.pairs),
                    end_of_period(period_ - 1));
    ++round_;
    results_.assign(end_ - begin_, std::nullopt);
    left_ = 0;
    for (std::uint64_t number = begin_; number < end_; ++number) {
      if (!is_left_out(number)) ++left_;
    }
    int deal = 0;
    const statistics::Skills& chooses = from_results() ? skills_ : counts_;
    for (const auto& bots : chooses.most_telling(
             (end_ - begin_ + 1) / 2, 2,
             is_for_the_head() ? skills_.contenders() : std::vector<std::size_t>{})) {
      boards_.push_back({bots, round_, deal++});
    }
  } while (left_ == 0);
}

std::optional<Slot> Ladder::find(std::uint64_t number) const {
  if (number >= end_ || is_left_out(number)) return std::nullopt;
  const Board& board = boards_[number / 2];
  Slot slot{board.round, board.deal, board.bots};
  if (number % 2 == 1) std::swap(slot.bots[0], slot.bots[1]);
  return slot;
}

bool Ladder::note(std::uint64_t number, const GameFigures& game) {
  if (number < begin_ || number >= end_ || is_left_out(number)) {
    throw std::out_of_range("a match of another round than the one that is played");
  }
  auto& result = results_[number - begin_];
  if (result) throw std::out_of_range("a match has its result already");
  const GameResult of_first = first_seat_result(game);
  result = Result{number % 2 == 0 ? of_first : statistics::swapped(of_first),
                  !game.mark || seen_.insert(*game.mark).second};
  add_to_ratings(number);
  if (--left_ > 0) return false;
  end_round();
  const std::uint64_t known = end_;
  begin_round();
  return end_ > known;
}

void Ladder::add_to_ratings(std::uint64_t number) {
  const Result& result = *results_[number - begin_];
  const Board& board = boards_[number / 2];
  const auto met = std::pair(board.bots[0], board.bots[1]);
  statistics::Encounter& encounter =
      met_.try_emplace(
              met, statistics::Encounter{met.first, met.second, {}, {}, statistics::SeatCounts{}})
          .first->second;
  if (!result.is_new) return;
  encounter.games.add(result.game);
  const bool as_first = number % 2 == 0;
  if (as_first) encounter.seats->first.add(result.game);
  const auto& other = results_[(number ^ 1) - begin_];
  if (!other || !other->is_new) return;
  const GameResult in_first = as_first ? result.game : other->game;
  const GameResult in_second = as_first ? other->game : result.game;
  encounter.pairs.add(in_first, in_second);
  ++encounter.seats->pairs[static_cast<std::size_t>(in_first)][static_cast<std::size_t>(in_second)];
}

// In the order of numbers, whatever the order of the results. A game that repeats another one tells
// nothing, but another pair will have to tell more.
void Ladder::end_round() {
  if (is_for_the_head()) return;
  for (std::uint64_t number = begin_; number < end_; number += 2) {
    double games = 0;
    double score = 0;
    for (const std::uint64_t one : {number, number + 1}) {
      if (one >= end_ || !results_[one - begin_]) continue;
      ++games;
      score += points_of(results_[one - begin_]->game);
    }
    const auto& bots = boards_[number / 2].bots;
    if (games == 0) continue;
    skills_.add(bots[0], bots[1], games, score);
    counts_.add(bots[0], bots[1], games, games / 2);
  }
}

std::vector<Placed> Ladder::ranking() const {
  std::vector<statistics::Encounter> encounters;
  for (const auto& [bots, encounter] : met_) encounters.push_back(encounter);
  const auto list = statistics::rate(bots_, encounters, statistics::Anchor{0, 0});
  std::vector<Placed> ranking = in_list_order(bots_);
  for (Placed& placed : ranking) {
    const statistics::Rating& rating = list.players()[placed.bot];
    placed.ladder = LadderFigures{rating.elo, rating.error,
                                  rating.games == 0 ? statistics::Reach::nothing : rating.reach,
                                  since_[placed.bot], plays_on(format_, placed.bot)};
  }
  const auto has_games = [&list](const Placed& one) { return list.players()[one.bot].games > 0; };
  std::stable_sort(ranking.begin(), ranking.end(), [&](const Placed& one, const Placed& other) {
    if (has_games(one) != has_games(other)) return has_games(one);
    return one.ladder->elo > other.ladder->elo;
  });
  for (std::size_t i = 0; i < ranking.size(); ++i) {
    const bool same = i > 0 && has_games(ranking[i]) == has_games(ranking[i - 1]) &&
                      ranking[i].ladder->elo == ranking[i - 1].ladder->elo;
    ranking[i].place = same ? ranking[i - 1].place : static_cast<int>(i) + 1;
  }
  return ranking;
}

}  // namespace referee::formats
