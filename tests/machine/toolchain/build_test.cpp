// When a build of the cache is taken and when a source is compiled again, with a compiler that the
// test has written: a shell script; and the bots of a folder.
#include "referee/machine/toolchain/build.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "folder.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

class Build : public InOwnCache {
 protected:
  Build() {
    use_path("bin");
    compiler("bin", "99.2.0");
    write("bot.cpp", "int main() {}\n");
  }

  void use_path(const std::string& folder) {
    // Alone: a real program further behind would be preferred to a script.
    set("PATH", (folder_ / folder).string());
  }
  // Says this version; what it makes is a program that does nothing.
  void compiler(const std::string& place, const std::string& version) const {
    fs::remove(folder_ / place / "g++");
    write(fs::path(place) / "g++",
          "#!/bin/sh\nif [ $# -eq 1 ]; then echo 'g++ (of a test) " + version +
              "'; exit; fi\nwhile [ $# -gt 0 ]; do [ \"$1\" = -o ] && out=$2; shift; done\n"
              "/bin/cp /bin/true \"$out\"\n",
          true);
  }
  [[nodiscard]] Built built(const std::string& file = "bot.cpp", unsigned year = 0) const {
    return build({folder_ / file, language_of(file), {}}, year);
  }
};

TEST_F(Build, IsMadeOnceForTheSameSourceCommandAndCompiler) {
  const Built first = built();
  EXPECT_EQ(first.facts.compiler, "g++ 99.2.0");
  EXPECT_TRUE(fs::exists(first.folder / "bot"));
  EXPECT_EQ(built().folder, first.folder);
  EXPECT_EQ(cache_use().builds, 1U);
}

// A judge starts what lies beside it.
TEST_F(Build, KeepsTheRightsOfFilesBesideASource) {
  write("helper", "#!/bin/sh\n", true);
  write("words.txt", "a\n");
  write("judge.py", "print()\n");
  const auto run = [&](const std::string& source) {
    BotLine line;
    line.command = "./" + source;
    line.folder = folder_;
    line.beside = {folder_ / "helper", folder_ / "words.txt"};
    return resolve(line).folder;
  };
  use_path("bin:/usr/bin");
  for (const std::string source : {"judge.py", "bot.cpp"}) {
    const fs::path folder = run(source);
    EXPECT_TRUE(program::is_executable_file(folder / "helper")) << source;
    EXPECT_TRUE(fs::is_regular_file(folder / "words.txt")) << source;
    EXPECT_FALSE(program::is_executable_file(folder / "words.txt")) << source;
    fs::permissions(folder_ / "helper", fs::perms(0644));
    EXPECT_FALSE(program::is_executable_file(run(source) / "helper")) << source;
    fs::permissions(folder_ / "helper", fs::perms(0755));
    EXPECT_EQ(run(source), folder);
  }
}

// Warnings, errors and the program itself are those of a version: after an update of the system
// nothing of the old one may be taken.
TEST_F(Build, IsMadeAgainByAnotherVersionOfTheCompiler) {
  const Built first = built();
  compiler("bin", "99.10.0");
  const Built other = built();
  EXPECT_EQ(other.facts.compiler, "g++ 99.10.0");
  EXPECT_NE(other.folder, first.folder);
  EXPECT_EQ(cache_use().builds, 2U);
  compiler("bin", "99.2.0");
  EXPECT_EQ(built().folder, first.folder);
}

TEST_F(Build, IsMadeAgainByACompilerAtAnotherPlace) {
  const Built first = built();
  compiler("other", "99.2.0");
  use_path("other");
  EXPECT_NE(built().folder, first.folder);
}

TEST_F(Build, IsMadeAgainWithTheCommandOfAnotherYear) {
  const Built first = built();
  const Built older = built("bot.cpp", 2016);
  EXPECT_NE(older.facts.compile, first.facts.compile);
  EXPECT_NE(older.folder, first.folder);
}

TEST_F(Build, IsMadeAgainWhenTheSourceIsAnotherOneOrHasAnotherName) {
  const Built first = built();
  write("same.cpp", "int main() {}\n");
  EXPECT_NE(built("same.cpp").folder, first.folder) << "messages name the file";
  write("bot.cpp", "int main() { }\n");
  EXPECT_NE(built().folder, first.folder);
}

TEST_F(Build, WhatIsDamagedInTheCacheIsMadeAgain) {
  const fs::path folder = built().folder;  // nobody holds it any more
  fs::remove(folder / "bot");
  EXPECT_TRUE(fs::exists(built().folder / "bot"));
  fs::remove(folder / "build.json");
  EXPECT_TRUE(fs::exists(built().folder / "build.json"));
}

TEST_F(Build, WhatTheCompilerSaysIsKeptWithTheBuild) {
  write("bin/g++",
        "#!/bin/sh\n[ $# -eq 1 ] && echo 'g++ 99.2.0' && exit\necho careful >&2\n"
        "/bin/cp /bin/true bot\n");
  EXPECT_EQ(built().output, "careful\n");
  EXPECT_EQ(built().output, "careful\n");
  write("bot.cpp", "int\n");
  write("bin/g++",
        "#!/bin/sh\n[ $# -eq 1 ] && echo 'g++ 99.2.0' && exit\necho 'no way' >&2\nexit 1\n");
  try {
    static_cast<void>(built());
    FAIL() << "it was compiled";
  } catch (const CompileError& error) {
    EXPECT_EQ(error.output(), "no way\n");
    EXPECT_TRUE(std::string(error.what())
                    .starts_with("'" + (folder_ / "bot.cpp").string() +
                                 "' could not be compiled: g++ 99.2.0 "))
        << error.what();
  }
  EXPECT_EQ(cache_use().builds, 1U) << "nothing is kept of what failed";
}

// The official heap, with room for the virtual machine beside it.
TEST(OfficialHeap, IsGivenWhereTheLimitHasRoomForIt) {
  const auto words_of = [](std::string language, std::size_t memory) {
    program::Command command;
    command.words = {"java", "-cp", "classes", "Bot"};
    command.source.emplace();
    command.source->language = std::move(language);
    give_official_heap(command, memory);
    return command.words;
  };
  using Words = std::vector<std::string>;
  const Words official{"java", "-Xmx2000m", "-Xms2000m", "-cp", "classes", "Bot"};
  const Words plain{"java", "-cp", "classes", "Bot"};
  EXPECT_EQ(words_of("Java", 0), official) << "no limit";
  EXPECT_EQ(words_of("Java", std::size_t{2400} << 20), official);
  EXPECT_EQ(words_of("Java", (std::size_t{2400} << 20) - 1), plain);
  EXPECT_EQ(words_of("Java", std::size_t{256} << 20), plain);
  EXPECT_EQ(words_of("C++", 0), plain);
  program::Command program;
  program.words = {"java", "Bot"};
  give_official_heap(program, 0);
  EXPECT_EQ(program.words.size(), 2U) << "no source, so its owner says";
}

class BotFolderTest : public InOwnCache {
 protected:
  [[nodiscard]] std::string why_not(const std::string& file) const {
    for (const SkippedFile& skipped : bots_in(folder_).skipped) {
      if (skipped.file == file) return skipped.why;
    }
    return "is a bot";
  }
};

TEST_F(BotFolderTest, SourcesAndProgramsAreBotsInTheOrderOfTheirNames) {
  write("carl.py", "print(1)\n");
  write("ann.cpp", "int main() {}\n");
  write("a bot", "#!/bin/sh\n", true);
  write(".hidden.cpp", "");
  write("mine.json", "{}");
  const BotFolder found = bots_in(folder_, {"mine.json"});
  ASSERT_EQ(found.bots.size(), 3U);
  EXPECT_EQ(found.bots[0].name, "a bot");
  EXPECT_EQ(found.bots[0].command, "'./a bot'");
  EXPECT_EQ(found.bots[1].name, "ann");
  EXPECT_EQ(found.bots[1].command, "./ann.cpp");
  EXPECT_EQ(found.bots[2].name, "carl");
  EXPECT_TRUE(found.skipped.empty());
  const BotLine line = found.bots[1].line(folder_, 2020, true);
  EXPECT_EQ(line.command, "./ann.cpp");
  EXPECT_EQ(line.folder, folder_);
  EXPECT_EQ(line.toolchain, 2020U);
  EXPECT_TRUE(line.alone);
}

TEST_F(BotFolderTest, ANameThatTwoWouldHaveKeepsItsEnding) {
  write("ann.cpp", "");
  write("ann.py", "");
  write("bob.py", "");
  const auto bots = bots_in(folder_).bots;
  ASSERT_EQ(bots.size(), 3U);
  EXPECT_EQ(bots[0].name, "ann.cpp");
  EXPECT_EQ(bots[1].name, "ann.py");
  EXPECT_EQ(bots[2].name, "bob");
}

TEST_F(BotFolderTest, WhatIsNotABotIsNamedWithItsReason) {
  write("notes.txt", "");
  write("real.cpp", "");
  write("b\x1b.cpp", "");
  fs::create_directory(folder_ / "sub.cpp");
  fs::create_symlink("real.cpp", folder_ / "link.cpp");
  write("page", "<html>", true);
  EXPECT_EQ(why_not("real.cpp"), "is a bot");
  EXPECT_EQ(why_not("sub.cpp"), "is a folder; only files are bots");
  EXPECT_EQ(why_not("link.cpp"), "is a link; put the file itself there");
  EXPECT_EQ(why_not("notes.txt"),
            "is neither a source file in one of the official languages nor an executable program");
  EXPECT_EQ(why_not("b\x1b.cpp"), "has a name that is not plain text; rename it");
  EXPECT_NE(why_not("page").find("is neither a program of this machine"), std::string::npos);
}

TEST_F(BotFolderTest, ANameThatNoConfigTakesIsSkipped) {
  const std::string most(196, 'a');
  write(most + "aaaa.cpp");
  write("b" + most + ".cpp");
  write("b" + most + ".py");
  write("c" + most + "aaaa.py");
  write("ann.cpp");
  EXPECT_EQ(why_not(most + "aaaa.cpp"), "is a bot") << "its ending is not of its name";
  EXPECT_EQ(why_not("ann.cpp"), "is a bot");
  for (const std::string& file : {"b" + most + ".cpp", "c" + most + "aaaa.py"}) {
    EXPECT_EQ(why_not(file), "its name: must have at most 200 characters; rename the file");
  }
  EXPECT_EQ(bots_in(folder_).bots.size(), 3U) << "of two with one stem, one has a short ending";
}

TEST_F(BotFolderTest, AFolderThatCannotBeReadIsNotAnEmptyOne) {
  EXPECT_THROW(bots_in(folder_ / "none"), text::MachineError);
}

}  // namespace
}  // namespace referee::toolchain
