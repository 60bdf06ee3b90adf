#include "rules/sudoku/sudoku.hpp"

namespace rules::sudoku {
namespace {

Look digit_of(Seat seat, int digit) {
  return {seat == Seat::first ? Colour::red : Colour::blue, sign_of(seat), std::to_string(digit)};
}

// The digits, with and without a claim, and the claim alone.
Input input_of(const Picture& picture) {
  Input input;
  std::array<std::vector<CellId>, 2 * side> cells;
  bool alone = false;
  for (const Move& move : picture.legal) {
    if (!move.cell) {
      alone = true;
      continue;
    }
    const std::size_t option = static_cast<std::size_t>(move.digit) - 1 + (move.claim ? side : 0);
    cells[option].push_back(static_cast<CellId>(*move.cell));
  }
  const auto add = [&](Input::Option option, std::vector<CellId> of) {
    input.groups.push_back({{static_cast<std::uint8_t>(input.options.size())}, std::move(of)});
    input.options.push_back(std::move(option));
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].empty()) continue;
    const int digit = static_cast<int>(i % side) + 1;
    const std::string text = std::to_string(digit);
    const Input::Option::Ghost ghost{0, 0, digit_of(*picture.to_move, digit)};
    if (i < side) {
      add({text, text, text, {ghost}}, std::move(cells[i]));
    } else {
      add({text + "!", text + " and claim", "", {ghost}}, std::move(cells[i]));
    }
  }
  if (alone) add({"!", "claim", "!", {}}, {});
  return input;
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    constexpr int width = 2;  // of a cell
    for (std::size_t cell = 0; cell < cell_count; ++cell) {
      made.cells.push_back(
          {cell_name(cell), width * static_cast<int>(cell % side), static_cast<int>(cell / side)});
    }
    for (int i = 0; i < static_cast<int>(side); ++i) {
      made.labels.push_back({std::string(1, static_cast<char>('a' + i)), width * i, -1});
      made.labels.push_back({std::string(1, static_cast<char>('A' + i)), -width, i});
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Picture& picture) {
  Scene scene;
  scene.to_move = picture.to_move;
  scene.status = picture.status;
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    const int digit = picture.grid[cell];
    scene.looks.push_back(digit == 0 ? Look{} : digit_of(picture.owners[cell], digit));
  }
  scene.seats = {Look{Colour::red, sign_of(Seat::first), ""},
                 Look{Colour::blue, sign_of(Seat::second), ""}};
  if (picture.last) {
    scene.marks.push_back({Mark::Kind::last, {}, 0, {static_cast<CellId>(*picture.last)}});
  }
  if (!picture.note.empty()) scene.notes.push_back(picture.note);
  if (picture.solution) {
    for (std::size_t row = 0; row < side; ++row) {
      std::string text = row == 0 ? "solution:" : "         ";
      for (std::size_t column = 0; column < side; ++column) {
        text += ' ' + std::to_string((*picture.solution)[row * side + column]);
      }
      scene.notes.push_back(text);
    }
  }
  if (picture.to_move) scene.input = input_of(picture);
  return scene;
}

}  // namespace rules::sudoku
