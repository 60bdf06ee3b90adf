// Which files belong to a bot, and what its hash covers.
#include "referee/machine/program/contents.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/places.hpp"
#include "tests/folder.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

// Bots in a folder where commands are relative to `here`, whose name is "top".
class ContentsTest : public folder::InFolder {
 protected:
  void put(const std::string& name, std::string_view text, bool executable = false) const {
    write("top/" + name, text, executable);
  }
  [[nodiscard]] fs::path top() const { return folder_ / "top"; }
  [[nodiscard]] Command command(const std::string& text,
                                const std::vector<std::string>& read = {}) const {
    return resolve_command(text, top(), read);
  }
  [[nodiscard]] Names own(const std::string& text,
                          const std::vector<std::string>& read = {}) const {
    return own(command(text, read));
  }
  // By their paths below `top`.
  [[nodiscard]] Names own(const Command& command) const {
    Names names;
    for (const OwnFile& file : contents_of(command).files) {
      names.insert(file.path.lexically_relative(top()).string());
    }
    return names;
  }
};

TEST_F(ContentsTest, DataInItsOwnFolderBelongsToABot) {
  put("mine/bot", "#!/bin/sh\n", true);
  put("mine/net.bin", "1");
  put("mine/nets/deep/er.bin", "2");
  put("ours.bin", "3");
  EXPECT_EQ(own("mine/bot"), (Names{"mine/net.bin", "mine/nets/deep/er.bin"}));
  EXPECT_EQ(own("sh mine/bot"), own("mine/bot"));
  EXPECT_EQ(own("mine/bot mine/net.bin"), Names{"mine/nets/deep/er.bin"}) << "it is named itself";
}

// A folder of results may be called like the game; and an update of this program is no other bot.
TEST_F(ContentsTest, RandomMovesAreThisProgramsInAllItsVersions) {
  put("turn-right/manifest", "1");
  const Command words = command("referee random turn-right --seed 7");
  EXPECT_TRUE(words.folders.empty());
  EXPECT_EQ(command("referee random ./turn-right").folders.size(), 1U) << "the folder of a game";
  Command random = command("referee random");
  random.text = random_command;
  EXPECT_NE(content_hash(random), content_hash(words));
  Command later = random;
  later.program = top() / "later";
  put("later", "another version", true);
  EXPECT_EQ(content_hash(later), content_hash(random));
}

TEST_F(ContentsTest, WhatNoBotReadsDoesNotBelongToIt) {
  put("mine/bot", "#!/bin/sh\n", true);
  for (const char* name :
       {".git/x", ".hidden", "bot.cpp", "bot.o", "Makefile", "README.md", "debug.log", "page.html",
        "__pycache__/a.bin", "node_modules/a.bin", "x~", "venv/pyvenv.cfg", "venv/lib/a.bin",
        "results/r/matches-0001.jsonl", "results/s/beginning.json", "results/s/a.bin"}) {
    put(std::string("mine/") + name, "1");
  }
  const std::string manifest = R"({"game": "x", "bots": []})";
  put("mine/results/r/manifest.json", manifest);
  put("mine/results/r/programs/1/0/a.bin", "1");
  put("mine/t.json", manifest);
  EXPECT_EQ(own("mine/bot"), Names{});
}

TEST_F(ContentsTest, CodeBelongsToABotThatNamesIt) {
  put("mine/bot.py", "import helper\nfrom pkg.deep import x\nrun('./engine')\n");
  put("mine/helper.py", "import third\n");
  put("mine/third.py", "");
  put("mine/other.py", "import fourth");
  put("mine/fourth.py", "");
  put("mine/pkg/deep.py", "");
  put("mine/pkg/odd.py", "");
  put("mine/engine", "#!/bin/sh\n", true);
  put("mine/rival", "#!/bin/sh\n", true);
  EXPECT_EQ(own("python3 mine/bot.py"),
            (Names{"mine/helper.py", "mine/third.py", "mine/pkg/deep.py", "mine/pkg/odd.py",
                   "mine/engine"}));
}

TEST_F(ContentsTest, WhereCommandsAreRelativeToOnlyWhatIsNamedBelongsToABot) {
  put("bot.py", "open('weights.txt'); open(f'{i}.nnue'); listdir('data'); print('%d.bin' % 1)");
  for (const char* name :
       {"weights.txt", "1.nnue", "data/x", "2.bin", "o", "notes.txt", "more/x"}) {
    put(name, "1");
  }
  const Names all{"weights.txt", "1.nnue", "data/x", "2.bin"};
  EXPECT_EQ(own("python3 bot.py"), all);
  put("below/bot.py", "");
  put("below/x", "1");
  EXPECT_EQ(own("python3 below/bot.py"), Names{"below/x"});
  fs::create_directories(folder_ / "top/below/.git");
  EXPECT_EQ(own("python3 below/bot.py"), Names{}) << "a checkout has much else";
}

TEST_F(ContentsTest, AllOfAFolderThatTheCommandNamesBelongsToABot) {
  put("classes/Bot.class", "1");
  put("classes/Other.class", "2");
  EXPECT_EQ(own("sh -cp classes Bot"), (Names{"classes/Bot.class", "classes/Other.class"}));
  EXPECT_EQ(own("sh -cp . Bot"), Names{});
}

TEST_F(ContentsTest, FilesOfTheOthersDoNotBelongToIt) {
  put("mine/a.py", "import b");
  put("mine/b.py", "");
  Command a = command("python3 mine/a.py");
  Command b = command("python3 mine/b.py");
  EXPECT_EQ(own(a), Names{"mine/b.py"});
  set_apart(std::array{&a, &b});
  EXPECT_EQ(a.of_others, std::vector<fs::path>{top() / "mine/b.py"});
  EXPECT_EQ(own(a), Names{});
}

TEST_F(ContentsTest, AProgramNamesOthersInWhatTheKernelMaps) {
  // This test program: its symbols, which have the name of each function, are not mapped.
  fs::create_directories(top() / "mine");
  fs::copy_file("/proc/self/exe", top() / "mine/bot");
  put("mine/rival-of-the-contents-test", "#!/bin/sh\n", true);
  put("mine/AProgramNamesOthersInWhatTheKernelMaps", "#!/bin/sh\n", true);
  put("mine/wanted" + std::string("-nowhere"), "#!/bin/sh\n", true);
  EXPECT_EQ(own("mine/bot"), (Names{"mine/rival-of-the-contents-test",
                                    "mine/AProgramNamesOthersInWhatTheKernelMaps"}))
      << "both are in texts of this file";
  EXPECT_LT(mapped_beginning(top() / "mine/bot", SIZE_MAX).size(),
            fs::file_size(top() / "mine/bot"));
}

TEST_F(ContentsTest, TheHashFollowsAllThatBelongsToABot) {
  put("mine/bot", "#!/bin/sh\nhelper\n", true);
  const auto hash = [&](const std::vector<std::string>& read = {}) {
    return content_hash(command("sh mine/bot", read));
  };
  const auto of_program = [&] { return content_hash(command("sh mine/bot"), Covers::program); };
  const std::string alone = hash();
  EXPECT_EQ(alone, of_program());
  put("mine/net", "1");
  const std::string with_net = hash();
  EXPECT_NE(with_net, alone);
  put("mine/net", "2");
  EXPECT_NE(hash(), with_net) << "of the same size";
  put("mine/helper.sh", "");
  const std::string with_helper = hash();
  fs::rename(top() / "mine", top() / "yours");
  EXPECT_EQ(content_hash(command("sh yours/bot")), with_helper) << "it was moved";
  fs::rename(top() / "yours", top() / "mine");
  EXPECT_EQ(of_program(), alone);
  fs::remove(top() / "mine/net");
  fs::remove(top() / "mine/helper.sh");
  EXPECT_EQ(hash(), alone);
  put("nets/one", "1");
  const std::string reading = hash({"nets"});
  put("nets/one", "2");
  EXPECT_NE(hash({"nets"}), reading) << "of the same size";
}

TEST_F(ContentsTest, AProgramOfTheSystemIsAlone) {
  EXPECT_EQ(content_hash(command("sh")), file_hash(command("sh").program));
  EXPECT_TRUE(contents_of(command("sh")).roots.empty());
}

TEST_F(ContentsTest, BeyondTheLimitsOnlyNamesAndSizesCount) {
  put("mine/bot", "#!/bin/sh\n", true);
  put("mine/a", "");
  fs::resize_file(top() / "mine/a", most_own_bytes + 1);
  put("mine/b", "1");
  const Contents contents = contents_of(command("mine/bot"));
  ASSERT_EQ(contents.left_out.size(), 1U);
  EXPECT_EQ(contents.files.size(), 1U);
  EXPECT_EQ(left_out_text(contents), "1 file with 257 MiB, " + quote(top() / "mine/a") + " first");
  const std::string before = content_hash(command("mine/bot"));
  fs::resize_file(top() / "mine/a", most_own_bytes + 2);
  EXPECT_NE(content_hash(command("mine/bot")), before);
  for (std::size_t i = 0; i < most_own_files; ++i) put(fmt::format("mine/more/{}", i), "");
  EXPECT_EQ(contents_of(command("mine/bot")).files.size(), most_own_files);
  EXPECT_EQ(contents_of(command("mine/bot")).left_out.size(), 2U);
}

TEST_F(ContentsTest, TheNewestFileIsNamed) {
  put("mine/bot", "#!/bin/sh\n", true);
  EXPECT_EQ(newest_text(contents_of(command("mine/bot"))), "");
  put("mine/net", "");
  const auto later = fs::last_write_time(top() / "mine/bot") + std::chrono::hours(1);
  fs::last_write_time(top() / "mine/net", later);
  EXPECT_EQ(newest_text(contents_of(command("mine/bot"))),
            "its newest file is " + quote(top() / "mine/net"));
}

TEST_F(ContentsTest, AFileThatWasReadIsReadAgainOnceItLooksDifferent) {
  const fs::path file = write("file", "1");
  fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1));
  EXPECT_EQ(file_hash(file), text::sha256("1"));
  const auto time = fs::last_write_time(file);
  write("file", "2");
  EXPECT_EQ(file_hash(file), text::sha256("2"));
  fs::last_write_time(file, time);
  EXPECT_EQ(file_hash(file), text::sha256("1")) << "as make does, nobody reads it";
  EXPECT_THROW(static_cast<void>(file_hash(folder_ / "none")), CommandError);
}

}  // namespace
}  // namespace referee::program
