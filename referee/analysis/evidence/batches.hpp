// A comparison that several machines play, batch by batch.
//
// A batch is a range of pairs: batch number i, from 1, has the pairs (i - 1) * size to i * size - 1
// and ends at the most pairs that are allowed. It is cut into any number of parts, which are played
// anywhere, in any order. Their results in the folder are then read *in the order of the pairs*:
// the test takes one pair after the other and ends where it decides, or at the first pair that is
// not complete.
//
// So a decision depends on the pairs up to the one at which the test stopped and on nothing else:
// not on the size of batches, the number of parts, or what was played beyond that pair. It is the
// decision of one machine that plays the same pairs one after the other, with the same error rates,
// the same estimates and the same number of pairs.
#pragma once

#include <cstdint>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/run/parts/stage.hpp"
#include "referee/run/store/store.hpp"
#include "rules/game_info.hpp"

namespace referee::evidence {

// The plan of a comparison in parts, as its folder keeps it in batches.json.
struct BatchPlan {
  ComparisonRules rules;
  std::uint64_t size = 0;  // pairs of a batch, 1 to most_compared_pairs
};

// A quarter of the pairs that the test takes on average if H0 or H1 holds exactly, at least 10 and
// at most those that are allowed. So about an eighth more pairs are played than were needed. In a
// test on points that average depends on the spread of the differences, which is not known yet; it
// is assumed to be ten times the gain that the game suggests, by wins 35 % of a game, and smaller
// with more opponents.
std::uint64_t usual_batch(const ComparisonRules& rules, const config::Event& event);

// Writes the plan, or replaces an earlier one with other batches or another limit of pairs. Throws
// text::InputError if the folder's games are played for another question, and as other_question()
// does.
void keep_plan(const store::Store& store, const BatchPlan& plan);
// Throws text::InputError if the folder has no plan, JsonError if it has a damaged one, and
// std::system_error if it cannot be read.
BatchPlan kept_plan(const store::Store& store);

// Pairs begin..end-1.
struct PairRange {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;

  [[nodiscard]] std::uint64_t size() const noexcept { return end - begin; }
  friend bool operator==(const PairRange&, const PairRange&) = default;
};

// The state of a comparison in parts, by the records of its folder.
struct Standing {
  explicit Standing(const ComparisonRules& rules) : comparison(rules) {}

  Comparison comparison;                   // after the last pair that counts
  PairRange batch;                         // that is played now; empty if the comparison has ended
  parts::Stage stage;                      // the same as matches, with the number of the batch
  std::vector<parts::MatchRange> lacking;  // matches that it lacks, in order
  std::vector<parts::MatchRange> failed;   // its matches with a fault
  // Complete pairs beyond the last one that was counted. They are kept and do not count.
  std::uint64_t beyond = 0;
  store::ReadingReport reading;

  [[nodiscard]] bool ended() const noexcept {
    return comparison.state() != Comparison::State::open;
  }
};

// Reads all records. Throws as Store::read() does, and BrokenSeal.
Standing standing(const store::Store& store, const BatchPlan& plan);

// The same, for merging. When batches have become complete, or the comparison has ended, closes the
// matches so far with the seal of a stage (store/stage.hpp): which records count no longer changes,
// whatever arrives late. Throws like parts::merge().
Standing merge_batches(const store::Store& store, const BatchPlan& plan);

}  // namespace referee::evidence
