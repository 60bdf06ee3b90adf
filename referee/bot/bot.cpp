// The life of a bot: start, what goes on in the background, the end.

#include "referee/bot/bot.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "referee/bot/bot_impl.hpp"
#include "referee/bot/text.hpp"
#include "referee/bot/tree.hpp"
#include "referee/bot/visible.hpp"
#include "referee/text/log.hpp"

namespace referee::bot {

Bot::Impl::Impl(Host::Impl& host, const BotSpec& spec, ClockKind clock)
    : host_(host),
      spec_(spec),
      clock_kind_(clock),
      process_(host.io.get_executor()),
      out_(host.io),
      in_(host.io),
      err_(host.io),
      listener_(host.io),
      ended_(host.io),
      timer_(host.io),
      stderr_(spec.limits.stderr_tail) {}

void Bot::Impl::start() {
  if (!spec_.command) {
    launch_fault_ = Fault{FaultKind::launch, spec_.launch_error};
    return;
  }
  scratch_ = host_.scratch.take();
  std::vector<std::string> environment = bot_environment(scratch_.path, spec_.environment);
  if (may_have_children()) prepare_for_children(environment);
  auto result = host_.launcher.launch(*spec_.command, environment, host_.sandbox(spec_),
                                      scratch_.handle.get(), group_ ? group_->joining() : -1);
  if (auto* failure = std::get_if<LaunchFailure>(&result)) {
    give_back();
    if (failure->environment) throw EnvironmentError(failure->reason);
    launch_fault_ = Fault{FaultKind::launch, failure->reason};
    return;
  }
  adopt(std::move(std::get<Child>(result)));
  text::debug("bot '{}', pid {}: launched: {} (in {})", spec_.name, pid_, spec_.command->text,
              spec_.command->folder.c_str());
}

void Bot::Impl::prepare_for_children(std::vector<std::string>& environment) {
  if (!host_.guardian) host_.guardian.emplace(scratch_.path.parent_path());
  group_ = host_.groups.take();
  if (group_) {
    group_->limit(spec_.limits);
    memory_kills_at_start_ = group_->memory_kills();
    return;
  }
  departure_.blind_spot =
      "the CPU time of children is sampled: what a child does between the last sample and its end "
      "is missed if the bot does not wait for it";
  if (spec_.isolated) return;
  // Its children may leave its group; nothing else about them is certain.
  marker_ = "REFEREE_SCRATCH=" + scratch_.path.string();
  environment.push_back(marker_);
}

void Bot::Impl::adopt(Child child) {
  pid_ = child.pid;
  try {
    process_ = boost::process::v2::basic_process<Executor>(host_.io.get_executor(), pid_,
                                                           child.pidfd.get());
    pidfd_ = child.pidfd.release();
  } catch (const std::runtime_error& error) {
    // The event loop has no room for it.
    kill_process_tree(pid_, true);
    reap_killed(pid_);
    give_back();
    throw EnvironmentError("bot '" + spec_.name + "' cannot be waited for: " + error.what());
  }
  // The bot's account begins with what we had when it was started. The kernel counts pages
  // in batches, and our other threads go on: a little more is not certainly the bot's.
  constexpr std::size_t drift = std::size_t{1} << 20;
  rusage ours{};
  ::getrusage(RUSAGE_SELF, &ours);
  memory_floor_ = static_cast<std::size_t>(ours.ru_maxrss) * 1024 + drift;
  if (host_.guardian && may_have_children()) host_.guardian->watch(pid_);
  clock_ = ProcessClock(pid_);
  clock_at_start_ = child.cpu_at_exec;
  if (group_) {
    // The group's clock has no such mark: what the bot has used already is taken off.
    const Duration used = clock_.read().value_or(child.cpu_at_exec) - child.cpu_at_exec;
    clock_at_start_ = group_->cpu() - used;
  }
  next_resource_check_ = std::chrono::steady_clock::now() + resource_period;
  own_wait_at_start_ = host_.own_waits.read();
  running_ = true;
  in_.assign(std::move(child.in));
  out_.assign(std::move(child.out));
  err_.assign(std::move(child.err));
  listener_.assign(std::move(child.listener));
  if (clock_kind_ == ClockKind::wall) suspend();
  host_.unwatched.insert(this);
  host_.running.insert(this);
}

void Bot::Impl::watch() {
  if (!host_.unwatched.contains(this)) return;
  Descriptor end(::fcntl(pidfd(), F_DUPFD_CLOEXEC, 3));
  if (!end) {
    throw EnvironmentError("a bot cannot be waited for: " + std::generic_category().message(errno));
  }
  ended_.assign(std::move(end));
  host_.unwatched.erase(this);
  host_.run_in_background(watch_exit(shared_from_this()));
  host_.run_in_background(drain_stderr(shared_from_this()));
  if (listener_.is_open()) host_.run_in_background(answer_refusals(shared_from_this()));
  if (leaving_) see_off();
}

// ---- in the background ----

Task<> Bot::Impl::watch_exit(Self self) {
  (void)self;
  boost::system::error_code error;
  co_await ended_.stream().async_wait(Stream::wait_read, asio::redirect_error(awaiting, error));
  // It may have been abandoned between the event and this.
  if (error || reaped_) co_return;
  note_end();
  out_.cancel();
  timer_.cancel();
  if (leaving_) clean_up();
}

Task<> Bot::Impl::drain_stderr(Self self) {
  (void)self;
  boost::system::error_code error;
  while (err_.is_open()) {
    co_await err_.stream().async_wait(Stream::wait_read, asio::redirect_error(awaiting, error));
    if (error) co_return;
    read_stderr_once();
    if (stderr_at_end_) co_return;
  }
}

Task<> Bot::Impl::discard_output(Self self) {
  (void)self;
  boost::system::error_code error;
  while (out_.is_open()) {
    co_await out_.stream().async_wait(Stream::wait_read, asio::redirect_error(awaiting, error));
    if (error) co_return;
    std::array<char, 16384> buffer;
    const ssize_t size = ::read(out_.get(), buffer.data(), buffer.size());
    if (size == 0 || (size < 0 && errno != EAGAIN && errno != EINTR)) co_return;
  }
}

// ---- suspending and ending ----

bool Bot::Impl::has_stopped() const {
  siginfo_t info{};
  constexpr int events = WSTOPPED | WEXITED | WNOWAIT | WNOHANG;
  return ::waitid(P_PID, static_cast<id_t>(pid_), &info, events) != 0 || info.si_pid != 0;
}

void Bot::Impl::suspend() {
  suspended_ = true;
  seen_stopped_ = group_.has_value();
  if (group_) {
    group_->freeze();
  } else {
    ::kill(-pid_, SIGSTOP);
    // The last thread stops within microseconds, unless the kernel is busy with it. A process
    // that waits for a vforked child cannot be stopped, but its child is: then waiting longer
    // helps nobody.
    constexpr int most_tries = 500;
    for (int tries = 0; tries < most_tries && !seen_stopped_; ++tries) {
      const timespec pause{0, 20'000};
      if (tries > 0) ::nanosleep(&pause, nullptr);
      seen_stopped_ = has_stopped();
    }
  }
  used_on_its_way_ = {};
  cpu_at_suspension_ = cpu_used();
}

void Bot::Impl::resume() {
  suspended_ = false;
  if (group_) {
    group_->thaw();
    return;
  }
  ::kill(-pid_, SIGCONT);
}

Duration Bot::Impl::used_suspended() {
  constexpr Duration little = std::chrono::microseconds(200);
  if (!suspended_) return {};
  const Duration used = cpu_used() - cpu_at_suspension_ + used_on_its_way_;
  return used > little ? used : Duration{};
}

// The kernel's timers can be told to send SIGCONT, and no filter sees it. But what the kernel
// did for it before it stopped, such as giving back much memory, is no fault.
std::optional<Fault> Bot::Impl::over_suspension() {
  constexpr Duration most = std::chrono::milliseconds(20);
  const Duration cpu = cpu_used();
  if (!seen_stopped_) {
    seen_stopped_ = !is_about_to_stop(pid_) || has_stopped();
    used_on_its_way_ += cpu - std::exchange(cpu_at_suspension_, cpu);
    if (seen_stopped_) ::kill(-pid_, SIGSTOP);
    return std::nullopt;
  }
  if (cpu - cpu_at_suspension_ > most) {
    return Fault{FaultKind::timeout, "computed while it was suspended on the opponent's time"};
  }
  if (cpu > cpu_at_suspension_ && !group_) ::kill(-pid_, SIGSTOP);
  return std::nullopt;
}

void Bot::Impl::kill_tree(Leader leader) {
  if (reaped_) return;
  if (group_) kill_group();
  // The children of one that has ended are ours now: its group is all that is left to follow.
  const bool alone = !may_have_children() || leader == Leader::has_ended;
  const std::vector<pid_t> descendants = kill_process_tree(pid_, alone);
  // Only without walls can they have left its process group.
  if (!spec_.isolated) strays_.insert(strays_.end(), descendants.begin(), descendants.end());
  if (!marker_.empty()) kill_marked(marker_, pid_);
}

void Bot::Impl::kill_group() {
  if (!spec_.isolated) {
    const std::vector<pid_t> members = group_->members();
    strays_.insert(strays_.end(), members.begin(), members.end());
    std::erase(strays_, pid_);
  }
  if (!group_->kill_all()) {
    departure_.blind_spot = "what processes of it use that could not be ended is missing";
  }
}

// Only for destructors: no coroutine runs any more.
void Bot::Impl::note_end_after_kill() {
  text::debug("bot '{}', pid {}: killed: nobody waits for it any more", spec_.name, pid_);
  kill_tree();
  reap();
}

void Bot::Impl::leave(std::string_view lines, Farewell farewell) {
  if (leaving_) return;
  leaving_ = true;
  if (!process_.is_open()) return;
  if (running_) {
    departure_.peak_memory = std::max<std::size_t>(departure_.peak_memory, memory_of(pid_).peak);
  }
  host_.leaving.insert(this);
  if (!running_) {
    clean_up();
    return;
  }
  if (farewell == Farewell::none) {
    text::debug("bot '{}', pid {}: killed: dismissed after its fault", spec_.name, pid_);
    departure_.killed = true;
    kill_tree();
    return;
  }
  send(lines);
  if (suspended_) resume();
  if (!writing_rest_) in_.close();
  grace_end_ = std::chrono::steady_clock::now() + spec_.limits.grace;
  if (!host_.unwatched.contains(this)) see_off();
}

// What it still writes is thrown away, so that a full pipe does not hold it.
void Bot::Impl::see_off() {
  if (departure_.killed) return;
  host_.run_in_background(discard_output(shared_from_this()));
  timer_.expires_at(grace_end_);
  timer_.async_wait([this](boost::system::error_code cancelled) {
    if (cancelled || !running_) return;
    text::debug("bot '{}', pid {}: killed: did not leave in time", spec_.name, pid_);
    departure_.killed = true;
    kill_tree();
  });
}

void Bot::Impl::finish() {
  host_.unwatched.erase(this);
  note_end();
  clean_up();
}

// The bot has ended but is not reaped yet: its accounts can still be read.
void Bot::Impl::note_end() {
  siginfo_t info{};
  rusage usage{};
  if (::syscall(SYS_waitid, P_PID, pid_, &info, WEXITED | WNOWAIT, &usage) == 0) {
    const auto microseconds = [](const timeval& time) {
      return std::chrono::seconds(time.tv_sec) + std::chrono::microseconds(time.tv_usec);
    };
    const Duration total = microseconds(usage.ru_utime) + microseconds(usage.ru_stime);
    const auto exact = clock_.read();
    departure_.cpu = (exact ? std::max(*exact, total) : total) - clock_at_start_;
    // The account begins with the memory that it shared with us before it executed
    // its program; only more than that is certainly its own.
    const auto peak = static_cast<std::size_t>(usage.ru_maxrss) * 1024;
    if (peak > memory_floor_) departure_.peak_memory = std::max(departure_.peak_memory, peak);
  }
  if (may_have_children() && !group_) departure_.cpu = std::max(departure_.cpu, cpu_used());
  kill_tree(Leader::has_ended);  // what it left behind, while its number cannot belong to another
  if (group_) departure_.cpu = group_->cpu() - clock_at_start_;
  reap();
  if (WIFEXITED(exit_status_)) departure_.exit_code = WEXITSTATUS(exit_status_);
  if (WIFSIGNALED(exit_status_)) departure_.signal = WTERMSIG(exit_status_);
}

void Bot::Impl::reap() {
  if (host_.guardian && may_have_children()) host_.guardian->forget(pid_);
  boost::system::error_code ignored;
  process_.wait(ignored);
  exit_status_ = process_.native_exit_code();
  reaped_ = true;
  running_ = false;
  host_.running.erase(this);
}

// Whatever it has started.
void Bot::Impl::reap_all() {
  reap_group(pid_);
  if (spec_.isolated) return;
  reap_strays(strays_);
  if (group_) reap_ended_in(group_->name());
}

// Takes what is left in the pipe of its stderr.
void Bot::Impl::read_stderr() {
  // A pipe holds at most 1 MiB; something still writing to it cannot keep us here.
  for (int i = 0; i < 64 && read_stderr_once(); ++i) continue;
}

// False if there is nothing (any more).
bool Bot::Impl::read_stderr_once() {
  std::array<char, 16384> buffer;
  const ssize_t size = ::read(err_.get(), buffer.data(), buffer.size());
  if (size > 0) {
    stderr_.append({buffer.data(), static_cast<std::size_t>(size)});
  } else if (size == 0 || (errno != EAGAIN && errno != EINTR)) {
    stderr_at_end_ = true;
  }
  return size > 0;
}

void Bot::Impl::clean_up() {
  if (!process_.is_open()) return;
  if (err_.is_open()) read_stderr();
  departure_.stderr_tail = stderr_.view();
  departure_.stderr_total = stderr_.total();
  reap_all();
  timer_.cancel();
  host_.unwatched.erase(this);
  for (Channel* channel : {&in_, &out_, &err_, &listener_, &ended_}) channel->close();
  process_.detach();
  give_back();
  host_.leaving.erase(this);
}

void Bot::Impl::give_back() {
  host_.scratch.give_back(std::move(scratch_));
  if (group_) host_.groups.give_back(*std::exchange(group_, std::nullopt));
}

void Bot::Impl::abandon() {
  if (!process_.is_open()) return;
  if (running_) note_end_after_kill();
  clean_up();
}

// ---- the faces ----

Bot::Bot(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}
Bot::~Bot() { impl_->abandon(); }

Turn Bot::take_turn(std::string_view lines) { return impl_->run_turn(lines); }
void Bot::leave(std::string_view lines, Farewell farewell) { impl_->leave(lines, farewell); }
const Departure& Bot::departure() const noexcept { return impl_->departure(); }

}  // namespace referee::bot
