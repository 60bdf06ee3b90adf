#include <array>
#include <string>
#include <utility>

#include "rules/merge/merge.hpp"

namespace rules::merge {
namespace {

// Colour is here that of a piece.
constexpr std::array scene_colours{rules::Colour::blue, rules::Colour::red, rules::Colour::gray};
constexpr std::array<std::string_view, 3> piece_names{"blue", "red", "gray"};

Look look_of(Piece piece) {
  if (piece.empty()) return {};
  const auto colour = static_cast<std::size_t>(piece.colour());
  return {scene_colours[colour], piece_names[colour].front(), std::to_string(piece.value())};
}

Input slides(const Board& board) {
  constexpr std::array<std::string_view, 4> texts{"slide up", "slide down", "slide left",
                                                  "slide right"};
  constexpr std::array<std::string_view, 4> keys{"ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"};
  Input input;
  Input::Group group;
  for (const Direction direction : directions) {
    const auto number = static_cast<std::size_t>(direction);
    if ((board.changing_slides() & 1U << number) == 0) continue;
    group.options.push_back(static_cast<std::uint8_t>(input.options.size()));
    input.options.push_back({std::string(1, letter(direction)),
                             std::string(texts[number]),
                             std::string(keys[number]),
                             {}});
  }
  input.groups.push_back(std::move(group));
  return input;
}

Input placing_input(const Board& board) {
  Input::Group group;
  for (std::size_t field = 0; field < field_count; ++field) {
    if (board.at(field).empty()) group.cells.push_back(static_cast<CellId>(field));
  }
  Input input;
  input.groups.push_back(std::move(group));
  return input;
}

// For each line with pieces: the fields that they have left, and the last of the pieces, which are
// now packed against the edge.
void add_slides(const Board& board, Direction direction, Scene& scene) {
  constexpr int width = static_cast<int>(side);
  constexpr int last = width - 1;
  const bool rows = direction == Direction::left || direction == Direction::right;
  const bool from_last = direction == Direction::left || direction == Direction::up;
  for (int line = 0; line <= last; ++line) {
    Mark mark{Mark::Kind::slide, {}, 0, {}};
    for (int i = 0; i <= last; ++i) {
      const int place = from_last ? last - i : i;
      const int field = rows ? width * line + place : width * place + line;
      mark.cells.push_back(static_cast<CellId>(field));
      if (board.at(static_cast<std::size_t>(field)).empty()) continue;
      if (i > 0) scene.marks.push_back(std::move(mark));
      break;
    }
  }
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    for (int row = 0; row < static_cast<int>(side); ++row) {
      const std::string name = std::to_string(row + 1);
      made.labels.push_back({name, -2, row});
      made.labels.push_back({name, 2 * row, -1});
      for (int column = 0; column < static_cast<int>(side); ++column) {
        made.cells.push_back({name + std::to_string(column + 1), 2 * column, row});
      }
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Position& position) {
  Scene scene;
  scene.to_move = position.to_move;
  for (std::size_t field = 0; field < field_count; ++field) {
    scene.looks.push_back(look_of(position.board.at(field)));
  }
  if (position.placed) {
    scene.marks.push_back({Mark::Kind::last, {}, 0, {static_cast<CellId>(*position.placed)}});
  }
  if (position.slid) add_slides(position.board, *position.slid, scene);
  for (const Seat seat : {Seat::first, Seat::second}) {
    scene.parts.push_back({seat, "largest sum so far", position.best});
  }
  scene.notes.push_back("sum on the board " + std::to_string(position.board.sum()));
  if (!position.to_move) {
    scene.status = "over: " + std::string(position.ending);
  } else if (position.to_place) {
    scene.status = "place a " +
                   std::string(piece_names[static_cast<std::size_t>(*position.to_place)]) +
                   " piece";
    scene.input = placing_input(position.board);
  } else {
    scene.status = "slide the board";
    scene.input = slides(position.board);
  }
  return scene;
}

}  // namespace rules::merge
