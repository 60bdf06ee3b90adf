#include <bit>
#include <utility>
#include <vector>

#include "rules/zero_point_one/zero_point_one.hpp"

namespace rules::zero_point_one {
namespace {

Look look_of(char letter) {
  if (letter == Board::empty) return {};
  return {letter < 'a' ? Colour::red : Colour::blue, letter, std::string(1, letter)};
}

std::vector<CellId> cells_of(Squares squares) {
  std::vector<CellId> cells;
  for (; squares != 0; squares &= squares - 1) {
    cells.push_back(static_cast<CellId>(std::countr_zero(squares)));
  }
  return cells;
}

// What the last move put where, and from where it came.
void add_last(const Position& position, Scene& scene) {
  if (!position.last_mover) return;
  if (position.last.size() > 4) {
    scene.marks.push_back({Mark::Kind::last, {}, 0, cells_of(home(*position.last_mover))});
    return;
  }
  const CellId to = *find_square(position.last.substr(position.last.size() - 2));
  scene.marks.push_back({Mark::Kind::last, {}, 0, {to}});
  if (const auto from = find_square(position.last.substr(0, 2));
      from && position.last.size() == 4) {
    scene.marks.push_back({Mark::Kind::slide, {}, 0, {*from, to}});
  }
}

// "Alfil"; a letter is the key of what is not on the board.
Input::Option piece_option(Kind kind, Seat seat, std::string text) {
  const std::string letter(1, letter_of(kind, seat));
  return {letter,
          std::move(text),
          std::string(1, letter_of(kind, Seat::second)),
          {{0, 0, look_of(letter[0])}}};
}

Input set_up_input(Seat seat) {
  Input input;
  for (const Kind kind : kinds) {
    input.options.push_back(piece_option(kind, seat, std::string(name_of(kind))));
    input.options.back().count = kind_counts[index(kind)];
  }
  input.arranged = cells_of(home(seat));
  return input;
}

void add_option(Input& input, Input::Option option, Squares targets) {
  input.groups.push_back({{static_cast<std::uint8_t>(input.options.size())}, cells_of(targets)});
  input.options.push_back(std::move(option));
}

Input move_input(const Board& board, Seat seat) {
  Input input;
  input.option_first = true;
  for (const CellId cell : cells_of(board.of(seat))) {
    const auto from = static_cast<Square>(cell);
    if (board.targets(from) == 0) continue;
    const std::string name = name_of(from);
    add_option(input, {name, std::string(1, board.at(from)) + " on " + name, "", {}},
               board.targets(from));
  }
  for (const Kind kind : kinds) {
    const unsigned count = board.in_hand(kind, seat);
    if (count == 0) continue;
    const std::string text = "drop " + std::string(name_of(kind));
    add_option(input, piece_option(kind, seat, text + " (" + std::to_string(count) + ")"),
               board.free());
  }
  return input;
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    for (Square square = 0; square < square_count; ++square) {
      made.cells.push_back({name_of(square), 2 * (square % side), side - 1 - square / side});
    }
    for (int i = 0; i < side; ++i) {
      made.labels.push_back({std::string(1, static_cast<char>('a' + i)), -2, side - 1 - i});
      made.labels.push_back({std::string(1, static_cast<char>('1' + i)), 2 * i, side});
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Position& position) {
  Scene scene;
  scene.to_move = position.to_move;
  for (Square square = 0; square < square_count; ++square) {
    scene.looks.push_back(look_of(position.board.at(square)));
  }
  scene.seats = {Look{Colour::red, 'r', ""}, Look{Colour::blue, 'b', ""}};
  add_last(position, scene);
  scene.notes = {"red has in hand: " + position.board.hand_text(Seat::first),
                 "blue has in hand: " + position.board.hand_text(Seat::second)};
  scene.status = position.status;
  if (position.to_move) {
    scene.input = position.setting_up ? set_up_input(*position.to_move)
                                      : move_input(position.board, *position.to_move);
  }
  return scene;
}

}  // namespace rules::zero_point_one
