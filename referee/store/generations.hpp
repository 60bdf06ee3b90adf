// A tournament in which the program of a bot has been changed goes on with a further
// manifest: the same tournament, but for the name, hash and version of those bots, and
// the id of the manifest before it. Manifests are never changed; the newest counts.
//
// Match i of the new manifest has the same places in the list, the same round and seed as
// match i of the one before. So a record of two bots that are the same in both is what the
// new one would play, and counts; those of an earlier program stay in the store under its
// name.
#pragma once

#include <string>
#include <vector>

#include "referee/store/manifest.hpp"

namespace referee::store {

// A bot whose program is another one than in the newest manifest.
struct Renewed {
  std::string game;
  std::string before;  // its name so far: "mine"
  std::string now;     // its name from now on: "mine@2", or one that its program had before
};

struct Generation {
  Manifest manifest;             // the config under the names of its store
  std::vector<Renewed> renewed;  // empty: it is the newest manifest of the history
};

// What `config` is after `history`, the manifests of a store from the first to the newest.
// If it differs in more than programs, the id is that of no manifest of the history and
// nothing is renewed.
Generation generation_of(const Manifest& config, const std::vector<Manifest>& history);

}  // namespace referee::store
