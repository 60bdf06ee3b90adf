// Plays a comparison: pairs of matches between two bots until a sequential test decides.
//
// A comparison is kept as the beginning of a long tournament: its manifest has the bots
// "new" and "base" (in a cooperative game "partner" too) and a round for each pair, so
// that every other part of this program can show and verify its records. Match
// numbers, seats and deals are those of that tournament's Schedule; in a cooperative
// game the matches of new against base are left out.
//
// `{seed}` in a command stands for a number, 0..2^31-1, that is the same for all bots and
// matches of a pair: bots that play deterministically can vary their games with it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/bot/protections.hpp"
#include "referee/evidence/comparison.hpp"
#include "referee/tournament/runner.hpp"

namespace referee::evidence {

// The most pairs that one comparison can have; the rounds of its manifest.
inline constexpr std::uint64_t most_compared_pairs = 1'000'000;

struct ComparePlan {
  const rules::GameInfo* game = nullptr;
  std::string new_command;
  std::string base_command;
  std::string partner_command;  // cooperative games; empty: base_command
  std::uint64_t seed = 1;
  bot::ClockKind clock = bot::ClockKind::cpu;
  bot::Duration budget{};
  bool isolated = true;
  bot::ChosenLimits limits;      // of each bot
  std::filesystem::path folder;  // where commands are relative to
};

// Finds the bots and hashes their contents. Throws bot::CommandError, naming which of
// them cannot be run.
store::Manifest compare_manifest(const ComparePlan& plan);

// The numbers of the matches of pair `pair` (from 0), two or four.
std::vector<std::uint64_t> matches_of_pair(const rules::GameInfo& game, std::uint64_t pair);

class CompareObserver : public tournament::RunObserver {
 public:
  // After each pair that counts.
  virtual void pair_counted(const Comparison& /*comparison*/) {}
};

// Plays until `comparison` (empty at first) is no longer open, or until asked to stop. With
// a store, its records count first, and every match that ends is appended to it; a
// comparison that was interrupted continues as if it had not been. Pairs are counted in
// order, so the result does not depend on jobs or on which match ended first; matches
// beyond the last pair that counted may be in the store and make no difference.
//
// Throws StoreError and bot::EnvironmentError; all bots are gone then.
tournament::RunEnd compare(const store::Manifest& manifest, const store::Store* store,
                           const bot::Protections& protections,
                           const tournament::RunOptions& options,
                           const tournament::StopRequest& stop, Comparison& comparison,
                           CompareObserver& observer);

}  // namespace referee::evidence
