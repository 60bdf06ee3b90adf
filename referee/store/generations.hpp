// When the program of a bot changes during a tournament, the tournament continues with a
// further manifest. It differs from the previous one only in the name, hash and version of
// the changed bots, and in the id of its predecessor. Manifests are never changed; the
// newest one counts.
//
// Match i of the new manifest has the same positions in the list, the same round and the same
// seed as match i of the previous one. So a record of two unchanged bots is what the new
// manifest would play, and counts. Records of an earlier program stay in the store under its
// name.
#pragma once

#include <string>
#include <vector>

#include "referee/store/manifest.hpp"

namespace referee::store {

// A bot whose program differs from the one in the newest manifest.
struct Renewed {
  std::string game;
  std::string before;  // its name so far: "mine"
  std::string now;     // its name from now on: "mine@2", or an earlier name of this program
};

struct Generation {
  Manifest manifest;             // the config, with the names that bots have in the store
  std::vector<Renewed> renewed;  // empty if no program differs
};

// The manifest with which `config` continues `history`, the manifests of a store from the first to
// the newest. That is the newest one if nothing has changed. If `config` differs in more than
// programs, nothing is renewed, and the result has an id that is not in the history.
Generation generation_of(const Manifest& config, const std::vector<Manifest>& history);

}  // namespace referee::store
