// A round of a tuning as an ordinary tournament: an event of two bots for each duel, each deal in
// both seat orders. In cooperative games, and against a field, an event is a gauntlet of the two
// against all others.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "referee/analysis/tuning/question.hpp"
#include "referee/analysis/tuning/tuner.hpp"
#include "referee/run/store/store.hpp"

namespace referee::tuning {

struct Duel {
  Values first;
  Values second;
  std::uint64_t pairs = 0;
};

// The tuner's duels with values as commands have them: without those whose points are equal then,
// each once, with these pairs spread over them (each has at least one). May be empty.
std::vector<Duel> duels_of(const std::vector<Parameter>& parameters,
                           const std::vector<Tuner::Duel>& points, std::uint64_t pairs);

// `round` from 1.
config::Manifest round_manifest(const Question& question, unsigned round,
                                const std::vector<Duel>& duels);

// The comparison of these values with the start values, on deals that no round had.
config::Manifest comparison_manifest(const Question& question, const Values& values);

// What becomes of a round that lacks matches: it is not complete, or the pairs of these matches,
// which could not be played, are left out.
enum class Missing : std::uint8_t { waited_for, passed_over };

struct RoundResult {
  std::vector<Observed> observed;  // of each duel that has a pair
  std::uint64_t missing = 0;       // pairs that were left out
  std::uint64_t pairs = 0;         // pairs that differed
  std::uint64_t matches = 0;
  std::uint64_t faults = 0;  // matches in which a bot failed
};

// The result of a round; nothing while matches are missing, or if no pair is complete. A pair that
// repeats another one of its duel, move by move, counts once. Throws like Store::read(), and
// BrokenSeal.
std::optional<RoundResult> result_of(const store::Store& store, const Question& question,
                                     const std::vector<Duel>& duels,
                                     Missing missing = Missing::waited_for);

// The kind of differences that are observed.
Response response_of(const Question& question);

}  // namespace referee::tuning
