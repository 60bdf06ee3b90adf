// Comparisons by the records of a folder: whatever was played where and in which order, the answer
// is that of one process which plays pair after pair.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/error.hpp"
#include "rules/random.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

using State = Comparison::State;

class SoFar : public testing::Test {
 protected:
  SoFar() {
    // Two equal bots, and a question half way between the answers.
    rules_.elo = {-60, 60};
    manifest_ = test::manifest({test::event("box", {"new", "base"}, most_compared_pairs)});
    manifest_.played_by = config::PlayedBy::compare;
    static_cast<void>(store::Store::create(folder_.path(), manifest_));
  }
  [[nodiscard]] store::Store store() const { return store::Store::open(folder_.path()); }

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
    return match::to_line(record);
  }
  // Pairs begin..end-1, the last one first.
  void play(const std::string& name, std::uint64_t begin, std::uint64_t end) const {
    std::string text;
    for (std::uint64_t pair = end; pair-- > begin;) {
      for (const std::uint64_t match : matches_of_pair(manifest_.events[0], pair)) {
        text += line(match) + "\n";
      }
    }
    test::write_file(folder_.path() / name, text);
  }
  [[nodiscard]] Comparison alone() const {
    Comparison comparison(rules_);
    for (std::uint64_t pair = 0; comparison.state() == State::open; ++pair) {
      std::vector<store::MatchSummary> matches;
      for (const std::uint64_t match : matches_of_pair(manifest_.events[0], pair)) {
        matches.push_back(store::summary_of_line(line(match)));
      }
      comparison.add(pair_result(manifest_.events[0], matches, rules_.by));
    }
    return comparison;
  }

  test::TemporaryFolder folder_;
  config::Manifest manifest_;
  ComparisonRules rules_;
};

TEST_F(SoFar, TheTestTakesThePairsInTheirOrderAndStopsWhereItDecides) {
  const Comparison one = alone();
  const std::uint64_t stop = one.played();
  ASSERT_GT(stop, 30U);
  play("matches-2-of-2-0001.jsonl", 20, stop + 30);
  EXPECT_EQ(comparison_so_far(store(), rules_).played(), 0U);
  play("matches-1-of-2-0001.jsonl", 0, 19);
  EXPECT_EQ(comparison_so_far(store(), rules_).played(), 19U) << "up to the first that is missing";
  play("matches-1-of-2-0002.jsonl", 19, 20);
  const Comparison now = comparison_so_far(store(), rules_);
  EXPECT_EQ(now.state(), one.state());
  EXPECT_EQ(now.played(), stop);
  EXPECT_EQ(now.pairs(), one.pairs());
  EXPECT_EQ(now.sprt().llr, one.sprt().llr);
  EXPECT_EQ(now.points().mean(), one.points().mean());
}

TEST_F(SoFar, TheFolderKeepsTheRules) {
  EXPECT_TRUE(test::contains(test::error_of<text::InputError>([&] {
                               static_cast<void>(kept_rules(store()));
                             }).value_or(""),
                             "does not say by which rules its games are compared"));
  EXPECT_EQ(other_question(folder_.path(), rules_), std::nullopt);
  EXPECT_EQ(question_text(kept_rules(store())), question_text(rules_));
  rules_.most_pairs = 12'345;  // may be raised later
  EXPECT_EQ(other_question(folder_.path(), rules_), std::nullopt);
  EXPECT_EQ(kept_rules(store()).most_pairs, 12'345U);
  rules_.elo.elo1 = 20;
  EXPECT_NE(other_question(folder_.path(), rules_), std::nullopt);
  EXPECT_EQ(kept_rules(store()).elo.elo1, 60);
}

}  // namespace
}  // namespace referee::evidence
