// Children that have left their bot's process group and lost their parent.

#include "referee/machine/kernel/tree.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <fstream>
#include <string>

namespace {

// Its own for each process: tests run beside each other.
const std::string mark = "REFEREE_TREE_TEST=" + std::to_string(::getpid());

// One that sleeps in a session of its own, with the mark in its environment.
class Sleeper {
 public:
  Sleeper() {
    std::string program = "/bin/sleep";
    std::string seconds = "600";
    std::string variable = mark;
    const std::array<char*, 3> words{program.data(), seconds.data(), nullptr};
    const std::array<char*, 2> environment{variable.data(), nullptr};
    posix_spawnattr_t attributes{};
    ::posix_spawnattr_init(&attributes);
    ::posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSID);
    EXPECT_EQ(::posix_spawn(&pid_, program.c_str(), nullptr, &attributes, words.data(),
                            environment.data()),
              0);
    ::posix_spawnattr_destroy(&attributes);
    // It has been spawned before the kernel has put its environment in place.
    const std::string file = "/proc/" + std::to_string(pid_) + "/environ";
    for (std::string first; first.empty() && lives(); ::sched_yield()) {
      std::ifstream in(file, std::ios::binary);
      in >> first;
    }
  }
  ~Sleeper() {
    if (pid_ <= 0 || !lives()) return;
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  Sleeper(const Sleeper&) = delete;
  Sleeper& operator=(const Sleeper&) = delete;

  [[nodiscard]] pid_t pid() const { return pid_; }
  [[nodiscard]] bool lives() const { return ::kill(pid_, 0) == 0; }

 private:
  pid_t pid_ = -1;
};

TEST(Tree, StraysAreFoundByTheirEnvironment) {
  referee::kernel::Waiting waiting;
  const Sleeper leader;
  const Sleeper stray;
  referee::kernel::kill_marked(mark, leader.pid(), waiting);
  EXPECT_FALSE(stray.lives());
  EXPECT_TRUE(leader.lives());
}

TEST(Tree, NothingOfOtherBotsIsLookedAt) {
  referee::kernel::Waiting waiting;
  const Sleeper leader;
  const Sleeper rival;
  referee::kernel::note_session(rival.pid());
  referee::kernel::kill_marked(mark, leader.pid(), waiting);
  EXPECT_TRUE(rival.lives());
  referee::kernel::forget_session(rival.pid());
  referee::kernel::kill_marked(mark, leader.pid(), waiting);
  EXPECT_FALSE(rival.lives());
}

// A process of its own session that has started a marked one and sleeps, so that this is not below
// the test but below another bot.
TEST(Tree, OnlyWhatIsBelowThisProcessIsLookedAtOnceOrphansComeToIt) {
  referee::kernel::adopt_orphans();
  referee::kernel::Waiting waiting;
  const Sleeper leader;
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t rival = ::fork();
  if (rival == 0) {
    ::setsid();
    const Sleeper below;
    const pid_t pid = below.pid();
    const bool told = ::write(ready[1], &pid, sizeof pid) == sizeof pid;
    ::pause();
    ::_exit(told ? 0 : 1);
  }
  pid_t below = 0;
  ASSERT_EQ(::read(ready[0], &below, sizeof below), static_cast<ssize_t>(sizeof below));
  referee::kernel::note_session(rival);
  referee::kernel::kill_marked(mark, leader.pid(), waiting);
  EXPECT_EQ(::kill(below, 0), 0) << "what is below another bot was looked at";
  // Once that one has ended, it is an orphan of ours.
  ::kill(rival, SIGKILL);
  ::waitpid(rival, nullptr, 0);
  referee::kernel::forget_session(rival);
  referee::kernel::kill_marked(mark, leader.pid(), waiting);
  EXPECT_NE(::kill(below, 0), 0);
  ::close(ready[0]);
  ::close(ready[1]);
  ::prctl(PR_SET_CHILD_SUBREAPER, 0, 0, 0, 0);  // other tests count children
}

}  // namespace
