// An interval for a mean difference in points that holds whenever one looks, and however one
// decides to stop.
//
// For every mean m two gamblers bet that the true mean is above and below m, each with a capital
// of 1. If m is the true mean their games are fair, and either capital ever reaches 40 with a
// probability of at most 1/40 (Ville's inequality). The interval is the set of all m at which
// neither ever did. It covers the true mean with at least 95 %, for every law within the limits.
// Waudby-Smith and Ramdas, "Estimating means of bounded random variables by betting" (2024).
#pragma once

#include <span>

#include "referee/statistics/estimate.hpp"

namespace referee::statistics {

// `differences` in the order in which they were seen, all within lowest..highest. The value is the
// m against which both gamblers have won the same, which leans less towards the side where a test
// stopped than the mean does. Without differences: Reach::nothing. Throws std::invalid_argument for
// a difference outside the limits, and unless lowest < highest.
Estimate anytime_interval(std::span<const double> differences, double lowest, double highest);

}  // namespace referee::statistics
