// The run of another process as a display gets it: what the live file and the store say.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "referee/play/match/record_json.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/live_file.hpp"
#include "referee/show/report/live/events.hpp"
#include "tests/run/store/support.hpp"

namespace referee::report {
namespace {

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
  EXPECT_NE(said.find("match 4: 6561, round 1: " + names), std::string::npos) << said;
  EXPECT_NE(said.find("match 2: "), std::string::npos) << said;
  EXPECT_NE(said.find("it crashed"), std::string::npos) << said;
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
