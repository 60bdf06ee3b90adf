// The question that a folder's games were played for.
//
// The error rates of a test hold for a question that was chosen before the games were seen. A
// folder remembers the first question that was asked of it, in the file question.json; another
// question about the same games is reported.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {

// The hypotheses in words: "by wins, normalised Elo 0 against 10".
std::string hypotheses_text(const ComparisonRules& rules);
// The question in words: "by wins, normalised Elo 0 against 10, alpha 0.05, beta 0.05, with the far
// stop". The number of pairs that are allowed is not part of it.
std::string question_text(const ComparisonRules& rules);

// The folder's first question, in words, if it is not that of `rules`; a folder without a question
// gets this one. Throws std::system_error if the file cannot be read, text::InputError if it is
// another file, and store::StoreError if it cannot be written.
std::optional<std::string> other_question(const std::filesystem::path& folder,
                                          const ComparisonRules& rules);

}  // namespace referee::evidence
