// A look at a bot's memory gets through, whatever keeps it waiting, and costs the bot nothing.

#include <fmt/core.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/ptrace.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <optional>
#include <string>
#include <system_error>
#include <vector>

#include "referee/machine/bot/account.hpp"
#include "support.hpp"

namespace {

namespace fs = std::filesystem;
using namespace support;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has_ended(pid_t child) {
  siginfo_t info{};
  const auto id = static_cast<id_t>(child);
  return ::waitid(P_PID, id, &info, WEXITED | WNOWAIT | WNOHANG) != 0 || info.si_pid != 0;
}

// A referee in a process of its own, so that it has no threads but those that look.
class Referee {
 public:
  explicit Referee(ClockKind clock) : pid_(in_child([clock] { ::_exit(play(clock)); })) {}
  ~Referee() {
    ::kill(pid_, SIGKILL);
    // A thread that is traced still is its tracer's to reap.
    for (const pid_t looker : lookers_) ::waitpid(looker, nullptr, __WALL);
    ::waitpid(pid_, nullptr, 0);
  }
  Referee(const Referee&) = delete;
  Referee& operator=(const Referee&) = delete;

  // A thread that looks, as soon as there is one not returned before; nothing if it ends without.
  std::optional<pid_t> looker() {
    while (!has_ended(pid_)) {
      std::error_code gone;
      for (fs::directory_iterator task(folder() / "task", gone), end; !gone && task != end;
           task.increment(gone)) {
        const pid_t thread = std::stoi(task->path().filename());
        if (thread != pid_ && !std::count(lookers_.begin(), lookers_.end(), thread)) {
          return lookers_.emplace_back(thread);
        }
      }
      ::usleep(1000);
    }
    return std::nullopt;
  }
  // Its bot's folder in /proc; empty if it has none.
  [[nodiscard]] fs::path bot() const {
    std::ifstream children(folder() / "task" / std::to_string(pid_) / "children");
    for (std::string child; children >> child;) {
      fs::path place = fs::path("/proc") / child;
      if (text_of(place / "comm").starts_with("referee-test")) return place;
    }
    return {};
  }
  // Lets its bot answer and waits for its end; the exit code of play().
  int end(const fs::path& bot) {
    ::kill(std::stoi(bot.filename()), SIGUSR1);
    siginfo_t info{};
    ::waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOWAIT);
    return info.si_code == CLD_EXITED ? info.si_status : -1;
  }

 private:
  [[nodiscard]] fs::path folder() const { return fs::path("/proc") / std::to_string(pid_); }
  // A turn in which the bot computes until end(), and much longer than one may that keeps looks
  // waiting. 0 if it has no fault.
  static int play(ClockKind clock) {
    const std::string script =
        fmt::format("heed:{} threads:2 read burn:60000000 say:done%n drain", SIGUSR1);
    Table table(with_budget(scripted(script), 1h), clock);
    const Turn turn = table.turn();
    if (turn.fault) std::cerr << turn.fault->reason << '\n';
    const bool whole = turn.line == "done" && turn.cpu > referee::bot::Guard::most_in_motion;
    table.end();
    return turn.fault || !whole ? 1 : 0;
  }

  pid_t pid_;
  std::vector<pid_t> lookers_;
};

// Where the groups are that can be frozen.
std::string control_groups() {
  std::ifstream mounts("/proc/self/mounts");
  std::string device;
  std::string place;
  std::string type;
  for (std::string rest; mounts >> device >> place >> type && std::getline(mounts, rest);) {
    if (type == "cgroup2") return place;
  }
  return "/sys/fs/cgroup";
}

// Is it stopped, or frozen with its control group?
bool is_still(const fs::path& bot) {
  const std::string stat = text_of(bot / "stat");
  const auto name_end = stat.rfind(')');
  if (name_end != std::string::npos && stat.substr(name_end + 2, 1) == "T") return true;
  const std::string groups = text_of(bot / "cgroup");
  const auto path = groups.find("0::/");
  if (path == std::string::npos) return false;
  const std::string group = groups.substr(path + 3, groups.find('\n', path) - path - 3);
  return text_of(control_groups() + group + "/cgroup.events").find("frozen 1") != std::string::npos;
}

// Stops a thread in the middle of a look, where it opens a file: it has no lock of anybody's there.
bool stop_in_a_look(pid_t thread) {
  const fs::path call = fs::path("/proc") / std::to_string(thread) / "syscall";
  const std::string opens = std::to_string(SYS_openat) + " ";
  if (::ptrace(PTRACE_INTERRUPT, thread, nullptr, nullptr) != 0) return false;
  while (::waitpid(thread, nullptr, __WALL) == thread) {
    if (text_of(call).starts_with(opens)) return true;
    if (::ptrace(PTRACE_SYSCALL, thread, nullptr, nullptr) != 0) return false;
  }
  return false;
}

// Waits until the bot is held still; false if it ends before.
bool comes_to_a_standstill(const fs::path& bot) {
  while (!is_still(bot)) {
    if (text_of(bot / "stat").empty()) return false;
    ::usleep(1000);
  }
  return true;
}

// Traces the first thread that looks, and has stopped it.
class Looks : public testing::TestWithParam<ClockKind> {
 protected:
  void SetUp() override {
    const auto looker = referee_.looker();
    ASSERT_TRUE(looker) << "nobody looks";
    if (::ptrace(PTRACE_SEIZE, *looker, nullptr, nullptr) != 0) {
      GTEST_SKIP() << "this user may not trace a thread of a child that hides its memory";
    }
    ASSERT_TRUE(stop_in_a_look(*looker));
    looker_ = *looker;
  }

  Referee referee_{GetParam()};
  pid_t looker_ = -1;
};

// The thread that looks stands still until the bot does, as if it got no processor, or whoever has
// the lock that it waits for. Without standstills the bot would use more than it may.
TEST_P(Looks, GetThroughWhateverKeepsThemWaiting) {
  const fs::path bot = referee_.bot();
  ASSERT_FALSE(bot.empty());
  ASSERT_TRUE(comes_to_a_standstill(bot)) << "it was not held still";
  EXPECT_EQ(::ptrace(PTRACE_DETACH, looker_, nullptr, nullptr), 0);
  EXPECT_EQ(referee_.end(bot), 0);
}

// While a look waits there are others, without locks. One of them may still wait when the first is
// over.
TEST_P(Looks, GetThroughWithoutLocksToo) {
  const auto second = referee_.looker();
  ASSERT_TRUE(second) << "nobody looks while somebody does";
  ASSERT_EQ(::ptrace(PTRACE_SEIZE, *second, nullptr, nullptr), 0);
  ASSERT_TRUE(stop_in_a_look(*second));
  const fs::path bot = referee_.bot();
  ASSERT_FALSE(bot.empty());
  EXPECT_EQ(::ptrace(PTRACE_DETACH, looker_, nullptr, nullptr), 0);
  ASSERT_TRUE(comes_to_a_standstill(bot)) << "it was not held still";
  EXPECT_EQ(::ptrace(PTRACE_DETACH, *second, nullptr, nullptr), 0);
  EXPECT_EQ(referee_.end(bot), 0);
}

INSTANTIATE_TEST_SUITE_P(Clocks, Looks, testing::Values(ClockKind::cpu, ClockKind::wall),
                         [](const auto& clock) {
                           return std::string(clock.param == ClockKind::cpu ? "cpu" : "wall");
                         });

}  // namespace
