// Requests of the page to the game that is played in it: docs/internals/live-protocol.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::server {

struct Wish {
  enum class Kind : std::uint8_t {
    move,
    why,  // asks whether a move is legal, and why not; nothing is done
    undo,
    from,  // goes on from an earlier move
    hint,
    resign,
    again,  // begins another game
  };
  Kind kind = Kind::move;
  std::string move;     // of `move` and `why`
  std::size_t to = 0;   // of `from`: number of moves that are kept
  std::size_t ply = 0;  // number of moves that the page has seen; `again` need not have it
};

// Reads {"do": "move", "ply": 3, "move": "A3"}. Throws text::InputError, which names the mistake.
Wish read_wish(std::string_view body);

}  // namespace referee::server
