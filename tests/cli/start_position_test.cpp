// Games that begin from a given deal, or with given moves.
#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

class StartPosition : public InFolder {
 protected:
  StartPosition() {
    write("r.json", expect(0, {"match", "black-hole", a_, b_, "--seed", "5", "--json"}));
    record_ = Json::parse(read("r.json"));
    std::string moves;
    for (std::size_t i = 0; i < 6; ++i) {
      moves += record_["plies"][i]["line"].get<std::string>() + (i % 2 == 0 ? " " : "\n");
    }
    write("six.txt", moves);
  }
  [[nodiscard]] Json match(const Words& more) const {
    Words words = Words{"match", "black-hole", b_, a_, "--json"} + more;
    return Json::parse(expect(0, words));
  }

  std::string a_ = "referee random black-hole --seed 1";
  std::string b_ = "referee random black-hole --seed 2";
  Json record_;
};

TEST_F(StartPosition, TheDealOfARecordOrAText) {
  const Json of = match({"--deal", "@r.json"});
  EXPECT_EQ(of["deal"], record_["deal"]);
  EXPECT_EQ(of["seed"], record_["seed"]);
  const Json given = match({"--deal", record_["deal"]});
  EXPECT_EQ(given["deal"], record_["deal"]);
  EXPECT_FALSE(given.contains("seed"));
  EXPECT_EQ(given["plies"], of["plies"]);
  write("given.json", given.dump() + "\n");
  expect(0, {"verify", "given.json"});
}

TEST_F(StartPosition, TheDealOfAMatchOfATournament) {
  write("c.json", config_of("black-hole", 2, {{"a", a_}, {"b", b_}}));
  expect(0, {"tournament", "c.json", "--out", "o"});
  const auto records = records_in(path("o"));
  EXPECT_EQ(match({"--deal", "@o:2"})["deal"], records.at(2)["deal"]);
  EXPECT_NE(records.at(2)["deal"], records.at(0)["deal"]);
}

TEST_F(StartPosition, TheFirstMovesAreGiven) {
  const std::string told = "referee random black-hole --seed 2 --begin {moves}";
  const Ended ended = referee(
      {"match", "black-hole", told, told, "--deal", "@r.json", "--moves", "six.txt", "--json"});
  const Json given = Json::parse(ended.out);
  EXPECT_EQ(given["given"], 6);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(given["plies"][i], record_["plies"][i]);
  write("given.json", ended.out);
  expect(0, {"verify", "given.json"});
  EXPECT_EQ(ended.err, "");
  EXPECT_NE(given["plies"], record_["plies"]);
  // Who is not told the given moves is taken by surprise, and so is whoever reads the result.
  const Ended surprised =
      referee({"match", "black-hole", b_, a_, "--deal", "@r.json", "--moves", "six.txt", "--json"});
  EXPECT_NE(surprised.err.find("does not know that another move was made"), std::string::npos)
      << surprised.err;
  // With their own moves they have nothing to be told.
  const Ended same =
      referee({"match", "black-hole", a_, b_, "--deal", "@r.json", "--moves", "six.txt", "--json"});
  EXPECT_EQ(same.err, "");
  EXPECT_EQ(Json::parse(same.out)["plies"], record_["plies"]);
}

TEST_F(StartPosition, EveryGameOfATournamentOrComparison) {
  const std::string told = "referee random black-hole --seed {seed} --begin {moves}";
  Json config = Json::parse(config_of("black-hole", 2, {{"a", told}, {"b", told}}));
  config["deal_of"] = "r.json";
  config["moves"] = "six.txt";
  write("c.json", config.dump());
  const Ended ended = referee({"tournament", "c.json", "--out", "o"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err.find("would have played"), std::string::npos) << ended.err;
  // What the file has is in the manifest; the file is not needed any more.
  const Json manifest = Json::parse(read("o/manifest.json"));
  EXPECT_EQ(manifest["version"], 2);
  EXPECT_EQ(manifest["games"][0]["deal"], record_["deal"]);
  EXPECT_EQ(manifest["games"][0]["moves"].size(), 6U);
  expect(4, {"compare", told, told, "--game", "black-hole", "--deal", "@o:2", "--moves", "six.txt",
             "--max-pairs", "3", "--out", "c"});
  for (const std::string folder : {"o", "c"}) {
    const auto records = records_in(path(folder));
    EXPECT_GE(records.size(), 4U);
    for (const Json& record : records) {
      EXPECT_EQ(record["deal"], record_["deal"]);
      EXPECT_FALSE(record.contains("seed"));
      EXPECT_EQ(record["given"], 6);
      for (std::size_t i = 0; i < 6; ++i) EXPECT_EQ(record["plies"][i], record_["plies"][i]);
    }
    EXPECT_NE(records.at(0)["plies"], records.at(2)["plies"]) << "{seed} varies";
    expect(0, {"verify", folder});
    // The number for {seed} is that of the round, and {moves} those that were given.
    EXPECT_NE(expect(0, {"replay", folder, "3"}).find("as recorded, to the end"),
              std::string::npos);
  }
  const Ended again = referee({"tournament", "c.json", "--out", "o"});
  EXPECT_NE(again.err.find("0 to play"), std::string::npos) << again.err;
}

TEST_F(StartPosition, ReplayGoesOnFromAMoveWithBothBots) {
  const Json replayed =
      Json::parse(expect(0, {"replay", "r.json", "--free", "7", "--json"}))["runs"][0];
  EXPECT_EQ(replayed["as_recorded"], true);
  EXPECT_EQ(replayed["record"]["given"], 6);
  EXPECT_EQ(replayed["record"]["plies"], record_["plies"]);
  const Json other = Json::parse(
      expect(0, {"replay", "r.json", "--free", "7", "--opponent", "jury", "--json"}))["runs"][0];
  EXPECT_EQ(other["record"]["bots"][1]["command"], "referee random black-hole");
  EXPECT_NE(expect(0, {"replay", "r.json", "--free", "changed", "--command", b_})
                .find("; the game ended "),
            std::string::npos);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(other["record"]["plies"][i], record_["plies"][i]);
  }
  EXPECT_NE(other["record"]["plies"], record_["plies"]);
}

// As in official records, which end with the last tile that was played.
TEST_F(StartPosition, ADealThatEndsWithItsGameIsCompleted) {
  Json record = Json::parse(expect(0, {"match", "box", built::word("box-greedy"),
                                       built::word("box-greedy"), "--seed", "5", "--json"}));
  std::string deal = record["deal"];
  // Two colours, the start tile, and a tile for each move.
  const std::size_t words = record["plies"].size() + 3;
  std::size_t end = 0;
  for (std::size_t i = 0; i < words; ++i) end = deal.find(' ', end + 1);
  record["deal"] = deal.substr(0, end);
  record.erase("seed");
  write("cut.json", record.dump() + "\n");
  for (int seed = 1; seed <= 3; ++seed) {
    const std::string bot = "referee random box --seed " + std::to_string(seed);
    const Json replayed = Json::parse(
        expect(0, {"replay", "cut.json", "--command", bot, "--json"}))["runs"][0]["record"];
    EXPECT_EQ(replayed["deal"].get<std::string>().find(record["deal"].get<std::string>()), 0U);
    expect(0, {"match", "box", bot, bot, "--deal", "@cut.json", "--json"});
  }
}

TEST_F(StartPosition, GivenMovesLeaveAGameToPlay) {
  std::string all;
  for (const Json& ply : record_["plies"]) all += ply["line"].get<std::string>() + " ";
  write("all.txt", all);
  write("more.txt", all + "A1=1 A2=2");
  const Words match{"match", "black-hole", a_, b_, "--deal", "@r.json", "--moves"};
  expect_error(2, "--moves: nothing is left to play after these moves", match + Words{"all.txt"});
  expect_error(2, "--moves: the game ends with move 30; 2 follow", match + Words{"more.txt"});
}

}  // namespace
