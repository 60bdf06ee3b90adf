// One turn of a bot: lines out, one line back, all clocks and limits watched.

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <utility>

#include "referee/bot/bot_impl.hpp"
#include "referee/bot/text.hpp"

namespace referee::bot {
namespace {

SteadyTime now() { return std::chrono::steady_clock::now(); }

// How long the CPU clock may go unread when a bot is about to run out of it.
constexpr Duration shortest_wait = std::chrono::milliseconds(1);
// How long a bot that computes beyond its wall limit is not looked at again for that.
constexpr Duration excuse = std::chrono::milliseconds(20);
// How often children's clocks are read where nothing adds them up for us.
constexpr Duration sampling_period = std::chrono::milliseconds(2);

// The calls of every turn. Those of the C library would also see to it, twice a call, that the
// thread can be cancelled, which ours never are: 0.13 us a turn.
ssize_t read_now(int descriptor, std::span<char> buffer) noexcept {
  return ::syscall(SYS_read, descriptor, buffer.data(), buffer.size());
}
ssize_t write_now(int descriptor, std::string_view text) noexcept {
  return ::syscall(SYS_write, descriptor, text.data(), text.size());
}

}  // namespace

Turn Bot::Impl::run_turn(std::string_view lines) {
  Turn turn;
  if (host_.interrupted) throw Interrupted();
  if (launch_fault_) {
    turn.fault = launch_fault_;
    return turn;
  }
  if (found_fault_) {
    turn.fault = found_fault_;
    charge_cpu(turn);
    return turn;
  }
  // What it wrote before it was asked is kept and taken as its move, even if it is
  // the wrong one: that is what the official engine does.
  turn.fault = read_some();
  if (turn.fault) return turn;
  turn.early = output_.has_line();

  // The clock starts before the write: a bot on our processor may run, and answer,
  // before the write returns.
  const SteadyTime begin = now() - used_suspended();  // what it stole is on its clock, too
  if (suspended_) resume();
  send(lines);
  turn.fault = read_some();
  if (!turn.fault && !output_.has_line()) turn.fault = wait_briefly();
  if (!turn.fault && !output_.has_line()) turn.fault = wait_without_loop(begin);
  if (!turn.fault && !output_.has_line()) turn.fault = host_.run(wait_for_line(begin));
  turn.wall = now() - begin;
  if (clock_kind_ == ClockKind::wall && running_) suspend();

  charge_cpu(turn);
  if (!turn.fault) turn.fault = found_fault_;
  if (!turn.fault) turn.fault = over_budget(cpu_charged_, turn.wall);
  if (!turn.fault) turn.fault = over_resources();
  wall_charged_ += turn.wall;
  if (!turn.fault) turn.line = *output_.take_line();
  return turn;
}

void Bot::Impl::charge_cpu(Turn& turn) {
  const Duration cpu = cpu_used();
  turn.cpu = cpu - cpu_charged_;
  cpu_charged_ = cpu;
}

// Most answers come at once. One call that waits for them costs a tenth of what the event
// loop does with its timer; everything else can wait as long as this does.
std::optional<Fault> Bot::Impl::wait_briefly() {
  if (!running_ || writing_rest_) return std::nullopt;
  const Duration left = clock_kind_ == ClockKind::wall
                            ? spec_.limits.budget - wall_charged_
                            : (spec_.limits.budget - cpu_charged_) / host_.processors;
  if (left < shortest_wait) return std::nullopt;
  std::array<pollfd, 2> watched{pollfd{out_.get(), POLLIN, 0}, pollfd{listener_.get(), POLLIN, 0}};
  constexpr timespec longest{0, shortest_wait.count()};
  if (::ppoll(watched.data(), watched.size(), &longest, nullptr) <= 0) return std::nullopt;
  return watched[0].revents != 0 ? read_some() : std::nullopt;
}

// The event loop costs a turn 50 us, for a timer, a coroutine and what it watches. As long as
// nothing happens that it has to see to, the same clocks and limits are watched here.
std::optional<Fault> Bot::Impl::wait_without_loop(SteadyTime begin) {
  while (running_ && !found_fault_ && !host_.interrupted && host_.leaving.empty() &&
         host_.unsent == 0) {
    if (auto fault = over_budget(cpu_used(), now() - begin)) return fault;
    const SteadyTime look = host_.look();
    if (found_fault_) break;
    switch (host_.wait_without_loop(*this, std::min(look, next_check(begin)))) {
      case Host::Impl::Woken::by_output:
        if (auto fault = read_some()) return fault;
        if (output_.has_line() || output_closed_) return std::nullopt;
        break;
      case Host::Impl::Woken::by_stderr:
        read_stderr_once();
        break;
      case Host::Impl::Woken::by_time:
        break;
      case Host::Impl::Woken::by_other:
        return std::nullopt;
    }
  }
  return std::nullopt;
}

void Bot::Impl::send(std::string_view lines) {
  if (writing_rest_) {
    unsent_.append(lines);
    return;
  }
  while (!lines.empty()) {
    const ssize_t written = write_now(in_.get(), lines);
    if (written > 0) {
      lines.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno == EAGAIN) {
      unsent_ = lines;
      writing_rest_ = true;
      ++host_.unsent;
      host_.run_in_background(write_rest(shared_from_this()));
      return;
    } else if (errno != EINTR) {
      // It has closed its input or is gone; its output tells which.
      return;
    }
  }
}

// A bot that does not read fills its pipe; the rest waits here, on its time.
Task<> Bot::Impl::write_rest(Self self) {
  boost::system::error_code error;
  (void)self;
  while (!unsent_.empty()) {
    co_await in_.stream().async_wait(Stream::wait_write, asio::redirect_error(awaiting, error));
    if (error) break;
    const ssize_t written = ::write(in_.get(), unsent_.data(), unsent_.size());
    if (written > 0) unsent_.erase(0, static_cast<std::size_t>(written));
    if (written < 0 && errno != EAGAIN && errno != EINTR) break;
  }
  unsent_.clear();
  writing_rest_ = false;
  --host_.unsent;
  if (leaving_) in_.close();
}

// Waits until there is a line, or a reason why there will be none. The deadlines
// are absolute: output that trickles in does not move them.
Task<std::optional<Fault>> Bot::Impl::wait_for_line(SteadyTime begin) {
  boost::system::error_code error;
  while (!output_.has_line()) {
    if (found_fault_) co_return found_fault_;
    const bool ended = !running_;
    if (auto fault = read_some()) co_return fault;
    if (output_.has_line()) break;
    if (output_closed_ || ended) co_return co_await fault_of_closed_output(begin);
    if (!running_) continue;  // it ended just now: one more read
    if (auto fault = over_budget(cpu_used(), now() - begin)) co_return fault;
    timer_.expires_at(next_check(begin));
    timer_.async_wait([this](boost::system::error_code cancelled) {
      if (!cancelled) out_.cancel();
    });
    co_await out_.stream().async_wait(Stream::wait_read, asio::redirect_error(awaiting, error));
    timer_.cancel();
  }
  co_return std::nullopt;
}

// Reads what is there, up to the first complete line; a fault if that is too much.
std::optional<Fault> Bot::Impl::read_some() {
  std::array<char, 4096> buffer;
  // Also of a line that came together with the one before.
  if (output_.line_size() > spec_.limits.line) return line_too_long();
  while (!output_.has_line() && !output_closed_) {
    const ssize_t size = read_now(out_.get(), buffer);
    if (size < 0) {
      if (errno == EINTR) continue;
      if (errno != EAGAIN) output_closed_ = true;
      return std::nullopt;
    }
    if (size == 0) {
      output_closed_ = true;
      return std::nullopt;
    }
    output_.append({buffer.data(), static_cast<std::size_t>(size)});
    output_total_ += static_cast<std::uint64_t>(size);
    if (output_.line_size() > spec_.limits.line) return line_too_long();
    if (output_total_ > spec_.limits.output) {
      return Fault{FaultKind::flood, "more than " + bytes_text(spec_.limits.output) +
                                         " on its standard output in one game"};
    }
  }
  return std::nullopt;
}

Fault Bot::Impl::line_too_long() const {
  return {FaultKind::flood, "a line of more than " + std::to_string(spec_.limits.line) +
                                " bytes on its standard output"};
}

Duration Bot::Impl::waits_for_processors() {
  return waits_.sample(members()) + host_.own_waits.read();
}

// Its output is at an end. Normally the bot is about to end too, and how it does
// decides the fault; one that lives on after its grace is treated as having left. Its clocks
// go on meanwhile. Ending needs a processor, too: waiting for one does not count.
Task<Fault> Bot::Impl::fault_of_closed_output(SteadyTime begin) {
  const Duration waits_before = waits_for_processors();
  const SteadyTime grace_end = now() + spec_.limits.grace;
  SteadyTime end = grace_end;
  while (running_ && !found_fault_) {
    if (auto fault = over_budget(cpu_used(), now() - begin)) co_return *fault;
    if (now() >= end) end = grace_end + (waits_for_processors() - waits_before);
    if (now() >= end) {
      co_return Fault{FaultKind::exit, "closed its standard output without answering"};
    }
    boost::system::error_code cancelled;  // its end, or a fault that was found
    timer_.expires_at(std::min(end, next_check(begin)));
    co_await timer_.async_wait(asio::redirect_error(awaiting, cancelled));
  }
  co_return found_fault_ ? *found_fault_ : fault_of_exit();
}

Fault Bot::Impl::fault_of_exit() {
  if (err_.is_open()) read_stderr();
  const bool by_signal = WIFSIGNALED(exit_status_);
  if ((by_signal || WEXITSTATUS(exit_status_) != 0) && ran_out_of_memory()) {
    return {FaultKind::memory, memory_text(spec_.limits.memory)};
  }
  if (by_signal) {
    const int signal = WTERMSIG(exit_status_);
    std::string reason = "ended by " + signal_text(signal) + " without answering";
    if (signal == SIGXFSZ) reason += "; " + file_size_text(spec_.limits.file_size);
    if (signal == SIGSYS && spec_.isolated) {
      reason += "; system calls of another architecture (int 0x80, x32) are refused";
    }
    return {FaultKind::crash, with_hint(std::move(reason))};
  }
  const int code = WEXITSTATUS(exit_status_);
  const std::string unfinished = output_.empty() ? "" : " after a line without its newline";
  if (code == 0) {
    return {FaultKind::exit, with_hint("left with exit code 0 without answering" + unfinished)};
  }
  return {FaultKind::crash, with_hint("left with exit code " + std::to_string(code) +
                                      " without answering" + unfinished)};
}

// Names what the walls refused, since that is the likely cause.
std::string Bot::Impl::with_hint(std::string reason) const {
  if (!departure_.refused.empty()) reason += "; " + refusal_text(departure_.refused);
  // The limits and walls around files refuse without telling us; the bot's words do.
  const std::string limits = file_limits_text(stderr_.view(), spec_.limits);
  if (!limits.empty()) reason += "; " + limits;
  if (spec_.isolated && tells_of_permission(stderr_.view())) {
    reason +=
        "; it may have been refused a file (a bot may read its own folder, the folders and the "
        "folders of files named in its \"command\", and write in TMPDIR)";
  }
  return reason;
}

Duration Bot::Impl::cpu_used() {
  if (reaped_) return std::max(departure_.cpu, cpu_charged_);
  if (group_) return std::max(group_time(), cpu_charged_);
  const auto read = clock_.read();
  if (!read) return cpu_charged_;
  Duration used = *read - clock_at_start_;
  if (may_have_children()) used += children_time();
  return std::max(used, cpu_charged_);
}

// A group's clock is exact and takes the kernel 10 us to read. For a trusted bot its own
// clock does in between, with what its children had used when the group's was read last.
Duration Bot::Impl::group_time() {
  const auto own = spec_.isolated ? std::nullopt : clock_.read();
  if (own && now() < next_sample_) return *own + children_in_group_ - clock_at_start_;
  next_sample_ = now() + sampling_period;
  const Duration all = group_->cpu();
  if (own) children_in_group_ = std::max(children_in_group_, all - *own);
  return all - clock_at_start_;
}

// As far as is known: a group's clock also counts what came before the program.
bool Bot::Impl::has_children() const {
  constexpr Duration much = std::chrono::milliseconds(1);
  if (group_) return spec_.isolated || children_in_group_ > much;
  return may_have_children() && children_.any();
}

// Walking through /proc costs more than a quick bot's whole turn, so a trusted bot's
// children are looked at no more than once in a period.
Duration Bot::Impl::children_time() {
  const SteadyTime time = now();
  if (!spec_.isolated && time < next_sample_) return children_.total();
  next_sample_ = time + sampling_period;
  return children_.sample(members());
}

std::optional<Fault> Bot::Impl::over_cpu_budget(Duration cpu) const {
  if (clock_kind_ != ClockKind::cpu || cpu <= spec_.limits.budget) return std::nullopt;
  return Fault{FaultKind::timeout, "used more than its budget of " +
                                       seconds_text(spec_.limits.budget) + " of CPU time"};
}

std::optional<Fault> Bot::Impl::over_budget(Duration cpu, Duration this_turn) {
  const Limits& limits = spec_.limits;
  const Duration wall = wall_charged_ + this_turn;
  if (clock_kind_ == ClockKind::wall) {
    if (wall <= limits.budget) return std::nullopt;
    return Fault{FaultKind::timeout,
                 "used more than its budget of " + seconds_text(limits.budget) + " of wall time"};
  }
  if (auto fault = over_cpu_budget(cpu)) return fault;
  // Children come and go, so their waiting must be looked at as long as they are there.
  const bool late = wall > limits.wall_limit();
  if (late || (has_children() && now() >= next_wait_sample_)) {
    next_wait_sample_ = now() + sampling_period;
    waited_ = waits_.sample(members());
  }
  if (late && overslept(wall)) {
    return Fault{FaultKind::timeout,
                 "took more than the wall limit of " + seconds_text(limits.wall_limit()) + ", " +
                     std::to_string(wall_limit_factor) + " times its budget of CPU time"};
  }
  return std::nullopt;
}

// Beyond the wall limit, without the time that it, or we, waited for a processor. The
// kernel's account lacks the wait that is going on, and time that a hypervisor or a paused
// machine has taken; but a bot that is seen computing does not sleep, and its CPU time will
// end it. Seen so, it may go on for a moment.
bool Bot::Impl::overslept(Duration wall) {
  own_wait_ = host_.own_waits.read() - own_wait_at_start_;
  const Duration beyond = wall - spec_.limits.wall_limit() - waited_ - own_wait_;
  if (beyond <= excused_) return false;
  if (!running_ || output_.has_line() || !ready_to_run(members())) return true;
  excused_ = beyond + excuse;
  return false;
}

// The earliest moment at which a clock can be at its end, or has to be looked at.
SteadyTime Bot::Impl::next_check(SteadyTime begin) {
  const Limits& limits = spec_.limits;
  if (clock_kind_ == ClockKind::wall) {
    // One tick later, so that the check then finds the budget exceeded.
    return begin + (limits.budget - wall_charged_) + Duration(1);
  }
  SteadyTime wall_end = begin + (limits.wall_limit() - wall_charged_) + Duration(1);
  // Beyond it only because the machine is busy with others.
  if (wall_end <= now()) wall_end += waited_ + own_wait_ + excused_;
  wall_end = std::max(wall_end, now() + shortest_wait);
  // N cores burn a budget N times as fast.
  Duration left = (limits.budget - cpu_used()) / host_.processors;
  // Children that come and go are seen only by looking often.
  if (children_.any()) left = std::min(left, sampling_period);
  return std::min(wall_end, now() + std::max(left, shortest_wait));
}

}  // namespace referee::bot
