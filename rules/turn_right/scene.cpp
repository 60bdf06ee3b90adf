#include <utility>

#include "rules/turn_right/circuit.hpp"
#include "rules/turn_right/turn_right.hpp"

namespace rules::turn_right {
namespace {

Look look_of(char symbol) {
  if (symbol == '.') return {};
  return {symbol == 'w' ? Colour::white : Colour::black, symbol, ""};
}

void add_last(std::string_view move, Scene& scene) {
  if (const auto square = find_square(move)) {
    scene.marks.push_back({Mark::Kind::last, {}, 0, {*square}});
    return;
  }
  Circuit circuit;
  if (!Circuit::parse(move, most_corners, circuit)) return;
  Mark mark{Mark::Kind::path, {}, 0, {}};
  for (const Square corner : circuit.corners()) mark.cells.push_back(corner);
  scene.marks.push_back(std::move(mark));
}

// The 2x2 squares of a seat, a point each. Returns how many there are.
int add_two_by_twos(const Board& board, Seat seat, Scene& scene) {
  const auto pieces = board.pieces(seat);
  int count = 0;
  for (int column = 0; column + 1 < side; ++column) {
    for (int row = 0; row + 1 < side; ++row) {
      Mark mark{Mark::Kind::scoring,
                seat,
                1,
                {square_at(column, row), square_at(column, row + 1), square_at(column + 1, row + 1),
                 square_at(column + 1, row)}};
      bool own = true;
      for (const CellId cell : mark.cells) own = own && (pieces >> cell & 1U) != 0;
      if (!own) continue;
      scene.marks.push_back(std::move(mark));
      ++count;
    }
  }
  return count;
}

void add_score(const Position& position, Scene& scene) {
  for (const Seat seat : {Seat::first, Seat::second}) {
    const std::size_t i = index(seat);
    int rest = position.points[i];
    if (starting_points[i] > 0) {
      scene.parts.push_back({seat, "from the start", starting_points[i]});
      rest -= starting_points[i];
    }
    if (!position.circuits_begun) continue;
    const int now = add_two_by_twos(position.board, seat, scene);
    if (rest > now) scene.parts.push_back({seat, "after earlier circuits", rest - now});
    if (now == 0) continue;
    const std::string squares = std::to_string(now) + (now == 1 ? " square" : " squares");
    scene.parts.push_back({seat, squares + " 2x2 now", now});
  }
}

Input placing_input(const Board& board) {
  Input::Group group;
  for (Square square = 0; square < square_count; ++square) {
    if ((board.free() >> square & 1U) != 0) group.cells.push_back(square);
  }
  Input input;
  input.groups.push_back(std::move(group));
  return input;
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    for (Square square = 0; square < square_count; ++square) {
      made.cells.push_back({std::string{column_name(square), row_name(square)},
                            2 * column_of(square), side - 1 - row_of(square)});
    }
    for (int i = 0; i < side; ++i) {
      made.labels.push_back({std::string(1, row_name(square_at(0, i))), -2, side - 1 - i});
      made.labels.push_back({std::string(1, column_name(square_at(i, 0))), 2 * i, side});
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Position& position) {
  Scene scene;
  scene.to_move = position.to_move;
  for (Square square = 0; square < square_count; ++square) {
    scene.looks.push_back(look_of(position.board.symbol(square)));
  }
  scene.seats = {look_of('w'), look_of('b')};
  add_last(position.last, scene);
  add_score(position, scene);
  scene.status = position.status;
  if (!position.to_move) return scene;
  if (position.corners_allowed == 0) {
    scene.input = placing_input(position.board);
  } else {
    scene.input.separator = "-";
    scene.input.most_corners = position.corners_allowed;
  }
  return scene;
}

}  // namespace rules::turn_right
