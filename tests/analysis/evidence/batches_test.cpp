// Comparisons in parts: whatever was played where and in which order, the answer is that of one
// machine which plays pair after pair.
#include "referee/analysis/evidence/batches.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/parts/shard.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

namespace fs = std::filesystem;
using parts::MatchRange;
using State = Comparison::State;

// Two equal bots, and a question half way between the answers.
ComparisonRules equal_bots(std::uint64_t most_pairs = 20'000) {
  ComparisonRules rules;
  rules.elo = {-60, 60};
  rules.most_pairs = most_pairs;
  return rules;
}

class Batches : public testing::Test {
 protected:
  Batches() { begin("box", {"new", "base"}); }

  void begin(const std::string& game, const std::vector<std::string>& bots) {
    fs::remove_all(folder());
    manifest_ = test::manifest({test::event(game, bots, most_compared_pairs)});
    manifest_.played_by = config::PlayedBy::compare;
    static_cast<void>(store::Store::create(folder(), manifest_));
  }
  [[nodiscard]] fs::path folder() const { return temporary_.path() / "o"; }
  [[nodiscard]] store::Store store() const { return store::Store::open(folder()); }
  [[nodiscard]] const rules::GameInfo& game() const { return *manifest_.events[0].game; }

  // A game that nobody played before, won by whom the number says.
  [[nodiscard]] std::string line(std::uint64_t match) const {
    match::MatchRecord record = test::record(manifest_, match);
    rules::Stream stream(match, "result");
    const std::size_t winner = stream.below(2);
    for (std::size_t seat = 0; seat < 2; ++seat) {
      record.scores[seat].status = seat == winner ? match::Status::win : match::Status::lose;
      record.scores[seat].result.score = static_cast<int>(stream.below(100));
    }
    record.plies[0].line = std::to_string(match);
    if (match == fails_) {
      record.faults.push_back({rules::Seat::first, 1, {bot::FaultKind::crash, "gone"}, {}});
      record.scores[0].status = match::Status::exit;
    }
    return match::to_line(record);
  }
  void write_lines(const std::string& name, const std::vector<std::uint64_t>& matches) const {
    std::string text;
    for (const std::uint64_t match : matches) text += line(match) + "\n";
    test::write_file(folder() / name, text);
  }
  // What one machine finds that plays pair after pair.
  [[nodiscard]] Comparison alone(const ComparisonRules& rules) const {
    Comparison comparison(rules);
    for (std::uint64_t pair = 0; comparison.state() == State::open; ++pair) {
      std::vector<store::MatchSummary> matches;
      for (const std::uint64_t match : matches_of_pair(manifest_.events[0], pair)) {
        matches.push_back(store::summary_of_line(line(match)));
      }
      comparison.add(pair_result(manifest_.events[0], matches, rules.by));
    }
    return comparison;
  }
  // Plays the batch that is next in so many parts, the last one first.
  void play_batch(const Standing& standing, unsigned parts) {
    const parts::Cut cut(standing.stage, parts);
    for (unsigned part = parts; part > 0; --part) {
      std::vector<std::uint64_t> matches;
      for (const MatchRange& range : cut.ranges_of(part)) {
        for (std::uint64_t match = range.begin; match < range.end; ++match) {
          matches.push_back(match);
        }
      }
      write_lines("matches-" + parts::label_of({part, parts}) + "-" +
                      std::to_string(1000 + standing.stage.number) + ".jsonl",
                  matches);
      played_ += matches.size();
    }
  }
  [[nodiscard]] Standing play_all(const BatchPlan& plan, unsigned parts) {
    played_ = 0;
    for (;;) {
      Standing standing = merge_batches(store(), plan);
      if (standing.ended()) return standing;
      play_batch(standing, parts);
    }
  }
  static void expect_same(const Comparison& one, const Comparison& other) {
    EXPECT_EQ(one.state(), other.state());
    EXPECT_EQ(one.played(), other.played());
    EXPECT_EQ(one.pairs(), other.pairs());
    EXPECT_EQ(one.sprt().llr, other.sprt().llr);
    EXPECT_EQ(one.points().mean(), other.points().mean());
    EXPECT_EQ(one.mean_new(), other.mean_new());
  }

  test::TemporaryFolder temporary_;
  config::Manifest manifest_;
  std::uint64_t played_ = 0;       // matches
  std::uint64_t fails_ = 1 << 30;  // number of a match in which the first bot fails
};

TEST_F(Batches, AnyPartsAndBatchesDecideAsOneMachineDoes) {
  const Comparison one = alone(equal_bots());
  const std::uint64_t stop = one.played();
  ASSERT_GT(stop, 30U) << "too short for batches";
  for (const std::uint64_t size : {std::uint64_t{7}, std::uint64_t{10}, stop, stop + 1}) {
    for (const unsigned parts : {1U, 3U, 7U}) {
      begin("box", {"new", "base"});
      const Standing standing = play_all({equal_bots(), size}, parts);
      expect_same(standing.comparison, one);
      const std::uint64_t pairs = (stop + size - 1) / size * size;
      EXPECT_EQ(played_, 2 * pairs);
      EXPECT_EQ(standing.beyond, pairs - stop) << "the rest of the last batch counts nowhere";
    }
  }
}

TEST_F(Batches, OfCooperativeGamesToo) {
  begin("2187", {"new", "base", "partner"});
  ComparisonRules rules;
  rules.by = Yardstick::points;
  rules.points = {0, 20, -200, 200};
  rules.most_pairs = 12;
  const Standing standing = play_all({rules, 5}, 3);
  expect_same(standing.comparison, alone(rules));
  EXPECT_EQ(played_, 4 * 12U);
}

TEST_F(Batches, TheLastBatchEndsAtTheMostPairs) {
  ComparisonRules rules = equal_bots(12);
  rules.elo = {0, 1};
  write_lines("matches-0001.jsonl",
              {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19});
  const Standing last = standing(store(), {rules, 5});
  EXPECT_EQ(last.batch, (PairRange{10, 12}));
  EXPECT_EQ(last.stage.number, 3U);
  EXPECT_EQ(last.lacking, (std::vector<MatchRange>{{20, 24}}));
  EXPECT_EQ(last.stage.matches(), 4U);
  const Standing ended = play_all({rules, 5}, 2);
  EXPECT_EQ(ended.comparison.state(), State::all_played);
  EXPECT_EQ(played_, 4U);
  // More may follow.
  rules.most_pairs = 14;
  const Standing more = standing(store(), {rules, 5});
  EXPECT_FALSE(more.ended());
  EXPECT_EQ(more.batch, (PairRange{10, 14}));
  EXPECT_EQ(more.lacking, (std::vector<MatchRange>{{24, 28}}));
}

// A decision does not wait for the rest of its batch.
TEST_F(Batches, MissingPartsBeyondTheStopDoNotMatter) {
  const Comparison one = alone(equal_bots());
  const BatchPlan plan{equal_bots(), 2 * one.played()};
  const Standing begun = standing(store(), plan);
  std::vector<std::uint64_t> matches;
  for (std::uint64_t match = 0; match < 2 * one.played(); ++match) matches.push_back(match);
  write_lines("matches-1-of-2-0001.jsonl", matches);
  expect_same(standing(store(), plan).comparison, one);
  EXPECT_EQ(standing(store(), plan).beyond, 0U);
  EXPECT_EQ(begun.lacking, (std::vector<MatchRange>{{0, 4 * one.played()}}));
}

TEST_F(Batches, PairsCountUpToTheFirstThatIsNotComplete) {
  fails_ = 2;
  write_lines("matches-0001.jsonl", {0, 1, 2, 5, 6, 7});
  const Standing now = standing(store(), {equal_bots(), 5});
  EXPECT_EQ(now.comparison.played(), 1U);
  EXPECT_EQ(now.lacking, (std::vector<MatchRange>{{3, 5}, {8, 10}}));
  EXPECT_EQ(now.failed, (std::vector<MatchRange>{{2, 3}}));
  EXPECT_EQ(now.beyond, 0U) << "they are of this batch";
}

// Whatever arrives late: which records count was closed with their batch.
TEST_F(Batches, LateRecordsDoNotChangeAClosedBatch) {
  const BatchPlan plan{equal_bots(), 5};
  play_batch(standing(store(), plan), 1);
  const Standing first = merge_batches(store(), plan);
  EXPECT_TRUE(fs::exists(folder() / "stage-0001.json"));
  // The same matches with other results, in a file that is read first.
  std::string late;
  for (std::uint64_t match = 0; match < 10; ++match) {
    text::Json record = text::parse_json(line(match), "line");
    std::swap(record["result"]["seats"][0], record["result"]["seats"][1]);
    late += record.dump() + "\n";
  }
  test::write_file(folder() / "matches-0001.jsonl", late);
  const Standing again = merge_batches(store(), plan);
  expect_same(again.comparison, first.comparison);
  EXPECT_EQ(again.reading.duplicates, 10U);
  EXPECT_FALSE(fs::exists(folder() / "stage-0002.json"));
  // Without the seal they would count.
  const std::string seal = test::read_file(folder() / "stage-0001.json");
  fs::remove(folder() / "stage-0001.json");
  EXPECT_NE(standing(store(), plan).comparison.mean_new(), first.comparison.mean_new());
  // A closed record that was changed is noticed.
  test::write_file(folder() / "stage-0001.json", seal);
  for (const auto& file : store().files()) test::write_file(file, late);
  EXPECT_TRUE(test::contains(
      test::error_of<store::BrokenSeal>([&] { static_cast<void>(standing(store(), plan)); }),
      "the seal of stage 1 of "));
}

// ---- the plan that the folder keeps ----

TEST_F(Batches, APlanIsReadAsItWasKept) {
  ComparisonRules points;
  points.by = Yardstick::points;
  points.points = {-1.5, 3, -80, 80};
  points.risks = {0.01, 0.1};
  points.most_pairs = 77;
  ComparisonRules ratio_alone = equal_bots();
  ratio_alone.far_stop = false;
  ComparisonRules logistic = equal_bots(5000);
  logistic.model = statistics::Model::logistic;
  for (const ComparisonRules& rules : {equal_bots(), logistic, points, ratio_alone}) {
    fs::remove(folder() / "question.json");
    keep_plan(store(), {rules, 9});
    const BatchPlan kept = kept_plan(store());
    EXPECT_EQ(kept.size, 9U);
    EXPECT_EQ(kept.rules.by, rules.by);
    EXPECT_EQ(kept.rules.most_pairs, rules.most_pairs);
    EXPECT_EQ(kept.rules.risks.alpha, rules.risks.alpha);
    EXPECT_EQ(kept.rules.risks.beta, rules.risks.beta);
    if (rules.by == Yardstick::wins) {
      EXPECT_EQ(kept.rules.model, rules.model);
      EXPECT_EQ(kept.rules.far_stop, rules.far_stop);
      EXPECT_EQ(kept.rules.elo.elo0, rules.elo.elo0);
      EXPECT_EQ(kept.rules.elo.elo1, rules.elo.elo1);
    } else {
      EXPECT_EQ(kept.rules.points.delta0, rules.points.delta0);
      EXPECT_EQ(kept.rules.points.delta1, rules.points.delta1);
      EXPECT_EQ(kept.rules.points.highest, 80);
      EXPECT_EQ(kept.rules.points.lowest, -80);
    }
  }
}

TEST_F(Batches, APlanForAnotherQuestionIsRefused) {
  keep_plan(store(), {equal_bots(), 5});
  keep_plan(store(), {equal_bots(100), 9});  // other batches, other pairs: the same question
  ComparisonRules other = equal_bots();
  other.risks.alpha = 0.01;
  EXPECT_EQ(test::error_of<text::InputError>([&] {
              keep_plan(store(), {other, 5});
            }),
            "the games of " + folder().string() +
                " are played for another question: by wins, normalised Elo -60 against 60, alpha "
                "0.05, beta 0.05, with the far stop; ask that one, or give another folder");
  EXPECT_EQ(kept_plan(store()).size, 9U);
}

TEST_F(Batches, WithoutAPlanItIsSaidHowToMakeOne) {
  const auto why = test::error_of<text::InputError>([&] { static_cast<void>(kept_plan(store())); });
  EXPECT_TRUE(
      test::contains(why, "give its referee compare with --plan-only --out " + folder().string()))
      << why.value_or("");
}

TEST_F(Batches, DamagedPlansAreErrors) {
  keep_plan(store(), {equal_bots(), 5});
  const fs::path file = folder() / "batches.json";
  const text::Json good = text::parse_json(test::read_file(file), "plan");
  const auto expect_bad = [&](const char* key, const text::Json& value, const std::string& why) {
    text::Json bad = good;
    if (value.is_null()) {
      bad.erase(key);
    } else {
      bad[key] = value;
    }
    test::write_file(file, bad.dump());
    const auto error =
        test::error_of<text::JsonError>([&] { static_cast<void>(kept_plan(store())); });
    EXPECT_TRUE(test::contains(error, file.string())) << key;
    EXPECT_TRUE(test::contains(error, why)) << key << ": " << error.value_or("accepted");
  };
  expect_bad("batch", 0, "batch");
  expect_bad("by", "luck", "expected \"wins\" or \"points\"");
  expect_bad("model", "bayesian", "expected \"normalized\" or \"logistic\"");
  expect_bad("elo1", -70, "elo0 < elo1");
  expect_bad("alpha", nullptr, "alpha");
  expect_bad("colour", 1, "colour");
  expect_bad("version", 3, "version");
  expect_bad("comparison", "0123",
             "this plan is that of the comparison 0123, and the folder has " + store().id() +
                 "; remove the file and plan again");
}

// A quarter of what the test is expected to take.
TEST_F(Batches, TheUsualSizeFollowsFromTheQuestion) {
  const auto by_wins = [&](double elo1, std::uint64_t most_pairs = 20'000) {
    ComparisonRules rules = equal_bots(most_pairs);
    rules.elo = {0, elo1};
    return static_cast<double>(usual_batch(rules, manifest_.events[0]));
  };
  EXPECT_NEAR(by_wins(10), 870, 60);
  EXPECT_NEAR(by_wins(30), 100, 10);
  EXPECT_EQ(by_wins(300), 10);
  EXPECT_EQ(by_wins(10, 6), 6);
  for (const char* name : {"black-hole", "turn-right", "box"}) {
    const rules::GameInfo& info = *rules::find_game(name);
    ComparisonRules rules;
    rules.by = Yardstick::points;
    rules.points = {0, info.point_scale.gain, -info.point_scale.limit, info.point_scale.limit};
    const std::uint64_t size = usual_batch(rules, test::event(name, {"new", "base"}, 10));
    EXPECT_GT(size, 20U) << name;
    EXPECT_LT(size, 1000U) << name;
  }
}

}  // namespace
}  // namespace referee::evidence
