// What is watched beside the clocks: refused system calls, threads, children, memory
// and disk.

#include <fcntl.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>
#include <vector>

#include "referee/bot/bot_impl.hpp"
#include "referee/bot/text.hpp"
#include "referee/bot/tree.hpp"
#include "referee/text/log.hpp"

namespace referee::bot {
namespace {

// SECCOMP_USER_NOTIF_FLAG_CONTINUE; the kernel executes the call after all. Sound
// here because all that was looked at stands in registers.
constexpr unsigned continue_flag = 1;

// What the calling thread has used since this was made.
class ProcessorTime {
 public:
  [[nodiscard]] Duration so_far() const noexcept { return now() - begin_; }

 private:
  static Duration now() noexcept {
    timespec time{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return std::chrono::seconds(time.tv_sec) + Duration(time.tv_nsec);
  }

  Duration begin_ = now();
};

// If the machine runs out of memory, bots go before anything else. Needs no right, but the
// bot's own memory: as long as a new process shares ours, which is closed to others, its files
// in /proc belong to root.
void offer_to_oom_killer(pid_t process) {
  const std::string file = "/proc/" + std::to_string(process) + "/oom_score_adj";
  const Descriptor score(::open(file.c_str(), O_WRONLY | O_CLOEXEC));
  // Where it cannot be written the machine only chooses differently.
  if (score) [[maybe_unused]]
    const ssize_t written = ::write(score.get(), "1000", 4);
}

// What poll() says of it right now.
short events_of(int descriptor) noexcept {
  pollfd one{descriptor, POLLIN, 0};
  return ::poll(&one, 1, 0) == 1 ? one.revents : short{0};
}

// Namespaces of its own are no business of a bot, and in a user namespace it had rights.
constexpr std::uint64_t new_namespaces = CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS |
                                         CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;

}  // namespace

// What becomes of one reported call: 0 to let it be, else the error that it returns.
// Changes `call` to "thread" where that is what it makes.
int Bot::Impl::judge(const seccomp_notif& request, std::string& call) {
  const Limits& limits = spec_.limits;
  if (call != "fork" && call != "vfork" && call != "clone") return EPERM;
  if (call == "clone" && (request.data.args[0] & CLONE_THREAD) != 0) {
    call = "thread";
    // One with descriptors of its own, which nobody who counts files would see.
    if ((request.data.args[0] & CLONE_FILES) == 0) return EINVAL;
    const auto thread = static_cast<pid_t>(request.pid);
    return count_threads(thread) < limits.threads ? 0 : EAGAIN;
  }
  if (limits.processes == 0) return EPERM;
  if (call == "clone" && (request.data.args[0] & new_namespaces) != 0) return EPERM;
  reap_orphans(pid_);
  return count_group(pid_) <= limits.processes ? 0 : EAGAIN;  // the bot itself is one of them
}

// The walls ask us about every call that they refuse or count: note the name of what
// is refused.
Task<> Bot::Impl::answer_refusals(Self self) {
  (void)self;
  boost::system::error_code error;
  while (listener_.is_open()) {
    co_await listener_.stream().async_wait(Stream::wait_read,
                                           asio::redirect_error(awaiting, error));
    if (error) co_return;
    // Before Linux 6.11 receiving waits until somebody asks, for ever if nobody is left.
    const short events = events_of(listener_.get());
    if ((events & POLLIN) == 0) {
      if ((events & (POLLHUP | POLLERR)) != 0) co_return;
      continue;
    }
    seccomp_notif request{};
    if (::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_RECV, &request) != 0) {
      // One that asked may have been killed meanwhile.
      if (errno == EINTR || errno == ENOENT) continue;
      co_return;
    }
    std::string call = call_name(request.data.nr);
    const int refusal = judge(request, call);
    const bool child = refusal == 0 && call != "thread";
    const std::size_t before = child ? count_group(pid_) : 0;
    auto& refused = departure_.refused;
    if (refusal != 0 && std::find(refused.begin(), refused.end(), call) == refused.end()) {
      refused.push_back(std::move(call));
    }
    seccomp_notif_resp response{};
    response.id = request.id;
    response.error = -refusal;
    if (refusal == 0) response.flags = continue_flag;
    // Fails only if the bot has died meanwhile.
    ::ioctl(listener_.get(), SECCOMP_IOCTL_NOTIF_SEND, &response);
    if (child) wait_for_child(before);
  }
}

// The next one that asks must be counted together with this one, which is not made
// yet. Bounded: it may fail, or be gone before we look.
void Bot::Impl::wait_for_child(std::size_t before) const {
  for (int tries = 0; tries < 10 && count_group(pid_) <= before; ++tries) {
    const timespec pause{0, 100'000};
    ::nanosleep(&pause, nullptr);
  }
}

std::vector<pid_t> Bot::Impl::members() const {
  return may_have_children() ? members_of(pid_) : std::vector<pid_t>{pid_};
}

SteadyTime Bot::Impl::look() {
  if (found_fault_ || departure_.killed) return SteadyTime::max();
  if (std::chrono::steady_clock::now() < next_resource_check_) return next_resource_check_;
  // One that is suspended takes nothing more, and looking closer could wait for its locks.
  std::optional<Fault> fault = suspended_ ? over_suspension() : over_resources();
  if (suspended_) next_resource_check_ = std::chrono::steady_clock::now() + resource_period;
  // What it computes once it has been told to leave is bounded by its grace.
  if (!fault && !leaving_) fault = over_cpu_budget(cpu_used());
  if (!fault) return next_resource_check_;
  found_fault_ = std::move(fault);
  departure_.killed = true;
  text::debug("bot '{}', pid {}: killed: {}", spec_.name, pid_, found_fault_->reason);
  kill_tree();
  out_.cancel();
  timer_.cancel();
  return SteadyTime::max();
}

std::optional<Fault> Bot::Impl::over_resources() {
  const SteadyTime time = std::chrono::steady_clock::now();
  if (!running_ || time < next_resource_check_) return std::nullopt;
  // One that has not computed since then has taken nothing either.
  const Duration cpu = cpu_used();
  if (!may_have_children() && cpu == std::exchange(cpu_at_resource_check_, cpu)) {
    next_resource_check_ = time + resource_period;
    return std::nullopt;
  }
  const ProcessorTime cost;
  auto fault = measure_resources();
  next_resource_check_ =
      std::chrono::steady_clock::now() + std::max(resource_period, resource_share * cost.so_far());
  return fault;
}

std::optional<Fault> Bot::Impl::measure_resources() {
  const Limits& limits = spec_.limits;
  const std::vector<pid_t> processes = members();
  if (!std::exchange(offered_, true)) {
    for (const pid_t pid : processes) offer_to_oom_killer(pid);
  }
  Resources use = resources_in_use(scratch_.handle.get(), processes, {limits.memory, limits.disk});
  departure_.peak_memory = std::max<std::size_t>(departure_.peak_memory, use.memory.peak);
  file_memory_ = use.memory.files;
  if (limits.memory > 0 && use.memory.now > limits.memory) {
    return Fault{FaultKind::memory, memory_text(limits.memory)};
  }
  if (!use.disk.obstacle.empty()) return Fault{FaultKind::flood, std::move(use.disk.obstacle)};
  if (use.disk.bytes > limits.disk) {
    return Fault{FaultKind::flood,
                 "more than " + bytes_text(limits.disk) +
                     " of files in its scratch folder (the bot's key \"disk\" in a config)"};
  }
  return std::nullopt;
}

// Whether memory was what a bot that has crashed lacked. An allocation that the limit
// refuses kills nobody by itself, so this goes by what it leaves: words that runtimes
// say, or the memory that it had.
bool Bot::Impl::ran_out_of_memory() const {
  const std::size_t limit = spec_.limits.memory;
  if (limit == 0) return false;
  if (group_ && group_->memory_kills() > memory_kills_at_start_) return true;
  const std::size_t own = departure_.peak_memory - std::min(departure_.peak_memory, file_memory_);
  return own >= limit / 10 * 9 || tells_of_memory(stderr_.view());
}

}  // namespace referee::bot
