// The question that a comparison asks: its rules as a user asks for them, as files of its folder
// keep them, and in words.
//
// The error rates of a test hold for a question that was chosen before the games were seen. A
// folder remembers the first question that was asked of it, in the file question.json; another
// question about the same games is reported. Merging parts asks the same question.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/store/store.hpp"

namespace referee::evidence {

// The parts of a question as somebody named them; those that are absent get their usual values.
struct Asked {
  using Bounds = std::pair<std::optional<double>, std::optional<double>>;  // H0 and H1

  std::optional<Yardstick> by = {};  // if absent: by the other parts and the game
  Bounds elo = {};                   // units of the model, of two bots
  Bounds points = {};                // of a pair
  Bounds score = {};                 // per cent of the games, against a field
  std::optional<double> limit = {};  // of the differences in points
  std::optional<statistics::Model> model = {};
  std::optional<double> until = {};  // Elo
  bool field = false;
  // "Is it not weaker?": the usual H1 is 0, and the usual H0 below it. Otherwise the usual H0 is 0.
  bool not_weaker = false;
  statistics::Risks risks = {};
  std::uint64_t most_pairs = ComparisonRules{}.most_pairs;
};
// How messages name these parts: "--elo" or "\"elo\"".
struct AskedNames {
  std::string_view by, elo, points, score, limit, model, alpha, beta, until = {};
};
// The rules of the question about this game (null: any that somebody wins). Throws
// std::invalid_argument, in words for the user, for parts that do not fit together.
ComparisonRules rules_of(const Asked& asked, const rules::GameInfo* game, const AskedNames& names);

// Adds the keys most_pairs, alpha, beta, by, and those of the test.
void write_rules(text::Json& json, const ComparisonRules& rules);
// The rules of a comparison with this event. Throws JsonError, also if the tests refuse them.
ComparisonRules read_rules(const text::JsonReader& json, const config::Event& event);

// The hypotheses in words: "by wins, normalised Elo 0 against 10".
std::string hypotheses_text(const ComparisonRules& rules);
// The question in words: "by wins, normalised Elo 0 against 10, alpha 0.05, beta 0.05, with the far
// stop". The number of pairs that are allowed is not part of it.
std::string question_text(const ComparisonRules& rules);

// The folder's first question, in words, if it is not that of `rules`; a folder without a question
// gets this one, and one with the same question this limit of pairs. Throws std::system_error if
// the file cannot be read, text::InputError if it is another file, and store::StoreError if it
// cannot be written.
std::optional<std::string> other_question(const std::filesystem::path& folder,
                                          const ComparisonRules& rules);
// Whether a folder says by which rules its games are compared: those of earlier versions do not.
bool has_rules(const std::filesystem::path& folder);
// The rules by which a comparison is played in its folder. Throws std::system_error, JsonError, and
// text::InputError if the folder does not say.
ComparisonRules kept_rules(const store::Store& store);

}  // namespace referee::evidence
