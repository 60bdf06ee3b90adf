// Results in terms of strength, for people and for programs. docs/reference/figures.md explains the
// figures.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "referee/base/statistics/game_counts.hpp"
#include "referee/base/statistics/sprt.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

// A figure with a few words on what it is.
struct Figure {
  std::string name;
  std::string value;
  std::string meaning;
};

// Three columns; a meaning goes on in the next line where the terminal ends.
std::string figures_text(const std::vector<Figure>& figures, const TextStyle& style);

// "+55.6 ± 27.7"; "+5.1 (-3.2 to +22.0)" where the ends are not at the same distance; "at least
// +277.0", "at most ..." where the results set one end only; "unknown" without any.
std::string estimate_text(const statistics::Estimate& estimate, int digits);
// "99.51 %"; at the ends "over 99.99 %" and "under 0.01 %".
std::string superiority_text(double superiority);
// The unit of a test's hypotheses: "normalised Elo", "Elo" or "BayesElo".
std::string_view unit_of(statistics::Model model);
std::string_view name(statistics::Model model);  // "normalized", ...

// "290 pairs: 34 LL, 54 LD, 31 WL, 32 DD, 64 WD, 75 WW"
std::string counts_text(const statistics::PairCounts& pairs);
std::string counts_text(const statistics::GameCounts& games);

// Elo, normalised Elo, likelihood of superiority, score and ratios.
std::vector<Figure> strength_figures(const statistics::PairCounts& pairs);
std::vector<Figure> strength_figures(const statistics::GameCounts& games);

// The parameters of a sequential test.
struct SprtQuestion {
  statistics::Hypotheses hypotheses;
  statistics::Risks risks;
  statistics::Model model = statistics::Model::normalized;
};

// Counted results, and the state of a sequential test if one is requested.
struct StrengthReport {
  std::variant<statistics::PairCounts, statistics::GameCounts> counts;
  std::optional<SprtQuestion> question;
  TextStyle style;
};

// The forms text and json.
std::span<const Form<StrengthReport>> strength_forms() noexcept;

// ---- the parts of the forms ----

Figure llr_figure(const statistics::SprtState& state);

// The same for programs. Every number is finite; unknown values are null.
//   elo, elo_error, elo_low, elo_high, elo_reach, the same with nelo_, los, score, count,
//   unit ("pairs" or "games"), counts, ratios
void add_strength(text::Json& json, const statistics::PairCounts& pairs);
void add_strength(text::Json& json, const statistics::GameCounts& games);
//   llr, lower, upper, decision, model, elo0, elo1, alpha, beta
void add_sprt(text::Json& json, const statistics::SprtState& state, const SprtQuestion& question);
//   NAME, NAME_error, NAME_low, NAME_high, NAME_reach, NAME_conservative
void add_estimate(text::Json& json, const std::string& name, const statistics::Estimate& estimate);

}  // namespace referee::report
