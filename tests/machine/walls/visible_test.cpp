#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/scratch.hpp"
#include "tests/folder.hpp"

namespace {

using namespace referee::bot;
using namespace referee::program;
using namespace referee::walls;
namespace fs = std::filesystem;

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
