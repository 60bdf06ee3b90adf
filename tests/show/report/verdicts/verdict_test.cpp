// A verdict, the figures beside it and the JSON never contradict each other, whatever the results:
// by wins, by points with and without cut differences, and against a field.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/show/report/verdicts/comparison_report.hpp"
#include "rules/catalogue.hpp"
#include "rules/random.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::ComparisonRules;
using evidence::Yardstick;
using statistics::GameResult;

enum class Kind : std::uint8_t {
  elo,
  normalized_elo,
  points,
  cut_points,
  field_wins,
  field_points
};

class Drawn {
 public:
  Drawn(Kind kind, int run)
      : kind_(kind), run_(run), stream_(static_cast<std::uint64_t>(run), "verdict") {
    manifest.events.resize(1);
    config::Event& event = manifest.events.front();
    event.game = rules::find_game("box");
    event.bots.resize(is_field() ? 4 : 2);
    event.bots[0].name = "new";
    event.bots[1].name = "base";
    if (is_field()) event.format.kind = formats::FormatKind::gauntlet;
    rules.risks = {0.02 + 0.1 * uniform(), 0.02 + 0.1 * uniform()};
    rules.most_pairs = 300;
    rules.field = is_field();
    if (kind != Kind::elo && kind != Kind::normalized_elo && kind != Kind::field_wins) {
      rules.by = Yardstick::points;
    }
    if (kind == Kind::elo) rules.model = statistics::Model::logistic;
    // With hypotheses on one side of 0, on both, and at 0.
    const double low = static_cast<double>(stream_.below(3)) * -40;
    rules.elo = {low, low + 40 + 100 * uniform()};
    const double limit = kind == Kind::cut_points ? 60 : 100;
    rules.points = {low / 4, low / 4 + 3 + 20 * uniform(), -limit, limit};
    strength_ = uniform();
  }

  Comparison play() {
    Comparison comparison(rules);
    for (std::uint64_t i = 0; comparison.state() == Comparison::State::open; ++i) {
      comparison.add(pair(i));
    }
    return comparison;
  }

  config::Manifest manifest;
  ComparisonRules rules;

 private:
  [[nodiscard]] bool is_field() const {
    return kind_ == Kind::field_wins || kind_ == Kind::field_points;
  }
  double uniform() { return static_cast<double>(stream_.below(10'001)) / 10'000; }
  GameResult game() {
    if (uniform() < 0.2) return GameResult::draw;
    return uniform() < strength_ ? GameResult::win : GameResult::loss;
  }
  evidence::PairResult pair(std::uint64_t number) {
    evidence::PairResult pair;
    pair.games = {game(), game()};
    double difference = 100 * (uniform() + strength_ - 1);
    if (kind_ == Kind::cut_points) {
      difference /= 2;
      // Now and then one beyond the limit: in every other run against the rest.
      const bool above = (strength_ > 0.5) == (run_ % 2 == 0);
      if (stream_.below(20) == 0) difference = above ? 90 : -90;
    }
    pair.new_points = 100 + difference;
    pair.base_points = 100;
    if (is_field()) pair.against = {{difference, 0}, {difference, 0}};
    // Some repeat an earlier one.
    pair.hashes = {stream_.below(10) == 0 ? number / 2 : number};
    return pair;
  }

  const Kind kind_;
  const int run_;
  rules::Stream stream_;
  double strength_ = 0;
};

// The number behind these words of a text.
std::optional<double> number_after(const std::string& text, const std::string& words) {
  const auto at = text.find(words);
  if (at == std::string::npos) return std::nullopt;
  return std::stod(text.substr(at + words.size()));
}

// The figure that the test is on.
std::string tested_figure(const Drawn& drawn, const Comparison& comparison) {
  const std::string name = drawn.rules.by == Yardstick::points                ? "points"
                           : drawn.rules.field                                ? "score, %"
                           : drawn.rules.model == statistics::Model::logistic ? "Elo"
                                                                              : "normalised Elo";
  for (const Figure& figure : figures_of(drawn.manifest.events[0], comparison)) {
    if (figure.name == name) return figure.value;
  }
  return "no figure " + name;
}

// What is printed is rounded.
constexpr double rounding = 0.0501;

void expect_same_answer(const Drawn& drawn, const Comparison& comparison) {
  const text::Json json = comparison_json(drawn.manifest, comparison);
  const std::string verdict = verdict_text(comparison);
  const std::string figure = tested_figure(drawn, comparison);
  const std::string told = json.dump() + "\n" + figure + "\n" + verdict;
  const bool h1 = json["decision"] == "H1";
  const bool h0 = json["decision"] == "H0";
  const double least =
      drawn.rules.by_differences() ? drawn.rules.points.delta0 : drawn.rules.elo.elo0;
  const double most =
      drawn.rules.by_differences() ? drawn.rules.points.delta1 : drawn.rules.elo.elo1;
  const std::string ruling = ruling_text(drawn.manifest.events[0], comparison);
  EXPECT_EQ(ruling.starts_with(h1 ? "H1 (" : "H0 ("), h1 || h0) << told << ruling;
  EXPECT_EQ(verdict.starts_with("Better") || verdict.starts_with("Not weaker"), h1) << told;
  EXPECT_EQ(verdict.starts_with("Not better") || verdict.starts_with("Weaker"), h0) << told;
  EXPECT_EQ(verdict.starts_with("Undecided"), !h1 && !h0) << told;
  const auto lower = number_after(figure, "at least ");
  const auto upper = number_after(figure, "at most ");
  if (h1) {
    ASSERT_TRUE(lower) << told;
    EXPECT_GE(*lower, least - rounding) << told;
    EXPECT_FALSE(upper) << told;
  }
  if (h0) {
    ASSERT_TRUE(upper) << told;
    EXPECT_LE(*upper, most + rounding) << told;
    EXPECT_FALSE(lower) << told;
  }
}

// By points and against a field the ends exclude a hypothesis exactly where the test has, unless
// all pairs, repetitions included, do not agree.
void expect_same_ends(const Drawn& drawn, const Comparison& comparison) {
  const text::Json points = comparison_json(drawn.manifest, comparison)["points"];
  const std::string told = points.dump() + verdict_text(comparison);
  const auto decision = comparison.test().decision();
  const bool over0 =
      !points["mean_low"].is_null() && points["mean_low"] >= drawn.rules.points.delta0;
  const bool under1 =
      !points["mean_high"].is_null() && points["mean_high"] <= drawn.rules.points.delta1;
  EXPECT_EQ(over0, decision == statistics::Decision::accept_h1) << told;
  EXPECT_EQ(under1, decision == statistics::Decision::accept_h0) << told;
  if (comparison.state() == Comparison::State::limit_too_small) {
    EXPECT_FALSE(over0 || under1) << told;
  }
}

// Both kinds of Elo and the likelihood of superiority are on one side of 0.
void expect_same_side(const Drawn& drawn, const Comparison& comparison) {
  const text::Json json = comparison_json(drawn.manifest, comparison);
  const bool better = json["conclusion"] == "better";
  const bool weaker = json["conclusion"] == "weaker";
  if (!better && !weaker) return;
  EXPECT_GE((better ? 1 : -1) * json["elo_bound"].get<double>(), -1e-6) << json.dump();
  EXPECT_GE((better ? 1 : -1) * json["nelo_bound"].get<double>(), -1e-6) << json.dump();
  EXPECT_EQ(json["los"] >= 0.5, better) << json.dump();
}

class Verdicts : public testing::TestWithParam<Kind> {};

TEST_P(Verdicts, AgreeWithWhatIsPrintedBesideThem) {
  const bool wins = GetParam() == Kind::elo || GetParam() == Kind::normalized_elo;
  int h1 = 0;
  int h0 = 0;
  int cut = 0;
  for (int run = 0; run < 60; ++run) {
    Drawn drawn(GetParam(), run);
    const Comparison comparison = drawn.play();
    expect_same_answer(drawn, comparison);
    wins ? expect_same_side(drawn, comparison) : expect_same_ends(drawn, comparison);
    h1 += comparison.decision() == statistics::Decision::accept_h1;
    h0 += comparison.decision() == statistics::Decision::accept_h0;
    cut += comparison.state() == Comparison::State::limit_too_small;
  }
  EXPECT_GT(h1, 5);
  EXPECT_GT(h0, 5);
  EXPECT_EQ(cut > 5, GetParam() == Kind::cut_points) << cut;
}

INSTANTIATE_TEST_SUITE_P(All, Verdicts,
                         testing::Values(Kind::elo, Kind::normalized_elo, Kind::points,
                                         Kind::cut_points, Kind::field_wins, Kind::field_points));

}  // namespace
}  // namespace referee::report
