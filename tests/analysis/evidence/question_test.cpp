// The question of a comparison: as it is asked, and as the files of its folder keep it.
#include "referee/analysis/evidence/question.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "rules/catalogue.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

ComparisonRules read(const text::Json& json) {
  const config::Event event = test::event("box", {"new", "base"}, 1);
  return read_rules({json, "rules:"}, event);
}

TEST(RulesJson, OfWinsComeBack) {
  ComparisonRules rules;
  rules.elo = {-5, 15};
  rules.model = statistics::Model::logistic;
  rules.far_stop = false;
  rules.risks = {0.01, 0.1};
  rules.most_pairs = 77;
  text::Json json;
  write_rules(json, rules);
  const ComparisonRules same = read(json);
  EXPECT_EQ(same.by, Yardstick::wins);
  EXPECT_EQ(same.elo.elo0, -5);
  EXPECT_EQ(same.elo.elo1, 15);
  EXPECT_EQ(same.model, statistics::Model::logistic);
  EXPECT_FALSE(same.far_stop);
  EXPECT_EQ(same.risks.alpha, 0.01);
  EXPECT_EQ(same.risks.beta, 0.1);
  EXPECT_EQ(same.most_pairs, 77U);
  json.erase("far_stop");
  EXPECT_FALSE(read(json).far_stop) << "older files have tests without it";
}

TEST(RulesJson, OfAMeasureComeBack) {
  ComparisonRules rules;
  rules.until = 7.5;
  text::Json json;
  write_rules(json, rules);
  EXPECT_EQ(read(json).until, 7.5);
  EXPECT_EQ(question_text(read(json)), "by wins, Elo to plus or minus 7.5");
}

TEST(RulesOf, AMeasureIsOfEloAlone) {
  const auto refused = [](const Asked& asked) {
    AskedNames names{};
    names.until = "--elo ±D";
    return test::error_of<std::invalid_argument>(
        [&] { static_cast<void>(rules_of(asked, rules::find_game("box"), names)); });
  };
  EXPECT_EQ(refused({.until = 10}), std::nullopt);
  EXPECT_EQ(refused({.until = 0}), "--elo ±D takes from 0.1 to 400 Elo");
  EXPECT_TRUE(refused({.until = 10, .field = true}));
  EXPECT_TRUE(refused({.by = Yardstick::points, .until = 10}));
  EXPECT_TRUE(refused({.model = statistics::Model::logistic, .until = 10}));
}

TEST(RulesJson, OfPointsComeBackWithTheirLimit) {
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {0, 5, -60, 60};
  text::Json json;
  write_rules(json, rules);
  const ComparisonRules same = read(json);
  EXPECT_EQ(same.by, Yardstick::points);
  EXPECT_EQ(same.points.delta1, 5);
  EXPECT_EQ(same.points.lowest, -60);
  EXPECT_EQ(same.points.highest, 60);
  json.erase("limit");
  EXPECT_EQ(read(json).points.highest, rules::find_game("box")->point_scale.limit);
}

TEST(RulesJson, RefusesWhatMakesNoTest) {
  ComparisonRules rules;
  rules.elo = {0, 10};
  text::Json json;
  write_rules(json, rules);
  json["elo1"] = 0;
  EXPECT_THROW(read(json), text::JsonError);
  write_rules(json, rules);
  json["model"] = "bayesian";
  EXPECT_THROW(read(json), text::JsonError);
  write_rules(json, rules);
  json["by"] = "moves";
  EXPECT_THROW(read(json), text::JsonError);
}

constexpr AskedNames names{"by", "elo", "points", "score", "limit", "model", "alpha", "beta"};

ComparisonRules ask(const Asked& asked, const char* game = "turn-right") {
  return rules_of(asked, rules::find_game(game), names);
}
std::string refusal(const Asked& asked, const char* game = "box") {
  try {
    static_cast<void>(ask(asked, game));
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return {};
}

TEST(Asked, WhatIsAbsentHasItsUsualValue) {
  const ComparisonRules wins = ask({});
  EXPECT_EQ(wins.by, Yardstick::wins);
  EXPECT_EQ(wins.h0(), 0);
  EXPECT_EQ(wins.h1(), 10);
  const ComparisonRules weaker = ask({.not_weaker = true});
  EXPECT_EQ(weaker.h0(), -20);
  EXPECT_EQ(weaker.h1(), 0);
  const ComparisonRules field = ask({.score = {5, std::nullopt}, .field = true});
  EXPECT_EQ(field.by, Yardstick::wins);
  EXPECT_EQ(field.h1(), 8);
  EXPECT_EQ(field.points.highest, 100);
  // In cooperative games, and where only points have the named part.
  for (const ComparisonRules& points : {ask({}, "6561"), ask({.limit = 2000}, "6561")}) {
    EXPECT_EQ(points.by, Yardstick::points);
    EXPECT_EQ(points.h1(), rules::find_game("6561")->point_scale.gain);
    EXPECT_EQ(points.points.lowest, -2000);
  }
  EXPECT_EQ(ask({.points = {0, 3}}).by, Yardstick::points);
}

// The yardstick is what the contest ranks by, unless the question names another one.
TEST(Asked, IsAboutPointsWhereAContestAddsUpScores) {
  for (const char* game : {"box", "black-hole", "zero-point-one", "sudoku"}) {
    const ComparisonRules rules = ask({}, game);
    const rules::PointScale& scale = rules::find_game(game)->point_scale;
    EXPECT_EQ(rules.by, Yardstick::points) << game;
    EXPECT_EQ(rules.h1(), scale.gain) << game;
    EXPECT_EQ(ask({.not_weaker = true}, game).h0(), -2 * scale.gain) << game;
    EXPECT_EQ(ask({.field = true}, game).by, Yardstick::points) << game;
    EXPECT_EQ(ask({.elo = {0, 5}}, game).by, Yardstick::wins) << game;
    EXPECT_EQ(ask({.model = statistics::Model::logistic}, game).by, Yardstick::wins) << game;
    EXPECT_EQ(ask({.until = 10}, game).by, Yardstick::wins) << game;
    EXPECT_EQ(ask({.score = {0, 5}, .field = true}, game).by, Yardstick::wins) << game;
  }
  rules::GameInfo solvers = *rules::find_game("turn-right");
  solvers.point_scale = {1'000'000, true, 5'000, true};
  EXPECT_EQ(rules_of({}, &solvers, names).by, Yardstick::points);
  EXPECT_EQ(rules_of({}, &solvers, names).h1(), 5'000);
}

TEST(Asked, RefusesWhatDoesNotFitTogether) {
  EXPECT_EQ(refusal({.elo = {0, 5}}, "6561"),
            "6561 is cooperative and has no winner: only points can compare bots, by points");
  EXPECT_EQ(refusal({.elo = {0, 5}, .points = {0, 5}}),
            "elo and model are about wins; a question about points has points");
  EXPECT_EQ(refusal({.by = Yardstick::wins, .limit = 5}),
            "points and limit are about points; a question about wins has elo");
  EXPECT_EQ(refusal({.elo = {0, 5}, .field = true}),
            "elo and model are about two bots; against a field a question about wins has score, in "
            "per cent of the games");
  EXPECT_EQ(refusal({.score = {0, 5}}), "score needs a field of opponents");
  EXPECT_EQ(refusal({.limit = 100}, "black-hole"),
            "limit is for games without limits of their own; in Black Hole the rules set it to "
            "150");
}

TEST(Asked, RefusesNumbersThatMakeNoTest) {
  for (const auto& [low, high] : std::vector<std::pair<double, double>>{
           {5, 5}, {6, 5}, {-4001, 0}, {0, std::nan("")}, {0, INFINITY}}) {
    EXPECT_EQ(refusal({.elo = {low, high}}),
              fmt::format("elo: the first ({}) must be below the second ({}), and both between "
                          "-4000 and 4000",
                          low, high));
  }
  EXPECT_EQ(refusal({.points = {0, 400}}),
            "points: the first (0) must be below the second (400), and both between -400 and 400");
  EXPECT_EQ(refusal({.points = {0, 60}, .limit = 50}),
            "points: the first (0) must be below the second (60), and both between -50 and 50");
  EXPECT_EQ(refusal({.score = {7, 5}, .field = true}),
            "score: the first (7) must be below the second (5), and both between -100 and 100");
  for (const double limit : {0.0, -3.0, 2e9}) {
    EXPECT_EQ(refusal({.limit = limit}), "limit must be above 0 and at most 1000000000");
  }
  for (const double alpha : {0.0, -1.0, 0.96, std::nan("")}) {
    EXPECT_EQ(refusal({.risks = {alpha, 0.05}}),
              "alpha and beta must be above 0 and their sum below 1");
  }
  EXPECT_EQ(refusal({.model = statistics::Model::bayesian}),
            "model: bayesian is for single games, not for pairs");
}

TEST(Question, OfAFolderIsItsFirst) {
  const test::TemporaryFolder folder;
  ComparisonRules rules;
  EXPECT_EQ(other_question(folder.path(), rules), std::nullopt);
  EXPECT_EQ(other_question(folder.path(), rules), std::nullopt);
  const std::string first = question_text(rules);
  rules.elo.elo1 = 20;
  EXPECT_EQ(other_question(folder.path(), rules), first);
}

// Of another program: whoever reads the rules tells what is wrong with them.
TEST(Question, LeavesRulesOfAnotherForm) {
  ComparisonRules rules;
  rules.most_pairs = 7;
  for (const char* other : {"[]", "7", "null", R"({"most_pairs": "x"})", R"({"most_pairs": []})"}) {
    const test::TemporaryFolder folder;
    const text::Json json{{"schema", "referee-question"},
                          {"question", question_text(rules)},
                          {"rules", text::Json::parse(other)}};
    std::ofstream(folder.path() / "question.json") << json;
    EXPECT_EQ(other_question(folder.path(), rules), std::nullopt) << other;
  }
}

TEST(Question, RefusesAnotherFile) {
  for (const char* text :
       {"", "[]", "{}", R"({"schema": 7, "question": "x"})", R"({"schema": "referee-question"})",
        R"({"schema": "referee-question", "question": 1})"}) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "question.json") << text;
    EXPECT_THROW((void)other_question(folder.path(), {}), text::InputError) << text;
  }
}

}  // namespace
}  // namespace referee::evidence
