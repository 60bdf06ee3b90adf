// What the bot of a record may open, by where the record comes from.
#include "referee/analysis/replaying/record_origin.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/store/last_game.hpp"
#include "tests/folder.hpp"
#include "tests/play/match/support.hpp"

namespace {

using namespace referee;
using program::Origin;

class RecordOrigin : public folder::InFolder {
 protected:
  RecordOrigin() {
    set("XDG_CACHE_HOME", (folder_ / "cache").string());
    write("bots/bot.sh", "#!/bin/sh\n", true);
    write("bots/book", "e4\n");
    write("private/key", "secret\n");
  }

  // What is said of a recorded command that would be started; empty if it may be.
  [[nodiscard]] std::string why(const std::string& text, const std::vector<std::string>& given = {},
                                const std::optional<std::string>& hash = {}) const {
    const program::Command command = program::resolve_command(text, folder_);
    const match::BotIdentity recorded{"a", text, hash.value_or(program::content_hash(command)), {}};
    try {
      replaying::require_reach({command, recorded, folder_, given});
    } catch (const text::InputError& error) {
      return error.what();
    }
    return {};
  }
  [[nodiscard]] std::string why_read(const program::ReadFacts& read, Origin origin,
                                     const std::vector<std::string>& given = {}) const {
    const program::Command command = program::resolve_command("/bin/sh", folder_);
    const match::BotIdentity recorded{"a", "/bin/sh", {}, {read}};
    try {
      replaying::require_read({command, recorded, folder_, given}, origin);
    } catch (const text::InputError& error) {
      return error.what();
    }
    return {};
  }
};

TEST_F(RecordOrigin, ABotOfARecordFromElsewhereGetsOnlyWhatPlayed) {
  EXPECT_EQ(why("/bin/sh -c 'exit 0'", {}, ""), "") << "it opens nothing";
  set("PATH", folder_.string() + "/bots:/usr/bin:/bin");
  EXPECT_EQ(why("bot.sh", {}, ""), "") << "the caller's PATH";
  EXPECT_EQ(why("bots/bot.sh"), "");
  EXPECT_EQ(why("sh bots/bot.sh bots/book"), "");
  const std::string key = (folder_ / "private/key").string();
  for (const char* command :
       {"bots/bot.sh", "sh bots/bot.sh", "sh bots/bot.sh private/key", "cat private/key",
        "cat --file=private/key", "sh bots/bot.sh private", "env X=private/key bots/bot.sh",
        "bot.sh private/key", "bot.sh bots/bot.sh private/key"}) {
    EXPECT_NE(why(command, {}, ""), "") << command;
    EXPECT_NE(why(command, {}, std::string(64, '0')), "") << command;
    EXPECT_EQ(why(command, {folder_.string()}, ""), "") << command;
  }
  // Its hash says that whoever wrote it knew the file; that opens no other folder.
  const std::string far = why("sh bots/bot.sh private/key");
  EXPECT_TRUE(
      far.starts_with("the record has 'a' run sh bots/bot.sh private/key, which would open " + key +
                      "; a record from elsewhere opens only the program that played"))
      << far;
  EXPECT_TRUE(far.ends_with("give the command yourself, with --command, or add --read " + key))
      << far;
  EXPECT_NE(why("sh bots/bot.sh private"), "");
  EXPECT_EQ(why("sh bots/bot.sh private/key", {key}), "");
}

TEST_F(RecordOrigin, WhatItCouldReadIsGivenAgain) {
  const program::ReadFacts book = program::read_facts("bots/book", folder_);
  EXPECT_EQ(why_read(book, Origin::own), "");
  EXPECT_TRUE(why_read(book, Origin::elsewhere)
                  .ends_with(": add --read " + (folder_ / "bots/book").string()));
  EXPECT_EQ(why_read(book, Origin::elsewhere, {(folder_ / "bots").string()}), "");
  program::ReadFacts other = book;
  other.hash = std::string(64, '0');
  EXPECT_TRUE(why_read(other, Origin::own)
                  .starts_with((folder_ / "bots/book").string() +
                               " holds something else now than 'a' could read in that match; add "
                               "--read "));
  EXPECT_EQ(why_read(other, Origin::own, {(folder_ / "bots/book").string()}), "");
}

TEST_F(RecordOrigin, AGameIsOnesOwnIfItWasKept) {
  const auto plan = match::MatchPlan::from_seed(match_test::game("black-hole"), 7);
  const auto record = match_test::completed(match_test::Played(plan, {}).record);
  const std::string line = match::to_line(record);
  const auto origin = [&](const std::string& text) {
    return replaying::origin_of(folder_ / "r.json", text, record, rules::own_games());
  };
  EXPECT_EQ(origin(line), Origin::elsewhere);
  ASSERT_TRUE(store::keep_last_game(line));
  EXPECT_EQ(origin(line), Origin::own) << "also a file with the same record";
  EXPECT_EQ(origin(line + " "), Origin::elsewhere);
  EXPECT_NO_THROW(replaying::require_own(Origin::own, record.bots[0]));
  EXPECT_THROW(replaying::require_own(Origin::elsewhere, record.bots[0]), text::InputError);
}

}  // namespace
