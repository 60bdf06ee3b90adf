// Options about strength: counts, hypotheses, risks.
#pragma once

#include <string>
#include <variant>

#include "referee/base/statistics/counts.hpp"
#include "referee/cli/options/options.hpp"
#include "referee/show/report/verdicts/strength.hpp"

namespace referee::cli {

// Results given on the command line.
struct CountOptions {
  std::string pairs;
  std::string games;

  using Counts = std::variant<statistics::PairCounts, statistics::GameCounts>;

  void add_to(const Verb& verb);
  [[nodiscard]] bool given() const noexcept { return !pairs.empty() || !games.empty(); }
  // The counts that were given. Throws UsageError if both were, or if they are not valid.
  [[nodiscard]] Counts counts() const;
};

// Reads five or six counts; throws UsageError, as parse_games does.
statistics::PairCounts parse_pairs(const std::string& text);
statistics::GameCounts parse_games(const std::string& text);

// The question of a sequential test on wins and losses.
struct SprtOptions {
  double elo0 = 0;
  double elo1 = 0;
  double alpha = 0.05;
  double beta = 0.05;
  std::string model = "normalized";

  void add_to(const Verb& verb);
  // Throws UsageError for the model that is only for single games.
  void require_pairs() const;
  // Throws UsageError for hypotheses or risks that make no test.
  [[nodiscard]] report::SprtQuestion question() const;
  // The risks alpha and beta; throws likewise.
  [[nodiscard]] statistics::Risks risks() const;
};

}  // namespace referee::cli
