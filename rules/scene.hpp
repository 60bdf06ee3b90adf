// A position for displays and input: the pieces, the effects of the last move, the scoring parts,
// and the meaning of a click or a key. Terminals, pictures and pages draw this and nothing else, so
// none of them knows the rules of any game.
//
// A Layout has the places of the cells; it is the same for all games of a kind. A Scene has the
// contents of one position, and names cells by their numbers in the layout.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/by_seat.hpp"
#include "rules/game.hpp"

namespace rules {

// A cell by its number in Layout::cells.
using CellId = std::uint16_t;

enum class CellShape : std::uint8_t {
  square,
  hexagon,  // with a corner at the top
};

struct Layout {
  // The middle of a cell or label: x in half widths of a cell, to the right; y in rows, downward.
  // Rows of squares are one width apart, those of hexagons sqrt(3)/2 widths.
  struct Cell {
    std::string name;  // its name in moves: "Ik"
    int x = 0;
    int y = 0;
  };
  // A text beside the board: the name of a row or column.
  struct Label {
    std::string text;
    int x = 0;
    int y = 0;
  };
  CellShape shape = CellShape::square;
  std::vector<Cell> cells;
  std::vector<Label> labels;
};

// The colour of a piece, by its part in the game; the display chooses the shade.
enum class Colour : std::uint8_t {
  empty,  // nothing
  white,  // pieces that the game itself calls so
  black,
  red,
  blue,
  gray,
  brown,
  hole,   // the empty field that decides the game
  tile1,  // the colours of tiles, which have numbers
  tile2,
  tile3,
  tile4,
  tile5,
  tile6,
};
inline constexpr int colour_count = 14;

// The name of a colour: "empty", "white", ..., "tile-6".
std::string_view name_of(Colour colour) noexcept;

// The contents of a cell.
struct Look {
  Colour colour = Colour::empty;
  // The colour where colours cannot be shown: one printable character that no other colour has, '.'
  // for an empty cell.
  char sign = '.';
  std::string text;  // text on it, for example its value; at most 6 characters

  friend bool operator==(const Look&, const Look&) = default;
};

// A property of several cells.
struct Mark {
  enum class Kind : std::uint8_t {
    last,     // where the last move put something
    path,     // the closed path, corner by corner, along which the last move moved everything
    slide,    // the way that the last move moved pieces towards the last of these cells
    near,     // the neighbours of the hole
    scoring,  // cells that together give their owner points; drawn as a closed line through them
    side,     // a side of the board that its owner has to reach; drawn along their outer edges
  };
  Kind kind{};
  std::optional<Seat> seat;  // its owner
  int points = 0;            // points that they give, if they are scoring
  std::vector<CellId> cells;

  friend bool operator==(const Mark&, const Mark&) = default;
};

// The name of a kind: "last", "path", "slide", "near", "scoring" or "side".
std::string_view name_of(Mark::Kind kind) noexcept;

// A part of a seat's score so far: "3 squares 2x2", 3. The parts of a seat add up to its
// SeatResult::board_points.
struct ScorePart {
  Seat seat{};
  std::string text;
  int points = 0;

  friend bool operator==(const ScorePart&, const ScorePart&) = default;
};

// The way in which a person enters a move.
struct Input {
  // A choice for a cell, or without one.
  struct Option {
    // A cell that the move would cover, from the cell that is clicked: x and y as in Layout.
    struct Ghost {
      int x = 0;
      int y = 0;
      Look look;

      friend bool operator==(const Ghost&, const Ghost&) = default;
    };
    std::string name;           // as the move has it: "v", "15", "U"
    std::string text;           // for people: "upright", "slide up"
    std::string key;            // the key that chooses it, as browsers name keys: "v", "ArrowUp"
    std::vector<Ghost> ghosts;  // empty if that needs no picture
    int count = 0;              // number of cells that get it, where cells are arranged

    friend bool operator==(const Option&, const Option&) = default;
  };
  // Each of these options goes with each of these cells. Without options a cell is the whole move,
  // without cells an option is.
  struct Group {
    std::vector<std::uint8_t> options;  // numbers in Input::options
    std::vector<CellId> cells;

    friend bool operator==(const Group&, const Group&) = default;
  };

  std::vector<Option> options;
  // Together all legal moves, each once; empty if they cannot be listed (see arranged and
  // most_corners).
  std::vector<Group> groups;
  // Stands between the name of the cell and that of the option; between corners.
  std::string separator;
  // A move names the option before the cell. A click on a cell chooses the option with
  // the cell's name.
  bool option_first = false;
  // If there are any: each of these cells gets one of the options, each option as many cells as it
  // counts. The move is the names of the options, in the order of the cells.
  std::vector<CellId> arranged;
  // Above 0: a move is a closed path. A person clicks 4 to that many corners, clockwise, and the
  // first one again; the move is the names of the corners.
  int most_corners = 0;

  friend bool operator==(const Input&, const Input&) = default;
};

struct Scene {
  std::vector<Look> looks;       // of each cell of the layout
  std::vector<Mark> marks;       // each only once
  std::vector<ScorePart> parts;  // of both seats
  // The look of each seat's pieces, for lists and curves; empty in games in which nothing on the
  // board is one seat's own.
  BySeat<Look> seats;
  // The piece that the seat to move has to put on the board, cell by cell; empty if it may choose.
  std::vector<Input::Option::Ghost> next;
  std::optional<Seat> to_move;     // nothing when the game is over
  std::string status;              // the action that is due, or the end of the game; one line
  std::vector<std::string> notes;  // further information, one line each
  Input input;                     // of the seat to move; empty when the game is over

  friend bool operator==(const Scene&, const Scene&) = default;
};

// Every move that `input` lists, in its order.
std::vector<std::string> moves_of(const Layout& layout, const Input& input);

// The move that puts these options on the cells of `arranged`, in their order.
std::string arranged_move(const Input& input, const std::vector<std::uint8_t>& options);

// The move with these corners.
std::string path_move(const Layout& layout, const Input& input, const std::vector<CellId>& corners);

}  // namespace rules
