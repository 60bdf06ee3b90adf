// The options of referee compare.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/cli/options/evidence_options.hpp"
#include "referee/cli/options/options.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/options/start_position.hpp"
#include "referee/cli/playing.hpp"
#include "referee/run/config/manifest.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// Used only with `asked`; see compare_forecast.hpp.
struct ForecastOptions {
  bool asked = false;
  std::optional<double> truth;
  std::optional<double> draws;
  std::optional<double> deviation;
  std::optional<std::uint64_t> sample;  // pairs
};

struct CompareOptions {
  PlayOptions play;
  CountOptions counts;
  ForecastOptions forecast;
  SprtOptions test;
  std::string new_bot;
  std::string base_bot;
  std::string partner;
  std::string against;  // a folder of bots, or a config
  std::string game;
  std::optional<std::string> by;
  std::optional<double> points0;
  std::optional<double> points1;
  std::optional<double> limit;
  std::optional<double> score0;  // per cent
  std::optional<double> score1;
  std::uint64_t max_pairs = evidence::ComparisonRules{}.most_pairs;
  kernel::ChosenLimits limits;
  std::vector<std::string> read;
  StartOptions start;
  OpeningOptions openings;
  unsigned jobs = 0;
  std::string out;
  std::string html;
  std::string log;
  std::optional<double> series_alpha;
  bool plan_only = false;
  std::optional<std::uint64_t> batch;  // pairs
  bool elo_asked = false;              // one of --elo0, --elo1, --model was given
  bool risks_asked = false;            // --alpha or --beta was given

  [[nodiscard]] bool plays_itself() const { return partner == "self"; }
};

// Adds --by, the hypotheses, --limit, the risks, --max-pairs.
void add_test_options(const Verb& verb, CompareOptions& options);
// Adds --against, --partner and how games are played.
void add_playing_options(const Verb& verb, CompareOptions& options);
// Notes which options were given. To be called when the verb runs, before those below.
void note_asked(const Verb& verb, CompareOptions& options);

// All throw UsageError for what does not fit together.
evidence::ComparisonRules compare_rules(const CompareOptions& options, const rules::GameInfo& game);
// The rules without a game: a test by wins.
evidence::ComparisonRules compare_rules_by_wins(const CompareOptions& options);
config::Manifest compare_manifest(const CompareOptions& options, const rules::GameInfo& game);

}  // namespace referee::cli
