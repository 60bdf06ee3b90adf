// A person at the terminal, whose typing is the standard input.
#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

class Play : public InFolder {
 protected:
  // A game of random moves, and its moves as somebody would type them.
  Json random_game(const std::string& game) const {
    return Json::parse(
        expect(0, {"match", game, "referee random " + game, "referee random " + game + " --seed 7",
                   "--seed", "5", "--json"}));
  }
  static std::string typed(const Json& record, int seat = 0) {
    std::string lines;
    for (const Json& ply : record["plies"]) {
      if (seat == 0 || ply["seat"] == seat) lines += ply["line"].get<std::string>() + '\n';
    }
    return lines;
  }
  void expect_verified(const std::string& file) const { expect(0, {"verify", file}); }
};

TEST_F(Play, TwoPersonsPlayEveryGameToItsEnd) {
  for (const std::string& game : all_games()) {
    const Json record = random_game(game);
    const Ended ended = referee(
        {"play", game, "human", "--seed", "5", "--json", "--save", "log.jsonl"}, typed(record));
    ASSERT_EQ(ended.code, 0) << game << ended.err;
    const Json played = Json::parse(ended.out);
    EXPECT_EQ(played["plies"], record["plies"]) << game;
    EXPECT_EQ(played["result"], record["result"]) << game;
    EXPECT_EQ(played["measured"], Json::object());
    EXPECT_EQ(played["bots"][0]["command"], "(person)");
  }
  expect_verified("log.jsonl");
}

TEST_F(Play, ABotAndAPersonInEitherSeat) {
  const Json record = random_game("box");
  const std::string first = record["bots"][0]["command"];
  const std::string second = record["bots"][1]["command"];
  const auto play = [&](const std::string& bot, const std::string& seat, int person) {
    const Ended ended = referee({"play", "box", bot, "--seat", seat, "--seed", "5", "--json"},
                                typed(record, person));
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(Json::parse(ended.out)["plies"], record["plies"]);
  };
  play(second, "1", 1);
  play(first, "2", 2);
  play(first, "player 2", 2);
}

TEST_F(Play, TheJuryPlaysWhereNobodyElseDoes) {
  const Json record = random_game("black-hole");
  const Ended ended = referee({"play", "black-hole", "--seed", "5", "--json"}, typed(record, 1));
  // Its moves are others, so some of these may not be legal; the end of the input leaves.
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.err.find("2: jury (blue) plays "), std::string::npos) << ended.err;
}

TEST_F(Play, RefusesWithAReasonAndListsLegalMoves) {
  const Ended ended =
      referee({"play", "black-hole", "--seed", "5"}, "A1=99\nnonsense\n? =15\n? zz\nhelp\nhint\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.out, "");
  for (const char* text : {"no '=' in 'nonsense'; ", "legal moves; ? lists them", "=15 ",
                           "no legal move has 'zz' in it", "undo     take back",
                           "give a bot with --hint COMMAND", "\nyou left; nothing is saved\n"}) {
    EXPECT_NE(ended.err.find(text), std::string::npos) << text << " in " << ended.err;
  }
}

TEST_F(Play, ShowsSomeMovesWhereThereAreTooManyToList) {
  const Ended ended = referee({"play", "zero-point-one", "--seed", "5"}, "?\n");
  EXPECT_EQ(ended.code, 0);
  EXPECT_NE(ended.err.find("10810800 moves are legal, for example: AAAAAAAADDDDFFNW "),
            std::string::npos)
      << ended.err;
}

// The bot is started anew and given the game so far.
TEST_F(Play, TakesMovesBack) {
  const Json record = random_game("black-hole");
  std::string lines = typed(record, 1);
  const auto second_move = lines.find('\n', lines.find('\n') + 1) + 1;
  lines.insert(second_move, "undo\nundo\n" + lines.substr(0, second_move));
  const Ended ended = referee({"play", "black-hole", record["bots"][1]["command"], "--seed", "5",
                               "--json", "--save", "log.jsonl"},
                              "undo\n" + lines);
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("there is no move of yours to take back"), std::string::npos);
  EXPECT_EQ(Json::parse(ended.out)["plies"], record["plies"]);
  expect_verified("log.jsonl");
}

TEST_F(Play, HintsAreWhatTheBotWouldPlayHere) {
  const Json record = random_game("black-hole");
  const std::string own = record["bots"][0]["command"];
  const std::string other = record["bots"][1]["command"];
  std::string lines;
  std::vector<std::string> expected;
  for (const Json& ply : record["plies"]) {
    if (ply["seat"] != 1) continue;
    lines += "hint\n" + ply["line"].get<std::string>() + '\n';
    expected.push_back("random: " + ply["line"].get<std::string>() + "\n");
  }
  const Ended ended =
      referee({"play", "black-hole", other, "--hint", own, "--seed", "5", "--json"}, lines);
  ASSERT_EQ(ended.code, 0) << ended.err;
  std::size_t at = 0;
  for (const std::string& hint : expected) {
    at = ended.err.find(hint, at);
    ASSERT_NE(at, std::string::npos) << hint << ended.err;
  }
}

TEST_F(Play, ResigningIsALostGameThatVerifies) {
  const Ended ended =
      referee({"play", "box", "referee random box", "--seed", "5", "--json", "--save", "log.jsonl"},
              "resign\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  const Json record = Json::parse(ended.out);
  EXPECT_EQ(record["faults"][0]["reason"], "resigned");
  EXPECT_EQ(record["result"]["seats"][0]["score"], 0);
  expect_verified("log.jsonl");
}

// The bot is asked nothing more, and no clock of a person is told.
TEST_F(Play, ResigningEndsAtOnce) {
  const Ended ended =
      referee({"play", "black-hole", "referee random black-hole", "--seed", "5"}, "? \nresign\n");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("you (red) resigned\n")) << ended.err;
  EXPECT_EQ(ended.err.find("the jury plays"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.out.find("us of"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("Peak memory"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("The moves: referee show last"), std::string::npos) << ended.out;
}

TEST_F(Play, TheLastBoardIsDrawn) {
  const Json record = random_game("black-hole");
  const Ended ended = referee({"play", "black-hole", "human", "--seed", "5"}, typed(record));
  const auto last = ended.err.rfind(" plays ");
  ASSERT_NE(last, std::string::npos);
  const std::string board = ended.err.substr(ended.err.find('\n', last));
  EXPECT_GT(lines_of(board).size(), 8U) << ended.err;
}

TEST_F(Play, GoesOnWithARecordedGame) {
  const Json record = random_game("black-hole");
  const std::string bot = record["bots"][1]["command"];
  std::string rest;
  for (std::size_t i = 11; i < record["plies"].size(); ++i) {
    if (record["plies"][i]["seat"] == 1)
      rest += record["plies"][i]["line"].get<std::string>() + "\n";
  }
  // It was the last game. Move 12 is the bot's, which plays as it did.
  const Ended ended = referee({"play", "black-hole", bot, "--from", "last:12", "--json"}, rest);
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(Json::parse(ended.out)["plies"], record["plies"]);
  const auto refuses = [this](const std::string& from, const std::string& why) {
    const Ended refused = referee({"play", "black-hole", "--from", from});
    EXPECT_EQ(refused.code, 2);
    EXPECT_NE(refused.err.find(why), std::string::npos) << refused.err;
  };
  refuses("last", "--from takes a game and the number of the move to go on with");
  refuses("last:0", "--from takes a game");
  refuses("last:99", "--from: that game has only 30 moves");
  random_game("box");
  refuses("last:2", "--from: that is a game of box, not of black-hole");
}

TEST_F(Play, ABotThatFailsIsTold) {
  write_program("crash", "#!/bin/sh\nexit 3\n");
  const Ended ended = referee({"play", "box", "./crash", "--seat", "2", "--seed", "5", "--json"},
                              typed(random_game("box"), 2));
  EXPECT_NE(ended.err.find("crash (player 1): crash: left with exit code 3 without answering"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("the jury plays on in its place"), std::string::npos);
}

}  // namespace
