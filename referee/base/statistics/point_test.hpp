// A sequential test on a mean difference in points that may be read after every pair and stops as
// soon as it can decide.
//
// H0: the mean is at most delta0. H1: it is at least delta1. In between either answer is
// as good as the other.
//
// It is a pair of bets. Against H0, a capital of 1 is staked pair after pair on the
// difference being above delta0: it is multiplied by 1 + stake * (difference - delta0),
// the stake being fixed before the difference is seen and so small that nothing can
// be lost beyond the capital. If H0 holds the game is fair or worse, and the capital ever
// reaches 1/alpha with a probability of at most alpha (Ville's inequality). Then H1 is
// accepted. Against H1 the same with delta1 - difference and 1/beta.
//
// So the error rates hold exactly: for every law of the differences within the stated limits,
// however skewed, without a normal approximation or a least number of pairs, and however often the
// test is read. The stakes (see point_test.cpp) only decide how soon it ends; they are the ones
// with which it takes about as many pairs as Wald's test with known variance would. Method:
// Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/paired_points.hpp"
#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

struct PointHypotheses {
  double delta0 = 0;
  double delta1 = 0;
  // No difference can be outside lowest..highest: the rules of the game set them. Wide
  // limits are safe and cost pairs only where they are more than about the variance
  // divided by delta1 - delta0.
  double lowest = 0;
  double highest = 0;
};

class PointTest {
 public:
  // Throws std::invalid_argument unless lowest < delta0 < delta1 < highest, all finite,
  // and for risks that bounds() refuses.
  explicit PointTest(const PointHypotheses& hypotheses, const Risks& risks = {});

  // Counts one more pair. The decision is final; further pairs only go into
  // points(). Throws std::invalid_argument if the difference is outside lowest..highest:
  // no guarantee would be left.
  void add(double difference);

  [[nodiscard]] Decision decision() const noexcept { return decision_; }

  // Logarithms of the two capitals, and the values that they must reach. 0 at the start, negative
  // while the bet goes badly; they no longer change once the test has decided.
  struct Evidence {
    double for_h1 = 0;
    double needed_for_h1 = 0;  // ln(1/alpha)
    double for_h0 = 0;
    double needed_for_h0 = 0;  // ln(1/beta)
  };
  [[nodiscard]] Evidence evidence() const noexcept;

  // All pairs added so far. Its interval is for a fixed number of pairs; after a
  // sequential stop the mean leans a little towards the accepted side. See point_bounds().
  [[nodiscard]] const PairedPoints& points() const noexcept { return points_; }

 private:
  PointHypotheses hypotheses_;
  Evidence evidence_;
  PairedPoints points_;
  Decision decision_ = Decision::proceed;
};

// The same test where differences may be larger than its limits. Such a difference is cut at the
// limit, which understates it: the answer that it favours remains safe, the other answer is
// refused.
class CutPointTest {
 public:
  // Throws like PointTest.
  explicit CutPointTest(const PointHypotheses& hypotheses, const Risks& risks = {});

  // Throws std::invalid_argument if the difference is not finite.
  void add(double difference);

  // Decision::proceed also where a cut difference speaks against the answer that the test would
  // accept.
  [[nodiscard]] Decision decision() const noexcept;
  // Whether nothing can be decided any more: cut differences speak against both answers, or against
  // the one that the test would accept. A larger limit is needed.
  [[nodiscard]] bool limit_too_small() const noexcept;

  [[nodiscard]] const PointTest& test() const noexcept { return test_; }  // of the cut differences
  // All differences in their order, never cut.
  [[nodiscard]] const std::vector<double>& differences() const noexcept { return differences_; }
  [[nodiscard]] std::uint64_t cut() const noexcept { return cut_above_ + cut_below_; }
  // The mean of the cut differences with the ends of their point_bounds(), but without the ends
  // that these speak against.
  [[nodiscard]] Estimate bounds() const;

 private:
  PointHypotheses hypotheses_;
  Risks risks_;
  PointTest test_;
  std::vector<double> differences_;
  std::uint64_t cut_above_ = 0;  // differences above the highest, which speak against H0
  std::uint64_t cut_below_ = 0;
};

// The bounds of the mean by the test after these differences, in the order in which they were seen:
// it is at least `low` with the confidence 1 - alpha, and at most `high` with 1 - beta, whenever
// the test is read and however it was decided to stop. `low` is the largest m against which the
// test's own bet has ever reached 1/alpha, so it is delta0 or more exactly if H1 was reached;
// `high` is delta1 or less exactly if H0 was. The value is the m against which both bets have won
// the same, which leans less towards the side where a test stopped than the mean does. Without
// differences: Reach::nothing. Throws like PointTest.
Estimate point_bounds(std::span<const double> differences, const PointHypotheses& hypotheses,
                      const Risks& risks = {});

}  // namespace referee::statistics
