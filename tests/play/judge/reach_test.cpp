// What a judge may open, by what game.json says.
#include "referee/play/judge/reach.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "tests/folder.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;

class ReachTest : public folder::InFolder {
 protected:
  ReachTest() {
    for (const char* name : {"game", "game/data", "secret", "game-2"}) {
      write(fs::path(name) / "words", name);
    }
    fs::create_directory_symlink("../secret", game() / "out");
    fs::create_directory_symlink("data", game() / "in");
  }
  [[nodiscard]] fs::path game() const { return folder_ / "game"; }
  [[nodiscard]] std::string secret() const { return (folder_ / "secret/words").string(); }
  [[nodiscard]] static bool takes(const Reach& reach, const std::string& file) {
    try {
      reach.check_file("files[0]", file);
      return true;
    } catch (const text::InputError& error) {
      EXPECT_NE(std::string(error.what()).find("files[0]: \"" + file + '"'), std::string::npos)
          << error.what();
      return false;
    }
  }
  [[nodiscard]] static bool takes_word(const Reach& reach, const std::string& word) {
    try {
      reach.check_words("judge", std::vector<std::string>{word});
      return true;
    } catch (const text::InputError&) {
      return false;
    }
  }
};

TEST_F(ReachTest, FilesAreInTheFolder) {
  const Reach reach(game(), {});
  for (const std::string file :
       {"words", "data/words", "./data/../words", "in/words", "../game/words", "no-such-file"}) {
    EXPECT_TRUE(takes(reach, file)) << file;
  }
  for (const std::string& file :
       {std::string("../secret/words"), secret(), std::string("out/words"), std::string("out"),
        std::string("../game-2/words"), std::string("../no-such-file"), std::string("/etc/passwd"),
        std::string("data/../../secret/words")}) {
    EXPECT_FALSE(takes(reach, file)) << file;
  }
}

TEST_F(ReachTest, FilesOfRefereeItselfMayLieAnywhere) {
  const fs::path library = fs::path(REFEREE_SOURCE_DIR) / "rules/judges/lib/referee_judge.py";
  const fs::path copy = folder_ / "secret/referee_judge.py";
  fs::copy_file(library, copy);
  const Reach reach(game(), {});
  EXPECT_TRUE(takes(reach, "../secret/referee_judge.py"));
  write(copy, "another one");
  EXPECT_FALSE(takes(reach, "../secret/referee_judge.py"));
}

TEST_F(ReachTest, WordsMayNameTheSystem) {
  const Reach reach(game(), {});
  for (const std::string& word :
       {std::string("/usr/bin/env"), std::string("-cp"), std::string("words"), std::string("in"),
        std::string("11"), std::string("words:data:/usr/share"), std::string("/")}) {
    EXPECT_TRUE(takes_word(reach, word)) << word;
  }
  for (const std::string& word :
       {secret(), "words:" + secret(), "--lib=" + secret(), std::string(".."), std::string("out"),
        std::string("/etc"), std::string("/proc/self"), std::string("-cp=words:out")}) {
    EXPECT_FALSE(takes_word(reach, word)) << word;
  }
}

TEST_F(ReachTest, WhatTheCallerNamesIsOpenedAlone) {
  const Reach reach(game(), std::vector<fs::path>{secret()});
  EXPECT_TRUE(takes(reach, "out/words"));
  EXPECT_FALSE(takes(reach, "out"));
  program::Command command;
  command.files = {game() / "words", secret()};
  command.folders = {game() / "data", "/usr/share"};
  reach.limit(command);
  EXPECT_EQ(command.files, (std::vector<fs::path>{game() / "words"}));
  EXPECT_EQ(command.folders.size(), 2U);
  EXPECT_EQ(command.read, (std::vector<fs::path>{secret()}));
  command.folders.push_back(game() / "out");
  EXPECT_THROW(reach.limit(command), text::InputError);
}

}  // namespace
}  // namespace referee::judge
