// The rules by which a comparison ends, as files in its folder keep them.
#pragma once

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/json_reader.hpp"

namespace referee::evidence {

// Adds the keys most_pairs, alpha, beta, by, and those of the test.
void write_rules(text::Json& json, const ComparisonRules& rules);
// The rules of a comparison with this event. Throws JsonError, also if the tests refuse them.
ComparisonRules read_rules(const text::JsonReader& json, const config::Event& event);

}  // namespace referee::evidence
