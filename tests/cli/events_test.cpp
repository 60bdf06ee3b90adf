// referee tournament --json: what happens, line by line.
#include <csignal>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class TournamentEvents : public InFolder {};

TEST_F(TournamentEvents, EndWithTheStandings) {
  write("c.json", config_of("black-hole", 1,
                            {{"own", "referee random black-hole"}, {"leaver", "/bin/true"}}));
  const Ended ended = referee({"tournament", "c.json", "--out", "o", "--json", "--jobs", "1"});
  EXPECT_EQ(ended.code, 1) << ended.err;
  std::vector<Json> events;
  for (const std::string& line : lines_of(ended.out)) events.push_back(Json::parse(line));
  ASSERT_GT(events.size(), 8U);
  EXPECT_EQ(events[0]["event"], "begun");
  EXPECT_EQ(events[0]["total"], 2);
  EXPECT_EQ(events[1]["event"], "started");
  EXPECT_EQ(events[1]["bots"], (Json{"own", "leaver"}));
  EXPECT_EQ(events[2]["event"], "move");
  EXPECT_EQ(events[2]["ply"], 1);
  EXPECT_EQ(events[3]["event"], "fault");
  EXPECT_EQ(events[3]["bot"], "leaver");
  EXPECT_EQ(events[4]["by"], "jury");
  EXPECT_EQ(events.back()["event"], "standings");
  EXPECT_EQ(events.back()["complete"], true);
  EXPECT_EQ(events.back()["standings"], Json::parse(expect(0, {"standings", "o", "--json"})));

  // Nothing is left to play: only the beginning and the standings are written.
  const auto again = lines_of(referee({"tournament", "c.json", "--out", "o", "--json"}).out);
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(Json::parse(again[0])["done"], 2);
  EXPECT_EQ(Json::parse(again[1]), events.back());
}

TEST_F(TournamentEvents, AnInterruptedRunSaysSo) {
  write("c.json", small_config("box", 5000));
  fs::create_directory(path("o"));
  Child child(command({"tournament", "c.json", "--out", "o", "--json"}), folder_);
  child.wait_for_change(path("o"), [this] {
    const fs::path file = path("o") / "matches-0001.jsonl";
    return fs::exists(file) && fs::file_size(file) > 0;
  });
  child.signal(SIGINT);
  const Ended ended = child.end();
  EXPECT_EQ(ended.code, 130) << ended.err;
  const Json last = Json::parse(lines_of(ended.out).back());
  EXPECT_EQ(last["event"], "standings");
  EXPECT_EQ(last["complete"], false);
}

}  // namespace
