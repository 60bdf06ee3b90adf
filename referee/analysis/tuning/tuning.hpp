// A tuning in its folder: rounds that are ordinary tournaments (round-01, round-02, ...), and at
// its end a comparison of the best values with the start values, on deals of its own (comparison).
// Only that comparison shows whether the values are better.
//
// The next games follow from the question and from the results of the rounds before, so a tuning
// goes on wherever it was stopped, on any machine that sees the folder. Once a later round, or the
// comparison, is in the folder, what a round lacks has been passed over and stays so.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "referee/analysis/tuning/tune_question.hpp"
#include "referee/analysis/tuning/tuner.hpp"
#include "referee/run/store/store.hpp"

namespace referee::tuning {

// A round of a tuning as an ordinary tournament: an event of two bots for each duel, each deal in
// both seat orders. In cooperative games, and against a field, an event is a gauntlet of the two
// against all others.
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

// What may be done in a tuning's folder: rounds are begun and sealed, as this user's own results if
// the user typed the question (plays); or nothing is written.
enum class Access : std::uint8_t { plays, goes_on, only_reads };

class Tuning {
 public:
  // Reads the rounds in the folder, which are of these games; they outlive it. Throws like
  // update().
  Tuning(std::filesystem::path folder, Question question, Access access = Access::goes_on,
         const rules::Games& games = rules::own_games());

  // Adds rounds that have become complete, seals them, and makes the folder of the next one. So
  // does the round that is played now if its missing matches are `missing`: passed over. Throws
  // like parts::merge(), ForeignStore if a round in the folder is not the one that follows from the
  // earlier ones, and like Store::create() and result_of().
  void update(Missing missing = Missing::waited_for);

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const Question& question() const noexcept { return question_; }
  [[nodiscard]] const rules::Games& games() const noexcept { return games_; }
  [[nodiscard]] unsigned rounds() const noexcept { return rounds_; }
  // Number of complete rounds.
  [[nodiscard]] unsigned round() const noexcept { return static_cast<unsigned>(tuner_.rounds()); }
  [[nodiscard]] bool ended() const noexcept { return round() == rounds_; }
  // Figures of complete rounds: distinct pairs, matches, and matches in which a bot failed.
  [[nodiscard]] std::uint64_t pairs() const noexcept { return pairs_; }
  [[nodiscard]] std::uint64_t matches() const noexcept { return matches_; }
  [[nodiscard]] std::uint64_t faults() const noexcept { return faults_; }
  // Pairs that were passed over, because a match of them could not be played.
  [[nodiscard]] std::uint64_t missing() const noexcept { return missing_; }

  // The round that is played now. Precondition: !ended(), and it goes on.
  [[nodiscard]] const store::Store& open_round() const { return open_.value(); }

  [[nodiscard]] const Tuner& tuner() const noexcept { return tuner_; }
  // The best values found so far, and whether they are those of the start.
  [[nodiscard]] Values best() const;
  [[nodiscard]] bool found_nothing() const { return best() == start_of(question_.parameters); }

  // The comparison. Precondition: ended(), and not found_nothing(). Throws like Store::create().
  [[nodiscard]] store::Store comparison() const;
  // What its records say so far; nothing before it has begun. Throws like Store::read().
  [[nodiscard]] std::optional<evidence::Comparison> compared() const;
  [[nodiscard]] std::filesystem::path comparison_folder() const { return folder_ / "comparison"; }

 private:
  // Of a round, from 1.
  [[nodiscard]] std::filesystem::path folder_of(unsigned round) const;
  // Whether there are games that follow from the result of the round that is played now.
  [[nodiscard]] bool was_passed() const;

  const rules::Games& games_;
  std::filesystem::path folder_;
  Question question_;
  Access access_;
  unsigned rounds_;
  Tuner tuner_;
  std::uint64_t pairs_ = 0;
  std::uint64_t matches_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t missing_ = 0;
  std::optional<store::Store> open_;
};

}  // namespace referee::tuning
