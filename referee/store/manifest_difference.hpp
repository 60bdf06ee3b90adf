// How two manifests differ, for the error that refuses another tournament's folder.
#pragma once

#include <string>

#include "referee/store/manifest.hpp"

namespace referee::store {

// Names the first thing in which the manifest of a store (`there`) differs from the
// one that is asked for (`here`): "the seed (1 there, 2 here)". Precondition: their
// ids differ.
std::string difference(const Manifest& there, const Manifest& here);

}  // namespace referee::store
