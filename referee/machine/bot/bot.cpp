// A bot's turns: its clocks run from the first byte of its lines until its answer is there.

#include "referee/machine/bot/bot.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/bot/host_impl.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/program/java.hpp"

namespace referee::bot {
namespace {

// What the program needs to know of its place; the bot's own variables win.
std::vector<std::string> environment_for(const BotSpec& spec) {
  std::vector<std::string> all;
  const program::Command& command = *spec.command;
  if (!command.user_base.empty()) all.push_back("PYTHONUSERBASE=" + command.user_base.string());
  // Looking for leaks needs a process that looks into this one.
  if (command.sanitized) all.emplace_back("ASAN_OPTIONS=detect_leaks=0");
  all.insert(all.end(), spec.environment.begin(), spec.environment.end());
  return all;
}

}  // namespace

Bot::Impl::Impl(Host::Impl& host, const BotSpec& spec, kernel::ClockKind clock, ErrorSink errors)
    : host_(host),
      spec_(spec),
      limits_(host.limits_of(spec)),
      clock_kind_(clock),
      process_(host.grounds(), limits_,
               {.filtered = spec.isolated && host.has_filter(),
                .reports_threads = spec.isolated && host.hears_of_threads(),
                .freezable = clock == kernel::ClockKind::wall && !spec.ponders}),
      pipes_(limits_, std::move(errors), spec.answers_in_blocks),
      refusals_(limits_, host.waiting(),
                {.before_thread = [this] { process_.guard(); },
                 .at_child = [this] { process_.clock().read(); },
                 .may_vanish = [this] { process_.clock().children_may_vanish(); }}),
      account_(clock, limits_, host.processors()),
      guard_(limits_, process_.offspring() == kernel::Offspring::none),
      stops_(clock == kernel::ClockKind::wall && !spec.ponders),
      spares_calls_(spec.answers_in_blocks),
      scarce_(host.room().is_scarce(limits_)) {}

void Bot::Impl::start() {
  if (!spec_.command) {
    fault_ = spec_.launch_fault;
    return;
  }
  const std::optional<program::Command> other = program::fitted(*spec_.command, limits_.memory);
  auto result = process_.start(other ? *other : *spec_.command, host_.sandbox(spec_),
                               environment_for(spec_), spec_.workshop);
  if (auto* failure = std::get_if<walls::LaunchFailure>(&result)) {
    if (failure->environment) {
      throw EnvironmentError(spec_.whose == kernel::Whose::bot
                                 ? failure->reason
                                 : fmt::format("{}: {}", title_of(spec_), failure->reason));
    }
    fault_ = Fault{FaultKind::launch, failure->reason};
    if (failure->closed) add_refused_file(*fault_, *failure->closed);
    return;
  }
  auto& child = std::get<walls::Child>(result);
  pipes_.open(std::move(child.in), std::move(child.out), std::move(child.err));
  refusals_.open(child.pid, std::move(child.listener));
  guard_.started(kernel::now());
  host_.add(shared_from_this());
  text::debug("bot '{}', pid {}: launched: {} (in {})", spec_.name, child.pid, spec_.command->text,
              spec_.command->folder.c_str());
  suspension_.emplace(child.pid, process_.clock(), process_.group(),
                      [this] { return process_.members(); });
  if (stops_) suspend(process_.clock().read());
}

Turn Bot::Impl::take_turn(std::string_view lines, kernel::Duration limit, bool may_end) {
  Turn turn;
  may_end_ = may_end;
  if (host_.waiting().interrupted()) throw Interrupted();
  if (fault_) {
    turn.fault = fault_;
    turn.cpu = account_.charge_cpu(process_.clock().read());
    return turn;
  }
  // What it wrote before it was asked is kept and taken as its move, even if it is
  // the wrong one: that is what the official engine does.
  if (pipes_.has_unread()) turn.fault = pipes_.read_output();
  if (turn.fault) return turn;
  turn.early = pipes_.has_line();

  // The clock starts before the write: a bot on our processor may run, and answer,
  // before the write returns. What it has used while it was suspended is on its clock, too.
  const kernel::SteadyTime time = host_.waiting().time();
  excused_before_ = excused(time);
  away_before_ = host_.waiting().away();
  const kernel::SteadyTime begin = time - used_suspended(time);
  account_.begin_turn(limit);
  begin_to_run(time);
  pipes_.send(lines);
  turn.fault = wait_for_line(begin);
  const kernel::Duration cpu = charge(turn, begin);

  // From here on no clock runs, until another bot's turn begins.
  const bool stops = stops_ && process_.running() && !turn.fault;
  if (stops) suspend(cpu);
  // What it wrote to its standard error before its answer is there by now; before it was suspended,
  // it may have written more.
  if (came_ != Came::silently || stops || pipes_.is_reading_errors()) read_all_errors(patience_);
  turn.stderr_bytes =
      pipes_.errors().total() - std::exchange(errors_before_, pipes_.errors().total());
  if (!turn.fault) turn.fault = look_where_scarce();
  if (!turn.fault) {
    turn.ended = !pipes_.has_line();
    if (!turn.ended) turn.line = pipes_.take_line();
  }
  if (!turn.fault) answered_ = true;
  host_.look_if_due(begin + turn.wall);
  return turn;
}

kernel::Duration Bot::Impl::charge(Turn& turn, kernel::SteadyTime begin) {
  // In this order, so that no moment is on neither clock: what the bot uses from this reading on is
  // on its next turn.
  const bool unread = spares_calls_ && came_ != Came::late;
  cpu_read_at_ = kernel::now();
  const kernel::Duration cpu = unread ? account_.cpu_charged() : process_.clock().read();
  turn.cpu = account_.charge_cpu(cpu);
  // While we were away, it went on, or it did not: what it computed tells.
  const kernel::Duration seen = turn_so_far(begin);
  const kernel::Duration away = host_.waiting().away() - away_before_;
  turn.wall = std::clamp(turn.cpu / host_.processors(), seen, seen + away);
  if (!turn.fault) turn.fault = fault_;
  if (!turn.fault) {
    turn.fault = account_.over_budget(account_.cpu_charged(), turn.wall);
    // It may have answered in time, and what the kernel has used since to end it is not its own.
    if (turn.fault && clock_kind_ == kernel::ClockKind::cpu && is_ending()) turn.fault.reset();
  }
  account_.charge_wall(turn.wall, seen + away - turn.wall);
  if (!turn.fault && account_.undecided()) {
    throw MatchVoid(
        fmt::format("the referee was stopped for {} while \"{}\" was on turn, so nobody can tell "
                    "whether it kept to its wall time: the match is void",
                    text::seconds_text(away), spec_.name),
        "use --clock cpu, or see that the referee can run");
  }
  if (turn.fault && turn.fault->kind == FaultKind::timeout) note_wait();
  return cpu;
}

kernel::Duration Bot::Impl::used_suspended(kernel::SteadyTime time) {
  return can_have_used(Suspension::little, time) ? suspension_->used() : kernel::Duration{};
}

bool Bot::Impl::can_have_used(kernel::Duration cpu, kernel::SteadyTime until) const {
  return until - cpu_read_at_ > cpu / host_.processors();
}

// An honest bot goes on for some microseconds, until it reads. What is more than that adds up.
void Bot::Impl::begin_to_run(kernel::SteadyTime time) {
  constexpr kernel::Duration after_an_answer = std::chrono::microseconds(20);
  constexpr kernel::Duration most = std::chrono::microseconds(200);
  if (answered_ && !stops_ && !spec_.ponders) {
    // After a short turn of its opponent it need not be known: assumed is the most that there can
    // be.
    const kernel::Duration used = can_have_used(after_an_answer, time)
                                      ? process_.clock().read() - account_.cpu_charged()
                                      : (time - cpu_read_at_) * host_.processors();
    out_of_turn_ = std::max(out_of_turn_ + used - after_an_answer, kernel::Duration{});
    stops_ = out_of_turn_ > most;
    if (stops_) {
      text::debug("bot '{}', pid {}: ran out of turn, and is stopped after each answer now",
                  spec_.name, process_.pid());
    }
  }
  if (suspension_->active() && process_.running()) suspension_->resume();
}

kernel::Duration Bot::Impl::turn_so_far(kernel::SteadyTime begin) const {
  const kernel::SteadyTime time = host_.waiting().time();
  return time - begin - (excused(time) - excused_before_);
}

kernel::Duration Bot::Impl::excused(kernel::SteadyTime time) const {
  const kernel::Duration on_others = host_.spent_on_others(*this);
  return on_others + standstill_.total(time - on_others);
}

kernel::SteadyTime Bot::Impl::own_time() const {
  const kernel::SteadyTime time = host_.waiting().time();
  return time - host_.spent_on_others(*this);
}

bool Bot::Impl::is_ending() {
  if (!process_.running()) return true;
  if (!ends_since_ && kernel::is_ending(process_.pid())) ends_since_ = kernel::now();
  return ends_since_ && kernel::now() < *ends_since_ + kernel::patience;
}

void Bot::Impl::note_wait() {
  if (clock_kind_ == kernel::ClockKind::wall)
    departure_.waited = kernel::longest_wait(process_.members());
}

void Bot::Impl::suspend(kernel::Duration cpu) {
  fault_ = suspension_->suspend(cpu, host_.waiting());
  standstill_.hand_over(own_time());
  if (fault_) kill(fault_->reason);
}

std::string title_of(const BotSpec& spec) {
  switch (spec.whose) {
    case kernel::Whose::judge:
      return "the " + spec.name;
    case kernel::Whose::compiler:
      return "the compiler " + spec.name;
    default:
      return fmt::format("bot '{}'", spec.name);
  }
}

void hide_from_each_other(std::span<BotSpec* const> bots,
                          std::span<const std::filesystem::path> also) {
  std::vector<program::Command*> commands;
  for (BotSpec* bot : bots) {
    if (bot->command) commands.push_back(&*bot->command);
  }
  program::set_apart(commands);
  for (BotSpec* bot : bots) {
    bot->hidden.assign(also.begin(), also.end());
    if (!bot->command) continue;
    const auto& others = bot->command->of_others;
    bot->hidden.insert(bot->hidden.end(), others.begin(), others.end());
  }
}

}  // namespace referee::bot
