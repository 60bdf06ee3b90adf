#include "referee/machine/bot/refusals.hpp"

#include <linux/net.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>

#include "referee/machine/bot/refused_call.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "referee/machine/walls/filter.hpp"
#include "referee/machine/walls/filter_program.hpp"

namespace referee::bot {

void Unseen::look() {
  // Of CPU time: far more than any of these calls takes.
  static constexpr kernel::Duration long_enough = std::chrono::milliseconds(2);
  std::erase_if(calls_, [this](const Call& call) {
    const kernel::ThreadState now = look_(call.thread);
    return !now.runs || now.used - call.used > long_enough;
  });
}

void Unseen::add(pid_t owner, pid_t thread, std::size_t count) {
  const std::size_t most = count + left(owner, count);
  calls_.push_back({owner, thread, ++allowed_, most, look_(thread).used});
}

void Unseen::asks(pid_t thread) {
  std::erase_if(calls_, [thread](const Call& call) { return call.thread == thread; });
}

// Are there as many as there can be only if one of the calls, and all that were open when it was
// allowed, and all that have been allowed since, have been made? What has ended meanwhile only
// makes them fewer.
bool Unseen::all_made(pid_t owner, std::size_t count) const {
  return std::any_of(calls_.begin(), calls_.end(), [&](const Call& call) {
    return call.owner == owner && count >= call.most + (allowed_ - call.number + 1);
  });
}

std::size_t Unseen::left(pid_t owner, std::size_t count) {
  if (all_made(owner, count)) {
    std::erase_if(calls_, [owner](const Call& call) { return call.owner == owner; });
  }
  const auto left = std::count_if(calls_.begin(), calls_.end(),
                                  [owner](const Call& call) { return call.owner == owner; });
  return static_cast<std::size_t>(left);
}

namespace {

// SECCOMP_USER_NOTIF_FLAG_CONTINUE; the kernel executes the call after all. Sound
// here because all that was looked at is in registers.
constexpr unsigned continue_flag = 1;

// How long, and in which steps, we look for what has been allowed and is not there yet.
constexpr kernel::Duration longest_look = std::chrono::milliseconds(1);
constexpr kernel::Duration between_counts = std::chrono::microseconds(100);

// How many there are, if there is room for one more with all that has been allowed and may still
// come; else nothing. Waits a moment if only that is missing.
template <typename Count>
std::optional<std::size_t> with_room(Unseen& unseen, kernel::Waiting& waiting, pid_t owner,
                                     std::size_t most, Count count) {
  const kernel::SteadyTime until = kernel::now() + longest_look;
  do {
    unseen.look();
    const std::size_t there = count();
    if (there >= most) return std::nullopt;
    if (there + unseen.left(owner, there) < most) return there;
  } while (waiting.pause(between_counts, until));
  return std::nullopt;
}

bool makes_timer(std::string_view call) {
  return call == "timer_create" || call == "timerfd_create";
}

bool handles_signal(std::string_view call) {
  return call == "rt_sigaction" || call == "sigaction" || call == "signal";
}

// What poll() says of it right now.
short events_of(int descriptor) noexcept {
  pollfd one{descriptor, POLLIN, 0};
  return ::poll(&one, 1, 0) == 1 ? one.revents : short{0};
}

// Of the calls that socketcall(2) makes, as far as bots may not make them. Their arguments are
// in the bot's memory, and to read that takes a lock that the bot can hold.
constexpr std::array<std::pair<int, const char*>, 5> socket_calls{{{SYS_SOCKET, "socket"},
                                                                   {SYS_BIND, "bind"},
                                                                   {SYS_CONNECT, "connect"},
                                                                   {SYS_LISTEN, "listen"},
                                                                   {SYS_ACCEPT, "accept"}}};

std::string name_of(const seccomp_notif& request) {
  std::string name = walls::call_name(request.data.nr, request.data.arch);
  if (name != "socketcall") return name;
  for (const auto& [number, call] : socket_calls) {
    if (request.data.args[0] == static_cast<std::uint64_t>(number)) return call;
  }
  return name;
}

}  // namespace

void Refusals::open(pid_t pid, text::Descriptor listener) {
  pid_ = pid;
  listener_ = std::move(listener);
}

// 0 to let a call be, else the error that it returns. Changes `call` to "thread" where that is what
// it makes.
int Refusals::judge(const seccomp_notif& request, std::string& call) {
  const auto thread = static_cast<pid_t>(request.pid);
  for (Unseen* unseen : {&threads_, &children_}) unseen->asks(thread);
  if (handles_signal(call)) {
    hooks_.may_vanish();
    return 0;
  }
  if (makes_timer(call)) return timers_++ < most_timers ? 0 : EAGAIN;
  if (call == "clone") return judge_clone(request, call);
  if (call != "fork" && call != "vfork") return EPERM;
  return judge_child(thread);
}

int Refusals::judge_clone(const seccomp_notif& request, std::string& call) {
  const auto thread = static_cast<pid_t>(request.pid);
  const auto flags = static_cast<std::uint32_t>(request.data.args[0]);
  if ((flags & CLONE_THREAD) != 0) {
    call = "thread";
    return walls::makes_thread(flags) ? judge_thread(thread) : EINVAL;
  }
  return walls::makes_child(flags) ? judge_child(thread) : EPERM;
}

int Refusals::judge_thread(pid_t thread) {
  const pid_t process = kernel::threads_around(thread).process;
  const auto count = [thread] { return kernel::threads_around(thread).count; };
  const auto there = with_room(threads_, waiting_, process, limits_.threads, count);
  if (!there) return EAGAIN;
  threads_.add(process, thread, *there);
  return 0;
}

int Refusals::judge_child(pid_t thread) {
  if (limits_.processes == 0) return EPERM;
  hooks_.at_child();
  kernel::reap_orphans(pid_);
  const auto count = [this] { return kernel::count_group(pid_); };
  // The bot itself is one of them.
  const auto there = with_room(children_, waiting_, pid_, limits_.processes + 1, count);
  if (!there) return EAGAIN;
  children_.add(pid_, thread, *there);
  return 0;
}

void Refusals::answer() {
  // Before Linux 6.11 receiving waits for a report, and for ever if no process is left.
  const short events = events_of(listener_.get());
  if ((events & POLLIN) == 0) {
    if ((events & (POLLHUP | POLLERR)) != 0) listener_.reset();
    return;
  }
  seccomp_notif request{};
  if (::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, &request) != 0) {
    // One that asked may have been killed meanwhile.
    if (errno != EINTR && errno != ENOENT) listener_.reset();
    return;
  }
  std::string call = name_of(request);
  const int refusal = judge(request, call);
  if (refusal == 0 && call == "thread") hooks_.before_thread();
  const bool child =
      refusal == 0 && call != "thread" && !makes_timer(call) && !handles_signal(call);
  if (refusal != 0 && std::find(names_.begin(), names_.end(), call) == names_.end()) {
    names_.push_back(std::move(call));
  }
  seccomp_notif_resp response{};
  response.id = request.id;
  response.error = -refusal;
  if (refusal == 0) response.flags = continue_flag;
  // Fails only if the bot has died meanwhile.
  ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
  if (!child) return;
  wait_for_child();
  hooks_.at_child();
}

// Usually it is there at once, and need not be looked for later, when it may be gone again.
// Bounded: it may fail, or get no processor.
void Refusals::wait_for_child() {
  const kernel::SteadyTime until = kernel::now() + longest_look;
  do {
    children_.look();
    if (children_.left(pid_, kernel::count_group(pid_)) == 0) return;
  } while (waiting_.pause(between_counts, until));
}

}  // namespace referee::bot
