// Which bots have no program any more, and hashes as earlier versions took them.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/run/config/generations.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

// A tournament of two scripts, each in a folder of its own with a file beside it.
class BotsOnDisk : public testing::Test {
 protected:
  void SetUp() override {
    manifest_.folder = folder_.path();
    for (BotEntry& bot : manifest_.events[0].bots) {
      std::filesystem::create_directory(folder_.path() / bot.name);
      test::write_file(folder_.path() / bot.name / "bot", "#!/bin/sh\nexit 0\n");
      std::filesystem::permissions(folder_.path() / bot.name / "bot", std::filesystem::perms(0755));
      test::write_file(folder_.path() / bot.name / "net", "1");
      bot.command = bot.name + "/bot";
      bot.hash = hash_of(bot, toolchain::resolve(bot.line(folder_.path(), nullptr)));
    }
  }
  [[nodiscard]] static BotEntry bot_with(const std::string& command) {
    BotEntry bot;
    bot.command = command;
    return bot;
  }

  test::TemporaryFolder folder_;
  Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 1)});
};

TEST_F(BotsOnDisk, AreGoneIfThePathLeadsNowhere) {
  EXPECT_FALSE(is_gone(bot_with("./a/bot --fast"), folder_.path()));
  EXPECT_TRUE(is_gone(bot_with("./c --fast"), folder_.path()));
  EXPECT_FALSE(is_gone(bot_with("no-such-program"), folder_.path())) << "it is looked for in PATH";
  EXPECT_FALSE(is_gone(bot_with("'./c"), folder_.path())) << "wrong in another way";
}

TEST_F(BotsOnDisk, HaveHashesAsTheStoreHasThem) {
  EXPECT_EQ(hashed_like(manifest_, manifest_).id(), manifest_.id());
  Manifest old = manifest_;
  old.covers = program::Covers::program;
  for (BotEntry& bot : old.events[0].bots) {
    bot.hash =
        program::content_hash(toolchain::resolve(bot.line(folder_.path(), nullptr)), old.covers);
  }
  EXPECT_NE(old.id(), manifest_.id());
  const Manifest same = hashed_like(old, manifest_);
  EXPECT_EQ(same.id(), old.id());
  EXPECT_EQ(same.covers, program::Covers::program);
  std::filesystem::remove(folder_.path() / "b/bot");
  EXPECT_THROW(hashed_like(old, manifest_), program::CommandError);
}

TEST_F(BotsOnDisk, SayInTheManifestWhatTheirHashesCover) {
  const auto read = [](const text::Json& json) {
    return manifest_from_json(text::JsonReader(json, "manifest:")).covers;
  };
  text::Json json = to_json(manifest_);
  EXPECT_EQ(json.at("hashes"), "folders");
  EXPECT_EQ(read(json), program::Covers::folder);
  json.erase("hashes");
  EXPECT_EQ(read(json), program::Covers::program) << "it is of an earlier version";
  manifest_.covers = program::Covers::program;
  EXPECT_FALSE(to_json(manifest_).contains("hashes"));
}

}  // namespace
}  // namespace referee::config
