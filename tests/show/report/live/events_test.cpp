// The stream of events of a real run: every line fits its schema, the lines of a match
// come in their order, and records are the same with and without a listener. And the run of another
// process as a display gets it: what the live file and the store say.
#include "referee/show/report/live/events.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/machine/walls/protections.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/live_file.hpp"
#include "tests/built.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::report {
namespace {

using Strings = std::vector<std::string>;
using test::TemporaryFolder;

// Two bots that play, one that exits at once and one that writes an illegal line.
config::Manifest cup() {
  const std::string text = R"({"seed": 3, "isolation": "off", "games": [
      {"game": "black-hole", "bots": [
        {"name": "random", "command": "@random"},
        {"name": "greedy", "command": ")" +
                           built::word("black-hole-greedy") + R"("},
        {"name": "leaver", "command": "/bin/true"},
        {"name": "babbler", "command": "/bin/echo \\babble"}]},
      {"game": "box", "bots": [
        {"name": "random", "command": "@random"},
        {"name": "other", "command": ")" +
                           built::word("box-greedy") + R"("}]}]})";
  return config::parse_config(text, "cup.json", ".", {});
}

// Records without measurements, in the order of the matches.
std::vector<std::string> records_of(const store::Store& store) {
  std::map<std::uint64_t, std::string> records;
  store.read([&](const store::MatchSummary& match, std::string_view line) {
    text::Json json = text::parse_json(line, "record");
    json.erase("measured");
    records[match.match] = json.dump();
  });
  std::vector<std::string> list;
  for (const auto& [number, record] : records) list.push_back(record);
  return list;
}

class Events : public testing::Test {
 protected:
  void play(tournament::RunObserver& observer, const store::Store& store) {
    const tournament::StopRequest stop;
    tournament::RunOptions options;
    options.jobs = 2;
    EXPECT_EQ(tournament::run(store, {}, {walls::probe_protections(), options, stop}, observer),
              tournament::RunEnd::complete);
  }

  TemporaryFolder folder_;
};

TEST_F(Events, EveryLineOfARunFitsTheSchema) {
  const auto store = store::Store::create(folder_.path() / "o", cup());
  std::ostringstream out;
  EventStream events(out, store.id());
  tournament::RunObserver deaf;
  Observers both({&deaf, &events});
  play(both, store);
  EXPECT_TRUE(tell_standings(store, events, true)) << "bots have failed";

  Schema schema = published_schema("events");
  std::istringstream lines(out.str());
  std::string line;
  std::vector<text::Json> all;
  while (std::getline(lines, line)) {
    all.push_back(text::parse_json(line, "event"));
    EXPECT_EQ(schema.check(all.back()), Strings{}) << line;
  }
  // A fault that was found later, against which an option helps.
  std::ostringstream one;
  EventStream(one, store.id())
      .happened(tournament::BotFailed{0,
                                      "greedy",
                                      {rules::Seat::first,
                                       1,
                                       {bot::FaultKind::memory, "used", {{bot::What::memory, 1}}},
                                       {},
                                       "OUT",
                                       2}});
  EXPECT_EQ(schema.check(text::parse_json(one.str(), "event")), Strings{});
  one.str({});
  EventStream(one, store.id())
      .happened(tournament::ProgramChanged{rules::find_game("box"), "other", "/a/net"});
  EXPECT_EQ(schema.check(text::parse_json(one.str(), "event")), Strings{});
  one.str({});
  tournament::MatchLeftOpen open;
  open.line = "A1";
  open.line_of = "greedy";
  open.again = "referee match ./g a b";
  EventStream(one, store.id()).happened(open);
  EXPECT_EQ(schema.check(text::parse_json(one.str(), "event")), Strings{});
  one.str({});
  const auto none = store::Store::create(folder_.path() / "none", cup());
  EventStream unplayed(one, none.id());
  EXPECT_FALSE(tell_standings(none, unplayed, false));
  const text::Json standings = text::parse_json(one.str(), "event");
  EXPECT_EQ(schema.check(standings), Strings{});
  EXPECT_EQ(standings["complete"], false);
  expect_complete(schema);

  ASSERT_GT(all.size(), 2U);
  EXPECT_EQ(all.front()["event"], "begun");
  EXPECT_EQ(all.front()["total"], 14);
  EXPECT_EQ(all.back()["event"], "standings");
  EXPECT_EQ(all.back()["complete"], true);
  EXPECT_EQ(all.back()["standings"]["events"][0]["played"], 12);
  // Of each match: started, moves numbered from 1, its faults before the jury's moves,
  // finished.
  std::map<int, text::Json> last;
  std::map<int, int> plies;
  std::map<int, std::set<int>> failed;
  int finished = 0;
  for (std::size_t i = 1; i + 1 < all.size(); ++i) {
    const text::Json& event = all[i];
    const int match = event["match"];
    if (event["event"] == "started") {
      EXPECT_FALSE(last.contains(match));
    } else {
      ASSERT_TRUE(last.contains(match)) << event;
      EXPECT_NE(last[match]["event"], "finished");
    }
    if (event["event"] == "move") {
      EXPECT_EQ(event["ply"], ++plies[match]);
      EXPECT_EQ(event.contains("by"), failed[match].contains(event["seat"])) << event;
    }
    if (event["event"] == "fault") {
      EXPECT_EQ(event["ply"], plies[match] + 1);
      failed[match].insert(event["seat"].get<int>());
    }
    if (event["event"] == "finished") {
      ++finished;
      EXPECT_EQ(event["result"]["plies"], plies[match]);
      EXPECT_EQ(event["faults"], failed[match].size());
    }
    last[match] = event;
  }
  EXPECT_EQ(finished, 14);
}

TEST_F(Events, OfAVoidMatchFitTheSchema) {
  std::ostringstream out;
  EventStream events(out, "t");
  Observers({&events}).happened(tournament::MatchVoided{7, {"alpha", "beta"}, "nobody looked"});
  const text::Json event = text::parse_json(out.str(), "event");
  EXPECT_EQ(published_schema("events").check(event), Strings{}) << event;
  EXPECT_EQ(event, (text::Json{{"event", "void"}, {"match", 7}, {"reason", "nobody looked"}}));
}

TEST_F(Events, OfAMatchWithoutAResultFitTheSchema) {
  std::ostringstream out;
  EventStream events(out, "t");
  tournament::MatchLeftOpen match;
  match.match.number = 7;
  match.why = "the judge left";
  Observers({&events}).happened(match);
  EXPECT_EQ(text::parse_json(out.str(), "event"),
            (text::Json{{"event", "left_open"}, {"match", 7}, {"reason", "the judge left"}}));
}

TEST_F(Events, ChangeNothingInTheRecords) {
  const auto with = store::Store::create(folder_.path() / "with", cup());
  std::ostringstream out;
  EventStream events(out, with.id());
  play(events, with);
  const auto without = store::Store::create(folder_.path() / "without", cup());
  tournament::RunObserver deaf;
  EXPECT_FALSE(deaf.wants_moves());
  play(deaf, without);
  EXPECT_EQ(records_of(with), records_of(without));
}

TEST_F(Events, AStreamThatCannotBeWrittenEndsTheRun) {
  const auto store = store::Store::create(folder_.path() / "o", cup());
  std::ostringstream out;
  out.setstate(std::ios::failbit);
  EventStream events(out, store.id());
  const tournament::StopRequest stop;
  EXPECT_THROW(tournament::run(store, {}, {walls::probe_protections(), {}, stop}, events),
               std::runtime_error);
}

class FollowedRun : public testing::Test {
 protected:
  void append(const std::string& line) const {
    std::ofstream(folder_.path() / "matches-0001.jsonl", std::ios::app | std::ios::binary)
        << line << '\n';
  }
  void write_live(const std::string& events) {
    const auto file = store::live_path(folder_.path(), "");
    EXPECT_EQ(store::write_live(file, store_.id(), ++written_, events), 0);
    // Files may have times of some milliseconds' grain.
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type(std::chrono::seconds(written_)));
  }
  // What is said at a look.
  std::string look() {
    out_.str("");
    followed_.look();
    return out_.str();
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({test::event("6561", {"a", "b", "c"}, 1)});
  store::Store store_ = store::Store::create(folder_.path(), manifest_);
  store::Follower follower_{folder_.path()};
  std::ostringstream out_;
  Followed followed_{follower_, [this](const store::Store& store) {
                       Shown shown;
                       shown.store = &store;
                       return std::make_unique<LogLines>(out_, shown, true);
                     }};
  std::uint64_t written_ = 0;
};

TEST_F(FollowedRun, TellsMatchesAndFaultsOnce) {
  append(test::line(manifest_, 0));
  const store::Claim claim(folder_.path(), store::Claim::Kind::alone);
  EXPECT_EQ(look(), folder_.path().string() + ": 1 of 6 matches played\n");
  match::MatchRecord record = test::record(manifest_, 4);
  write_live(match::started_line(record) + '\n');
  const std::string names = record.bots[0].name + " - " + record.bots[1].name;
  EXPECT_EQ(look(), "match 4 begins: 6561, round 1: " + names + "\n");
  EXPECT_EQ(look(), "");
  append(match::to_line(record));
  record = test::record(manifest_, 2);
  record.faults.push_back({rules::Seat::first, 1, {bot::FaultKind::crash, "it crashed"}, {}});
  append(match::to_line(record));
  write_live("");
  const std::string said = look();
  EXPECT_TRUE(contains(said, "match 4: 6561, round 1: " + names));
  EXPECT_TRUE(contains(said, "match 2: "));
  EXPECT_TRUE(contains(said, "it crashed"));
  EXPECT_EQ(look(), "");
  followed_.display().finish();
  EXPECT_EQ(out_.str(), "") << "all of them have been told";
}

TEST_F(FollowedRun, BeginsAgainWhenTheTournamentGrows) {
  append(test::line(manifest_, 0));
  look();
  manifest_.events[0].rounds = 2;
  static_cast<void>(store::Store::create(folder_.path(), manifest_));
  std::string said;
  const auto last = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (said.empty() && std::chrono::steady_clock::now() < last) said = look();
  EXPECT_EQ(said, folder_.path().string() + ": 1 of 12 matches played\n");
}

}  // namespace
}  // namespace referee::report
