// Plays a comparison: pairs of matches between two bots until a sequential test decides.
//
// A comparison is stored as the beginning of a long tournament, so that the rest of the program
// can show and verify its records. The manifest has the bots "new" and "base" (in a cooperative
// game also "partner") and one round for each pair. Match numbers, seats and deals are those of
// that tournament's Schedule; in a cooperative game the matches of new against base are left out.
// A comparison against a field is a gauntlet of "new" and "base" against all others.
//
// `{seed}` in a command is replaced by a number, 0..2^31-1, that is the same for all bots and
// matches of a pair. Deterministic bots can use it to vary their games.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/parts/part.hpp"
#include "referee/run/tournament/runner.hpp"

namespace referee::evidence {

struct CompareSetup {
  const rules::GameInfo* game = nullptr;
  std::string new_command;
  std::string base_command;
  std::string partner_command;  // cooperative games; empty: base_command
  bool self_play = false;       // cooperative games: each is its own partner
  // The bots of a field, with their names, hashes and limits; empty: one bot against the other.
  // Those named as in role_names get another name.
  std::vector<config::BotEntry> opponents;
  std::uint64_t seed = 1;
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  double speed = 1;            // of this machine, see config::Manifest
  match::Beginning beginning;  // of every match
  bool isolated = true;
  match::LimitList limits;        // of the bots, which are named as in role_names, or as opponents
  std::vector<std::string> read;  // what each may read besides, relative to `folder`
  unsigned toolchain = 0;         // of those that are sources, see toolchain::BotLine
  std::filesystem::path folder;   // the folder that commands are relative to
};

// Finds the bots and hashes their programs; compiles sources, at the same time. Throws
// program::CommandError, naming the bot, if one cannot be run, and as toolchain::resolve() does.
config::Manifest compare_manifest(const CompareSetup& setup);

class CompareObserver : public tournament::RunObserver {
 public:
  // Called after each pair that counts.
  virtual void pair_counted(const Comparison& /*comparison*/) {}
};

// Plays until `comparison` (empty at first) is decided, or until asked to stop. With a store, its
// records count first, and every finished match is appended to it, so an interrupted comparison
// continues as if nothing had happened. Pairs are counted in order, so the result depends neither
// on the number of jobs nor on which match ended first. The store may hold matches beyond the
// last pair that counted; they are ignored. A pair of which a match is left open is passed over;
// then the end is RunEnd::left_open, whether the others decide or not.
//
// With a part, which needs a store, only its pairs of the batch that is played now: up to the next
// of some fixed numbers of pairs, each a quarter larger than the one before. So about an eighth
// more pairs are played than were needed. All parts together play what one process plays, and the
// test takes their pairs in the same order, so it decides the same.
//
// Throws like tournament::play_matches(); then all bots have ended.
tournament::RunEnd compare(const config::Manifest& manifest, const store::Store* store,
                           const tournament::RunContext& context, Comparison& comparison,
                           CompareObserver& observer, const std::optional<parts::Part>& part = {});

// The comparison by the records that a store has now. Throws as Store::read() does.
Comparison comparison_so_far(const store::Store& store, const ComparisonRules& rules);

}  // namespace referee::evidence
