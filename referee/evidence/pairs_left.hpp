// How long a comparison will still take.
#pragma once

#include <optional>

#include "referee/evidence/comparison.hpp"

namespace referee::evidence {

// How many more pairs its test takes on the average, if what the pairs so far show is the truth; at
// most those that the rules leave. Absent while fewer than 20 pairs count, where all of them scored
// the same by wins, and after the decision. Takes some hundredths of a second.
std::optional<double> pairs_left(const Comparison& comparison);

}  // namespace referee::evidence
