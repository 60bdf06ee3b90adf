#include <string>
#include <utility>
#include <vector>

#include "rules/box/box.hpp"

namespace rules::box {
namespace {

constexpr CellId id_of(Cell cell) noexcept {
  return static_cast<CellId>(cell.row * column_count + cell.column);
}

Look look_of(char colour) {
  if (colour == Board::empty_cell) return {};
  const int number = colour - '1';
  return {static_cast<Colour>(static_cast<int>(Colour::tile1) + number), colour, ""};
}

// The squares of a seat's colour as marks, smallest first, and what they add up to by size.
void add_squares(const Board& board, char colour, Seat seat, Scene& scene) {
  for (int step = 1; step < row_count; ++step) {
    int count = 0;
    for (int row = 0; row + step < row_count; ++row) {
      for (int column = 0; column + step < column_count; ++column) {
        // Of most squares the first corner says enough.
        if (board.colour_at({row, column}) != colour) continue;
        const std::array<Cell, 4> corners{{{row, column},
                                           {row, column + step},
                                           {row + step, column + step},
                                           {row + step, column}}};
        Mark mark{Mark::Kind::scoring, seat, step, {}};
        for (const Cell corner : corners) {
          if (board.colour_at(corner) == colour) mark.cells.push_back(id_of(corner));
        }
        if (mark.cells.size() < corners.size()) continue;
        scene.marks.push_back(std::move(mark));
        ++count;
      }
    }
    if (count == 0) continue;
    const std::string side = std::to_string(step + 1);
    std::string text = std::to_string(count) + (count == 1 ? " square " : " squares ");
    text += side + "x" + side;
    scene.parts.push_back({seat, std::move(text), count * step});
  }
}

Input::Option option_of(Direction direction, const Tile* tile) {
  const bool horizontal = direction == Direction::horizontal;
  Input::Option option{
      horizontal ? "h" : "v", horizontal ? "across" : "upright", horizontal ? "h" : "v", {}};
  if (tile == nullptr) return option;
  for (int i = 0; i < tile_cells; ++i) {
    const Cell at = cell({0, 0, direction}, i);
    const char colour = tile->colours[static_cast<std::size_t>(i % tile_length)];
    option.ghosts.push_back({2 * at.column, at.row, look_of(colour)});
  }
  return option;
}

Input input_of(const Board& board, const Tile* tile) {
  Input input;
  for (const Direction direction : {Direction::horizontal, Direction::vertical}) {
    Input::Group group;
    for (int i = 0; i < board.legal_count(); ++i) {
      const Placement placement = board.legal_at(i);
      if (placement.direction == direction) {
        group.cells.push_back(id_of({placement.row, placement.column}));
      }
    }
    if (group.cells.empty()) continue;
    group.options = {static_cast<std::uint8_t>(input.options.size())};
    input.options.push_back(option_of(direction, tile));
    input.groups.push_back(std::move(group));
  }
  return input;
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    for (int row = 0; row < row_count; ++row) {
      const char row_name = static_cast<char>('A' + row);
      made.labels.push_back({std::string(1, row_name), -2, row});
      for (int column = 0; column < column_count; ++column) {
        made.cells.push_back(
            {std::string{row_name, static_cast<char>('a' + column)}, 2 * column, row});
      }
    }
    for (int column = 0; column < column_count; ++column) {
      made.labels.push_back({std::string(1, static_cast<char>('a' + column)), 2 * column, -1});
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Position& position) {
  Scene scene;
  scene.to_move = position.to_move;
  for (int row = 0; row < row_count; ++row) {
    for (int column = 0; column < column_count; ++column) {
      scene.looks.push_back(look_of(position.board.colour_at({row, column})));
    }
  }
  if (position.last) {
    Mark mark{Mark::Kind::last, {}, 0, {}};
    for (int i = 0; i < tile_cells; ++i) mark.cells.push_back(id_of(cell(*position.last, i)));
    scene.marks.push_back(std::move(mark));
  }
  for (const Seat seat : {Seat::first, Seat::second}) {
    const char colour = position.colours[index(seat)];
    add_squares(position.board, colour, seat, scene);
    scene.seats[index(seat)] = look_of(colour);
    scene.notes.push_back(std::string("player ") + (seat == Seat::first ? '1' : '2') +
                          " has colour " + colour +
                          (position.forfeited[index(seat)] ? ", forfeited" : ""));
  }
  if (!position.to_move) {
    scene.status = position.board.legal_count() == 0 ? "over: no tile fits any more"
                                                     : "over: both players have failed";
    return scene;
  }
  const int legal = position.board.legal_count();
  scene.status = "lay a tile";
  if (position.tile != nullptr) {
    scene.status = "lay the tile " + std::string(position.tile->view());
    scene.input = input_of(position.board, position.tile);
    scene.next = option_of(Direction::horizontal, position.tile).ghosts;
  }
  scene.notes.push_back(std::to_string(legal) +
                        (legal == 1 ? " legal placement" : " legal placements"));
  return scene;
}

}  // namespace rules::box
