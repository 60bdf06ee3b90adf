// A folder that another process plays in, as browsers see it.
#include "referee/show/server/tournament_site.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "referee/run/store/claim.hpp"
#include "referee/run/store/live_file.hpp"
#include "tests/run/store/support.hpp"

namespace referee::server {
namespace {

using text::Json;
using namespace std::chrono_literals;

class TournamentPage : public testing::Test {
 protected:
  void append(std::uint64_t number) const {
    std::ofstream(folder_.path() / "matches-0001.jsonl", std::ios::app | std::ios::binary)
        << test::line(manifest_, number) << '\n';
  }
  // The names of the events since the last call, after a look two seconds later.
  std::set<std::string> news() {
    now_ += 2s;
    const std::uint64_t before = site_.events().last();
    site_.look(now_);
    std::set<std::string> names;
    const std::string text = site_.events().after(before, 1 << 20).value().text;
    for (std::size_t at = text.find("event: "); at != std::string::npos;
         at = text.find("event: ", at + 1)) {
      names.insert(text.substr(at + 7, text.find('\n', at) - at - 7));
    }
    return names;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_ = test::manifest({test::event("6561", {"a", "b", "c"}, 1)});
  store::Store store_ = store::Store::create(folder_.path(), manifest_);
  TournamentSite site_{folder_.path(), Json{{"title", "t"}}};
  TournamentSite::Time now_ = std::chrono::steady_clock::now();
};

TEST_F(TournamentPage, BeginsWithTheGamesAndNoMatches) {
  EXPECT_FALSE(site_.has_results());
  const Json state = site_.state();
  EXPECT_EQ(state.at("run"), (Json{{"played", false}, {"done", 0}, {"total", 6}}));
  EXPECT_EQ(state.at("matches"), 0);
  EXPECT_TRUE(state.at("games").contains("6561"));
  EXPECT_NE(site_.page().html.find("\"live\":\"tournament\""), std::string::npos);
  EXPECT_EQ(site_.get("/matches", "from=0")->body, "");
  for (const char* path : {"/", "/match/0", "/match/x", "/other"}) {
    EXPECT_FALSE(site_.get(path, "").has_value()) << path;
  }
  EXPECT_FALSE(site_.get("/matches", "from=x").has_value());
}

TEST_F(TournamentPage, TellsOfMatchesThatHaveEnded) {
  append(2);
  append(0);
  EXPECT_EQ(news(), (std::set<std::string>{"matches", "run", "standings"}));
  EXPECT_EQ(news(), std::set<std::string>{});
  EXPECT_TRUE(site_.has_results());
  EXPECT_EQ(site_.state().at("matches"), 2);
  EXPECT_EQ(site_.state().at("run").at("done"), 2);
  EXPECT_EQ(site_.state().at("standings").at("events").size(), 1U);
  // Rows in the order in which they were found.
  const std::string rows = site_.get("/matches", "from=0")->body;
  const Json row = Json::parse(rows.substr(0, rows.find('\n')));
  EXPECT_EQ(row.at("n"), 2);
  EXPECT_EQ(row.at("game"), "6561");
  EXPECT_EQ(row.at("moves"), Json::array());
  EXPECT_EQ(site_.get("/matches", "from=1")->body, rows.substr(rows.find('\n') + 1));
  const Json whole = Json::parse(site_.get("/match/2", "")->body);
  EXPECT_EQ(whole.at("n"), 2);
  EXPECT_EQ(whole.at("moves").size(), row.at("plies"));
}

TEST_F(TournamentPage, FollowsRunningMatches) {
  const store::Claim claim(folder_.path(), store::Claim::Kind::alone);
  store::RunningMatch match;
  match.number = 4;
  match.game = manifest_.events[0].game;
  match.bots = {"a", "b"};
  store::LiveState live{store_.id(), 1, {match}};
  const auto file = store::live_path(folder_.path(), "");
  const auto write = [&] {
    ++live.written;
    EXPECT_EQ(store::write_live(file, live), 0);
    // Files may have times of some milliseconds' grain.
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type(std::chrono::seconds(live.written)));
  };
  write();
  EXPECT_EQ(news(), (std::set<std::string>{"begun", "run"}));
  EXPECT_EQ(site_.state().at("run").at("played"), true);
  EXPECT_EQ(site_.state().at("running")[0].at("n"), 4);
  store::RunningMatch::Made made;
  made.ply.line = made.ply.relayed = "11";
  live.matches[0].moves.push_back(made);
  write();
  EXPECT_EQ(news(), std::set<std::string>{"moves"});
  EXPECT_EQ(site_.state().at("running")[0].at("moves"), Json{"11"});
  match::MatchFault fault;
  fault.seat = rules::Seat::second;
  fault.ply = 2;
  fault.fault = {bot::FaultKind::timeout, "too late"};
  live.matches[0].faults.push_back(fault);
  write();
  EXPECT_EQ(news(), std::set<std::string>{"fault"});
  EXPECT_EQ(site_.state().at("faults")[0].at("kind"), "timeout");
  // With fewer moves it is played again, from the beginning.
  live.matches[0].moves.clear();
  live.matches[0].faults.clear();
  write();
  EXPECT_EQ(news(), std::set<std::string>{"begun"});
  live.matches.clear();
  write();
  EXPECT_EQ(news(), std::set<std::string>{"ended"});
  EXPECT_EQ(site_.state().at("running"), Json::array());
}

}  // namespace
}  // namespace referee::server
