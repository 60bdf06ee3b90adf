// A folder that another process plays in, as browsers see it.
#include "referee/show/server/tournament_site.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "referee/play/match/record_json.hpp"
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
  TournamentSite site_{folder_.path(), page::Pages("referee")};
  TournamentSite::Time now_ = std::chrono::steady_clock::now();
};

TEST_F(TournamentPage, BeginsWithTheGamesAndNoMatches) {
  EXPECT_FALSE(site_.has_results());
  const Json state = site_.state();
  EXPECT_EQ(state.at("run"), (Json{{"played", false}, {"done", 0}, {"total", 6}}));
  EXPECT_TRUE(state.at("games").contains("6561"));
  EXPECT_NE(site_.page().html.find("\"live\":\"tournament\""), std::string::npos);
  EXPECT_EQ(site_.get("/matches", "from=0")->body, "");
  for (const char* path : {"/", "/match/0", "/match/x", "/other"}) {
    EXPECT_FALSE(site_.get(path, "").has_value()) << path;
  }
  EXPECT_EQ(site_.work("/match/0", "").value()({}).status, 404U);
  for (const char* path : {"/", "/match/x", "/other"}) EXPECT_FALSE(site_.work(path, "")) << path;
  EXPECT_FALSE(site_.get("/matches", "from=x").has_value());
}

TEST_F(TournamentPage, TellsOfMatchesThatHaveEnded) {
  append(2);
  append(0);
  EXPECT_EQ(news(), (std::set<std::string>{"run", "standings"}));
  EXPECT_EQ(news(), std::set<std::string>{});
  EXPECT_TRUE(site_.has_results());
  EXPECT_EQ(site_.state().at("run").at("done"), 2);
  EXPECT_EQ(site_.state().at("standings").at("events").size(), 1U);
  // Rows in the order in which they were found.
  const std::string rows = site_.get("/matches", "from=0")->body;
  const Json row = Json::parse(rows.substr(0, rows.find('\n')));
  EXPECT_EQ(row.at("n"), 2);
  EXPECT_EQ(row.at("game"), "6561");
  EXPECT_EQ(row.at("moves"), Json::array());
  EXPECT_EQ(site_.get("/matches", "from=1")->body, rows.substr(rows.find('\n') + 1));
  const Json whole = Json::parse(site_.work("/match/2", "").value()({}).body);
  EXPECT_EQ(whole.at("n"), 2);
  EXPECT_EQ(whole.at("moves").size(), row.at("plies"));
}

TEST_F(TournamentPage, HasAPictureOnceItIsComplete) {
  for (std::uint64_t number = 0; number < 6; ++number) {
    EXPECT_FALSE(site_.work("/", ""));
    append(number);
    news();
  }
  const Answer page = site_.work("/", "").value()({});
  EXPECT_NE(page.body.find("src=\"data:image/svg+xml,&lt;svg "), std::string::npos);
  EXPECT_NE(page.policy.find("connect-src 'self'"), std::string::npos) << page.policy;
}

TEST_F(TournamentPage, FollowsRunningMatches) {
  const store::Claim claim(folder_.path(), store::Claim::Kind::alone);
  match::MatchRecord match;
  match.match = 4;
  match.game = manifest_.events[0].game;
  match.seed = 3;
  match.bots[0].name = "a";
  match.bots[1].name = "b";
  const auto file = store::live_path(folder_.path(), "");
  std::uint64_t written = 0;
  const auto write = [&](const std::string& events) {
    EXPECT_EQ(store::write_live(file, store_.id(), ++written, events), 0);
    // Files may have times of some milliseconds' grain.
    std::filesystem::last_write_time(
        file, std::filesystem::file_time_type(std::chrono::seconds(written)));
  };
  const auto last = [&] { return site_.state().at("running").back(); };
  std::string events = match::started_line(match) + '\n';
  write(events);
  EXPECT_EQ(news(), (std::set<std::string>{"events", "run"}));
  EXPECT_EQ(site_.state().at("run").at("played"), true);
  EXPECT_EQ(last().at("event"), "started");
  EXPECT_EQ(last().at("match"), 4);
  const match::Ply ply{rules::Seat::first, "11", "11"};
  events += match::move_line(4, 1, ply, 5us, 9us) + '\n';
  write(events);
  EXPECT_EQ(news(), std::set<std::string>{"events"});
  EXPECT_EQ(last().at("line"), "11");
  EXPECT_TRUE(last().contains("scene"));
  match::MatchFault fault;
  fault.seat = rules::Seat::second;
  fault.ply = 2;
  fault.fault = {bot::FaultKind::timeout, "too late"};
  write(events + match::fault_line(4, "b", fault) + '\n');
  EXPECT_EQ(news(), std::set<std::string>{"events"});
  EXPECT_EQ(site_.state().at("faults")[0].at("kind"), "timeout");
  EXPECT_EQ(last(), site_.state().at("faults")[0]);
  // With fewer moves it is played again, from the beginning.
  write(match::started_line(match) + '\n');
  EXPECT_EQ(news(), std::set<std::string>{"events"});
  EXPECT_EQ(last().at("event"), "started");
  write("");
  const std::uint64_t before = site_.events().last();
  EXPECT_EQ(news(), std::set<std::string>{"events"});
  EXPECT_NE(site_.events().after(before, 1 << 20)->text.find(R"([{"event":"ended","match":4}])"),
            std::string::npos);
  EXPECT_EQ(site_.state().at("running"), Json::array());
}

}  // namespace
}  // namespace referee::server
