// The expected rest of a comparison.
#pragma once

#include <optional>

#include "referee/analysis/evidence/comparison.hpp"

namespace referee::evidence {

// The number of further pairs that its test takes on average, if what the pairs so far show is the
// truth; at most those that the rules leave. Absent while fewer than 20 pairs count, where all of
// them scored the same by wins, and after the decision. Takes some hundredths of a second.
std::optional<double> pairs_left(const Comparison& comparison);

}  // namespace referee::evidence
