// The question of `referee tune`, as its folder keeps it in tune.json. All games follow from it,
// and from the results of earlier rounds.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/analysis/tuning/parameter.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::tuning {

inline constexpr std::uint64_t most_pairs = 1'000'000;

struct Question {
  std::string command;  // with a mark for each parameter: "./bot --c {c}"
  std::vector<Parameter> parameters;
  std::uint64_t pairs = 0;  // of all rounds, 1 to most_pairs
  // A comparison of the bot, with the start values, with itself: how everything is played.
  config::Manifest manifest;
  // Rules of the comparison that ends the tuning; `by` also counts in the rounds.
  evidence::ComparisonRules rules;

  [[nodiscard]] const config::Event& event() const { return manifest.events.at(0); }
  // Changes with everything except the number of pairs that the comparison may take.
  [[nodiscard]] std::string id() const;
};

// Whether the folder has one.
bool has_question(const std::filesystem::path& folder);
// Keeps the question; makes the folder if necessary. A folder that has the question already may be
// given another limit of pairs for its comparison. Throws text::InputError, naming the difference,
// if it has another question or belongs to something else, and StoreError.
void keep_question(const std::filesystem::path& folder, const Question& question);
// Reads the question. Throws JsonError, text::InputError and StoreError.
Question kept_question(const std::filesystem::path& folder);

}  // namespace referee::tuning
