// Tournaments whose rounds depend on results, played by the runner: wherever they are interrupted
// and continued, the store ends up like that of an uninterrupted run.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/parts/merging.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/tournament/runner.hpp"
#include "referee/run/tournament/standings.hpp"
#include "tests/built.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

namespace fs = std::filesystem;

config::Manifest knockout_cup() {
  std::string bots;
  for (int i = 0; i < 5; ++i) {
    const std::string command = i % 2 == 0 ? built::word("black-hole-greedy") : "@random";
    bots += std::string(i == 0 ? "" : ", ") + R"({"name": "bot)" + std::to_string(i) +
            R"(", "command": ")" + command + R"("})";
  }
  const std::string text =
      R"({"seed": 3, "isolation": "off", "games": [
            {"game": "black-hole", "format": "swiss", "rounds": 3, "bots": [)" +
      bots + R"(]},
            {"game": "black-hole", "format": "knockout", "bots": [)" +
      bots + "]}]}";
  return config::parse_config(text, "cup.json", ".", {});
}

// Asks to stop after some matches.
class Stopper : public RunObserver {
 public:
  Stopper(StopRequest& stop, int after) : stop_(stop), left_(after) {}
  void happened(const Event& event) override {
    if (std::holds_alternative<MatchFinished>(event) && --left_ == 0) stop_.ask();
  }

 private:
  StopRequest& stop_;
  int left_;
};

// Counts matches as a display does.
class Counter : public RunObserver {
 public:
  void happened(const Event& event) override {
    std::visit(EventCases{
                   [this](const RunBegun& run) {
                     done_ = run.done;
                     total_ = run.total;
                   },
                   [this](const MatchesPlanned& now) {
                     EXPECT_GT(now.total, total_);
                     total_ = now.total;
                   },
                   [this](const MatchFinished&) { ++done_; },
                   [this](const MatchAdopted& adopted) {
                     ++done_;
                     EXPECT_TRUE(adopted_.insert(adopted.match.match).second);
                   },
                   [](const auto&) {},
               },
               event);
  }

  std::uint64_t done_ = 0;
  std::uint64_t total_ = 0;
  std::set<std::uint64_t> adopted_;
};

RunEnd play(const store::Store& store, int stop_after = 0, unsigned jobs = 2) {
  StopRequest stop;
  Stopper observer(stop, stop_after);
  RunOptions options;
  options.jobs = jobs;
  return run(store, {}, {walls::probe_protections(), options, stop}, observer);
}

// Every match once, without what was measured.
std::map<std::uint64_t, std::string> matches(const store::Store& store) {
  std::map<std::uint64_t, std::string> result;
  const auto report = store.read([&](const store::MatchSummary& match, std::string_view line) {
    text::Json json = text::parse_json(line, "record");
    json.erase("measured");
    EXPECT_TRUE(result.emplace(match.match, json.dump()).second);
  });
  EXPECT_EQ(report.duplicates, 0U);
  EXPECT_EQ(report.foreign, 0U);
  EXPECT_TRUE(report.early.empty());
  return result;
}

class FormatRun : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(play(whole_), RunEnd::complete);
    expected_ = matches(whole_);
    ASSERT_EQ(expected_.size(), 12U + 8U);
    text_ = test::read_file(whole_.files().front());
  }
  // A store that has just this text of records.
  store::Store store_with(const std::string& text) {
    const fs::path folder = folder_.path() / std::to_string(++stores_);
    store::Store store = store::Store::create(folder, manifest_);
    test::write_file(folder / "matches-0001.jsonl", text);
    return store;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = knockout_cup();
  store::Store whole_ = store::Store::create(folder_.path() / "whole", manifest_);
  std::map<std::uint64_t, std::string> expected_;
  std::string text_;
  int stores_ = 0;
};

TEST_F(FormatRun, DoesNotDependOnTheNumberOfWorkers) {
  const store::Store one = store::Store::create(folder_.path() / "one", manifest_);
  ASSERT_EQ(play(one, 0, 1), RunEnd::complete);
  EXPECT_EQ(matches(one), expected_);
}

// On a busy machine the observer hears of matches late, and few stops come in time: so again, until
// there were three of them.
TEST_F(FormatRun, GoesOnAfterEveryStop) {
  int most_stops = 0;
  for (int tries = 1; tries <= 20 && most_stops < 3; ++tries) {
    const store::Store store =
        store::Store::create(folder_.path() / ("stopped-" + std::to_string(tries)), manifest_);
    int stops = 0;
    while (play(store, 3) == RunEnd::interrupted) ASSERT_LT(++stops, 20);
    EXPECT_EQ(matches(store), expected_);
    most_stops = std::max(most_stops, stops);
  }
  EXPECT_GE(most_stops, 3);
}

TEST_F(FormatRun, GoesOnWhereItWasKilled) {
  for (std::size_t i = 0; i < 8; ++i) {
    const store::Store store = store_with(text_.substr(0, text_.size() * (2 * i + 1) / 16));
    ASSERT_EQ(play(store), RunEnd::complete);
    EXPECT_EQ(matches(store), expected_) << i;
  }
}

// A record of an early round is lost: later ones are kept, and only the lost match is played.
TEST_F(FormatRun, PlaysAgainOnlyWhatIsMissing) {
  std::size_t begin = 0;
  for (int line = 0; line < 5; ++line, begin = text_.find('\n', begin) + 1) {
    const std::size_t end = text_.find('\n', begin) + 1;
    const store::Store store = store_with(text_.substr(0, begin) + text_.substr(end));
    const auto report = store.read([](const store::MatchSummary&, std::string_view) {});
    EXPECT_GT(report.early.size(), 0U);
    EXPECT_EQ(report.records + report.early.size(), 19U);
    Counter counter;
    ASSERT_EQ(run(store, {}, {walls::probe_protections(), {}, {}}, counter), RunEnd::complete);
    EXPECT_EQ(counter.done_, counter.total_);
    EXPECT_EQ(counter.adopted_.size(), report.early.size());
    EXPECT_EQ(matches(store), expected_) << line;
    const std::string added = test::read_file(store.folder() / "matches-0002.jsonl");
    EXPECT_EQ(std::count(added.begin(), added.end(), '\n'), 1) << line;
  }
}

// If bots are not deterministic, two processes would continue from different results.
TEST_F(FormatRun, IsPlayedByOneProcessAtATime) {
  const store::Store store = store::Store::create(folder_.path() / "shared", manifest_);
  class Second : public RunObserver {
   public:
    explicit Second(const store::Store& store) : store_(store) {}
    void happened(const Event& event) override {
      if (!std::holds_alternative<MatchStart>(event) || !refusal_.empty()) return;
      try {
        static_cast<void>(play(store_));
        refusal_ = "none";
      } catch (const store::FolderInUse& error) {
        refusal_ = error.what();
      }
    }
    const store::Store& store_;
    std::string refusal_;
  } second(store);
  EXPECT_EQ(run(store, {}, {walls::probe_protections(), {}, {}}, second), RunEnd::complete);
  EXPECT_TRUE(second.refusal_.starts_with(store.folder().string() + " is being played by process " +
                                          std::to_string(::getpid())))
      << second.refusal_;
  EXPECT_EQ(matches(store), expected_);
}

TEST_F(FormatRun, RanksByTheFormat) {
  Standings standings(manifest_);
  whole_.read([&](const store::MatchSummary& match, std::string_view) { standings.add(match); });
  const auto events = standings.ranked();
  ASSERT_EQ(events.size(), 2U);
  EXPECT_EQ(events[0].format, formats::FormatKind::swiss);
  EXPECT_EQ(events[0].rounds, 3);
  EXPECT_EQ(events[0].planned, 12U);
  EXPECT_EQ(events[1].planned, 8U);
  int points = 0;
  for (const Row& row : events[0].rows) {
    ASSERT_TRUE(row.format);
    EXPECT_EQ(row.place, row.format->place);
    points += row.format->points;
  }
  EXPECT_EQ(points, 3 * (2 + 1) * 2);
  EXPECT_EQ(events[1].rows.front().format->wins, 3);
  EXPECT_EQ(events[1].rows.front().place, 1);
}

// Two of these bots are the same, so all their pairs are even.
config::Manifest tied_cup() {
  const auto bot = [](const std::string& name, const std::string& command) {
    return R"({"name": ")" + name + R"(", "command": ")" + command + "\"}";
  };
  const std::string greedy = built::word("black-hole-greedy");
  return config::parse_config(
      R"({"seed": 3, "isolation": "off", "game": "black-hole", "format": "knockout", "tie_break": 2,
          "bots": [)" +
          bot("a", greedy) + ", " + bot("b", greedy) + ", " + bot("c", "@random") + ", " +
          bot("d", greedy) + "]}",
      "cup.json", ".", {});
}

// Ties are played off, and wherever the run is stopped, the store ends up the same.
TEST(TieBreak, IsPlayedAndGoesOnAfterEveryStop) {
  const test::TemporaryFolder folder;
  const config::Manifest manifest = tied_cup();
  const store::Store whole = store::Store::create(folder.path() / "whole", manifest);
  Counter counter;
  ASSERT_EQ(run(whole, {}, {walls::probe_protections(), {}, {}}, counter), RunEnd::complete);
  EXPECT_EQ(counter.done_, counter.total_);
  const auto expected = matches(whole);
  // a and d are even to the end, and a, the better seed, goes on to the final against b, likewise.
  EXPECT_EQ(expected.size(), 3U * 2 + 2 * 2 * 2);
  EXPECT_EQ(counter.total_, expected.size());
  Standings standings(manifest);
  whole.read([&](const store::MatchSummary& match, std::string_view) { standings.add(match); });
  const EventStandings event = standings.ranked().at(0);
  EXPECT_EQ(event.planned, expected.size());
  EXPECT_EQ(event.rows[0].bot, "a");
  EXPECT_EQ(event.rows[1].bot, "b");
  const auto merged = parts::merge(whole);
  EXPECT_TRUE(merged.sealed);
  EXPECT_EQ(merged.matches, expected.size());

  const store::Store stopped = store::Store::create(folder.path() / "stopped", manifest);
  for (int runs = 1; play(stopped, 2, 1) == RunEnd::interrupted; ++runs) {
    ASSERT_LT(runs, 20);
    EXPECT_FALSE(parts::merge(stopped).sealed);
  }
  EXPECT_EQ(matches(stopped), expected);

  // Of a file that was cut anywhere only the rest is played; play-offs may wait for what is lost.
  const std::string text = test::read_file(whole.files().front());
  for (std::size_t i = 0; i < 6; ++i) {
    const fs::path cut = folder.path() / std::to_string(i);
    const store::Store store = store::Store::create(cut, manifest);
    const std::size_t begin = i % 2 == 0 ? 0 : text.find('\n') + 1;
    test::write_file(cut / "matches-0001.jsonl", text.substr(begin, text.size() * (i + 1) / 8));
    ASSERT_EQ(play(store), RunEnd::complete);
    EXPECT_EQ(matches(store), expected) << i;
  }
}

}  // namespace
}  // namespace referee::tournament
