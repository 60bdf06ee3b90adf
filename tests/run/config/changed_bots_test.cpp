// Which bots have another program than the manifest says.
#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "referee/machine/program/places.hpp"
#include "referee/run/config/generations.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

// A tournament of two scripts.
class ChangedBots : public testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"a", "b"}) write(name, "exit 0");
    manifest_.folder = folder_.path();
    for (BotEntry& bot : manifest_.events[0].bots) {
      bot.hash = program::content_hash(toolchain::resolve(bot.line(folder_.path())));
    }
  }
  void write(const std::string& name, const std::string& line) const {
    test::write_file(folder_.path() / name, "#!/bin/sh\n" + line + "\n");
    std::filesystem::permissions(folder_.path() / name, std::filesystem::perms(0755));
  }
  [[nodiscard]] BotEntry bot_with(const std::string& command) const {
    BotEntry bot;
    bot.command = command;
    return bot;
  }

  test::TemporaryFolder folder_;
  Manifest manifest_ = test::manifest({test::event("box", {"a", "b"}, 1)});
};

TEST_F(ChangedBots, AreThoseWithAnotherContent) {
  EXPECT_TRUE(changed_bots(manifest_).empty());
  write("b", "exit 1");
  const auto changed = changed_bots(manifest_);
  ASSERT_EQ(changed.size(), 1U);
  EXPECT_EQ(changed[0].event, 0U);
  EXPECT_EQ(changed[0].bot, 1U);
  EXPECT_EQ(describe(manifest_, changed[0]),
            "the program of the bot \"b\" of box has been changed since the manifest was made (its "
            "hash was " +
                manifest_.events[0].bots[1].hash.substr(0, 12) + ", now it is " +
                changed[0].hash.substr(0, 12) + ")");
}

TEST_F(ChangedBots, AreNamedIfTheyCannotBeRun) {
  std::filesystem::remove(folder_.path() / "b");
  EXPECT_TRUE(
      test::contains(test::error_of<program::CommandError>([&] { changed_bots(manifest_); }),
                     "the bot \"b\" of box: "));
}

TEST_F(ChangedBots, AreGoneIfThePathLeadsNowhere) {
  EXPECT_FALSE(is_gone(bot_with("./a --fast"), folder_.path()));
  EXPECT_TRUE(is_gone(bot_with("./c --fast"), folder_.path()));
  EXPECT_FALSE(is_gone(bot_with("no-such-program"), folder_.path())) << "it is looked for in PATH";
  EXPECT_FALSE(is_gone(bot_with("'./c"), folder_.path())) << "wrong in another way";
}

}  // namespace
}  // namespace referee::config
