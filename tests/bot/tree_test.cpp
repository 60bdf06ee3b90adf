// Children that have left their bot's process group and lost their parent.

#include "referee/bot/tree.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
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
  referee::bot::Waiting waiting;
  const Sleeper leader;
  const Sleeper stray;
  referee::bot::kill_marked(mark, leader.pid(), waiting);
  EXPECT_FALSE(stray.lives());
  EXPECT_TRUE(leader.lives());
}

TEST(Tree, NothingOfOtherBotsIsLookedAt) {
  referee::bot::Waiting waiting;
  const Sleeper leader;
  const Sleeper rival;
  referee::bot::note_session(rival.pid());
  referee::bot::kill_marked(mark, leader.pid(), waiting);
  EXPECT_TRUE(rival.lives());
  referee::bot::forget_session(rival.pid());
  referee::bot::kill_marked(mark, leader.pid(), waiting);
  EXPECT_FALSE(rival.lives());
}

}  // namespace
