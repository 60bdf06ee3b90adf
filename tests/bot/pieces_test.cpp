// The small parts: lines, tails, words, folders, walls as data.

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <barrier>
#include <cstdlib>
#include <fstream>
#include <set>
#include <system_error>
#include <thread>
#include <vector>

#include "referee/bot/bot.hpp"
#include "referee/bot/line_buffer.hpp"
#include "referee/bot/tail.hpp"
#include "referee/bot/text.hpp"
#include "referee/program/last_words.hpp"
#include "referee/program/places.hpp"
#include "referee/walls/filter.hpp"
#include "referee/walls/protections.hpp"
#include "referee/walls/refused_file.hpp"
#include "referee/walls/scratch.hpp"
#include "referee/walls/visible.hpp"

namespace {

using namespace referee::bot;
using namespace referee::kernel;
using namespace referee::program;
using namespace referee::walls;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

TEST(LineBuffer, CutsLines) {
  LineBuffer buffer;
  EXPECT_TRUE(buffer.empty());
  buffer.append("on");
  EXPECT_FALSE(buffer.take_line());
  EXPECT_EQ(buffer.line_size(), 2U);
  buffer.append("e \t\r\ntwo\nthr");
  EXPECT_EQ(buffer.line_size(), 6U);
  EXPECT_EQ(buffer.take_line(), "one");
  EXPECT_EQ(buffer.take_line(), "two");
  EXPECT_FALSE(buffer.has_line());
  EXPECT_FALSE(buffer.empty());
  buffer.append("ee\n\n \n");
  EXPECT_EQ(buffer.take_line(), "three");
  EXPECT_EQ(buffer.take_line(), "");
  EXPECT_EQ(buffer.take_line(), "");
  EXPECT_TRUE(buffer.empty());
}

TEST(LineBuffer, CutsBlocks) {
  LineBuffer buffer(true);
  buffer.append("one\n.");
  EXPECT_FALSE(buffer.has_line());
  buffer.append("\n.\n.two\n");
  EXPECT_EQ(buffer.take_line(), "one\n");
  EXPECT_EQ(buffer.take_line(), "") << "an answer without lines";
  EXPECT_FALSE(buffer.has_line()) << "a line that begins with a dot is not the end";
  EXPECT_EQ(buffer.line_size(), 5U);
  buffer.append("three \n.\n");
  EXPECT_EQ(buffer.take_line(), ".two\nthree \n");
  EXPECT_TRUE(buffer.empty());
}

TEST(Tail, KeepsTheEnd) {
  Tail tail(4);
  tail.append("ab");
  EXPECT_EQ(tail.view(), "ab");
  tail.append("cdef");
  EXPECT_EQ(tail.view(), "cdef");
  tail.append(std::string(1000, 'x') + "yz");
  EXPECT_EQ(tail.view(), "xxyz");
  EXPECT_EQ(tail.total(), 1008U);
  for (int i = 0; i < 100; ++i) tail.append("0123");
  EXPECT_EQ(tail.view(), "0123");
  Tail none(0);
  none.append("abc");
  EXPECT_EQ(none.view(), "");
}

TEST(Tail, KeepsTheBeginningThatIsNotInTheEnd) {
  Tail tail(4, 3);
  tail.append("abcd");
  EXPECT_EQ(tail.head(), "");
  tail.append("e");
  EXPECT_EQ(tail.head(), "a");
  EXPECT_EQ(tail.view(), "bcde");
  tail.append(std::string(1000, 'x'));
  EXPECT_EQ(tail.head(), "abc");
  EXPECT_EQ(tail.view(), "xxxx");
}

// The words and facts that are added to a fault.
template <typename Add>
std::string with(Add add) {
  Fault fault{FaultKind::crash, "ended"};
  add(fault);
  std::string all = fault.reason;
  for (const Fact& fact : fault.facts) {
    all += " [" + std::string(name(fact.what));
    if (fact.value > 0) all += " " + std::to_string(fact.value);
    all += (fact.name.empty() ? "" : " " + fact.name) + "]";
  }
  return all;
}
std::string with_refusals(const std::vector<std::string>& calls) {
  return with([&](Fault& fault) { add_refusals(fault, calls); });
}

TEST(Text, Refusals) {
  EXPECT_EQ(with_refusals({}), "ended");
  EXPECT_EQ(with_refusals({"clone", "vfork"}),
            "ended; it was refused a child process [refused clone] [refused vfork]");
  EXPECT_EQ(with_refusals({"socket", "kill"}),
            "ended; it was refused the network, which no bot has; it was refused sending a signal "
            "to another process [refused socket] [refused kill]");
  EXPECT_EQ(with_refusals({"reboot"}),
            "ended; it was refused the system call reboot [refused reboot]");
  EXPECT_EQ(with_refusals({"thread"}), "ended; it was refused another thread [refused thread]");
  EXPECT_EQ(with_refusals({"timerfd_create"}),
            "ended; it was refused another timer (a bot may make 32 in a game) [refused "
            "timerfd_create]");
  EXPECT_TRUE(tells_of_memory("what():  std::bad_alloc\n"));
  EXPECT_TRUE(tells_of_memory("java.lang.OutOfMemoryError: Java heap space"));
  EXPECT_FALSE(tells_of_memory("out of ideas"));
  EXPECT_TRUE(tells_of_permission("PermissionError: [Errno 13]"));
  EXPECT_FALSE(tells_of_permission("python3: No module named bot"));
  EXPECT_FALSE(tells_of_permission(""));
}

TEST(Text, LimitsOfFiles) {
  Limits limits;
  limits.open_files = 32;
  limits.file_size = std::size_t{4} << 20;
  const auto told = [&](std::string_view words) {
    return with([&](Fault& fault) { add_file_limits(fault, words, limits); });
  };
  EXPECT_EQ(told(""), "ended");
  const std::string open = "ended; it may have 32 files open [open_files 32]";
  EXPECT_EQ(told("OSError: [Errno 24] Too many open files: 'x'\n"), open);
  EXPECT_EQ(told("Error: EMFILE: too many open files, open 'x'\n"), open);
  EXPECT_EQ(told("OSError: [Errno 27] File too large\n"),
            "ended; its limit for one file is 4 MiB [file_size 4194304]");
  EXPECT_EQ(told("Too many open files\nFile too large\n"),
            "ended; it may have 32 files open; its limit for one file is 4 MiB [open_files 32] "
            "[file_size 4194304]");
}

TEST(Text, RefusedFiles) {
  const auto told = [](const RefusedFile& file) {
    return with([&](Fault& fault) { add_refused_file(fault, file); });
  };
  EXPECT_EQ(told({RefusedFile::Which::file, "/a/b"}), "ended; it may not read /a/b [file /a/b]");
  EXPECT_EQ(told({RefusedFile::Which::folder, "/a"}),
            "ended; it may not read the folder in which it runs [folder /a]");
  EXPECT_EQ(told({RefusedFile::Which::unknown}),
            "ended; it may have been refused a file [unknown_file]");
  EXPECT_EQ(told({RefusedFile::Which::closed_folder, "/home/ann", "ann"}),
            "ended; /home/ann belongs to ann and is closed to others, and root's bots have none of "
            "root's rights [closed_folder /home/ann] [owner ann]");
}

TEST(Text, FactsHaveTheirNames) {
  for (std::size_t i = 0; i < fact_names.size(); ++i) {
    EXPECT_EQ(fact_named(name(static_cast<What>(i))), static_cast<What>(i));
  }
  EXPECT_EQ(fact_named("of tomorrow"), What::unknown);
}

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
  ScratchFolders::Folder two = folders.take(7);
  EXPECT_EQ(one.number, 1);
  EXPECT_EQ(two.number, 2);
  folders.give_back(std::move(one));
  folders.give_back(std::move(two));
  EXPECT_EQ(folders.take(1).number, 1);
  EXPECT_EQ(folders.take(1).number, 2) << "it is not free";
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

// A folder for temporary files of this test's own.
class OwnPlace {
 public:
  OwnPlace() {
    std::string name = (fs::temp_directory_path() / "bot-pieces-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category());
    folder_ = name;
    ::setenv("TMPDIR", name.c_str(), 1);
  }
  ~OwnPlace() {
    ::unsetenv("TMPDIR");
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  OwnPlace(const OwnPlace&) = delete;
  OwnPlace& operator=(const OwnPlace&) = delete;

  [[nodiscard]] const fs::path& folder() const { return folder_; }

 private:
  fs::path folder_;
};

// Each looks for what others have left while the others make theirs.
TEST(Scratch, HostsThatStartTogetherLeaveEachOtherAlone) {
  const OwnPlace place;
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
  EXPECT_TRUE(fs::is_empty(place.folder()));
}

TEST(Scratch, WhatKilledRefereesLeftIsRemovedAndWhatIsInUseIsNot) {
  const OwnPlace place;
  ScratchFolders living;
  const ScratchFolders::Folder one = living.take();
  fs::create_directories(place.folder() / "referee-bots-left" / "1" / "folder");
  fs::create_directories(place.folder() / "something-else");
  const ScratchFolders another;
  EXPECT_TRUE(fs::is_directory(one.path));
  EXPECT_FALSE(fs::exists(place.folder() / "referee-bots-left"));
  EXPECT_TRUE(fs::exists(place.folder() / "something-else"));
}

TEST(Scratch, LackOfDescriptorsIsNamed) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "a sanitizer needs descriptors itself";
#endif
  const OwnPlace place;
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
  EXPECT_TRUE(fs::is_empty(place.folder()));
}

// The bot's own process id is known only when it is started.
TEST(Filter, HasAPlaceForTheProcessId) {
  const auto holes = [](const FilterOptions& options) {
    const auto program = build_filter(options);
    return std::count_if(program.begin(), program.end(), [](const sock_filter& one) {
      return one.code == (BPF_JMP | BPF_JEQ | BPF_K) && one.k == pid_placeholder;
    });
  };
  EXPECT_GT(holes({.no_processes = true, .own_signals_only = true}), 0);
  EXPECT_EQ(holes({.no_processes = true, .own_signals_only = false}), 0);
  EXPECT_LT(
      build_filter({.no_processes = true, .own_signals_only = true, .notify = true, .count = true})
          .size(),
      1024U);
}

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

class VisibleFolder : public testing::Test {
 protected:
  VisibleFolder() {
    std::string name = (fs::temp_directory_path() / "visible-XXXXXX").string();
    folder = ::mkdtemp(name.data());
    fs::create_directories(folder / "results/mine");
    fs::create_directories(folder / "book/sub");
    for (const char* file : {"bot", "rival", "mine.json", "results/mine/manifest.json", "book/a"}) {
      std::ofstream(folder / file) << "#!/bin/sh\n";
      fs::permissions(folder / file, fs::perms::owner_all);
    }
  }
  ~VisibleFolder() override { fs::remove_all(folder); }
  fs::path folder;
};

TEST_F(VisibleFolder, IsOpenedAsAWholeIfNothingIsHidden) {
  EXPECT_EQ(opened(folder, "./bot", {}), (std::set<std::string>{".", "bot"}));
}

// The referee's own first layout: program, rival, config and results in one folder.
TEST_F(VisibleFolder, ResultsConfigsAndRivalsStayHidden) {
  BotSpec bot;
  BotSpec rival;
  bot.command = resolve_command("./bot", folder);
  rival.command = resolve_command("./rival", folder);
  const std::array<BotSpec*, 2> both{&bot, &rival};
  const std::array<fs::path, 2> also{folder / "results/mine", folder / "mine.json"};
  hide_from_each_other(both, also);
  EXPECT_EQ(opened(folder, "./bot", bot.hidden),
            (std::set<std::string>{"./", "bot", "book", "results/"}));
  EXPECT_EQ(opened(folder, "./rival", rival.hidden),
            (std::set<std::string>{"./", "rival", "book", "results/"}));
  // One program with two settings is not hidden from itself.
  BotSpec same;
  same.command = resolve_command("./bot 2", folder);
  const std::array<BotSpec*, 2> twins{&bot, &same};
  hide_from_each_other(twins, {});
  EXPECT_EQ(opened(folder, "./bot", bot.hidden), (std::set<std::string>{".", "bot"}));
}

// What a rival was compiled from is as little the bot's business as what it became.
TEST_F(VisibleFolder, SourcesOfRivalsStayHidden) {
  BotSpec bot;
  BotSpec rival;
  bot.command = resolve_command("./bot", folder);
  rival.command = resolve_command("/bin/sh", folder);
  rival.command->source.emplace();
  rival.command->source->file = folder / "rival";
  const std::array<BotSpec*, 2> both{&bot, &rival};
  hide_from_each_other(both, {});
  EXPECT_EQ(opened(folder, "./bot", bot.hidden),
            (std::set<std::string>{"./", "bot", "book", "mine.json", "results"}));
}

TEST_F(VisibleFolder, LinksLeadNowhere) {
  fs::create_directory_symlink("..", folder / "up");
  fs::create_symlink("rival", folder / "friend");
  EXPECT_EQ(opened(folder, "./bot", {folder / "rival", folder / "results/mine"}),
            (std::set<std::string>{"./", "bot", "book", "mine.json", "results/"}));
}

TEST_F(VisibleFolder, AProgramInAHomeFolderOpensOnlyItself) {
  const char* before = std::getenv("HOME");
  const std::string home = before == nullptr ? "" : before;
  ::setenv("HOME", folder.c_str(), 1);
  EXPECT_EQ(opened(folder, "./bot", {}), (std::set<std::string>{"bot"}));
  EXPECT_EQ(opened(folder, "./bot ./book", {}), (std::set<std::string>{"bot", "book"}));
  // Naming it opens nothing either; who wants that has to say so.
  EXPECT_EQ(opened(folder, "./bot .", {}), (std::set<std::string>{"bot"}));
  EXPECT_EQ(opened(folder, "./bot " + folder.string(), {}), (std::set<std::string>{"bot"}));
  // Nor do the folders of a home in which programs of all kinds lie.
  for (const char* place : {".", "bin", ".local", ".local/bin"}) {
    fs::create_directories(folder / place);
    EXPECT_TRUE(is_shared_folder(folder / place)) << place;
  }
  EXPECT_FALSE(is_shared_folder(folder / ".local/lib"));
  ::setenv("HOME", home.c_str(), 1);
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

TEST(Visible, SharedFoldersAreNobodys) {
  for (const char* folder : {"/", "/tmp", "/home", "/home/ann", "/root", "/proc/self", "/sys"}) {
    EXPECT_TRUE(is_shared_folder(folder)) << folder;
  }
  EXPECT_FALSE(is_shared_folder("/home/ann/bots"));
  EXPECT_FALSE(is_shared_folder("/app"));
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

TEST(Protections, AreDescribed) {
  const Protections found = probe_protections();
  EXPECT_EQ(found, probe_protections());
  for (const ProtectionNote& note : describe(found)) {
    EXPECT_FALSE(note.name.empty());
    EXPECT_EQ(note.on, note.advice.empty()) << note.name;
    EXPECT_TRUE(note.available || !note.on) << note.name;
  }
  const auto trusted = describe(found, false);
  const auto files = std::find_if(trusted.begin(), trusted.end(),
                                  [](const ProtectionNote& note) { return note.name == "files"; });
  ASSERT_NE(files, trusted.end());
  EXPECT_FALSE(files->on);
}

TEST(Protections, WithoutDescriptorsOfProcessesNothingIsStarted) {
  Protections old = probe_protections();
  old.pidfd = false;
  EXPECT_THROW(Host{old}, EnvironmentError);
  const auto notes = describe(old);
  const auto end = std::find_if(notes.begin(), notes.end(), [](const ProtectionNote& note) {
    return note.name == "end of processes";
  });
  ASSERT_NE(end, notes.end());
  EXPECT_FALSE(end->on);
  EXPECT_NE(end->advice, "");
}

TEST(Protections, MissingOnesAreNamed) {
  const Protections none;
  EXPECT_EQ(missing_for_isolation(none).size(), 5U);
  Protections enough;
  enough.seccomp = true;
  enough.landlock_abi = 1;
  EXPECT_TRUE(missing_for_isolation(enough).empty());
}

}  // namespace
