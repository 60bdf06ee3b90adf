// A ladder goes on with a further manifest when its bots change: one joins, its program is rebuilt,
// or it leaves the config, or its program is gone.
//
// A version of a bot is its name with its program (the hash), command and limits. Each version that
// was ever there keeps its position in the list of bots. A rebuilt bot is a new version, "NAME@2",
// at the end; the one before it plays no more games, and its results stay. A bot that was only
// renamed goes on under the name that it has in the list.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "referee/run/config/generations.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::config {

bool is_ladder(const Manifest& manifest) noexcept;

// Whether each match of the newest manifest has a record; it may be shorter. Asked only if the bots
// have changed.
using Played = std::function<std::vector<bool>()>;

// The manifest with which `config`, a ladder, continues `history`, as generation_of() does; what
// differs in more than bots is another tournament. Throws program::CommandError for a bot that is
// new there and has no program, and InputError if fewer than two bots can play.
Generation ladder_generation(const Manifest& config, const std::vector<Manifest>& history,
                             const Played& played);

// Throws like ladder_generation() for a ladder that begins.
void require_programs(const Manifest& config);

}  // namespace referee::config
