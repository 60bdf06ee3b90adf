
#include "referee/machine/walls/machine_lack.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <limits>
#include <string>

#include "referee/base/text/error.hpp"
#include "referee/machine/walls/refused_file.hpp"
#include "tests/folder.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::walls {
namespace {

void lower(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

TEST(Lacks, WordsAloneAreNotBelieved) {
  const kernel::Limits limits;
  for (const char* words : {"No space left on device", "Cannot allocate memory",
                            "can't start new thread: Resource temporarily unavailable", ""}) {
    Ending ending;
    ending.last_words = words;
    ending.was_refused = true;
    EXPECT_FALSE(lack_of_machine(ending, limits)) << words;
  }
  Ending killed;
  killed.signal = SIGKILL;
  killed.kills_before = std::numeric_limits<std::uint64_t>::max();
  EXPECT_FALSE(lack_of_machine(killed, limits)) << "the kernel killed nobody";
}

TEST(Lacks, ALimitOnAddressesExplainsAWantOfMemory) {
  EXPECT_EQ(children::exit_code_of([] {
              lower(RLIMIT_AS, rlim_t{4} << 30);
              kernel::Limits limits;
              Ending ending;
              ending.last_words = "MemoryError";
              ending.peak_memory = limits.memory / 2 - 1;
              const auto lack = lack_of_machine(ending, limits);
              if (!lack || !lack->starts_with("it got no memory beyond the limit")) return 1;
              ending.peak_memory = limits.memory;
              if (lack_of_machine(ending, limits)) return 2;
              limits.memory = std::size_t{5} << 30;  // a judge's
              return lack_of_machine(ending, limits) ? 0 : 3;
            }),
            0);
}

TEST(Lacks, ALimitOnDataExplainsAWantOfMemory) {
  EXPECT_EQ(children::exit_code_of([] {
              lower(RLIMIT_DATA, rlim_t{1} << 30);
              Ending ending;
              ending.last_words = "MemoryError";
              const auto lack = lack_of_machine(ending, {});
              return lack == "it got no memory beyond the limit of this process; raise ulimit -d "
                             "(1048576 here)"
                         ? 0
                         : 1;
            }),
            0);
}

// Bots are refused beforehand; judges and compilers take what there is.
TEST(Lacks, AnEndByALimitOnCpuTimeIsTold) {
  EXPECT_EQ(children::exit_code_of([] {
              Ending ending;
              ending.signal = SIGXCPU;
              ending.whose = kernel::Whose::judge;
              if (lack_of_machine(ending, {})) return 1;
              lower(RLIMIT_CPU, 36'000);
              if (lack_of_machine(ending, {}) !=
                  "it has used all the CPU time that this process gives each program, 36000 s; "
                  "raise ulimit -t")
                return 2;
              ending.whose = kernel::Whose::bot;
              return lack_of_machine(ending, {}) ? 3 : 0;
            }),
            0);
}

namespace fs = std::filesystem;
using program::What;
using RefusedFileTest = folder::InFolder;

TEST_F(RefusedFileTest, IsTheOneThatTheBotNames) {
  const fs::path file = write("secret.txt");
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(
      command, {.last_words = "cat: 'secret.txt': Permission denied\n", .answered = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->what, What::file);
  EXPECT_EQ(refused->path, file);
}

TEST_F(RefusedFileTest, IsAModuleThatTheBotTakesForMissing) {
  const fs::path file = write("board.py");
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(
      command,
      {.last_words = "ModuleNotFoundError: No module named 'board'", .by_exit_code = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->path, file);
}

TEST_F(RefusedFileTest, IsAProgramThatNobodyMayExecute) {
  const fs::path file = write("helper", "#!/bin/sh\n");
  const fs::path data = write("data.txt");
  program::Command command = program::resolve_command("/bin/cat", folder_);
  command.read = {folder_};
  const auto refused = refused_file(
      command, {.last_words = "sh: 1: ./helper: Permission denied\n", .by_exit_code = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->what, What::not_executable);
  EXPECT_EQ(refused->path, file);
  EXPECT_EQ(refused->text(), file.string() + " may not be executed");
  // That it cannot be executed is no reason to fail.
  EXPECT_EQ(refused_file(command, {.last_words = "Permission denied: './data.txt'"})->what,
            What::unknown_file);
  EXPECT_FALSE(refused_file(command, {.last_words = "./helper: no move", .answered = true}));
}

TEST_F(RefusedFileTest, IsTheFolderIfABotSaysNothing) {
  const auto command = program::resolve_command("/bin/cat", folder_);
  const auto refused = refused_file(command, {.by_exit_code = true});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->what, What::folder);
  EXPECT_EQ(refused->path, folder_);
}

TEST_F(RefusedFileTest, IsUnknownWhereNothingIsNamed) {
  const auto command = program::resolve_command("/bin/cat", "/");
  const auto refused = refused_file(command, {.last_words = "Permission denied"});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->what, What::unknown_file);
}

TEST_F(RefusedFileTest, ThereIsNoneWhereNothingSpeaksForFiles) {
  const auto command = program::resolve_command("/bin/cat", folder_);
  EXPECT_FALSE(refused_file(command, {.last_words = "Traceback", .by_exit_code = true}));
  EXPECT_FALSE(refused_file(command, {.answered = true, .by_exit_code = true}));
  EXPECT_FALSE(refused_file(command, {}));
}

TEST_F(RefusedFileTest, AFolderOfAnotherUserIsClosedToRootsBots) {
  const fs::path bot = write("closed/bot", "#!/bin/sh\n");
  ::chmod(bot.c_str(), 0755);
  const auto command = program::resolve_command("./closed/bot", folder_);
  EXPECT_FALSE(closed_folder(command));
  if (::geteuid() != 0) GTEST_SKIP() << "only root can give the folder to another user";
  constexpr uid_t somebody = 4'000'000'000;
  ASSERT_EQ(::chown(bot.parent_path().c_str(), somebody, somebody), 0);
  ::chmod(bot.parent_path().c_str(), 0755);
  EXPECT_FALSE(closed_folder(command)) << "others may enter it";
  ::chmod(bot.parent_path().c_str(), 0700);
  const auto closed = closed_folder(command);
  ASSERT_TRUE(closed);
  EXPECT_EQ(closed->what, What::closed_folder);
  EXPECT_EQ(closed->path, bot.parent_path());
  EXPECT_EQ(closed->text(), bot.parent_path().string() +
                                " belongs to #4000000000 and is closed to others, and "
                                "root's bots have none of root's rights");
}

}  // namespace
}  // namespace referee::walls
