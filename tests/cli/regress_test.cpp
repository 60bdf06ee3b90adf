// referee regress: every check passing, failing and undecided, with real bots.
#include "regress.hpp"

#include <csignal>
#include <fstream>

#include <nlohmann/json.hpp>

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

TEST_F(Regress, NoFaultsPasses) {
  const Json json = check(0, "box", greedy("box"), {{"check", "no-faults"}, {"games", 4}});
  EXPECT_EQ(json["reason"], "no fault in 4 games");
  EXPECT_EQ(json["figures"].dump(), R"({"games":4,"different":4,"faults":{},"others_failed":0})");
  EXPECT_EQ(json["details"], Json::array());
}

TEST_F(Regress, NoFaultsFails) {
  write_broken();
  const Json json = check(1, "box", "./broken", {{"check", "no-faults"}, {"games", 2}});
  EXPECT_EQ(json["reason"], "2 faults in 2 games: 2 crash");
  // Both failed for the same reason, which is told once.
  ASSERT_EQ(json["details"].size(), 1U);
  const std::string detail = json["details"][0];
  EXPECT_TRUE(detail.starts_with("game 0 as player 1 against random, seed ")) << detail;
  EXPECT_NE(detail.find(": crash at move 1: "), std::string::npos) << detail;
  EXPECT_NE(detail.find("; it wrote last: it is broken; 1 more game for the same reason"),
            std::string::npos)
      << detail;
}

TEST_F(Regress, NoFaultsIsUndecidedIfOpponentsEndTheGames) {
  write_broken();
  const Json json =
      check(4, "turn-right", greedy("turn-right"),
            {{"check", "no-faults"}, {"games", 2}, {"opponents", Json::array({"./broken"})}});
  EXPECT_EQ(json["reason"],
            "no fault in 2 games, but 2 of them ended early because an opponent failed");
  EXPECT_NE(json["details"][0].get<std::string>().find("broken failed, crash"), std::string::npos);
}

// In the other games random moves replace an opponent that failed.
TEST_F(Regress, NoFaultsIsUndecidedIfOpponentsAlwaysFail) {
  write_broken();
  Json one{{"check", "no-faults"}, {"games", 2}, {"opponents", {"./broken"}}};
  const Json alone = check(4, "box", greedy("box"), one);
  EXPECT_EQ(alone["reason"], "no fault in 2 games, but an opponent failed in each game");
  EXPECT_EQ(alone["details"].size(), 1U);
  one["opponents"].push_back(random_bot("box"));
  const Json some = check(0, "box", greedy("box"), one);
  EXPECT_EQ(some["reason"], "no fault in 4 games; an opponent failed in 2 of the games");
  ASSERT_EQ(some["details"].size(), 1U);
  EXPECT_NE(some["details"][0].get<std::string>().find("broken failed, crash"), std::string::npos);
}

TEST_F(Regress, GamesThatRepeatAreCounted) {
  const Json json = check(0, "6561", random_bot("6561"),
                          {{"check", "no-faults"},
                           {"games", 6},
                           {"opponents", Json::array({greedy("6561"), greedy("6561")})}});
  EXPECT_EQ(json["reason"], "no fault in 12 games (2 different ones)");
}

TEST_F(Regress, Score) {
  const auto at_least = [](double least) {
    return Json{{"check", "score"}, {"games", 10}, {"at_least", least}};
  };
  const Json passed = check(0, "box", greedy("box"), at_least(100));
  const double mean = passed["figures"]["mean"];
  EXPECT_GT(passed["figures"]["low"], 100);
  EXPECT_GT(mean, passed["figures"]["low"]);
  EXPECT_LT(mean, passed["figures"]["high"]);
  EXPECT_EQ(passed["figures"]["deals"], 5);
  check(1, "box", greedy("box"), at_least(300));
  const Json open = check(4, "box", greedy("box"), at_least(mean - 0.5));
  EXPECT_NE(open["reason"].get<std::string>().find("more games would narrow it"),
            std::string::npos);
}

TEST_F(Regress, ScoreOverAFixedListOfSeedsIsNeverUndecided) {
  const auto at_least = [](double least) {
    return Json{{"check", "score"}, {"seeds", {3, 1, 2}}, {"at_least", least}};
  };
  const Json passed = check(0, "box", greedy("box"), at_least(100), {"--out", "o"});
  EXPECT_EQ(passed["figures"]["low"], nullptr);
  EXPECT_EQ(passed["figures"]["games"], 6);
  std::vector<std::uint64_t> seeds;
  for (const Json& record : records_in(path("o") / "score")) seeds.push_back(record["seed"]);
  EXPECT_EQ(seeds, (std::vector<std::uint64_t>{3, 3, 1, 1, 2, 2}));
  const double mean = passed["figures"]["mean"];
  check(0, "box", greedy("box"), at_least(mean));
  check(1, "box", greedy("box"), at_least(mean + 0.01));
}

TEST_F(Regress, ScoresOfGamesInWhichAnOpponentFailedDecideNothing) {
  write_broken();
  const Json json = check(4, "box", greedy("box"),
                          {{"check", "score"},
                           {"games", 4},
                           {"at_least", 1},
                           {"opponents", Json::array({"./broken"})}});
  EXPECT_NE(json["reason"].get<std::string>().find("an opponent failed in 4 games"),
            std::string::npos);
}

TEST_F(Regress, MoveTime) {
  const auto at_most = [](double seconds, const std::string& clock) {
    return Json{{"check", "move-time"}, {"games", 2}, {"at_most", seconds}, {"clock", clock}};
  };
  for (const std::string clock : {"cpu", "wall"}) {
    const Json passed = check(0, "black-hole", greedy("black-hole"), at_most(1000, clock));
    EXPECT_EQ(passed["figures"]["clock"], clock);
    EXPECT_EQ(passed["figures"]["moves"], 30);
    EXPECT_EQ(passed["figures"]["too_slow"], 0);
    // Nothing takes less than a nanosecond.
    const Json failed = check(1, "black-hole", greedy("black-hole"), at_most(1e-6, clock));
    EXPECT_EQ(failed["figures"]["too_slow"], 30);
    EXPECT_TRUE(failed["reason"].get<std::string>().starts_with("30 moves were too slow; "));
    EXPECT_EQ(failed["details"].size(), 2U);
  }
}

TEST_F(Regress, TheFirstMoveMayHaveATimeOfItsOwn) {
  Json one{{"check", "move-time"}, {"games", 2}, {"at_most", 1000}, {"first_at_most", 1e-6}};
  const Json failed = check(1, "black-hole", greedy("black-hole"), one);
  EXPECT_EQ(failed["figures"]["too_slow"], 2);
  std::swap(one["at_most"], one["first_at_most"]);
  EXPECT_EQ(check(1, "black-hole", greedy("black-hole"), one)["figures"]["too_slow"], 28);
}

TEST_F(Regress, AMoveThatIsNotAnsweredIsNotInTime) {
  write_broken();
  const Json json =
      check(1, "box", "./broken", {{"check", "move-time"}, {"games", 2}, {"at_most", 1}});
  EXPECT_TRUE(
      json["reason"].get<std::string>().starts_with("2 moves were not answered at all (2 crash); "))
      << json["reason"];
}

TEST_F(Regress, MoveTimeIsUndecidedIfOpponentsEndTheGames) {
  write_broken();
  check(4, "turn-right", greedy("turn-right"),
        {{"check", "move-time"},
         {"games", 2},
         {"at_most", 1000},
         {"opponents", Json::array({"./broken"})}});
}

TEST_F(Regress, MoveTimeIsUndecidedIfOpponentsAlwaysFail) {
  write_broken();
  Json one{{"check", "move-time"}, {"games", 2}, {"at_most", 1000}, {"opponents", {"./broken"}}};
  const std::string alone = check(4, "box", greedy("box"), one)["reason"];
  EXPECT_TRUE(alone.ends_with("; an opponent failed in each game")) << alone;
  one["opponents"].push_back(random_bot("box"));
  const Json some = check(0, "box", greedy("box"), one);
  const std::string reason = some["reason"];
  EXPECT_TRUE(reason.ends_with("; an opponent failed in 2 of the games")) << reason;
  EXPECT_EQ(some["details"].size(), 1U);
}

TEST_F(Regress, SameMovesInEveryGameAndBothSeats) {
  for (const std::string& game : all_games()) {
    SCOPED_TRACE(game);
    record("a.json", game, greedy(game), random_bot(game));
    record("b.json", game, random_bot(game), greedy(game));
    const Json same{{"check", "same-moves"}, {"records", {"a.json", "b.json"}}};
    const Json json = check(0, game, greedy(game), same, {"--out", game});
    EXPECT_EQ(json["figures"]["games"], 2);
    EXPECT_GT(json["figures"]["moves"], 10);
    EXPECT_EQ(records_in(path(game) / "same-moves").size(), 2U);
    expect(0, {"verify", game + "/same-moves"});
    expect(0, {"show", game + "/same-moves", "0", "--boards", "none"});
  }
}

TEST_F(Regress, OtherMovesAreNamed) {
  record("a.json", "box", greedy("box"), random_bot("box"));
  Json one{{"check", "same-moves"}, {"records", "a.json"}, {"as", "box-greedy"}};
  const Json json = check(1, "box", random_bot("box"), one);
  EXPECT_EQ(json["figures"]["different"], 1);
  const std::string detail = json["details"][0];
  EXPECT_TRUE(detail.starts_with("a.json: line 1 as player 1, seed 7, move ")) << detail;
  EXPECT_NE(detail.find(", recorded was '"), std::string::npos);
  const std::string reason = json["reason"];
  EXPECT_TRUE(reason.starts_with("other moves in 1 of 1 game, a.json: line 1 as ")) << reason;
}

TEST_F(Regress, OnlyTheFirstMovesMayBeCompared) {
  record("a.json", "6561", random_bot("6561"), greedy("6561"));
  Json game = Json::parse(read("a.json"));
  game["plies"][4]["line"] = "no move";  // the bot's third one
  write("a.json", game.dump());
  Json one{{"check", "same-moves"}, {"records", "a.json"}, {"plies", 4}};
  EXPECT_EQ(check(0, "6561", random_bot("6561"), one)["figures"]["moves"], 2);
  one["plies"] = 5;
  const Json json = check(1, "6561", random_bot("6561"), one);
  EXPECT_NE(json["reason"].get<std::string>().find(", move 5: "), std::string::npos);
}

TEST_F(Regress, AFaultInsteadOfARecordedMove) {
  record("a.json", "box", greedy("box"), random_bot("box"));
  write_broken();
  const Json json = check(1, "box", "./broken",
                          {{"check", "same-moves"}, {"records", "a.json"}, {"as", "box-greedy"}});
  EXPECT_NE(json["details"][0].get<std::string>().find("move 1: crash ("), std::string::npos)
      << json["details"];
}

TEST_F(Regress, ARecordWithoutAMoveOfTheBotDecidesNothing) {
  write_broken();
  record("a.json", "box", "./broken", random_bot("box"));
  const Json json = check(4, "box", greedy("box"),
                          {{"check", "same-moves"}, {"records", "a.json"}, {"as", "broken"}});
  EXPECT_EQ(json["reason"], "the records have no move of the bot to compare");
}

TEST_F(Regress, PlaysOnInEveryGame) {
  for (const std::string& game : all_games()) {
    SCOPED_TRACE(game);
    record("a.json", game, random_bot(game), greedy(game));
    const Json json = check(0, game, greedy(game),
                            {{"check", "plays-on"}, {"records", "a.json"}, {"plies", {1, 6, 15}}},
                            {"--out", game});
    EXPECT_EQ(json["figures"].dump(), R"({"positions":3,"played":3,"reached":3,"failed":0})");
    expect(0, {"verify", game + "/plays-on"});
    // The recorded moves up to there stand in each game.
    const Json recorded = Json::parse(read("a.json"))["plies"];
    const auto games = records_in(path(game) / "plays-on");
    ASSERT_EQ(games.size(), 3U);
    for (std::size_t i = 0; i < 15; ++i) {
      EXPECT_EQ(games[2]["plies"][i]["line"], recorded[i]["line"]) << i;
    }
  }
}

TEST_F(Regress, PositionsThatAreNotReachedDecideNothing) {
  record("a.json", "box", greedy("box"), random_bot("box"));
  const Json json = check(
      4, "box", random_bot("box"),
      {{"check", "plays-on"}, {"records", "a.json"}, {"as", "box-greedy"}, {"plies", {4, 10}}});
  EXPECT_EQ(json["reason"],
            "no fault, but 2 of 2 positions were not reached, because the bot makes other moves "
            "before; see {moves}");
  EXPECT_EQ(json["figures"]["reached"], 0);
}

// A bot that makes the moves of its first argument and leaves.
constexpr const char* follower =
    "#!/bin/sh\nIFS=,\nread line\nfor move in $1; do echo \"$move\"; read line; done\nexit 0\n";

TEST_F(Regress, ABotMayBeGivenItsOwnMovesAndFailAfterThem) {
  record("a.json", "6561", random_bot("6561"), greedy("6561"));
  write_program("follower", follower);
  const Json json = check(1, "6561", greedy("6561"),
                          {{"check", "plays-on"},
                           {"command", "./follower {moves}"},
                           {"records", "a.json"},
                           {"as", "6561-random"},
                           {"plies", 9}});
  EXPECT_EQ(json["figures"].dump(), R"({"positions":1,"played":1,"reached":1,"failed":1})");
  EXPECT_NE(json["details"][0].get<std::string>().find("line 1 as A, seed 7, move 11: exit ("),
            std::string::npos)
      << json["details"];
}

TEST_F(Regress, RecordsMayBeATournamentsFolder) {
  write("t.json", config_of("box", 3, {{"g", greedy("box")}, {"r", random_bot("box")}}));
  expect(0, {"tournament", "t.json", "--out", "t", "-q"});
  const Json same{{"check", "same-moves"}, {"records", "t"}, {"as", "g"}};
  EXPECT_EQ(check(0, "box", greedy("box"), same)["figures"]["games"], 6);
  Json one = same;
  one["match"] = 3;
  EXPECT_EQ(check(0, "box", greedy("box"), one)["figures"]["games"], 1);
}

}  // namespace
