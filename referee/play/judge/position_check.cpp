#include "referee/play/judge/position_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "referee/base/text/utf8.hpp"
#include "referee/play/judge/spoilt_line.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

// All numbers, or `most` random ones if there are more.
std::set<std::uint32_t> numbers_below(std::uint32_t count, std::uint32_t most,
                                      rules::Stream& stream) {
  std::set<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < count && count <= most; ++i) numbers.insert(i);
  while (numbers.size() < std::min(count, most)) numbers.insert(stream.below(count));
  return numbers;
}

}  // namespace

PositionCheck::PositionCheck(std::size_t longest_move, bool tests, std::chrono::nanoseconds longest,
                             Dialogue*& heard)
    : odd_lines_(odd_lines(longest_move)), tests_(tests), left_(longest), heard_(heard) {}

std::string PositionCheck::last_of_dialogue() const {
  return heard_ == nullptr ? "" : last_of(*heard_);
}

std::string PositionCheck::shown(const ExternalGame& game) {
  const rules::Result result = game.result();
  std::string all = game.draw();
  for (const rules::SeatResult& seat : result.seats) {
    all += fmt::format("{} {} {}\n", seat.score, seat.game_points, seat.board_points);
  }
  const rules::Scene scene = game.scene();
  for (const rules::Look& look : scene.looks) all += look.sign + look.text + ' ';
  all += scene.status;
  if (!game.over() && game.lists_moves()) all += fmt::format("\n{}", game.legal_count());
  return all;
}

void PositionCheck::look(ExternalGame& game, rules::Stream& stream) {
  const std::string before = shown(game);
  complete_ = false;
  spoil(game, game.lists_moves() ? list_moves(game, stream) : models_, stream);
  if (shown(game) != before) {
    throw Broken{"other lines", "a test, or a refused line, has changed the position: before\n" +
                                    before + "\nafter\n" + shown(game) + last_of_dialogue()};
  }
}

std::set<std::string> PositionCheck::list_moves(const ExternalGame& game, rules::Stream& stream) {
  constexpr std::uint32_t most = 100;
  std::set<std::string> moves;
  rules::MoveLine move;
  const std::uint32_t count = game.legal_count();
  complete_ = count <= most;
  for (const std::uint32_t number : numbers_below(count, most, stream)) {
    game.legal_move(number, move);
    const std::string line(move.view());
    if (!moves.insert(line).second) {
      throw Broken{"legal moves", fmt::format("the move '{}' is in the list twice{}",
                                              text::safe_text(line), last_of_dialogue())};
    }
    ++listed_;
  }
  return moves;
}

void PositionCheck::spoil(ExternalGame& game, const std::set<std::string>& moves,
                          rules::Stream& stream) {
  using Clock = std::chrono::steady_clock;
  Dialogue* const heard = std::exchange(heard_, tests_ ? heard_ : nullptr);
  if (tests_ && game.lists_moves()) {
    for (const std::string& move : moves) static_cast<void>(game.check(move));
  }
  played_ = 0;
  constexpr std::size_t changed = 30;
  // Of each kind in turn; where there is little time, from where it ended in the position before.
  std::size_t odd = tests_ ? 0 : tried_;
  for (std::size_t i = 0; i < std::max(changed, odd_lines_.size()) && left_.count() > 0; ++i) {
    const auto begin = Clock::now();
    if (odd < odd_lines_.size()) {
      test_line(game, moves, odd_lines_[odd++]);
      tried_ = std::max(tried_, odd);
    }
    if (i < changed && !moves.empty()) {
      auto model = moves.begin();
      std::advance(model, stream.below(static_cast<std::uint32_t>(moves.size())));
      test_line(game, moves, spoilt(*model, stream));
    }
    if (!tests_) left_ -= Clock::now() - begin;
  }
  heard_ = heard;
}

void PositionCheck::test_line(ExternalGame& game, const std::set<std::string>& moves,
                              const std::string& line) {
  const rules::Verdict verdict = game.check(line);
  if (verdict) {
    constexpr std::size_t most_told = 5;
    if (complete_ && !moves.contains(line) && accepted_.size() < most_told) {
      accepted_.insert("'" + text::safe_text(line) + "'");
    }
    return;
  }
  ++refused_;
  constexpr int most_played = 5;
  if (!tests_ || played_++ >= most_played) return;
  const rules::Verdict again = game.play(line);
  if (again.reason() == verdict.reason()) return;
  throw Broken{
      "other lines",
      fmt::format("'{}' is refused otherwise by `test` (\"{}\") than by `play` ({}){}",
                  text::safe_text(line), text::safe_text(verdict.reason()),
                  again ? "which accepts it" : "\"" + text::safe_text(again.reason()) + "\"",
                  last_of_dialogue())};
}

}  // namespace referee::judge
