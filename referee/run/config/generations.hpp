// A tournament continues with a further manifest when the program of a bot changes, and when it
// grows: more rounds, further bots, further games. Manifests are never changed; the newest one
// counts.
//
// The further manifest has the events and bots of the previous one at the same positions, and new
// ones after them. A bot may differ only in hash, name and version; an event, besides its bots,
// only in the number of rounds, which may be larger. Only a round robin or a gauntlet can have more
// bots or rounds: in other formats, who meets whom follows from the bots and rounds that they began
// with.
//
// So each match of the previous manifest is one of the new manifest, too: the same positions in the
// list, the same round, the same seed, but perhaps another number (see renumbering.hpp). A record
// of two unchanged bots is the same in the new manifest and counts. Records of an earlier program
// stay in the store under its name.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/run/config/manifest.hpp"

namespace referee::config {

// The name of a bot in a store: "mine", from version 2 on "mine@2".
std::string versioned_name(const std::string& plain, unsigned version);

// A bot whose program differs from the one in the newest manifest.
struct Renewed {
  std::string game;
  std::string before;  // its name so far: "mine"
  std::string now;     // its name from now on: "mine@2", or an earlier name of this program
};

struct Generation {
  Manifest manifest;               // the config, with the names that bots have in the store
  std::vector<Renewed> renewed;    // empty if no program differs
  std::vector<std::string> added;  // for people: rounds, bots and games
  // The reason why a config with seemingly more, or fewer rounds cannot continue; may be empty.
  std::string obstacle;
  // If the config cannot continue the store: the config without its permitted differences.
  std::optional<Manifest> refused;
};

// The manifest with which `config` continues `history`, the manifests of a store from the first to
// the newest. That is the newest one if nothing has changed. If `config` differs in more than
// programs and growth, nothing is renewed or added, and the result has an id that is not in the
// history.
Generation generation_of(const Manifest& config, const std::vector<Manifest>& history);

}  // namespace referee::config
