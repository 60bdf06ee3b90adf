// The words for a comparison that its text, its JSON and its page share.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/run/config/manifest.hpp"
#include "referee/show/report/verdicts/strength.hpp"

namespace referee::report {

// The one event of a comparison's manifest.
const config::Event& event_of(const config::Manifest& manifest);

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
