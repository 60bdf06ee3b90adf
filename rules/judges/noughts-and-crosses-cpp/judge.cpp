// Noughts and Crosses: a judge for Referee.
#include "referee_judge.hpp"

const std::array<std::array<int, 3>, 8> lines{
    {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}};

std::string name_of(int square) {
  return {static_cast<char>('a' + square % 3), static_cast<char>('1' + square / 3)};
}

int square_named(const std::string& name) {
  for (int square = 0; square < 9; ++square) {
    if (name == name_of(square)) return square;
  }
  return -1;
}

struct NoughtsAndCrosses : referee_judge::Game {
  int marks[9] = {};  // 0: empty, else the seat
  int plies = 0;
  int last = -1;

  int start(const std::string& deal) override {
    if (deal.empty()) return 1;
    throw referee_judge::Illegal("the deal must be empty, not " + referee_judge::quoted(deal));
  }

  Moves legal() const override {
    Moves moves;
    for (int square = 0; square < 9; ++square) {
      if (marks[square] == 0) moves.push_back(name_of(square));
    }
    return moves;
  }

  std::optional<std::string> why_not(const std::string& line) const override {
    const int square = square_named(line);
    if (square < 0) return referee_judge::quoted(line) + " is not a square, a1 to c3";
    if (marks[square] != 0) return referee_judge::quoted(line) + " is taken";
    return std::nullopt;
  }

  int play(int seat, const std::string& move) override {
    last = square_named(move);
    marks[last] = seat;
    ++plies;
    return won() != nullptr || plies == 9 ? 0 : 3 - seat;
  }

  // Three in a row: the squares, or nothing.
  const std::array<int, 3>* won() const {
    for (const auto& line : lines) {
      const int seat = marks[line[0]];
      if (seat != 0 && seat == marks[line[1]] && seat == marks[line[2]]) return &line;
    }
    return nullptr;
  }

  Pair by_winner(int win, int draw) const {
    const auto* line = won();
    if (line == nullptr) return {draw, draw};
    return marks[(*line)[0]] == 1 ? Pair{win, 0} : Pair{0, win};
  }

  Pair result() const override { return by_winner(2, 1); }
  std::optional<Pair> game_points() const override { return by_winner(3, 1); }
  Pair forfeit_game_points() const override { return {0, 3}; }
  std::optional<Pair> points() const override { return Pair{(plies + 1) / 2, plies / 2}; }

  std::string draw() const override {
    std::string text;
    for (int row = 2; row >= 0; --row) {
      text += std::to_string(row + 1);
      for (int column = 0; column < 3; ++column) {
        text += std::string(" ") + ".xo"[marks[3 * row + column]];
      }
      text += '\n';
    }
    return text + "  a b c\n";
  }

  std::string layout() const override { return referee_judge::board("abc", "321"); }

  std::string scene() const override {
    std::string cells, scoring;
    for (int square = 0; square < 9; ++square) {
      if (marks[square] == 0) continue;
      cells += (cells.empty() ? "\"" : ",\"") + name_of(square) +
               (marks[square] == 1 ? R"(":["black","x","x"])" : R"(":["white","o","o"])");
    }
    std::string all;
    if (last >= 0) all = R"(["last",0,0,[")" + name_of(last) + "\"]]";
    if (const auto* line = won()) {
      for (const int square : *line)
        scoring += (scoring.empty() ? "\"" : ",\"") + name_of(square) + '"';
      all += R"(,["scoring",)" + std::to_string(marks[(*line)[0]]) + ",0,[" + scoring + "]]";
    }
    const Pair taken = *points();
    return "{\"cells\":{" + cells + "},\"marks\":[" + all + "],\"parts\":[[1,\"squares taken\"," +
           std::to_string(taken[0]) + "],[2,\"squares taken\"," + std::to_string(taken[1]) +
           R"(]],"seats":[["black","x","x"],["white","o","o"]],"status":)" +
           (to_move() == 0 ? "\"over\"" : "\"take a square\"") + "}";
  }
};

int main() { return referee_judge::run<NoughtsAndCrosses>(); }
