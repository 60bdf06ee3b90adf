// The test on wins of a comparison: pair after pair, until one of two tests decides.
//
// One is the sequential probability ratio test (sprt.hpp) with four fifths of the risks, the other
// one the far stop (FarStop) with the last fifth. Either may end it, so a wrong answer is at
// most as likely as in both together: by the union bound alpha and beta hold as they do for the
// ratio test alone. Close to the hypotheses this takes about a tenth more pairs than the ratio
// test, far from them a fraction.
#pragma once

#include <optional>

#include "referee/base/statistics/far_stop.hpp"
#include "referee/base/statistics/game_counts.hpp"
#include "referee/base/statistics/sprt.hpp"

namespace referee::statistics {

// The question of a test on wins.
struct WinQuestion {
  Hypotheses elo{0, 10};
  Risks risks;
  Model model = Model::normalized;
  bool far_stop = true;  // false: the ratio test alone, with all of the risks
};

class WinTest {
 public:
  // Throws as sprt() does.
  explicit WinTest(const WinQuestion& question);

  // Counts one more pair.
  void add(GameResult one, GameResult two);

  // The first decision is final, also if the ratio goes back.
  [[nodiscard]] Decision decision() const noexcept { return decision_; }
  // Whether the far stop decided.
  [[nodiscard]] bool stopped_far() const noexcept { return stopped_far_; }
  // All pairs so far, and their ratio with its bounds.
  [[nodiscard]] const PairCounts& pairs() const noexcept { return pairs_; }
  [[nodiscard]] const SprtState& sprt() const noexcept { return sprt_; }
  [[nodiscard]] const std::optional<FarStop>& far() const noexcept { return far_; }

 private:
  WinQuestion question_;
  Risks ratio_risks_;
  PairCounts pairs_;
  SprtState sprt_;
  std::optional<FarStop> far_;
  Decision decision_ = Decision::proceed;
  bool stopped_far_ = false;
};

// The risks of the ratio test in it, and of the far stop.
Risks ratio_risks(const WinQuestion& question) noexcept;
Risks far_risks(const WinQuestion& question) noexcept;

}  // namespace referee::statistics
