// What one process writes of its running matches, and another one reads.
#include "referee/run/store/live_file.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/play/match/record_json.hpp"
#include "support.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using test::TemporaryFolder;

match::MatchRecord some_match() {
  match::MatchRecord match;
  match.match = 12;
  match.game = rules::find_game("box");
  match.round = 3;
  match.seed = rules::max_seed;
  match.bots[0].name = "a \"quoted\" name";
  match.bots[1].name = "b";
  match.plies = {{rules::Seat::first, "Ikv", "Ikv364521", false},
                 {rules::Seat::second, "Hbh", "Hbh", true}};
  match.measured.cpu = {5us, 0us};
  match.measured.wall = {7us, 0us};
  match::MatchFault fault{rules::Seat::second, 2, {bot::FaultKind::memory, "used more"}, "\x07"};
  fault.fault.facts = {{bot::What::memory, 1 << 20}, {bot::What::file, 0, "/a"}};
  fault.word = "OUT";
  fault.found_after = 2;
  match.faults = {fault};
  return match;
}

// As a run tells them; of another match, too.
std::string events_of(const match::MatchRecord& match) {
  match::MatchRecord other;
  other.match = 13;
  other.game = rules::find_game("6561");
  std::string text = match::started_line(match) + '\n' + match::started_line(other) + '\n';
  for (std::size_t i = 0; i < match.plies.size(); ++i) {
    const int number = static_cast<int>(i) + 1;
    for (const match::MatchFault& fault : match.faults) {
      if (fault.ply == number) text += match::fault_line(12, "b", fault, "more memory") + '\n';
    }
    text += match::move_line(12, number, match.plies[i], match.measured.cpu[i],
                             match.measured.wall[i]) +
            '\n';
  }
  return text;
}

TEST(LiveFile, IsReadAsItWasWritten) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "");
  EXPECT_EQ(file.filename(), "live.json");
  const match::MatchRecord match = some_match();
  ASSERT_EQ(write_live(file, "0123456789abcdef", 4, events_of(match)), 0);
  const std::optional<LiveState> read = read_live(file);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->tournament, "0123456789abcdef");
  EXPECT_EQ(read->written, 4U);
  ASSERT_EQ(read->matches.size(), 2U);
  EXPECT_EQ(match::started_line(read->matches[0]), match::started_line(match));
  EXPECT_EQ(read->matches[0].plies, match.plies);
  EXPECT_EQ(read->matches[0].faults, match.faults);
  EXPECT_EQ(read->matches[0].measured.cpu, match.measured.cpu);
  EXPECT_EQ(read->matches[0].measured.wall, match.measured.wall);
  EXPECT_EQ(read->matches[1].game->name, "6561");
}

TEST(LiveFile, MatchesEndAndBeginAgain) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "");
  const match::MatchRecord match = some_match();
  std::string events = events_of(match) + match::started_line(match) + '\n';
  ASSERT_EQ(write_live(file, "t", 1, events), 0);
  EXPECT_EQ(read_live(file)->matches.at(0).plies.size(), 0U);
  events += match::finished_line(match) + "\n{\"event\":\"of a later version\"}\n";
  ASSERT_EQ(write_live(file, "t", 2, events), 0);
  ASSERT_EQ(read_live(file)->matches.size(), 1U);
  EXPECT_EQ(read_live(file)->matches[0].match, 13U);
}

TEST(LiveFile, IsReplacedAsAWhole) {
  const TemporaryFolder folder;
  const fs::path file = live_path(folder.path(), "2-of-10");
  ASSERT_EQ(write_live(file, "t", 4, events_of(some_match())), 0);
  // One that was killed has left its draft.
  fs::path draft = file;
  draft += ".new";
  test::write_file(draft, "{\"half\":");
  ASSERT_EQ(write_live(file, "other", 5, {}), 0);
  EXPECT_EQ(read_live(file)->tournament, "other");
  EXPECT_FALSE(fs::exists(draft));
  EXPECT_EQ(write_live(folder.path() / "missing/live.json", {}, 0, {}), ENOENT);
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
  ASSERT_EQ(write_live(file, "t", 4, events_of(some_match())), 0);
  const std::string whole = test::read_file(file);
  const auto reads = [&](const std::string& text) {
    test::write_file(file, text);
    return read_live(file).has_value();
  };
  ASSERT_TRUE(reads(whole));
  EXPECT_FALSE(reads(""));
  for (std::size_t size = 1; size + 1 < whole.size(); size += 7) {
    EXPECT_EQ(reads(whole.substr(0, size)), whole[size - 1] == '\n') << size;
  }
  const auto with = [&whole](const std::string& from, const std::string& to) {
    std::string text = whole;
    const auto at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  EXPECT_FALSE(reads(with("\"version\":2", "\"version\":3")));
  EXPECT_FALSE(reads(with("\"box\"", "\"bix\"")));
  EXPECT_FALSE(reads(with("\"kind\":\"memory\"", "\"kind\":\"boredom\"")));
  EXPECT_FALSE(reads(with("\"event\":\"started\"", "\"event\":\"later\"")));
  EXPECT_FALSE(reads(with("\"ply\":1,", "\"ply\":2,")));
  EXPECT_FALSE(reads(with("\"seed\":9007199254740991", "\"seed\":9007199254740992")));
  // A fact of a later version is left out.
  test::write_file(file, with("\"what\":\"memory\"", "\"what\":\"tomorrow\""));
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
