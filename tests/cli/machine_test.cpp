// What a machine lacks is the machine's failure: exit code 3, with what to do, and no bot pays.
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>

#include "folder.hpp"
#include "mounts.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

constexpr const char* c_bot =
    "#include <stdio.h>\n"
    "int main(void) {\n"
    "  char line[100];\n"
    "  if (!fgets(line, sizeof line, stdin)) return 1;\n"
    "  puts(\"no move\");\n"
    "  fflush(stdout);\n"
    "  while (fgets(line, sizeof line, stdin)) continue;\n"
    "  return 0;\n"
    "}\n";

class Machine : public InFolder {
 protected:
  // In a shell, which sets variables and limits first.
  [[nodiscard]] Ended shell(const std::string& before, const std::string& words) const {
    return run({"bash", "-c", before + "; exec " + built::word("referee") + " " + words}, folder_);
  }
  // The machine is named as the reason, with `cure`, and no bot is.
  static void expect_machine(const Ended& ended, std::string_view cure) {
    EXPECT_EQ(ended.code, 3) << ended.out << ended.err;
    EXPECT_NE(ended.err.find("referee: error: "), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find(cure), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out.find("launch"), std::string::npos) << ended.out;
  }
  [[nodiscard]] static std::string a_match() {
    const auto word = [](const char* name) { return referee::text::shell_word(built::word(name)); };
    return "match box " + word("box-greedy") + " " + word("box-greedy") + " --seed 1";
  }
};

TEST_F(Machine, LimitsBelowThoseOfBotsAreNamedBeforeABotMeetsThem) {
  expect_machine(shell("ulimit -f 20", a_match()),
                 "ulimit -f 65536, or allow bots less with --limit file_size=...");
  expect_machine(shell("ulimit -n 100", a_match()),
                 "ulimit -n 256, or allow bots less with --limit open_files=...");
  expect_machine(shell("ulimit -v 900000", a_match()),
                 "ulimit -v 2097152, or allow bots less with --limit memory=...");
  expect_machine(shell("ulimit -d 100000", a_match()), "ulimit -d 2097152");
  expect_machine(shell("ulimit -s 100", a_match()), "ulimit -s 8192");
  expect_machine(shell("ulimit -t 5", a_match()),
                 "ulimit -t 31, or allow bots less with --limit budget=...");
}

TEST_F(Machine, AFileThatMayNotGrowIsToldAsAFullDiskIs) {
  const std::string words = a_match() + " --limit file_size=1 --save log.jsonl";
  EXPECT_EQ(shell("true", words).code, 0);
  const std::string record = read("log.jsonl");
  std::string almost;
  while (almost.size() + record.size() <= 1 << 20) almost += record;
  write("log.jsonl", almost);
  const Ended ended = shell("ulimit -f 1024", words);
  expect_machine(ended, "cannot write log.jsonl: File too large; raise");
  EXPECT_EQ(read("log.jsonl"), almost) << "what was there is kept, and no part of a line is added";
}

TEST_F(Machine, ADiskThatIsFullWhileASourceIsCompiledSaysNothingOfTheSource) {
  if (!own_mounts()) GTEST_SKIP() << "mounting is refused here: " << std::strerror(errno);
  const SmallDisk disk(path("disk"), "size=28k");
  write("bot.c", c_bot);
  const std::string set = "XDG_CACHE_HOME=$PWD/disk; export XDG_CACHE_HOME";
  expect_machine(shell(set, "check bot.c --game black-hole"), "make room there");
  expect_machine(shell(set, "match black-hole ./bot.c ./bot.c"), "make room there");
  // A source that says so itself has failed by itself.
  disk.mount_again("size=20m", 0);
  write("bot.c", "#error No space left on device\n");
  const Ended ended = shell(set, "match black-hole ./bot.c ./bot.c");
  EXPECT_EQ(ended.code, 1) << ended.err;
}

TEST_F(Machine, AProgramOnAFileSystemWithoutExecutionIsNotToldToBeMadeExecutable) {
  if (!own_mounts()) GTEST_SKIP() << "mounting is refused here: " << std::strerror(errno);
  const SmallDisk disk(path("disk"), "size=20m", MS_NOEXEC);
  write("disk/bot.sh", "#!/bin/sh\n");
  fs::permissions(path("disk/bot.sh"), fs::perms::owner_all);
  expect_machine(referee({"match", "box", "disk/bot.sh", "referee random box"}),
                 "disk/bot.sh: Permission denied; its file system is mounted noexec");
  write("bot.c", c_bot);
  expect_machine(shell("XDG_CACHE_HOME=$PWD/disk; export XDG_CACHE_HOME",
                       "match black-hole ./bot.c 'referee random black-hole'"),
                 "set XDG_CACHE_HOME to another place");
}

// A cache may be shared by machines: what is compiled for one processor may not run on another.
TEST_F(Machine, AnotherProcessorGetsABuildOfItsOwn) {
  if (!own_mounts()) GTEST_SKIP() << "no mounts of its own: " << std::strerror(errno);
  write("bot.c", c_bot);
  const std::string set = "XDG_CACHE_HOME=$PWD/cache; export XDG_CACHE_HOME";
  const auto compiles = [&] {
    const Ended ended = shell(set, "match black-hole ./bot.c 'referee random black-hole' --seed 1");
    EXPECT_EQ(ended.code, 1) << ended.err;
    return ended.err.find("compiling") != std::string::npos;
  };
  EXPECT_TRUE(compiles());
  EXPECT_FALSE(compiles());
  write("cpuinfo", "model name\t: another one\nflags\t\t: fpu\n");
  const fs::path cpuinfo = "/proc/cpuinfo";
  if (::mount(path("cpuinfo").c_str(), cpuinfo.c_str(), nullptr, MS_BIND, nullptr) != 0) {
    GTEST_SKIP() << "cannot mount over " << cpuinfo << ": " << std::strerror(errno);
  }
  const bool again = compiles();
  ::umount2(cpuinfo.c_str(), MNT_DETACH);
  EXPECT_TRUE(again);
  EXPECT_FALSE(compiles());
}

// The bots are in the folder `sub`. When one of them is started for the third time, it moves
// folders or programs. It counts its starts beside `sub`: in it they would be a change of the bot,
// and a copy would play in its place.
class Meanwhile : public Machine {
 protected:
  void write_config(const std::string& then) {
    fs::create_directory(path("sub"));
    fs::copy_file(built::file("box-greedy"), path("sub/rb"));
    write_program("sub/bot.sh",
                  "#!/bin/sh\n"
                  "(cd " +
                      referee::text::shell_word(folder_.string()) +
                      "; echo >>count; [ $(wc -l <count) -ne 3 ] || " + then +
                      ")\n"
                      "exec " +
                      built::word("box-greedy") + "\n");
    write("sub/c.json",
          "{\"game\": \"box\", \"rounds\": 4, \"isolation\": \"off\", \"bots\": [{\"name\": \"a\", "
          "\"command\": \"./bot.sh\"}, {\"name\": \"b\", \"command\": \"./rb\"}]}\n");
  }
  const Words words_{"tournament", "sub/c.json", "--out", "o", "--jobs", "1", "--trust"};
};

TEST_F(Meanwhile, ResultsThatAreMovedAwayEndTheRun) {
  write_config("mv o elsewhere");
  const Ended ended = referee(words_);
  expect_machine(ended, "o/matches-0001.jsonl is not there any more");
  EXPECT_EQ(records_in(path("elsewhere")).size(), 2U);
}

TEST_F(Meanwhile, BotsWhoseFolderIsGonePlayOnFromTheirCopies) {
  write_config("mv sub gone");
  const Ended ended = referee(words_);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("goes on with a copy"), std::string::npos) << ended.err;
  EXPECT_EQ(records_in(path("o")).size(), 8U);
  for (const Json& record : records_in(path("o"))) EXPECT_TRUE(record["faults"].empty()) << record;
}

}  // namespace
