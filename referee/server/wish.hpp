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
    why,  // whether a move is legal, and why not; nothing is done
    undo,
    from,  // to go on from an earlier move
    hint,
    resign,
    again,  // another game
  };
  Kind kind = Kind::move;
  std::string move;     // of `move` and `why`
  std::size_t to = 0;   // of `from`: how many moves are kept
  std::size_t ply = 0;  // how many moves the page has seen; `again` need not say it
};

// {"do": "move", "ply": 3, "move": "A3"}. Throws text::InputError, which says what is wrong.
Wish read_wish(std::string_view body);

}  // namespace referee::server
