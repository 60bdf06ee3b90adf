#include "referee/bot/refusals.hpp"

#include <linux/net.h>
#include <poll.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <utility>

#include "referee/bot/filter.hpp"
#include "referee/bot/filter_program.hpp"
#include "referee/bot/text.hpp"
#include "referee/bot/tree.hpp"

namespace referee::bot {
namespace {

// SECCOMP_USER_NOTIF_FLAG_CONTINUE; the kernel executes the call after all. Sound
// here because all that was looked at stands in registers.
constexpr unsigned continue_flag = 1;

// Each expires in an interrupt that may come at the opponent's expense; no runtime makes more than
// one or two.
constexpr int most_timers = 8;

bool makes_timer(std::string_view call) {
  return call == "timer_create" || call == "timerfd_create";
}

// What poll() says of it right now.
short events_of(int descriptor) noexcept {
  pollfd one{descriptor, POLLIN, 0};
  return ::poll(&one, 1, 0) == 1 ? one.revents : short{0};
}

// Of the calls that socketcall(2) stands for, as far as bots may not make them. Their arguments are
// in the bot's memory, and to read that takes a lock that the bot can hold.
constexpr std::array<std::pair<int, const char*>, 5> socket_calls{{{SYS_SOCKET, "socket"},
                                                                   {SYS_BIND, "bind"},
                                                                   {SYS_CONNECT, "connect"},
                                                                   {SYS_LISTEN, "listen"},
                                                                   {SYS_ACCEPT, "accept"}}};

std::string name_of(const seccomp_notif& request) {
  std::string name = call_name(request.data.nr, request.data.arch);
  if (name != "socketcall") return name;
  for (const auto& [number, call] : socket_calls) {
    if (request.data.args[0] == static_cast<std::uint64_t>(number)) return call;
  }
  return name;
}

}  // namespace

void Refusals::open(pid_t pid, Descriptor listener) {
  pid_ = pid;
  listener_ = std::move(listener);
}

// 0 to let a call be, else the error that it returns. Changes `call` to "thread" where that is what
// it makes.
int Refusals::judge(const seccomp_notif& request, std::string& call) {
  if (makes_timer(call)) return ++timers_ <= most_timers ? 0 : EAGAIN;
  if (call == "clone") return judge_clone(request, call);
  if (call != "fork" && call != "vfork") return EPERM;
  if (limits_.processes == 0) return EPERM;
  reap_orphans(pid_);
  return count_group(pid_) <= limits_.processes ? 0 : EAGAIN;  // the bot itself is one of them
}

int Refusals::judge_clone(const seccomp_notif& request, std::string& call) const {
  const auto flags = static_cast<std::uint32_t>(request.data.args[0]);
  if ((flags & CLONE_THREAD) != 0) {
    call = "thread";
    if (!makes_thread(flags)) return EINVAL;
    return count_threads(static_cast<pid_t>(request.pid)) < limits_.threads ? 0 : EAGAIN;
  }
  if (limits_.processes == 0 || !makes_child(flags)) return EPERM;
  reap_orphans(pid_);
  return count_group(pid_) <= limits_.processes ? 0 : EAGAIN;
}

void Refusals::answer() {
  // Before Linux 6.11 receiving waits until somebody asks, for ever if nobody is left.
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
  const bool child = refusal == 0 && call != "thread" && !makes_timer(call);
  const std::size_t before = child ? count_group(pid_) : 0;
  if (refusal != 0 && std::find(names_.begin(), names_.end(), call) == names_.end()) {
    names_.push_back(std::move(call));
  }
  if (refusal == 0 && call == "thread") before_thread_();
  seccomp_notif_resp response{};
  response.id = request.id;
  response.error = -refusal;
  if (refusal == 0) response.flags = continue_flag;
  // Fails only if the bot has died meanwhile.
  ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
  if (child) wait_for_child(before);
}

// The next one that asks must be counted together with this one, which is not made
// yet. Bounded: it may fail, or be gone before we look.
void Refusals::wait_for_child(std::size_t before) const {
  for (int tries = 0; tries < 10 && count_group(pid_) <= before; ++tries) {
    const timespec pause{0, 100'000};
    ::nanosleep(&pause, nullptr);
  }
}

}  // namespace referee::bot
