// Objectives whose tops are known, and tunings of them.
#pragma once

#include <cstdint>
#include <functional>
#include <random>
#include <string_view>
#include <vector>

#include "referee/analysis/tuning/tuner.hpp"

namespace referee::tuning {

// How strong a bot is at a point, in Elo; the first player of an objective, and what there is to
// find.
struct Objective {
  std::function<double(const Point&)> elo;
  Point start;
  Point top;
};

// What a row of the table is about; each run draws one of its objectives.
struct Landscape {
  std::string_view name;
  std::size_t parameters;
  std::function<Objective(std::size_t, std::mt19937_64&)> draw;
};
std::vector<Landscape> landscapes();

// One tuning of as many pairs of games without draws.
Tuner tuned(const Objective& objective, std::uint64_t pairs, std::uint64_t seed,
            std::mt19937_64& random);

}  // namespace referee::tuning
