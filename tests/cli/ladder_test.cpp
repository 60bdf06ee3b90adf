// A ladder: a tournament of all versions of some bots, which goes on with each run.
#include <chrono>
#include <set>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Ladder : public InFolder {
 protected:
  Ladder() {
    put(random_program());
    write_config({"mine", "other"});
  }
  void put(const fs::path& program) const {
    fs::copy_file(program, path("mine"), fs::copy_options::overwrite_existing);
  }
  void write_config(const std::vector<std::string>& names) const {
    Json bots = Json::array();
    for (const std::string& name : names) {
      const std::string program = name == "mine" ? "./mine" : "referee";
      bots.push_back(
          {{"name", name},
           {"command", program + " random black-hole --seed " + std::to_string(name.size())}});
    }
    write(
        "c.json",
        Json{
            {"game", "black-hole"}, {"format", "ladder"}, {"pairs", 3}, {"seed", 5}, {"bots", bots}}
            .dump());
  }
  std::string play(int games, const std::string& folder = "o") const {
    const Ended ended =
        referee({"tournament", "c.json", "--out", folder, "--games", std::to_string(games)});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.err;
  }
  [[nodiscard]] Json standings(const std::string& folder = "o") const {
    return Json::parse(expect(0, {"standings", folder, "--json"}))["events"][0];
  }
  [[nodiscard]] Json bot(const std::string& name) const {
    const Json event = standings();
    for (const Json& one : event["bots"]) {
      if (one["name"] == name) return one;
    }
    return {};
  }
  // The matches without what names the manifest by which they were played.
  [[nodiscard]] std::vector<Json> matches(const std::string& folder) const {
    std::vector<Json> records = records_in(path(folder));
    for (Json& record : records) record.erase("tournament");
    return records;
  }
};

TEST_F(Ladder, EachRunPlaysSoManyFurtherGames) {
  const std::string first = play(10);
  EXPECT_NE(first.find("10 matches to play"), std::string::npos) << first;
  EXPECT_EQ(standings()["played"], 10);
  EXPECT_EQ(standings()["planned"], 10);
  EXPECT_EQ(standings()["rounds"], 2);
  play(7);  // pairs stay together
  EXPECT_EQ(standings()["played"], 18);
  EXPECT_FALSE(fs::exists(path("o/manifest-0002.json"))) << "its bots are the same";
  const Ended usual = referee({"tournament", "c.json", "--out", "o", "--plan-only"});
  EXPECT_EQ(usual.err, "this run plays 200 games; --games or --minutes says how many\n");
  EXPECT_EQ(standings()["planned"], 218);
  // The same as in one run.
  play(18, "at-once");
  EXPECT_EQ(matches("o"), matches("at-once"));
  EXPECT_EQ(standings()["bots"], standings("at-once")["bots"]);
  EXPECT_EQ(expect(0, {"verify", "o"}), expect(0, {"verify", "at-once"}));
}

TEST_F(Ladder, ItGoesOnAfterItWasKilledAsIfNothingHadBeen) {
  write_config({"mine", "other", "further", "one-more"});
  play(60, "whole");
  fs::create_directories(path("o"));
  {
    Child child(command({"tournament", "c.json", "--out", "o", "--games", "100000"}), path("."));
    child.wait_for_change(path("o"), [this] {
      return fs::exists(path("o/matches-0001.jsonl")) && !read("o/matches-0001.jsonl").empty();
    });
    child.signal(SIGKILL);
    EXPECT_EQ(child.end().code, 128 + SIGKILL);
  }
  const int played = standings()["played"];
  ASSERT_GT(played, 0);
  ASSERT_LT(played, 100'000) << "it was killed before";
  play(std::max(60 - played, 2));
  const int both = std::min(60, standings()["played"].get<int>());
  const auto whole = matches("whole");
  const auto again = matches("o");
  EXPECT_EQ(std::vector<Json>(whole.begin(), whole.begin() + both),
            std::vector<Json>(again.begin(), again.begin() + both));
  expect(0, {"verify", "o"});
}

TEST_F(Ladder, ARebuiltBotIsANewVersionAndTheOldOneStays) {
  play(10);
  put(built::file("black-hole-greedy"));
  const std::string said = play(20);
  EXPECT_NE(said.find("o goes on with the bot \"mine@2\" and without \"mine\", whose results stay; "
                      "what has been played counts\n"),
            std::string::npos)
      << said;
  EXPECT_EQ(bot("mine")["games"], 10);
  EXPECT_EQ(bot("mine")["plays"], false);
  EXPECT_EQ(bot("mine@2")["games"], 20);
  EXPECT_EQ(bot("mine@2")["plays"], true);
  EXPECT_EQ(bot("mine@2")["since"], 3);
  EXPECT_NE(bot("mine@2")["hash"], bot("mine")["hash"]);
  EXPECT_EQ(standings()["bots"][0]["name"], "mine@2") << "it is stronger";
  EXPECT_EQ(bot("mine")["elo"], 0) << "the first one is the zero of the scale";
  const std::string text = expect(0, {"standings", "o", "--wide"});
  EXPECT_NE(text.find("Ranked by Elo, the first version being 0."), std::string::npos) << text;
  EXPECT_NE(text.find("  no more"), std::string::npos) << text;
  EXPECT_NE(expect(0, {"standings", "o", "--csv"}).find(",since,plays,note\n"), std::string::npos);
  expect(0, {"verify", "o"});
  expect(0, {"export", "o"});
}

TEST_F(Ladder, ANoteIsTheConfigsOrTheCommit) {
  fs::create_directories(path(".git"));
  write(".git/HEAD", "0123456789abcdef0123456789abcdef01234567\n");
  play(2);
  EXPECT_EQ(bot("mine")["note"], "commit 0123456789ab");
  put(built::file("black-hole-greedy"));
  Json config = Json::parse(read("c.json"));
  config["bots"][0]["note"] = "now greedy";
  write("c.json", config.dump());
  play(2);
  EXPECT_EQ(bot("mine@2")["note"], "now greedy");
  EXPECT_NE(expect(0, {"standings", "o", "--wide"}).find("  now greedy\n"), std::string::npos);
}

TEST_F(Ladder, ARunEndsByTime) {
  // On a busy machine a short time may be over before the first game.
  std::uint64_t played = 0;
  for (double minutes = 0.01; played == 0 && minutes < 1; minutes *= 4) {
    const auto begin = std::chrono::steady_clock::now();
    const Ended ended =
        referee({"tournament", "c.json", "--out", "o", "--minutes", std::to_string(minutes)});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_GE(std::chrono::steady_clock::now() - begin,
              std::chrono::duration<double>(60 * minutes));
    played = standings()["played"];
    // The last pair may lack its second game.
    EXPECT_EQ(standings()["planned"], played + played % 2);
  }
  EXPECT_GT(played, 0);
}

TEST_F(Ladder, ItIsPlayedInParts) {
  write_config({"mine", "other", "further"});
  play(24, "alone");
  const auto play_parts = [this](int games) {
    expect(0,
           {"tournament", "c.json", "--out", "o", "--games", std::to_string(games), "--plan-only"});
    for (int rounds = 0; rounds < 20; ++rounds) {
      for (const char* part : {"1/2", "2/2"}) {
        expect(0, {"tournament", "c.json", "--part", part, "--out", "o", "--quiet"});
      }
      if (referee({"merge", "o"}).code == 0) return;
    }
    ADD_FAILURE() << "it is never complete";
  };
  play_parts(16);  // the last round is not complete
  EXPECT_FALSE(fs::exists(path("o/sealed.json")));
  play_parts(8);
  EXPECT_EQ(matches("o"), matches("alone"));
  EXPECT_EQ(standings()["bots"], standings("alone")["bots"]);
  EXPECT_EQ(referee({"merge", "o"}).code, 0) << "again";
  // Bots change, and what was played stays.
  put(built::file("black-hole-greedy"));
  play(6);
  EXPECT_EQ(standings()["played"], 30);
  play_parts(6);
  EXPECT_EQ(standings()["played"], 36);
  expect(0, {"verify", "o"});
}

}  // namespace
