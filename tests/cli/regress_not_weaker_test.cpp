// referee regress: the check not-weaker with real bots. What it says of which results is in
// tests/show/report/regress_test.cpp.
#include <nlohmann/json.hpp>

#include "regress.hpp"

namespace {

using namespace cli_test;

TEST_F(Regress, NotWeaker) {
  const auto against = [&](const std::string& base, int most) {
    return Json{{"check", "not-weaker"}, {"base", base}, {"elo", {-200, 0}}, {"max_pairs", most}};
  };
  const Json better = check(0, "box", greedy("box"), against(random_bot("box"), 100));
  EXPECT_EQ(better["comparison"]["decision"], "H1");
  const Json worse = check(1, "box", random_bot("box"), against(greedy("box"), 100));
  EXPECT_EQ(worse["comparison"]["decision"], "H0");
  check(4, "box", random_bot("box") + " --seed 2", against(random_bot("box"), 2));
}

TEST_F(Regress, NotWeakerSaysThatAnotherQuestionIsOne) {
  const auto ask = [&](double elo0, double elo1) {
    return check(0, "box", greedy("box"),
                 {{"check", "not-weaker"}, {"base", random_bot("box")}, {"elo", {elo0, elo1}}},
                 {"--out", "o"});
  };
  const Json first = ask(-1500, -200);
  EXPECT_FALSE(first["comparison"].contains("first_question"));
  const Json second = ask(-150, 0);
  EXPECT_EQ(second["comparison"]["first_question"],
            "by wins, normalised Elo -1500 against -200, alpha 0.05, beta 0.05, with the far stop");
  EXPECT_TRUE(second["details"][1].get<std::string>().starts_with(
      "These games were played for another question: by wins, normalised Elo -1500 against -200"))
      << second["details"];
}

TEST_F(Regress, NotWeakerWithOpenings) {
  const std::string one = "referee random turn-right --seed 1 --begin {moves}";
  const std::string other = "referee random turn-right --seed 2 --begin {moves}";
  Json config{{"check", "not-weaker"}, {"base", other}, {"max_pairs", 6}};
  EXPECT_EQ(check(4, "turn-right", one, config)["comparison"]["pairs"], 1);
  config["openings"] = {{"random_plies", 4}};
  EXPECT_EQ(check(4, "turn-right", one, config)["comparison"]["pairs"], 6);
}

TEST_F(Regress, NotWeakerByPointsInACooperativeGame) {
  const Json json = check(0, "2187", greedy("2187") + " {seed}",
                          {{"check", "not-weaker"},
                           {"base", random_bot("2187") + " --seed {seed}"},
                           {"points0", -100},
                           {"limit", 1000}});
  EXPECT_EQ(json["comparison"]["by"], "points");
}

}  // namespace
