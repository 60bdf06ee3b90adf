// What of the referee's own files is found below folders, and which bot may read what.
#include "referee/run/store/hidden.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using Paths = std::vector<fs::path>;

constexpr const char* config_text = R"({"game": "box", "bots": []})";

class Hidden : public testing::Test {
 protected:
  Hidden() : top_(fs::canonical(folder_.path())) {}

  fs::path write(const std::string& name, const std::string& text) const {
    fs::create_directories((top_ / name).parent_path());
    test::write_file(top_ / name, text);
    return top_ / name;
  }
  [[nodiscard]] Paths found() const { return ours_below({&top_, 1}); }

  // A bot in a folder of its own below the top.
  match::Contestant bot(const std::string& name) const {
    const fs::path file = write(name + "/bot.sh", "#!/bin/sh\n");
    fs::permissions(file, fs::perms::owner_all);
    match::Contestant bot;
    bot.identity.name = name;
    bot.spec.command = program::resolve_command("./bot.sh", file.parent_path());
    return bot;
  }
  static bool hides(const match::Contestant& bot, const fs::path& path) {
    const auto& hidden = bot.spec.hidden;
    return std::find(hidden.begin(), hidden.end(), path) != hidden.end();
  }

  const test::TemporaryFolder folder_;
  const fs::path top_;
};

TEST_F(Hidden, FilesAreKnownByWhatTheySay) {
  const fs::path config = write("mine.json", config_text);
  const fs::path records = write("games.jsonl", R"({"schema":"x","game":"box","bots":[]})");
  const fs::path checks = write("regress.json", R"({"bot": "./b", "checks": []})");
  write("settings.json", R"({"depth": 7})");
  write("list.json", R"([{"game": 1, "bots": 2}])");
  write("book.txt", config_text);
  EXPECT_EQ(found(), (Paths{records, config, checks}));
}

TEST_F(Hidden, AFolderOfATournamentIsHiddenAsAWhole) {
  write("results/mine/manifest.json", R"({"games": [], "bots": []})");
  write("results/mine/matches-0001.jsonl", config_text);
  EXPECT_EQ(found(), Paths{top_ / "results/mine"});
}

TEST_F(Hidden, LooksFourLevelsDownAndFollowsNoLink) {
  const fs::path near = write("1/2/3/4/c.json", config_text);
  write("1/2/3/4/5/c.json", config_text);
  fs::create_directory_symlink(top_ / "1/2/3/4/5", top_ / "link");
  fs::create_symlink(near, top_ / "linked.json");
  EXPECT_EQ(found(), Paths{near});
}

TEST_F(Hidden, BotsDoNotSeeEachOtherNorWhatIsOurs) {
  match::Contestant one = bot("one");
  match::Contestant two = bot("two");
  const fs::path beside = write("one/games.jsonl", config_text);
  const fs::path named = top_ / "elsewhere";
  const std::array bots{&one, &two};
  hide_from_bots(bots, {&named, 1});
  EXPECT_TRUE(hides(one, top_ / "two/bot.sh"));
  EXPECT_FALSE(hides(one, top_ / "one/bot.sh"));
  for (const match::Contestant* each : bots) {
    EXPECT_TRUE(hides(*each, beside));
    EXPECT_TRUE(hides(*each, named));
  }
}

TEST_F(Hidden, WhatABotIsGivenToReadItKeeps) {
  match::Contestant one = bot("one");
  match::Contestant two = bot("two");
  const fs::path games = write("one/games.jsonl", config_text);
  one.spec.command->read = {games};
  const std::array bots{&one, &two};
  hide_from_bots(bots, {});
  EXPECT_FALSE(hides(one, games));
  EXPECT_TRUE(hides(two, games));
}

}  // namespace
}  // namespace referee::store
