// The rules of a comparison, as the files of its folder keep them.
#include "referee/analysis/evidence/rules_json.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

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

}  // namespace
}  // namespace referee::evidence
