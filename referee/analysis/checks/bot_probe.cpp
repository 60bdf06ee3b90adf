#include "referee/analysis/checks/bot_probe.hpp"

#include <algorithm>

#include "rules/catalogue.hpp"

namespace referee::checks {
namespace {

using rules::Seat;

void play_random_move(rules::Game& game, rules::Stream& stream) {
  rules::MoveLine move;
  game.random_move(stream, move);
  static_cast<void>(game.play(move.view()));
}

// The last line, if the game is over for this seat.
void add_farewell(rules::Game& game, Seat seat, std::vector<std::string>& all) {
  std::string lines;
  game.take_lines(seat, lines);
  if (lines.empty()) return;
  // Before it may come what the seat was to read anyway.
  const auto before = lines.rfind('\n', lines.size() - 2);
  std::string last = before == std::string::npos ? lines : lines.substr(before + 1);
  if (std::find(all.begin(), all.end(), last) == all.end()) all.push_back(std::move(last));
}

}  // namespace

std::vector<std::string> farewells(const rules::GameInfo& game, std::uint64_t seed) {
  std::vector<std::string> all;
  const std::string deal = game.deal(seed);
  const auto to_the_end = game.start(deal);
  rules::Stream stream(seed, "check");
  std::string read;
  while (!to_the_end->over()) {
    to_the_end->take_lines(to_the_end->to_move(), read);
    play_random_move(*to_the_end, stream);
  }
  // The one who moved last has read everything but this.
  for (const Seat seat : {Seat::first, Seat::second}) add_farewell(*to_the_end, seat, all);
  for (const Seat failing : {Seat::first, Seat::second}) {
    const auto broken = game.start(deal);
    for (int i = 0; i < 2; ++i) {
      broken->take_lines(broken->to_move(), read);
      play_random_move(*broken, stream);
    }
    broken->forfeit(failing);
    add_farewell(*broken, failing, all);
    if (broken->over()) add_farewell(*broken, rules::other(failing), all);
  }
  return all;
}

BotProbe::BotProbe(bot::Host& host, const bot::BotSpec& spec, kernel::ClockKind clock,
                   const rules::GameInfo& game, std::uint64_t seed, Seat seat)
    : host_(host),
      game_(game.start(game.deal(seed))),
      stream_(seed, "check"),
      seat_(seat),
      bot_(host.start(spec, clock)) {}

std::optional<bot::Fault> BotProbe::play(int turns) {
  while (turns > 0 && !game_->over()) {
    if (game_->to_move() != seat_) {
      play_random_move(*game_, stream_);
      continue;
    }
    std::string lines;
    game_->take_lines(seat_, lines);
    bot::Turn turn = bot_->take_turn(lines);
    line_ = std::move(turn.line);
    if (turn.fault) return turn.fault;
    const rules::Verdict verdict = game_->play(line_);
    if (!verdict) return bot::Fault{bot::FaultKind::illegal, verdict.reason()};
    --turns;
  }
  return std::nullopt;
}

bot::Departure BotProbe::part(bot::Bot::Farewell farewell) {
  bot_->leave("", farewell);
  host_.settle();
  return bot_->departure();
}

}  // namespace referee::checks
