#include "referee/play/match/players.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::match {

BotTerms terms_of(const rules::GameInfo& game, kernel::ClockKind clock, double speed) {
  const Duration soft = game.soft_turns > 0 ? to_local(game.soft_limit, speed) : Duration{};
  return {clock, speed, soft, game.soft_turns, game.farewell, game.starts_at_turn};
}

BotPlayer::BotPlayer(bot::Host& host, const bot::BotSpec& spec, const BotTerms& terms,
                     bot::ErrorSink errors)
    : host_(host), spec_(spec), terms_(terms), errors_(std::move(errors)) {
  if (!terms_.starts_at_turn) start();
}

void BotPlayer::start() {
  bot_ = host_.start(spec_, terms_.clock, std::move(errors_));
  started_ = std::chrono::steady_clock::now();
}

Duration BotPlayer::limit_of_turn() const {
  const kernel::TimeLimits& own = spec_.limits.times;
  if (turns_ == 1 && own.first_turn > Duration{}) return own.first_turn;
  if (own.limits_turns() || game_ == nullptr) return own.turn;
  const Duration limit = game_->turn_limit();
  return limit > Duration{} ? to_local(limit, terms_.speed) : limit;
}

Answer BotPlayer::answer(std::string_view lines) {
  if (!bot_) start();
  if (++turns_ == 1) before_first_turn_ = std::chrono::steady_clock::now() - started_;
  const Duration limit = limit_of_turn();
  const bool soft = limit > Duration{} && long_turns_ < terms_.soft_turns;
  // Asked once more it has failed: it would never end.
  const std::string_view exit_line =
      ended_ || game_ == nullptr ? std::string_view() : game_->exit_line();
  bot::Turn turn =
      bot_->take_turn(lines, soft ? limit + terms_.soft_limit : limit, !exit_line.empty());
  if (turn.ended) turn.line = exit_line;
  ended_ = ended_ || turn.ended;
  const Duration used = terms_.clock == kernel::ClockKind::cpu ? turn.cpu : turn.wall;
  if (turn.fault && terms_.soft_turns > 0 && turn.fault->fact(bot::What::turn) != nullptr) {
    const std::string by = text::seconds_text(terms_.soft_limit);
    const std::string times = text::plural(static_cast<std::uint64_t>(terms_.soft_turns), "turn");
    turn.fault->reason +=
        soft ? fmt::format("; the limit is {}, and it may take {} more in {} of a game",
                           text::seconds_text(limit), by, times)
             : fmt::format("; before, it has taken up to {} more in {}, and may not again", by,
                           times);
  }
  if (limit > Duration{} && used > limit) ++long_turns_;
  Duration counted = to_official(used, terms_.speed);
  // Where the caller's limit holds, the judge hears of no turn that was too long by its own.
  const bool replaced = spec_.limits.times.limits_turns();
  if (replaced && game_ != nullptr && game_->turn_limit() > Duration{}) {
    counted = std::min<Duration>(counted, game_->turn_limit());
  }
  return {std::move(turn.line), std::move(turn.fault), turn.early, turn.cpu, turn.wall, counted,
          turn.stderr_bytes};
}

std::optional<Fault> BotPlayer::instead_of_move(std::string_view line) {
  return bot_->death_in(line);
}

void BotPlayer::dismiss(std::string_view lines, const Fault& fault) {
  // One that is out of control gets no time to say goodbye.
  const bool polite = fault.kind == FaultKind::illegal;
  if (bot_) bot_->leave(lines, polite ? bot::Bot::Farewell::polite : bot::Bot::Farewell::none);
  host_.settle();
}

void BotPlayer::part(std::string_view lines) {
  if (!bot_) return;
  bot_->leave(lines, terms_.farewell ? bot::Bot::Farewell::polite : bot::Bot::Farewell::none);
}

rules::Stream jury_stream(const std::optional<std::uint64_t>& seed, rules::Seat seat) {
  return {seed.value_or(0), "jury-" + std::to_string(rules::index(seat) + 1)};
}

rules::Stream random_stream(const std::optional<std::uint64_t>& seed, rules::Seat seat) {
  return {seed.value_or(0), "random-" + std::to_string(rules::index(seat) + 1)};
}

Answer RandomPlayer::answer(std::string_view) {
  rules::MoveLine line;
  game_->random_move(stream_, line);
  Answer answer;
  answer.line = line.view();
  return answer;
}

Answer HeldPlayer::answer(std::string_view lines) {
  Answer answer = player_.answer(lines);
  if (!given_.on()) return answer;
  const std::string& move = given_.moves[given_.made];
  if (answer.fault || (may_leave_ && answer.line != move)) {
    given_.left = true;
    return answer;
  }
  answers_.push_back({given_.made++, std::exchange(answer.line, move)});
  return answer;
}

bool RecordedPlayer::next_is_legal() {
  if (next_ == moves_.size()) return false;
  const std::string& move = moves_[next_];
  return static_cast<bool>(client_ ? client_->move(move) : game_->check(move));
}

Answer RecordedPlayer::answer(std::string_view lines) {
  while (client_ && !lines.empty()) {
    const auto end = lines.find('\n');
    client_->read(lines.substr(0, end));
    lines.remove_prefix(std::min(end, lines.size() - 1) + 1);
  }
  Answer answer;
  if (next_is_legal()) {
    answer.line = moves_[next_++];
    return answer;
  }
  if (fails_ && next_ == moves_.size()) {
    if (!fails_->line) answer.fault = fails_->fault;
    answer.line = fails_->line.value_or("");
    return answer;
  }
  fails_.reset();
  next_ = moves_.size();
  rules::MoveLine move;
  client_ ? client_->random_move(stream_, move) : game_->random_move(stream_, move);
  answer.line = move.view();
  return answer;
}

kernel::Limits limits_of(const rules::GameInfo& game, const kernel::ChosenLimits& chosen) {
  using kernel::Origin;
  kernel::Limits limits;
  if (game.memory_limit > 0) limits.memory = game.memory_limit;
  limits.allow_moves(game.longest_move);
  limits.memory_origin = chosen.memory > 0 ? Origin::asked : Origin::unasked;
  limits.disk_origin = chosen.disk > 0 ? Origin::asked : Origin::unasked;
  limits.threads_origin = chosen.threads > 0 ? Origin::asked : Origin::unasked;
  limits.open_files_origin = chosen.open_files > 0 ? Origin::asked : Origin::unasked;
  chosen.apply_to(limits);
  return limits;
}

Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game) {
  Contestant result;
  result.identity = options.identity;
  bot::BotSpec& spec = result.spec;
  spec.name = options.identity.name;
  spec.limits = limits_of(game, options.limits);
  spec.limits.times = options.times;
  try {
    toolchain::BotLine line{options.identity.command, options.folder, options.read,
                            options.toolchain,        options.alone,  std::string(game.name)};
    line.official = game.official();
    spec.command = toolchain::resolve(line);
    result.identity.source = spec.command->source;
    for (const std::string& path : options.read) {
      result.identity.read.push_back(program::read_facts(path, options.folder));
    }
    program::check_static_data(*spec.command, spec.limits.memory);
  } catch (const program::CommandError& error) {
    spec.command.reset();
    result.command_error = error.what();
    spec.launch_fault = bot::launch_fault(error);
  }
  if (spec.command) toolchain::give_official_heap(*spec.command, spec.limits.memory);
  if (game.outside) result.judge.assign(game.outside->files.begin(), game.outside->files.end());
  spec.isolated = options.isolated;
  spec.ponders = options.ponders;
  spec.environment = options.environment;
  return result;
}

}  // namespace referee::match
