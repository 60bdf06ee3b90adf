
#include "referee/machine/walls/scratch.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/environment.hpp"
#include "referee/machine/walls/readable_paths.hpp"
#include "tests/folder.hpp"

namespace {

using namespace referee::walls;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

// A folder in which nothing was made is not looked through; any change makes it one that is.
TEST(Scratch, EmptiesWhatWasTouchedHoweverLate) {
  ScratchFolders folders;
  for (int game = 0; game < 40; ++game) {
    ScratchFolders::Folder one = folders.take();
    EXPECT_EQ(one.number, 1);
    EXPECT_TRUE(fs::is_empty(one.path)) << game;
    EXPECT_EQ(fs::status(one.path).permissions(), fs::perms::owner_all) << game;
    if (game % 4 == 1) std::ofstream(one.path / "file") << "x";
    if (game % 4 == 3) fs::permissions(one.path, fs::perms::none);
    folders.give_back(std::move(one));
    // Longer than the folder must have been left alone.
    if (game == 20 || game == 25) std::this_thread::sleep_for(std::chrono::milliseconds(80));
  }
}

TEST(Scratch, GivesTheFolderThatIsPreferred) {
  ScratchFolders folders;
  ScratchFolders::Folder one = folders.take();
  ScratchFolders::Folder two = folders.take(std::array{7});
  EXPECT_EQ(one.number, 1);
  EXPECT_EQ(two.number, 2);
  folders.give_back(std::move(one));
  folders.give_back(std::move(two));
  EXPECT_EQ(folders.take(std::array{7, 1}).number, 1);
  EXPECT_EQ(folders.take(std::array{1}).number, 2) << "it is not free";
}

TEST(Scratch, EmptiesAndUsesAgain) {
  fs::path first;
  {
    ScratchFolders folders;
    ScratchFolders::Folder one = folders.take();
    ScratchFolders::Folder two = folders.take();
    first = one.path;
    EXPECT_NE(one.path, two.path);
    fs::create_directories(one.path / "a/b/c");
    std::ofstream(one.path / "a/file") << "x";
    fs::create_symlink("/", one.path / "root");
    ::chmod((one.path / "a").c_str(), 0);
    ::chmod(one.path.c_str(), 0);
    folders.give_back(std::move(one));
    const ScratchFolders::Folder again = folders.take();
    EXPECT_EQ(again.path, first);
    EXPECT_TRUE(fs::is_empty(again.path));
    struct stat status {};
    ASSERT_EQ(::stat(again.path.c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0700U);
    EXPECT_TRUE(fs::exists("/"));
  }
  EXPECT_FALSE(fs::exists(first.parent_path()));
}

// A bot without walls may do that; another bot would be put there, and what is there is not ours.
TEST(Scratch, SomethingElseInItsPlaceIsLeftAloneAndNotUsedAgain) {
  ScratchFolders folders;
  const fs::path home = fs::temp_directory_path() / ("referee-home-" + std::to_string(::getpid()));
  fs::create_directory(home);
  std::ofstream(home / "kept") << "x";
  ScratchFolders::Folder one = folders.take();
  const fs::path path = one.path;
  fs::remove_all(path);
  fs::create_symlink(home, path);
  folders.give_back(std::move(one));
  EXPECT_TRUE(fs::exists(home / "kept"));
  ScratchFolders::Folder two = folders.take();
  EXPECT_NE(two.path, path);
  const fs::path other = two.path;
  fs::remove_all(other);
  fs::create_directory(other);
  std::ofstream(other / "kept") << "x";
  folders.give_back(std::move(two));
  EXPECT_TRUE(fs::exists(other / "kept"));
  EXPECT_NE(folders.take().path, other);
  fs::remove_all(home);
}

// With temporary files in a folder of the test's own.
class OwnPlace : public folder::InFolder {
 protected:
  OwnPlace() { set("TMPDIR", folder_); }
};

// Each looks for what others have left while the others make theirs.
TEST_F(OwnPlace, HostsThatStartTogetherLeaveEachOtherAlone) {
  constexpr int together = 32;
  std::barrier round(together);
  std::vector<std::thread> hosts;
  for (int i = 0; i < together; ++i) {
    hosts.emplace_back([&round] {
      for (int again = 0; again < 20; ++again) {
        round.arrive_and_wait();
        try {
          ScratchFolders folders;
          EXPECT_TRUE(fs::is_directory(folders.take().path));
        } catch (const std::system_error& error) {
          ADD_FAILURE() << error.what();
        }
      }
    });
  }
  for (std::thread& host : hosts) host.join();
  EXPECT_TRUE(fs::is_empty(folder_));
}

TEST_F(OwnPlace, WhatKilledRefereesLeftIsRemovedAndWhatIsInUseIsNot) {
  ScratchFolders living;
  const ScratchFolders::Folder one = living.take();
  fs::create_directories(folder_ / "referee-bots-left" / "1" / "folder");
  fs::create_directories(folder_ / "something-else");
  const ScratchFolders another;
  EXPECT_TRUE(fs::is_directory(one.path));
  EXPECT_FALSE(fs::exists(folder_ / "referee-bots-left"));
  EXPECT_TRUE(fs::exists(folder_ / "something-else"));
}

TEST_F(OwnPlace, LackOfDescriptorsIsNamed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs descriptors itself";
#endif
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const int next = ::dup(0);
  ::close(next);
  const rlimit none{static_cast<rlim_t>(next), before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  std::string said;
  try {
    const ScratchFolders folders;
  } catch (const std::system_error& error) {
    said = error.what();
  }
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(said.starts_with("cannot lock the scratch folder for bots ")) << said;
  EXPECT_NE(said.find(": Too many open files; raise the limit on open files, ulimit -n"),
            std::string::npos)
      << said;
  EXPECT_TRUE(fs::is_empty(folder_));
}

using namespace referee::bot;
using namespace referee::program;

// What a bot in `folder` may read of it: names relative to it, a slash behind folders of which only
// the names are visible.
std::set<std::string> opened(const fs::path& folder, const std::string& command,
                             const std::vector<fs::path>& hidden) {
  std::set<std::string> names;
  for (const PathRule& rule : own_paths(resolve_command(command, folder), hidden)) {
    const std::string name = fs::relative(rule.path, fs::canonical(folder)).string();
    if (!name.starts_with(".."))
      names.insert(rule.access == PathRule::Access::list ? name + "/" : name);
  }
  return names;
}

class VisibleFolder : public folder::InFolder {
 protected:
  VisibleFolder() {
    fs::create_directories(folder_ / "book/sub");
    for (const char* file : {"bot", "rival", "mine.json", "results/mine/manifest.json", "book/a"}) {
      write(file, "#!/bin/sh\n", true);
    }
  }
};

TEST_F(VisibleFolder, IsOpenedAsAWholeIfNothingIsHidden) {
  EXPECT_EQ(opened(folder_, "./bot", {}), (std::set<std::string>{".", "bot"}));
}

// The referee's own first layout: program, rival, config and results in one folder.
TEST_F(VisibleFolder, ResultsConfigsAndRivalsStayHidden) {
  BotSpec mine;
  BotSpec rival;
  mine.command = resolve_command("./bot", folder_);
  rival.command = resolve_command("./rival", folder_);
  const std::array<BotSpec*, 2> both{&mine, &rival};
  const std::array<fs::path, 2> also{folder_ / "results/mine", folder_ / "mine.json"};
  hide_from_each_other(both, also);
  EXPECT_EQ(opened(folder_, "./bot", mine.hidden),
            (std::set<std::string>{"./", "bot", "book", "results/"}));
  EXPECT_EQ(opened(folder_, "./rival", rival.hidden),
            (std::set<std::string>{"./", "rival", "book", "results/"}));
  // One program with two settings is not hidden from itself.
  BotSpec same;
  same.command = resolve_command("./bot 2", folder_);
  const std::array<BotSpec*, 2> twins{&mine, &same};
  hide_from_each_other(twins, {});
  EXPECT_EQ(opened(folder_, "./bot", mine.hidden), (std::set<std::string>{".", "bot"}));
}

// Whatever the caller's `read` names: a rival's program and the results are no bot's business.
TEST_F(VisibleFolder, AHiddenFileStaysClosedIfReadNamesIt) {
  Command command = resolve_command("./bot", folder_);
  command.read = {folder_ / "rival", folder_ / "mine.json"};
  const auto rules = own_paths(command, std::array<fs::path, 1>{folder_ / "rival"});
  const auto has = [&](const char* name) {
    return std::any_of(rules.begin(), rules.end(), [&](const PathRule& rule) {
      return rule.path == fs::canonical(folder_) / name;
    });
  };
  EXPECT_TRUE(has("mine.json"));
  EXPECT_FALSE(has("rival"));
}

// What a rival was compiled from is as little the bot's business as what it became.
TEST_F(VisibleFolder, SourcesOfRivalsStayHidden) {
  BotSpec mine;
  BotSpec rival;
  mine.command = resolve_command("./bot", folder_);
  rival.command = resolve_command("/bin/sh", folder_);
  rival.command->source.emplace();
  rival.command->source->file = folder_ / "rival";
  const std::array<BotSpec*, 2> both{&mine, &rival};
  hide_from_each_other(both, {});
  EXPECT_EQ(opened(folder_, "./bot", mine.hidden),
            (std::set<std::string>{"./", "bot", "book", "mine.json", "results"}));
}

TEST_F(VisibleFolder, LinksLeadNowhere) {
  fs::create_directory_symlink("..", folder_ / "up");
  fs::create_symlink("rival", folder_ / "friend");
  EXPECT_EQ(opened(folder_, "./bot", {folder_ / "rival", folder_ / "results/mine"}),
            (std::set<std::string>{"./", "bot", "book", "mine.json", "results/"}));
}

TEST_F(VisibleFolder, AProgramInAHomeFolderOpensOnlyItself) {
  set("HOME", folder_.string());
  EXPECT_EQ(opened(folder_, "./bot", {}), (std::set<std::string>{"bot"}));
  EXPECT_EQ(opened(folder_, "./bot ./book", {}), (std::set<std::string>{"bot", "book"}));
  // Naming it opens nothing either; who wants that has to say so.
  EXPECT_EQ(opened(folder_, "./bot .", {}), (std::set<std::string>{"bot"}));
  EXPECT_EQ(opened(folder_, "./bot " + folder_.string(), {}), (std::set<std::string>{"bot"}));
}

TEST(Visible, OfTheSystemsFoldersProjectsCanBeHiddenAndNothingThatIsInstalled) {
  const std::vector<fs::path> hidden{"/usr/src/app/mine.json", "/opt/codecup/results",
                                     "/usr/bin/python3",       "/opt/jdk/bin/java",
                                     "/usr/share/java/a.jar",  "/usr/local/lib/ghc/ghc",
                                     "/home/ann/results",      "/opt/codecup/results"};
  EXPECT_EQ(hidden_in_system(hidden),
            (std::vector<fs::path>{"/opt/codecup/results", "/usr/src/app/mine.json"}));
  const std::string before = std::getenv("PATH");
  ::setenv("PATH", ("/opt/codecup:" + before).c_str(), 1);
  EXPECT_EQ(hidden_in_system(hidden), std::vector<fs::path>{"/usr/src/app/mine.json"});
  ::setenv("PATH", before.c_str(), 1);
}

TEST(Visible, AFolderOfTheSystemIsOpenedWithoutWhatIsHiddenBelowIt) {
  const std::vector<fs::path> hidden{"/usr/src/app/mine.json"};
  std::set<std::string> whole;
  for (const PathRule& rule : system_paths(hidden)) {
    if (rule.access == PathRule::Access::read) whole.insert(rule.path.string());
  }
  EXPECT_FALSE(whole.contains("/usr"));
  EXPECT_TRUE(whole.contains("/usr/bin"));
  EXPECT_TRUE(whole.contains("/usr/lib"));
  EXPECT_TRUE(whole.contains("/opt"));
  EXPECT_TRUE(whole.contains("/etc/passwd"));
}

TEST(Visible, NamingProcOpensNothing) {
  for (const char* command :
       {"/bin/sh /proc/1/environ", "/bin/sh /proc", "/bin/sh /sys", "/bin/sh /dev/null"}) {
    for (const PathRule& rule : own_paths(resolve_command(command, "/"), {})) {
      const std::string path = rule.path.string();
      EXPECT_FALSE(path.starts_with("/proc") || path.starts_with("/sys") ||
                   path.starts_with("/dev"))
          << command << " opens " << path;
    }
  }
}

TEST(Visible, EnvironmentIsExact) {
  ::setenv("PATH", "/bin", 1);
  ::unsetenv("LANG");
  ::unsetenv("TZ");
  EXPECT_EQ(bot_environment("/s", {"A=1", "HOME=/h"}),
            (std::vector<std::string>{"PATH=/bin", "TMPDIR=/s", "A=1", "HOME=/h"}));
}

}  // namespace
