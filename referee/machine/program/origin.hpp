// Where a command, a list of files or the folder of a game comes from.
#pragma once

#include <cstdint>

namespace referee::program {

// What may be opened and started is decided from it, and from nothing else.
enum class Origin : std::uint8_t {
  typed,      // by the caller in this call, or in a config that the call names
  own,        // this user's referee has kept it, as the user had typed it in an earlier call
  elsewhere,  // it is in a record, a manifest or a game.json, which may come from anybody
};

}  // namespace referee::program
