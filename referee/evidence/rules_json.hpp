// When a comparison ends, as files in its folder keep it.
#pragma once

#include "referee/evidence/comparison.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::evidence {

// Adds the keys most_pairs, alpha, beta, by, and those of the test.
void write_rules(text::Json& json, const ComparisonRules& rules);
// Of a comparison with this event. Throws JsonError, also for rules that the tests refuse.
ComparisonRules read_rules(const text::JsonReader& json, const config::Event& event);

}  // namespace referee::evidence
