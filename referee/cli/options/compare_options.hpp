// The options of referee compare, and those of its question that referee tune has too.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/analysis/evidence/question.hpp"
#include "referee/cli/options/options.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/options/start_position.hpp"
#include "referee/cli/playing.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// The question of a sequential test.
struct TestOptions {
  std::string elo;  // LO,HI, as the next two, or ±D; empty: not given
  std::string points;
  std::string score;
  std::optional<double> limit;
  std::optional<double> alpha;
  std::optional<double> beta;
  std::optional<std::string> model;
  std::uint64_t max_pairs = evidence::ComparisonRules{}.most_pairs;

  void add_to(const Verb& verb);
  // Whether Elo is to be measured: ±D.
  [[nodiscard]] bool measures() const;
  // Whether any of it but --max-pairs was given.
  [[nodiscard]] bool given() const;
  // All throw UsageError for what makes no test. `game`: null for any that somebody wins.
  [[nodiscard]] evidence::ComparisonRules rules(const rules::GameInfo* game, bool field) const;
  // About results that are known.
  [[nodiscard]] report::SprtQuestion question(bool single_games) const;
};

using Counts = std::variant<statistics::PairCounts, statistics::GameCounts>;
// Reads the counts of --results: three are games, five or six pairs. Throws UsageError.
Counts parse_results(const std::string& text);

struct CompareOptions {
  PlayOptions play;
  std::string results;
  TestOptions test;
  std::string new_bot;
  std::string base_bot;
  std::string partner;
  std::string against;  // a folder of bots, or a config
  std::string game;
  std::vector<std::string> read;
  StartOptions start;
  OpeningOptions openings;
  unsigned jobs = 0;
  std::string out;
  std::string html;
  PartOption part;

  [[nodiscard]] bool plays_itself() const { return partner == "self"; }
};

// Adds --against, --partner and how games are played.
void add_playing_options(const Verb& verb, CompareOptions& options);

// Both throw UsageError for what does not fit together.
evidence::ComparisonRules compare_rules(const CompareOptions& options, const rules::GameInfo& game);
config::Manifest compare_manifest(const CompareOptions& options, const rules::GameInfo& game,
                                  judge::Games& games);

}  // namespace referee::cli
