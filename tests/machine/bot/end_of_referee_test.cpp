// Nothing outlives the referee, and nothing outlives a bot: children of bots, with and
// without walls, whatever ends the referee.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "referee/machine/kernel/tree.hpp"
#include "support.hpp"
#include "tests/folder.hpp"

namespace {

using namespace support;
namespace fs = std::filesystem;

// A shell that starts two sleepers, one of them in a session of its own, and then
// answers. They carry a word by which they can be found.
BotSpec family(const std::string& word) {
  BotSpec spec = scripted("");
  spec.command = referee::program::resolve_command(
      "sh -c 'sleep 3600 & setsid sleep 3600 & read line; echo $line; read line'", "/");
  spec.limits.processes = 4;
  spec.environment = {"FAMILY=" + word};
  return spec;
}

std::vector<pid_t> members_of_family(const std::string& word) {
  std::vector<pid_t> found;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const pid_t pid = std::atoi(entry.path().filename().c_str());
    if (pid <= 0) continue;
    std::ifstream environment(entry.path() / "environ", std::ios::binary);
    for (std::string one; std::getline(environment, one, '\0');) {
      if (one == "FAMILY=" + word) found.push_back(pid);
    }
  }
  return found;
}

// Waits for an event that must come; false if it does not within minutes.
template <typename Event>
bool comes(Event event) {
  const auto end = std::chrono::steady_clock::now() + 5min;
  while (!event()) {
    if (std::chrono::steady_clock::now() > end) return false;
    ::usleep(1000);
  }
  return true;
}

// A referee in a process of its own: `play` has a bot answer and returns whether it did; then the
// referee waits for its end.
class KilledReferee {
 public:
  template <typename Play>
  explicit KilledReferee(Play play) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    pid_ = in_child([&] {
      play([&](bool answered) {
        const char told = answered ? 'a' : 'f';
        if (::write(ends[1], &told, 1) != 1) ::_exit(1);
        ::pause();
      });
    });
    ::close(ends[1]);
    char answered = 0;
    EXPECT_EQ(::read(ends[0], &answered, 1), 1);
    EXPECT_EQ(answered, 'a');
    ::close(ends[0]);
  }
  void kill() {
    ::kill(pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }

 private:
  pid_t pid_ = -1;
};

// One that has just begun a program may have no environment yet.
bool has_two_members(const std::string& word) {
  return comes([&word] { return members_of_family(word).size() >= 2; });
}

// As the referee's main program: only who adopts orphans can wait for their end.
class Family : public testing::TestWithParam<bool> {
 protected:
  Family() { referee::kernel::adopt_orphans(); }
};

TEST_P(Family, EndsWithTheBot) {
  const std::string word = "end-" + std::to_string(::getpid());
  BotSpec spec = family(word);
  spec.isolated = GetParam();
  Table table(std::move(spec));
  EXPECT_EQ(table.turn("hello\n").line, "hello");
  EXPECT_TRUE(has_two_members(word));
  table.end();
  EXPECT_TRUE(members_of_family(word).empty());
}

TEST_P(Family, EndsWithTheBotWithoutControlGroups) {
  const std::string word = "sampled-" + std::to_string(::getpid());
  BotSpec spec = family(word);
  spec.isolated = GetParam();
  auto protections = referee::walls::probe_protections();
  protections.cgroup.clear();
  ProcessHost host(protections);
  auto bot = host.start(spec, ClockKind::cpu);
  EXPECT_EQ(bot->take_turn("hello\n").line, "hello");
  EXPECT_TRUE(has_two_members(word));
  bot->leave("", Bot::Farewell::none);
  host.settle();
  EXPECT_TRUE(members_of_family(word).empty());
  EXPECT_FALSE(bot->departure().blind_spot.empty());
}

// Waits until all of a family have ended, and sees to it that they have.
void expect_end_of_family(const std::string& word) {
  EXPECT_TRUE(comes([&] { return members_of_family(word).empty(); })) << word;
  for (const pid_t pid : members_of_family(word)) ::kill(pid, SIGKILL);
  // Where orphans come to this process, the guardian does so too.
  EXPECT_TRUE(comes([] {
    pid_t ended = 0;
    do ended = ::waitpid(-1, nullptr, WNOHANG);
    while (ended > 0);
    return ended < 0;  // there is none
  }));
}

// With and without walls: children that left their group, which only bots of --trust can,
// are found by their environment. The second fence is that the referee and all that it starts are
// found by a word and killed here.
TEST_P(Family, EndsWithAKilledReferee) {
  const std::string word = "killed-" + std::to_string(::getpid());
  KilledReferee killed([&](const auto& tell) {
    BotSpec spec = family(word);
    spec.isolated = GetParam();
    Table table(std::move(spec));
    tell(!table.turn("x\n").fault);
  });
  EXPECT_FALSE(members_of_family(word).empty());
  killed.kill();
  expect_end_of_family(word);
}

// A thread that executes a program takes the place of the one that the kernel's signal is for.
TEST(Threads, EndWithAKilledReferee) {
  for (const bool told : {true, false}) {
    const std::string word = (told ? "thread-" : "untold-") + std::to_string(::getpid());
    KilledReferee killed([&](const auto& tell) {
      auto protections = referee::walls::probe_protections();
      if (!told) protections.notify_continue = false;
      ProcessHost host(protections);
      BotSpec spec = scripted("answer exec answer wait");
      spec.environment = {"FAMILY=" + word};
      auto bot = host.start(spec, ClockKind::cpu);
      const bool first = !bot->take_turn("x\n").fault;
      tell(first && !bot->take_turn("y\n").fault);
    });
    EXPECT_EQ(members_of_family(word).size(), 1U);
    killed.kill();
    expect_end_of_family(word);
  }
}

// Processes that have ended and that nobody has waited for.
bool has_zombies() {
  siginfo_t info{};
  return ::waitid(P_ALL, 0, &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_pid != 0;
}

// Without walls children may leave their process group; one may have ended, its parent too, which
// only a control group tells, and not every user has one.
TEST_P(Family, LeavesNoZombies) {
  // We adopt what tests before this one have left.
  ASSERT_TRUE(comes([] { return ::waitpid(-1, nullptr, WNOHANG) < 0; }));
  for (const bool wanted : {true, false}) {
    auto protections = referee::walls::probe_protections();
    if (!wanted) protections.cgroup.clear();
    const bool groups = !protections.cgroup.empty();
    for (const auto farewell : {Bot::Farewell::polite, Bot::Farewell::none}) {
      BotSpec spec = family("zombies");
      spec.isolated = GetParam();
      const std::string orphan = groups ? "(setsid true &) ; " : "";
      // The walls refuse setsid, so that child ends at once. It is the last one: dash has a handler
      // for that, and a fork during which it runs fails with EINTR.
      spec.command = referee::program::resolve_command(
          "sh -c '" + orphan + "sleep 3600 & setsid sleep 3600 & read line; echo $line; read line'",
          "/");
      ProcessHost host(protections);
      for (int game = 0; game < 5; ++game) {
        auto bot = host.start(spec, ClockKind::cpu);
        const auto turn = bot->take_turn("hello\n");
        EXPECT_EQ(turn.line, "hello") << (turn.fault ? turn.fault->reason : "");
        bot->leave("", farewell);
        host.settle();
        EXPECT_FALSE(has_zombies()) << groups << ' ' << game;
      }
    }
  }
}

std::string wall_name(const testing::TestParamInfo<bool>& one) {
  return one.param ? "isolated" : "trusted";
}

INSTANTIATE_TEST_SUITE_P(IsolatedOrNot, Family, testing::Bool(), wall_name);

// What a killed referee left is removed by the next one.
using Stale = folder::InFolder;

TEST_F(Stale, ScratchFoldersAreRemoved) {
  set("TMPDIR", folder_);
  KilledReferee killed([](const auto& tell) {
    Table table("answer wait");
    tell(!table.turn("x\n").fault);
  });
  {
    ProcessHost beside(referee::walls::probe_protections());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 2) << "one that is in use stays";
  }
  killed.kill();
  EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1);
  { ProcessHost next(referee::walls::probe_protections()); }
  EXPECT_TRUE(fs::is_empty(folder_));
}

}  // namespace
