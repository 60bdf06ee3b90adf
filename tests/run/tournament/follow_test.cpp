// How a running tournament is seen from outside: LiveGames on one side, Follower on the other.
#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <thread>

#include "referee/play/match/record_json.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/store/store_writer.hpp"
#include "referee/run/tournament/live_games.hpp"
#include "tests/run/store/support.hpp"

namespace referee::tournament {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using store::Follower;
using Time = LiveGames::Clock::time_point;
using Numbers = std::vector<std::uint64_t>;

class Follow : public testing::Test {
 protected:
  void append(const std::string& file, const std::string& text) const {
    std::ofstream(folder_.path() / file, std::ios::app | std::ios::binary) << text;
  }
  [[nodiscard]] std::string line(std::uint64_t number) const {
    return test::line(manifest_, number) + "\n";
  }
  static Numbers numbers(const Follower::News& news) {
    Numbers list;
    for (const auto& match : news.finished) list.push_back(match.match);
    return list;
  }
  [[nodiscard]] MatchStart start(std::uint64_t number) const {
    MatchStart start;
    start.number = number;
    start.pairing = config::Schedule(manifest_).at(number);
    start.game = manifest_.events[start.pairing.event].game;
    start.bots = {"a", "b"};
    return start;
  }
  [[nodiscard]] bool is_there(const char* name) const { return fs::exists(folder_.path() / name); }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ =
      test::manifest({test::event("box", {"a", "b", "c"}, 1), test::event("6561", {"a", "b"}, 3)});
  store::Store store_ = store::Store::create(folder_.path(), manifest_);
  const Time begin_ = LiveGames::Clock::now();
};

TEST_F(Follow, TellsEachFinishedMatchOnce) {
  append("matches-0001.jsonl", line(3) + line(0) + line(3));
  Follower follower(folder_.path());
  EXPECT_EQ(numbers(follower.poll()), (Numbers{3, 0}));
  EXPECT_EQ(numbers(follower.poll()), Numbers{});
  append("matches-0001.jsonl", line(5));
  append("matches-0002.jsonl", line(7) + line(5));
  EXPECT_EQ(numbers(follower.poll()), (Numbers{5, 7}));
  EXPECT_EQ(follower.done(), 4U);
  EXPECT_EQ(follower.total(), 12U);
}

TEST_F(Follow, WaitsForWholeLines) {
  append("matches-0001.jsonl", line(1) + line(2).substr(0, 50));
  Follower follower(folder_.path());
  EXPECT_EQ(numbers(follower.poll()), Numbers{1});
  append("matches-0001.jsonl", line(2).substr(50, 10));
  EXPECT_EQ(numbers(follower.poll()), Numbers{});
  append("matches-0001.jsonl", line(2).substr(60));
  EXPECT_EQ(numbers(follower.poll()), Numbers{2});
}

TEST_F(Follow, LeavesOutWhatIsNotOfTheTournament) {
  Follower follower(folder_.path());
  static_cast<void>(follower.poll());
  auto other = manifest_;
  other.seed += 1;
  append("matches-0001.jsonl", "rubbish\n" + test::line(other, 1) + "\n\n{\"schema\":\n" + line(4));
  EXPECT_EQ(numbers(follower.poll()), Numbers{4});
}

TEST_F(Follow, BeginsAnewWhenTheTournamentGrows) {
  append("matches-0001.jsonl", line(0) + line(1));
  Follower follower(folder_.path());
  EXPECT_EQ(numbers(follower.poll(begin_)), (Numbers{0, 1}));
  auto grown = manifest_;
  grown.events[0].rounds = 2;
  static_cast<void>(store::Store::create(folder_.path(), grown));
  const auto news = follower.poll(begin_ + 2s);
  EXPECT_TRUE(news.anew);
  EXPECT_EQ(news.finished.size(), 2U);
  EXPECT_EQ(follower.total(), 18U);
}

TEST_F(Follow, SeesWhoPlaysAndRunningMatches) {
  LiveGames live(folder_.path(), "", store_.id());
  LiveGames::Game game(live, start(6));
  live.tick(begin_);
  EXPECT_FALSE(is_there("live.json")) << "nobody watches";

  auto claim = std::make_unique<store::Claim>(folder_.path(), store::Claim::Kind::alone);
  {
    Follower follower(folder_.path());
    EXPECT_TRUE(is_there("watching"));
    EXPECT_TRUE(follower.poll(begin_).played);
    EXPECT_TRUE(follower.is_played());
    EXPECT_TRUE(follower.running().empty());

    const match::Ply ply{rules::Seat::first, "line", "relayed", false};
    game.moved(ply, 12us, 34us);
    live.tick(begin_ + 1s);
    EXPECT_TRUE(is_there("live.json"));
    EXPECT_TRUE(follower.poll(begin_ + 1s).running);
    ASSERT_EQ(follower.running().size(), 1U);
    const match::MatchRecord& seen = follower.running().front();
    EXPECT_EQ(match::started_line(seen), match::started_line(record_of(start(6))));
    EXPECT_EQ(seen.plies, std::vector<match::Ply>{ply});
    EXPECT_EQ(seen.measured.cpu, std::vector<match::Duration>{12us});
    EXPECT_EQ(seen.measured.wall, std::vector<match::Duration>{34us});

    game.failed({rules::Seat::second, 2, {bot::FaultKind::crash, "it \"crashed\"\n"}, "\xff\\"});
    live.tick(begin_ + 1100ms);
    EXPECT_FALSE(follower.poll(begin_ + 1100ms).running) << "not more often than every 0.2 s";
    live.tick(begin_ + 1300ms);
    // Files may have times of some milliseconds' grain.
    while (!follower.poll(begin_ + 1300ms).running) {
      std::this_thread::sleep_for(10ms);
      live.tick(begin_ + 10s);
    }
    ASSERT_EQ(follower.running().front().faults.size(), 1U);
    EXPECT_EQ(follower.running().front().faults.front().fault.reason, "it \"crashed\"\n");
    EXPECT_EQ(follower.running().front().faults.front().line, "\xff\\");

    // The process is stopped, or gone without a word.
    EXPECT_TRUE(follower.poll(begin_ + 60s).running);
    EXPECT_TRUE(follower.running().empty());
    claim.reset();
    EXPECT_TRUE(follower.poll(begin_ + 61s).played);
    EXPECT_FALSE(follower.is_played());
  }
  EXPECT_FALSE(is_there("watching"));
  live.tick(begin_ + 70s);
  EXPECT_FALSE(is_there("live.json")) << "nobody watches any more";
}

// The live file is written now and then, records are appended at once.
TEST_F(Follow, AMatchInTheStoreDoesNotRun) {
  LiveGames live(folder_.path(), "", store_.id());
  LiveGames::Game finished(live, start(1));
  LiveGames::Game running(live, start(3));
  const store::Claim claim(folder_.path(), store::Claim::Kind::alone);
  Follower follower(folder_.path());
  (void)follower.poll(begin_);
  live.tick(begin_ + 1s);
  (void)follower.poll(begin_ + 1s);
  ASSERT_EQ(follower.running().size(), 2U);
  append("matches-0001.jsonl", line(1));
  const Follower::News news = follower.poll(begin_ + 1s);
  EXPECT_TRUE(news.running);
  EXPECT_EQ(numbers(news), Numbers{1});
  ASSERT_EQ(follower.running().size(), 1U);
  EXPECT_EQ(follower.running().front().match, 3U);
  // The same for who comes now.
  Follower late(folder_.path());
  (void)late.poll(begin_ + 1s);
  ASSERT_EQ(late.running().size(), 1U);
  EXPECT_EQ(late.running().front().match, 3U);
}

TEST_F(Follow, TellsFaultsFromBefore) {
  match::MatchRecord record = test::record(manifest_, 1);
  record.faults.push_back({rules::Seat::first, 1, {bot::FaultKind::crash, "it crashed"}, {}});
  const std::string failed = match::to_line(record);
  append("matches-0001.jsonl", line(0) + failed + "\n" + line(2));
  Follower follower(folder_.path());
  const Follower::News news = follower.poll();
  EXPECT_EQ(numbers(news), (Numbers{0, 1, 2}));
  ASSERT_EQ(news.failed.size(), 1U);
  EXPECT_EQ(news.failed.front(), failed);
  EXPECT_TRUE(follower.poll().failed.empty());
}

// Of more faults than are told, the last ones count.
TEST_F(Follow, TellsTheLastFaultsFromBefore) {
  test::TemporaryFolder folder;
  const config::Manifest manifest = test::manifest({test::event("box", {"a", "b"}, 40)});
  const auto store = store::Store::create(folder.path(), manifest);
  std::string text;
  for (std::uint64_t match = 0; match < 80; ++match) {
    match::MatchRecord record = test::record(manifest, match);
    record.faults.push_back({rules::Seat::first, 1, {bot::FaultKind::crash, "it crashed"}, {}});
    text += match::to_line(record) + "\n";
  }
  test::write_file(folder.path() / "matches-0001.jsonl", text);
  const Follower::News news = Follower(folder.path()).poll();
  EXPECT_EQ(news.finished.size(), 80U);
  ASSERT_EQ(news.failed.size(), 50U);
  EXPECT_EQ(store::summary_of_line(news.failed.front()).match, 30U);
  EXPECT_EQ(store::summary_of_line(news.failed.back()).match, 79U);
}

TEST_F(Follow, SeveralPartsAndSeveralWatchers) {
  const store::Claim one(folder_.path(), store::Claim::Kind::shared);
  Follower first(folder_.path());
  auto second = std::make_unique<Follower>(folder_.path());
  auto part_1 = std::make_unique<LiveGames>(folder_.path(), "1-of-2", store_.id());
  LiveGames part_2(folder_.path(), "2-of-2", store_.id());
  {
    LiveGames::Game late(*part_1, start(8));
    const LiveGames::Game early(part_2, start(2));
    part_1->tick(begin_);
    part_2.tick(begin_);
    for (Follower* follower : {&first, second.get()}) {
      static_cast<void>(follower->poll(begin_));
      ASSERT_EQ(follower->running().size(), 2U);
      EXPECT_EQ(follower->running()[0].match, 2U);
      EXPECT_EQ(follower->running()[1].match, 8U);
    }
    second.reset();
    EXPECT_TRUE(is_there("watching")) << "the first still watches";
  }
  part_1.reset();
  EXPECT_FALSE(is_there("live-1-of-2.json"));
  static_cast<void>(first.poll(begin_ + 1s));
  EXPECT_EQ(first.running().size(), 1U);
}

TEST_F(Follow, DamagedLiveFilesShowNothing) {
  const store::Claim claim(folder_.path(), store::Claim::Kind::alone);
  Follower follower(folder_.path());
  int number = 0;
  for (const char* text :
       {"", "{", "[]\n", "null\n", "{\"schema\":\"other\"}\n",
        "{\"schema\":\"referee-live\",\"version\":3,\"tournament\":\"x\",\"written\":1}\n",
        "{\"schema\":\"referee-live\",\"version\":2,\"tournament\":1,\"written\":1}\n",
        "{\"schema\":\"referee-live\",\"version\":2,\"tournament\":\"x\",\"written\":1}\n"
        "{\"event\":\"started\",\"match\":-1}\n"}) {
    append("live-" + std::to_string(++number) + ".json", text);
    static_cast<void>(follower.poll(begin_));
    EXPECT_TRUE(follower.running().empty()) << text;
  }
  fs::create_directory(folder_.path() / "live.json");
  static_cast<void>(follower.poll(begin_));
  EXPECT_TRUE(follower.running().empty());
}

TEST_F(Follow, AFolderThatCannotBeWrittenShowsWhatIsFinished) {
  append("matches-0001.jsonl", line(1));
  // In place of the file, so that it holds for root, too.
  fs::create_directory(folder_.path() / "watching");
  Follower follower(folder_.path());
  EXPECT_EQ(numbers(follower.poll()), Numbers{1});
  LiveGames live(folder_.path(), "", store_.id());
  const LiveGames::Game game(live, start(6));
  live.tick(begin_);
  EXPECT_FALSE(is_there("live.json"));
}

}  // namespace
}  // namespace referee::tournament
