// What one process writes of its running matches, and another one reads.
#include "referee/run/store/live_file.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::TemporaryFolder;

LiveState some_state() {
  RunningMatch match;
  match.number = 12;
  match.game = rules::find_game("box");
  match.round = 3;
  match.seed = 9007199254740991;
  match.bots = {"a \"quoted\" name", "b"};
  match.moves = {{{rules::Seat::first, "Ikv", "Ikv364521", false}, 5us, 7us},
                 {{rules::Seat::second, "Hbh", "Hbh", true}, 0us, 0us}};
  match::MatchFault fault{rules::Seat::second, 2, {bot::FaultKind::memory, "used more"}, "\x07"};
  fault.fault.facts = {{bot::What::memory, 1 << 20}, {bot::What::file, 0, "/a"}};
  fault.word = "OUT";
  match.faults = {fault};
  RunningMatch begun;
  begun.number = 13;
  begun.game = rules::find_game("6561");
  return {"0123456789abcdef", 4, {match, begun}};
}

TEST(LiveFile, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "");
  EXPECT_EQ(file.filename(), "live.json");
  const LiveState state = some_state();
  ASSERT_EQ(write_live(file, state), 0);
  const std::optional<LiveState> read = read_live(file);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tournament, state.tournament);
  EXPECT_EQ(read->written, 4U);
  EXPECT_EQ(read->matches, state.matches);
}

TEST(LiveFile, IsReplacedAsAWhole) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "2-of-10");
  ASSERT_EQ(write_live(file, some_state()), 0);
  // One that was killed has left its draft.
  fs::path draft = file;
  draft += ".new";
  test::write_file(draft, "{\"half\":");
  ASSERT_EQ(write_live(file, {"other", 5, {}}), 0);
  EXPECT_EQ(read_live(file)->tournament, "other");
  EXPECT_FALSE(fs::exists(draft));
  EXPECT_EQ(write_live(folder.path() / "missing/live.json", {}), ENOENT);
}

TEST(LiveFile, ThoseOfAFolderAreFoundAndNothingElse) {
  const TemporaryFolder folder;
  for (const char* name :
       {"live.json", "live-1-of-2.json", "live.json.new", "alive.json", "manifest.json"}) {
    test::write_file(folder.path() / name, "{}");
  }
  EXPECT_EQ(live_files(folder.path()), (std::vector<fs::path>{folder.path() / "live-1-of-2.json",
                                                              folder.path() / "live.json"}));
}

TEST(LiveFile, WhatIsNotUnderstoodShowsNothing) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "");
  EXPECT_FALSE(read_live(file));
  ASSERT_EQ(write_live(file, some_state()), 0);
  const std::string whole = test::read_file(file);
  const auto reads = [&](const std::string& text) {
    test::write_file(file, text);
    return read_live(file).has_value();
  };
  ASSERT_TRUE(reads(whole));
  EXPECT_FALSE(reads(""));
  for (std::size_t size = 1; size + 1 < whole.size(); size += 7) {
    EXPECT_FALSE(reads(whole.substr(0, size))) << size;
  }
  const auto with = [&whole](const std::string& from, const std::string& to) {
    std::string text = whole;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_FALSE(reads(with("\"version\":1", "\"version\":2")));
  EXPECT_FALSE(reads(with("\"box\"", "\"bix\"")));
  EXPECT_FALSE(reads(with("\"kind\":\"memory\"", "\"kind\":\"boredom\"")));
  // A fact of a later version is left out.
  test::write_file(file, with("[\"memory\",", "[\"tomorrow\","));
  const auto later = read_live(file);
  ASSERT_TRUE(later);
  EXPECT_EQ(later->matches[0].faults[0].fault.facts,
            (std::vector<bot::Fact>{{bot::What::file, 0, "/a"}}));
}

TEST(Watching, IsKnownAsLongAsSomebodyWatches) {
  const TemporaryFolder folder;
  EXPECT_FALSE(is_watched(folder.path()));
  {
    const Watching one(folder.path());
    EXPECT_TRUE(one.is_heard());
    EXPECT_TRUE(is_watched(folder.path()));
    {
      const Watching two(folder.path());
      EXPECT_TRUE(two.is_heard());
    }
    EXPECT_TRUE(is_watched(folder.path()));
  }
  EXPECT_FALSE(is_watched(folder.path()));
  EXPECT_TRUE(fs::is_empty(folder.path()));
  EXPECT_FALSE(Watching(folder.path() / "missing").is_heard());
}

}  // namespace
}  // namespace referee::store
