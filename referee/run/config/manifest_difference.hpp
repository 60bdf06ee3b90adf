// The difference of two manifests, for the error about a folder of another tournament.
#pragma once

#include <string>

#include "referee/run/config/manifest.hpp"

namespace referee::config {

// Names the first difference between the manifest of a store (`there`) and the requested one
// (`here`): "the seed (1 there, 2 here)". Precondition: their ids differ.
std::string difference(const Manifest& there, const Manifest& here);

}  // namespace referee::config
