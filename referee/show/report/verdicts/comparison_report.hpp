// The output of `referee compare` at its end.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/verdicts/strength.hpp"

namespace referee::report {

struct ComparisonReport {
  const config::Manifest& manifest;
  const evidence::Comparison& comparison;
  TextStyle style{};  // for the form "text"
};

// The forms text and json.
std::span<const Form<ComparisonReport>> comparison_forms() noexcept;

// The result for people: what to do, counts, figures, the evidence, what the test has shown.
std::string comparison_text(const config::Manifest& manifest,
                            const evidence::Comparison& comparison, const TextStyle& style);

// How a reader changes the question: by options of a command line, or by keys of a config.
enum class Told : std::uint8_t { options, keys };

// What to do, in a sentence or two: "Better: keep the new bot. At least 230 Elo (...)."
std::string verdict_text(const evidence::Comparison& comparison, Told told = Told::options);
// What the test accepted, and under which condition; empty without a decision of the test.
std::string ruling_text(const config::Event& event, const evidence::Comparison& comparison);
// How a comparison stands that is being played: "62 % of the way to \"better\"".
std::string leaning_text(const evidence::Comparison& comparison);
// Who besides the new bot failed: "the base bot", "the base bot or the partner".
std::string others_that_failed(const evidence::Comparison& comparison);

// The result for programs. It does not depend on times.
text::Json comparison_json(const config::Manifest& manifest,
                           const evidence::Comparison& comparison);

// The same for the page that viewer/ builds: the figures in words, the reservations, the verdict,
// and the course of the evidence, pair by pair. This is between the program and its page, and may
// change with every version.
text::Json comparison_page(const config::Manifest& manifest,
                           const evidence::Comparison& comparison);

// ---- the words that text, JSON and page share ----

// The one event of a comparison's manifest.
const config::Event& event_of(const config::Manifest& manifest);

// Of the differences that the test is on.
std::string_view points_unit(const evidence::ComparisonRules& rules);
// The gain of the comparison's H1 or H0: "+10 normalised Elo", "+5 points".
std::string gain_text(const evidence::Comparison& comparison, bool h1);
// The results of the pairs that count; in a cooperative game only their number.
std::string pairs_text(const config::Event& event, const evidence::Comparison& comparison);
// Strength, points and the evidence, corrected for the moment at which the test stopped.
std::vector<Figure> figures_of(const config::Event& event, const evidence::Comparison& comparison);
// Reservations that a reader should know before trusting the figures.
std::vector<std::string> reservations(const config::Event& event,
                                      const evidence::Comparison& comparison);

}  // namespace referee::report
