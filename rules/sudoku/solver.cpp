#include "rules/sudoku/solver.hpp"

#include <bit>
#include <utility>

namespace rules::sudoku {
namespace {

// A band of three rows, or a stack of three columns, has nine groups of three cells, in which a row
// (column) meets a box: bit 3 * line + box. A digit is in three of them, one of each line and
// one of each box. From the groups that have a candidate for it: those that are in such a choice.
constexpr std::array<std::uint16_t, 512> possible_groups = [] {
  constexpr std::array<std::array<unsigned, 3>, 6> orders{
      {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
  std::array<std::uint16_t, 512> table{};
  for (unsigned groups = 0; groups < 512; ++groups) {
    for (const auto& boxes : orders) {
      unsigned choice = 0;
      for (std::size_t line = 0; line < 3; ++line) choice |= 1U << (3 * line + boxes[line]);
      if ((groups & choice) == choice) table[groups] |= static_cast<std::uint16_t>(choice);
    }
  }
  return table;
}();

// Which of the three groups of a row have a cell in this set of nine.
constexpr std::array<std::uint8_t, 512> groups_of_row = [] {
  std::array<std::uint8_t, 512> table{};
  for (unsigned row = 0; row < 512; ++row) {
    for (int group = 0; group < 3; ++group) {
      if ((row >> (3 * group) & 7) != 0) table[row] |= static_cast<std::uint8_t>(1 << group);
    }
  }
  return table;
}();

// All cells of these groups of a band.
constexpr std::array<std::uint32_t, 512> cells_of_groups = [] {
  std::array<std::uint32_t, 512> table{};
  for (unsigned groups = 0; groups < 512; ++groups) {
    for (int group = 0; group < 9; ++group) {
      if ((groups >> group & 1) != 0) table[groups] |= 7U << (3 * group);
    }
  }
  return table;
}();

constexpr std::uint32_t first_box = 7U | 7U << 9 | 7U << 18;
constexpr std::uint32_t three_rows = 1U | 1U << 9 | 1U << 18;

// The cells of each row, column and box, by band.
constexpr std::array<std::array<std::uint32_t, 3>, 3 * side> units = [] {
  std::array<std::array<std::uint32_t, 3>, 3 * side> all{};
  for (std::size_t i = 0; i < side; ++i) {
    all[i][i / 3] = 511U << (9 * (i % 3));
    all[side + i] = {three_rows << i, three_rows << i, three_rows << i};
    all[2 * side + i][i / 3] = first_box << (3 * (i % 3));
  }
  return all;
}();

}  // namespace

Candidates::Candidates() noexcept {
  for (Bands& digit : left_) digit.fill(all);
}

Candidates::Candidates(const Grid& grid) noexcept : Candidates() {
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    if (grid[cell] != 0) place(cell, grid[cell]);
  }
}

void Candidates::place(std::size_t cell, int digit) noexcept {
  const std::size_t band = cell / 27;
  const std::uint32_t bit = 1U << (cell % 27);
  for (std::size_t d = 0; d < side; ++d) {
    if (d + 1 != static_cast<std::size_t>(digit)) left_[d][band] &= ~bit;
  }
}

void Candidates::forbid(std::size_t cell, int digit) noexcept {
  left_[static_cast<std::size_t>(digit) - 1][cell / 27] &= ~(1U << (cell % 27));
}

Digits Candidates::at(std::size_t cell) const noexcept {
  unsigned digits = 0;
  for (std::size_t d = 0; d < side; ++d) digits |= (left_[d][cell / 27] >> (cell % 27) & 1) << d;
  return static_cast<Digits>(digits);
}

// A digit is once in each row, column and box: removes candidates that fit into no choice of
// groups.
bool Candidates::keep_lines(Bands& digit) noexcept {
  std::array<std::uint32_t, bands> columns{};  // of each band, which have a candidate
  for (std::size_t band = 0; band < bands; ++band) {
    const std::uint32_t cells = digit[band];
    const unsigned groups = groups_of_row[cells & 511] | groups_of_row[cells >> 9 & 511] << 3 |
                            groups_of_row[cells >> 18] << 6;
    const unsigned kept = possible_groups[groups];
    if (kept == 0) return false;
    digit[band] = cells & cells_of_groups[kept];
    columns[band] = (digit[band] | digit[band] >> 9 | digit[band] >> 18) & 511;
  }
  std::array<std::uint32_t, bands> kept_columns{};
  for (std::size_t stack = 0; stack < bands; ++stack) {
    const std::size_t shift = 3 * stack;
    const unsigned groups =
        (columns[0] >> shift & 7) | (columns[1] >> shift & 7) << 3 | (columns[2] >> shift & 7) << 6;
    const unsigned kept = possible_groups[groups];
    if (kept == 0) return false;
    for (std::size_t band = 0; band < bands; ++band) {
      kept_columns[band] |= (kept >> (3 * band) & 7) << shift;
    }
  }
  for (std::size_t band = 0; band < bands; ++band) digit[band] &= kept_columns[band] * three_rows;
  return true;
}

bool Candidates::keep_every_line() noexcept {
  for (Bands& digit : left_) {
    Bands before;
    do {
      before = digit;
      if (!keep_lines(digit)) return false;
    } while (digit != before);
  }
  return true;
}

// Where a box has one place left for a digit, the cell has no other digit.
bool Candidates::keep_single_places() noexcept {
  bool changed = false;
  for (std::size_t band = 0; band < bands; ++band) {
    std::array<std::uint32_t, side> own{};
    std::uint32_t taken = 0;
    for (std::size_t d = 0; d < side; ++d) {
      for (std::size_t box = 0; box < 3; ++box) {
        const std::uint32_t places = left_[d][band] & first_box << (3 * box);
        if ((places & (places - 1)) == 0) own[d] |= places;
      }
      taken |= own[d];
    }
    for (std::size_t d = 0; d < side; ++d) {
      const std::uint32_t kept = (left_[d][band] & ~taken) | own[d];
      changed = changed || kept != left_[d][band];
      left_[d][band] = kept;
    }
  }
  return changed;
}

// Where a cell has one digit left, no cell that it sees has it. False if a cell has none.
bool Candidates::keep_single_digits() noexcept {
  Bands fresh{};
  for (std::size_t band = 0; band < bands; ++band) {
    std::uint32_t once = 0;
    std::uint32_t twice = 0;
    for (const Bands& digit : left_) {
      twice |= once & digit[band];
      once |= digit[band];
    }
    if (once != all) return false;
    fresh[band] = ~twice & all & ~settled_[band];
    settled_[band] |= fresh[band];
  }
  for (Bands& digit : left_) {
    for (std::size_t band = 0; band < bands; ++band) {
      for (std::uint32_t cells = digit[band] & fresh[band]; cells != 0; cells &= cells - 1) {
        const std::uint32_t bit = cells & (0U - cells);
        const int cell = std::countr_zero(bit);
        const int column = cell % 9;
        const std::uint32_t seen =
            511U << (cell - column) | three_rows << column | first_box << (column - column % 3);
        for (std::size_t other = 0; other < bands; ++other) {
          digit[other] &= ~(three_rows << column);
        }
        digit[band] = (digit[band] & ~seen) | bit;
      }
    }
  }
  return true;
}

bool Candidates::reduce() noexcept {
  std::array<Bands, side> before;
  do {
    before = left_;
    if (!keep_single_digits() || !keep_every_line()) return false;
    keep_single_places();
  } while (left_ != before);
  return true;
}

// What has to be decided: a digit of a cell, or a cell of a digit in a row, column or box. Exactly
// one of the choices is right.
class Decision {
 public:
  [[nodiscard]] bool none_left() const noexcept { return size_ == 0; }

  void add(std::size_t cell, std::size_t digit) noexcept {
    choices_[size_++] = static_cast<std::uint16_t>(side * cell + digit);
  }
  // Any of them; `random` says which.
  void take(std::uint32_t random, std::size_t& cell, int& digit) noexcept {
    std::swap(choices_[random % size_], choices_[size_ - 1]);
    const std::size_t choice = choices_[--size_];
    cell = choice / side;
    digit = static_cast<int>(choice % side) + 1;
  }

 private:
  std::array<std::uint16_t, side> choices_{};
  std::size_t size_ = 0;
};

// One run through all solutions, in an order that follows from the seed.
class Search {
 public:
  // `thorough`: takes longer for each step, and needs far fewer of them where it is difficult.
  Search(const Candidates& candidates, std::uint64_t longest, std::uint64_t seed,
         bool thorough) noexcept
      : root_(candidates), thorough_(thorough), steps_left_(longest), random_(seed * 2 + 1) {}

  // The next solution, each once.
  Found next(Grid& solution) noexcept;

 private:
  struct Branch {
    Candidates candidates;
    Decision decision;
  };
  bool descend(Candidates candidates, Grid& solution) noexcept;
  [[nodiscard]] bool decide(const Candidates& candidates, Decision& decision) noexcept;
  bool choose_cell(const Candidates& candidates, const Candidates::Bands& many,
                   const Candidates::Bands& more, Decision& decision) noexcept;
  std::uint32_t random() noexcept;

  std::array<Branch, cell_count> branches_;
  std::size_t depth_ = 0;
  Candidates root_;
  bool begun_ = false;
  bool thorough_;
  std::uint64_t steps_left_;
  std::uint64_t random_;
};

std::uint32_t Search::random() noexcept {
  random_ ^= random_ << 13;
  random_ ^= random_ >> 7;
  random_ ^= random_ << 17;
  return static_cast<std::uint32_t>(random_ >> 32);
}

// One of the cells that are in `many` and not in `more`, with all its digits. False if there is
// none.
bool Search::choose_cell(const Candidates& candidates, const Candidates::Bands& many,
                         const Candidates::Bands& more, Decision& decision) noexcept {
  Candidates::Bands here{};
  int count = 0;
  for (std::size_t band = 0; band < Candidates::bands; ++band) {
    here[band] = many[band] & ~more[band];
    count += std::popcount(here[band]);
  }
  if (count == 0) return false;
  auto number = static_cast<int>(random() % static_cast<std::uint32_t>(count));
  std::size_t band = 0;
  for (; number >= std::popcount(here[band]); ++band) number -= std::popcount(here[band]);
  std::uint32_t cells = here[band];
  for (; number > 0; --number) cells &= cells - 1;
  const std::size_t cell = 27 * band + static_cast<std::size_t>(std::countr_zero(cells));
  for (unsigned digits = candidates.at(cell); digits != 0; digits &= digits - 1) {
    decision.add(cell, static_cast<std::size_t>(std::countr_zero(digits)));
  }
  return true;
}

// A decision with as few choices as possible. False if every cell has one digit.
bool Search::decide(const Candidates& candidates, Decision& decision) noexcept {
  const auto& left = candidates.left_;
  // By how many digits a cell has at least: 1, 2, 3, 4.
  std::array<Candidates::Bands, 4> at_least{};
  for (const auto& digit : left) {
    for (std::size_t band = 0; band < Candidates::bands; ++band) {
      const std::uint32_t cells = digit[band];
      at_least[3][band] |= at_least[2][band] & cells;
      at_least[2][band] |= at_least[1][band] & cells;
      at_least[1][band] |= at_least[0][band] & cells;
      at_least[0][band] |= cells;
    }
  }
  const auto decide_cell = [&](const Candidates::Bands& many, const Candidates::Bands& more) {
    return choose_cell(candidates, many, more, decision);
  };
  if (decide_cell(at_least[1], at_least[2])) return true;
  if (!thorough_) {
    return decide_cell(at_least[2], at_least[3]) || decide_cell(at_least[3], {});
  }
  // The digit with the fewest places, at least two, in a row, column or box.
  int fewest = 10;
  std::uint32_t ties = 0;
  std::size_t best_digit = 0;
  Candidates::Bands best_places{};
  for (std::size_t d = 0; d < side; ++d) {
    for (const Candidates::Bands& unit : units) {
      Candidates::Bands places{};
      int count = 0;
      for (std::size_t band = 0; band < Candidates::bands; ++band) {
        places[band] = left[d][band] & unit[band];
        count += std::popcount(places[band]);
      }
      if (count < 2 || count > fewest) continue;
      ties = count < fewest ? 1 : ties + 1;
      fewest = count;
      if (random() % ties != 0) continue;
      best_digit = d;
      best_places = places;
    }
  }
  if (fewest > 3 && decide_cell(at_least[2], at_least[3])) return true;
  if (fewest == 10) return decide_cell(at_least[3], {});
  for (std::size_t band = 0; band < Candidates::bands; ++band) {
    for (std::uint32_t cells = best_places[band]; cells != 0; cells &= cells - 1) {
      decision.add(27 * band + static_cast<std::size_t>(std::countr_zero(cells)), best_digit);
    }
  }
  return true;
}

// Fills `solution` and returns true, or adds a branch, or finds that there is no solution here.
bool Search::descend(Candidates candidates, Grid& solution) noexcept {
  if (!candidates.reduce()) return false;
  Branch& branch = branches_[depth_];
  branch.decision = {};
  if (decide(candidates, branch.decision)) {
    branch.candidates = candidates;
    ++depth_;
    return false;
  }
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    solution[cell] = static_cast<std::uint8_t>(std::countr_zero(candidates.at(cell)) + 1);
  }
  return true;
}

Found Search::next(Grid& solution) noexcept {
  if (!begun_) {
    begun_ = true;
    if (descend(root_, solution)) return Found::one;
  }
  while (depth_ > 0) {
    if (steps_left_ == 0) return Found::unknown;
    --steps_left_;
    Branch& branch = branches_[depth_ - 1];
    std::size_t cell = 0;
    int digit = 0;
    branch.decision.take(random(), cell, digit);
    Candidates next = branch.candidates;
    if (branch.decision.none_left()) --depth_;  // nothing to come back to
    next.place(cell, digit);
    if (descend(next, solution)) return Found::one;
  }
  return Found::none;
}

// Now and then a run makes a bad choice early and is lost in what follows from it. So runs are
// short at first, and the next one chooses otherwise and may be twice as long.
Found find_solution(const Candidates& candidates, std::uint64_t longest, std::uint64_t seed,
                    Grid& solution, const Grid* except) noexcept {
  constexpr std::uint64_t first_run = 128;
  for (std::uint64_t length = first_run; length <= longest; length *= 2) {
    Search search(candidates, length, seed + length, length > first_run);
    Found found = search.next(solution);
    while (found == Found::one && except != nullptr && solution == *except) {
      found = search.next(solution);
    }
    if (found != Found::unknown) return found;
  }
  return Found::unknown;
}

}  // namespace rules::sudoku
