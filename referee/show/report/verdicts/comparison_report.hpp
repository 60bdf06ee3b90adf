// The output of `referee compare` at its end.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/style.hpp"

namespace referee::report {

struct ComparisonReport {
  const config::Manifest& manifest;
  const evidence::Comparison& comparison;
  TextStyle style{};  // for the form "text"
};

// The forms text and json.
std::span<const Form<ComparisonReport>> comparison_forms() noexcept;

// The result for people: counts, figures, the evidence, the decision in a sentence.
std::string comparison_text(const config::Manifest& manifest,
                            const evidence::Comparison& comparison, const TextStyle& style);

// The decision in a sentence or two.
std::string verdict_text(const config::Event& event, const evidence::Comparison& comparison);

// The result for programs. It does not depend on times.
text::Json comparison_json(const config::Manifest& manifest,
                           const evidence::Comparison& comparison);

// The same for the page that viewer/ builds: the figures in words, the reservations, the verdict,
// and the course of the evidence, pair by pair. This is between the program and its page, and may
// change with every version.
text::Json comparison_page(const config::Manifest& manifest,
                           const evidence::Comparison& comparison);

}  // namespace referee::report
