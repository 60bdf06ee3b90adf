// referee regress: the check not-weaker, passing, failing and undecided, with real bots.
#include <filesystem>

#include <nlohmann/json.hpp>

#include "regress.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

TEST_F(Regress, NotWeaker) {
  const auto against = [&](const std::string& base, int most) {
    return Json{{"check", "not-weaker"}, {"base", base}, {"elo0", -200}, {"max_pairs", most}};
  };
  const Json better = check(0, "box", greedy("box"), against(random_bot("box"), 100));
  EXPECT_TRUE(better["reason"].get<std::string>().starts_with(
      "not weaker: 0 normalised Elo rather than -200 normalised Elo after "))
      << better["reason"];
  EXPECT_EQ(better["comparison"]["decision"], "H1");
  const Json worse = check(1, "box", random_bot("box"), against(greedy("box"), 100));
  EXPECT_TRUE(worse["reason"].get<std::string>().starts_with(
      "weaker: -200 normalised Elo rather than 0 normalised Elo after "))
      << worse["reason"];
  const Json open = check(4, "box", random_bot("box") + " 1",
                          {{"check", "not-weaker"}, {"base", random_bot("box")}, {"max_pairs", 2}});
  EXPECT_TRUE(open["reason"].get<std::string>().starts_with(
      "undecided after 2 pairs, the most that \"max_pairs\" allows"))
      << open["reason"];
}

// Greedy gains more than 100 points in many pairs, and loses no such pair.
TEST_F(Regress, NotWeakerSaysWhatWasCut) {
  const Json json = check(0, "box", greedy("box"),
                          {{"check", "not-weaker"},
                           {"base", random_bot("box")},
                           {"by", "points"},
                           {"points0", -20},
                           {"limit", 100}});
  ASSERT_GT(json["comparison"]["points"]["cut"], 0);
  const std::string detail = json["details"][0];
  EXPECT_TRUE(detail.starts_with(json["comparison"]["points"]["cut"].dump() + " difference"))
      << detail;
  EXPECT_NE(detail.find(" cut at the limit of 100 points, "), std::string::npos) << detail;
  EXPECT_NE(json["reason"].get<std::string>().find(", naive Elo "), std::string::npos);
}

// A loss beyond the limit speaks against "not weaker", whatever the other pairs say.
TEST_F(Regress, NotWeakerDoesNotPassAgainstACut) {
  const Json json = check(4, "box", random_bot("box"),
                          {{"check", "not-weaker"},
                           {"base", random_bot("box") + " {seed}"},
                           {"by", "points"},
                           {"points0", -1},
                           {"points1", 0},
                           {"limit", 2}});
  EXPECT_EQ(json["comparison"]["reason"], "limit_too_small");
  EXPECT_NE(json["reason"].get<std::string>().find("set \"limit\" to "), std::string::npos)
      << json["reason"];
}

// These bots know four games, whatever the deal.
TEST_F(Regress, NotWeakerDoesNotCountRepeatedPairs) {
  fs::copy_file(built::file("turn-right-random"), path("player"));
  write_program("few", "#!/bin/sh\nexec ./player $(($1 % 4))\n");
  const Json json = check(4, "turn-right", "./few {seed}",
                          {{"check", "not-weaker"}, {"base", random_bot("turn-right")}});
  EXPECT_EQ(json["comparison"]["reason"], "only_repetitions");
  EXPECT_LE(json["comparison"]["pairs"], 4);
}

// Where nobody scores, a fault is no smaller a difference.
TEST_F(Regress, NotWeakerFailsABotThatAlwaysFailsWhateverTheGame) {
  write_broken();
  const Json json = check(1, "turn-right", "./broken",
                          {{"check", "not-weaker"}, {"base", random_bot("turn-right")}});
  EXPECT_TRUE(json["reason"].get<std::string>().starts_with("it failed in each of 10 pairs"))
      << json["reason"];
}

// D9.
TEST_F(Regress, NotWeakerSaysThatAnotherQuestionIsOne) {
  const auto ask = [&](double elo0, double elo1) {
    return check(
        0, "box", greedy("box"),
        {{"check", "not-weaker"}, {"base", random_bot("box")}, {"elo0", elo0}, {"elo1", elo1}},
        {"--out", "o"});
  };
  const Json first = ask(-1500, -200);
  EXPECT_FALSE(first["comparison"].contains("first_question"));
  EXPECT_TRUE(first["details"].empty()) << first["details"];
  const Json second = ask(-150, 0);
  EXPECT_EQ(second["comparison"]["first_question"],
            "by wins, normalised Elo -1500 against -200, alpha 0.05, beta 0.05, with the far stop");
  EXPECT_TRUE(second["details"][0].get<std::string>().starts_with(
      "the games in this folder were played for another question, by wins, normalised Elo -1500 "
      "against -200"))
      << second["details"];
}

// Each opening in both seats, for bots that always play the same.
TEST_F(Regress, NotWeakerWithOpenings) {
  const std::string one = "referee random turn-right --seed 1 --begin {moves}";
  const std::string other = "referee random turn-right --seed 2 --begin {moves}";
  Json config{{"check", "not-weaker"}, {"base", other}, {"max_pairs", 6}};
  EXPECT_EQ(check(4, "turn-right", one, config)["comparison"]["pairs"], 1);
  config["openings"] = {{"random_plies", 4}};
  EXPECT_EQ(check(4, "turn-right", one, config)["comparison"]["pairs"], 6);
}

TEST_F(Regress, NotWeakerThanABaseThatFailsSaysNothing) {
  write_broken();
  const Json one{{"check", "not-weaker"}, {"base", "./broken"}, {"elo0", -1000}};
  for (const std::string& bot : {std::string("./broken"), greedy("box")}) {
    const Json json = check(4, "box", bot, one);
    const std::string reason = json["reason"];
    EXPECT_TRUE(reason.starts_with(
        "undecided after 10 pairs: the base failed in 20 games, which measures nothing"))
        << reason;
    EXPECT_EQ(json["comparison"]["reason"], "others_always_failed");
  }
  // The bot's own faults are its losses.
  check(1, "box", "./broken", {{"check", "not-weaker"}, {"base", greedy("box")}, {"elo0", -1000}});
}

// A base that fails in some of its games: those that it wins still count against a bot.
TEST_F(Regress, NotWeakerThanABaseThatFailsNowAndThen) {
  write_broken();
  fs::copy_file(built::file("box-random"), path("player"));
  write_program("now-and-then", "#!/bin/sh\n[ $(($1 % 4)) -gt 0 ] || exit 3\nexec ./player\n");
  Json one{{"check", "not-weaker"}, {"base", "./now-and-then {seed}"}, {"elo0", -100}};
  const Json better = check(4, "box", greedy("box"), one);
  EXPECT_EQ(better["comparison"]["decision"], "H1");
  const std::string reason = better["reason"];
  EXPECT_TRUE(reason.starts_with("undecided after ")) << reason;
  EXPECT_NE(reason.find(" pairs: the base failed in "), std::string::npos) << reason;
  const Json worse = check(1, "box", "./broken", one);
  EXPECT_TRUE(worse["reason"].get<std::string>().starts_with("weaker: ")) << worse["reason"];
  EXPECT_FALSE(worse["comparison"]["faults"]["base"].empty());
}

TEST_F(Regress, NotWeakerWithAPartnerThatFailsSaysNothing) {
  write_broken();
  const Json json = check(
      4, "2187", greedy("2187") + " {seed}",
      {{"check", "not-weaker"}, {"base", random_bot("2187") + " {seed}"}, {"partner", "./broken"}});
  const std::string reason = json["reason"];
  EXPECT_TRUE(reason.starts_with(
      "undecided after 10 pairs: the partner failed in 40 games, which measures nothing"))
      << reason;
}

TEST_F(Regress, NotWeakerByPointsInACooperativeGame) {
  const Json json = check(0, "2187", greedy("2187") + " {seed}",
                          {{"check", "not-weaker"},
                           {"base", random_bot("2187") + " {seed}"},
                           {"points0", -100},
                           {"limit", 1000}});
  EXPECT_EQ(json["comparison"]["by"], "points");
  const Json same =
      check(4, "2187", greedy("2187"), {{"check", "not-weaker"}, {"base", greedy("2187")}});
  EXPECT_NE(same["reason"].get<std::string>().find("pairs were one game again and again"),
            std::string::npos);
}

}  // namespace
