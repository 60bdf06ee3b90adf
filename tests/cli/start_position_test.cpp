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
  // Ends with an error in which this text is.
  void refuses(const std::string& message, const Words& arguments) const {
    const Ended ended = referee(arguments);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find(message), std::string::npos) << ended.err;
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

TEST_F(StartPosition, ABotIsToldItsGivenMoves) {
  write_program("told", "#!/bin/sh\necho \"told $1\" >&2\nread line\n");
  const Json record =
      Json::parse(referee({"match", "black-hole", "./told {moves}", "./told x{moves}", "--deal",
                           "@r.json", "--moves", "six.txt", "--json"})
                      .out);
  const auto& plies = record_["plies"];
  const auto of_seat = [&](std::size_t first) {
    return plies[first]["line"].get<std::string>() + "," +
           plies[first + 2]["line"].get<std::string>() + "," +
           plies[first + 4]["line"].get<std::string>() + "\n";
  };
  EXPECT_EQ(record["measured"]["bots"][0]["stderr_tail"], "told " + of_seat(0));
  EXPECT_EQ(record["measured"]["bots"][1]["stderr_tail"], "told x" + of_seat(1));
}

TEST_F(StartPosition, WrongOnesAreRefused) {
  const Words base{"match", "black-hole", a_, b_};
  const auto refused = [&](const std::string& message, const Words& more) {
    Words words = base + more;
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err.find("referee: error: " + message), 0U) << ended.err;
  };
  refused("--deal: 'x' is not a deal of black-hole: ", {"--deal", "x"});
  write("two.txt", record_["plies"][0]["line"].get<std::string>() + " A1=99");
  refused("--moves: move 2, 'A1=99', is not legal: ", {"--deal", "@r.json", "--moves", "two.txt"});
  std::string all;
  for (const Json& ply : record_["plies"]) all += ply["line"].get<std::string>() + " ";
  write("all.txt", all);
  refused("--moves: nothing is left to play after these moves",
          {"--deal", "@r.json", "--moves", "all.txt"});
  write("more.txt", all + "A1=1 A2=2");
  refused("--moves: the game ends with move 30; 2 follow",
          {"--deal", "@r.json", "--moves", "more.txt"});
  refused("--moves: cannot read none: No such file or directory", {"--moves", "none"});
  refused("--moves: cannot read .: Is a directory", {"--moves", "."});
  expect_error(2, "--deal: that match is one of black-hole, not of box",
               {"match", "box", "referee random box", "referee random box", "--deal", "@r.json"});
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
  // Other moves are another tournament.
  config["moves"] = Json::array({record_["plies"][0]["line"]});
  write("c.json", config.dump());
  refuses("o holds another tournament, which differs in the moves of black-hole",
          {"tournament", "c.json", "--out", "o"});
}

TEST_F(StartPosition, WhoIsNotToldIsTold) {
  Json config = Json::parse(config_of("black-hole", 2, {{"a", a_}, {"b", b_}}));
  config["deal"] = record_["deal"];
  config["moves"] = Json::array({"C1=9"});
  config["moves"][0] = record_["plies"][0]["line"];
  write("c.json", config.dump());
  const Ended ended = referee({"tournament", "c.json", "--out", "o", "--json"});
  std::istringstream lines(ended.out);
  std::vector<Json> replaced;
  for (std::string line; std::getline(lines, line);) {
    const Json event = Json::parse(line);
    if (event["event"] == "answer_replaced") replaced.push_back(event);
  }
  // a, with the recorded seed, begins with that move by itself.
  ASSERT_EQ(replaced.size(), 1U) << ended.out;
  EXPECT_EQ(replaced[0]["bot"], "b");
  EXPECT_EQ(replaced[0]["ply"], 1);
  const Ended told = referee({"tournament", "c.json", "--out", "o2"});
  const auto at = told.err.find("b would have played ");
  ASSERT_NE(at, std::string::npos) << told.err;
  EXPECT_EQ(told.err.find("would have played", at + 10), std::string::npos) << told.err;
}

TEST_F(StartPosition, ChecksOfRegressBeginThere) {
  const std::string told = "referee random black-hole --seed {seed} --begin {moves}";
  Json check{{"check", "no-faults"},
             {"games", 4},
             {"deal_of", "r.json"},
             {"moves", "six.txt"},
             {"opponents", Json::array({told})}};
  write("regress.json",
        Json{{"game", "black-hole"}, {"bot", told}, {"checks", Json::array({check})}}.dump());
  expect(0, {"regress", "regress.json", "--out", "o"});
  const auto records = records_in(path("o/no-faults"));
  EXPECT_EQ(records.size(), 4U);
  for (const Json& record : records) {
    EXPECT_EQ(record["deal"], record_["deal"]);
    EXPECT_EQ(record["given"], 6);
  }
  expect(0, {"verify", "o/no-faults"});
  check["moves"] = Json::array({"A9=1"});
  write("regress.json",
        Json{{"game", "black-hole"}, {"bot", told}, {"checks", Json::array({check})}}.dump());
  refuses("move 1, 'A9=1', is not legal", {"regress", "regress.json"});
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
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(other["record"]["plies"][i], record_["plies"][i]);
  }
  EXPECT_NE(other["record"]["plies"], record_["plies"]);
}

// The other seat is held to the record only until the bot leaves it.
TEST_F(StartPosition, ReplayGoesOnFromTheFirstOtherAnswer) {
  const Json same =
      Json::parse(expect(0, {"replay", "r.json", "--free", "changed", "--json"}))["runs"][0];
  EXPECT_EQ(same["record"]["plies"], record_["plies"]);
  const Json other = Json::parse(
      referee({"replay", "r.json", "--free", "changed", "--command", b_, "--json"}).out)["runs"][0];
  EXPECT_EQ(other["ply"], 1);
  EXPECT_FALSE(other["record"].contains("given"));
  EXPECT_NE(other["record"]["plies"][0], record_["plies"][0]);
  const std::string text = expect(0, {"replay", "r.json", "--free", "changed", "--command", b_});
  EXPECT_NE(text.find("; the game ended "), std::string::npos) << text;
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
  for (int seed = 1; seed <= 10; ++seed) {
    const std::string bot = "referee random box --seed " + std::to_string(seed);
    const Json replayed = Json::parse(
        expect(0, {"replay", "cut.json", "--command", bot, "--json"}))["runs"][0]["record"];
    EXPECT_EQ(replayed["deal"].get<std::string>().find(record["deal"].get<std::string>()), 0U);
    expect(0, {"match", "box", bot, bot, "--deal", "@cut.json", "--json"});
  }
}

TEST_F(StartPosition, WrongReplays) {
  expect_error(2, "--opponent goes with --free; else the other seat is recorded",
               {"replay", "r.json", "--opponent", "jury"});
  expect_error(2,
               "--free 99: the bots of this match made 30 moves before its end, or before a fault",
               {"replay", "r.json", "--free", "99"});
}

}  // namespace
