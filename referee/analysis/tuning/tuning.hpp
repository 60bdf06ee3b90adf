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

#include "referee/analysis/tuning/question.hpp"
#include "referee/analysis/tuning/rounds.hpp"
#include "referee/analysis/tuning/tuner.hpp"
#include "referee/run/store/store.hpp"

namespace referee::tuning {

class Tuning {
 public:
  // Reads the rounds in the folder. Throws like update().
  Tuning(std::filesystem::path folder, Question question);

  // Adds rounds that have become complete, seals them, and makes the folder of the next one. So
  // does the round that is played now if its missing matches are `missing`: passed over. Throws
  // like parts::merge(), ForeignStore if a round in the folder is not the one that follows from the
  // earlier ones, and like Store::create() and result_of().
  void update(Missing missing = Missing::waited_for);

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }
  [[nodiscard]] const Question& question() const noexcept { return question_; }
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

  // The round that is played now. Precondition: !ended().
  [[nodiscard]] const store::Store& open_round() const { return open_.value(); }

  [[nodiscard]] const Tuner& tuner() const noexcept { return tuner_; }
  // The best values found so far, and whether they are those of the start.
  [[nodiscard]] Values best() const;
  [[nodiscard]] bool found_nothing() const { return best() == start_of(question_.parameters); }

  // The comparison. Precondition: ended(), and not found_nothing(). Throws like Store::create().
  [[nodiscard]] store::Store comparison() const;
  [[nodiscard]] std::filesystem::path comparison_folder() const { return folder_ / "comparison"; }

 private:
  // The pairs of a round, from 0.
  [[nodiscard]] std::uint64_t pairs_of(unsigned round) const;
  // Of a round, from 1.
  [[nodiscard]] std::filesystem::path folder_of(unsigned round) const;
  // Whether there are games that follow from the result of the round that is played now.
  [[nodiscard]] bool was_passed() const;

  std::filesystem::path folder_;
  Question question_;
  unsigned rounds_;
  Tuner tuner_;
  std::uint64_t pairs_ = 0;
  std::uint64_t matches_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t missing_ = 0;
  std::optional<store::Store> open_;
};

}  // namespace referee::tuning
