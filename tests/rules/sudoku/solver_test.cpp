// Searches find every solution and nothing else, and say so if they give up.
#include "rules/sudoku/solver.hpp"

#include <gtest/gtest.h>

#include <string_view>

#include "rules/sudoku/position.hpp"

namespace rules::sudoku {
namespace {

Grid grid_of(std::string_view text) {
  Grid grid{};
  for (std::size_t cell = 0; cell < cell_count; ++cell) {
    grid[cell] = static_cast<std::uint8_t>(text[cell] == '.' ? 0 : text[cell] - '0');
  }
  return grid;
}

constexpr std::string_view solved =
    "783914652512673489946528713837169245659247831421385967274851396198736524365492178";

TEST(Search, FindsASolutionOfTheEmptyGrid) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    Grid solution;
    ASSERT_EQ(find_solution(Candidates(), most_steps, seed, solution), Found::one);
    Grid again = solution;
    Candidates candidates(solution);
    ASSERT_TRUE(candidates.reduce());
    ASSERT_EQ(find_solution(candidates, most_steps, 0, again), Found::one);
    ASSERT_EQ(again, solution);
  }
}

// Four cells of which two digits may change places: two solutions.
TEST(Search, TellsOneSolutionFromTwo) {
  const Grid full = grid_of(solved);
  Grid solution;
  EXPECT_EQ(find_solution(Candidates(full), most_steps, 0, solution, &full), Found::none);
  Grid open = full;
  for (std::size_t a = 0; a < cell_count; ++a) {
    // The corners of a rectangle in two boxes, with the same digits crosswise.
    for (std::size_t b = a + 9; b < cell_count && b / 27 == a / 27; b += 9) {
      for (std::size_t across = 3; a % 9 + across < 9; ++across) {
        if (a / 9 * 9 + a % 9 + across >= (a / 9 + 1) * 9) break;
        if (full[a] != full[b + across] || full[b] != full[a + across]) continue;
        open = full;
        open[a] = open[b] = open[a + across] = open[b + across] = 0;
        ASSERT_EQ(find_solution(Candidates(open), most_steps, 0, solution), Found::one);
        Grid second;
        ASSERT_EQ(find_solution(Candidates(open), most_steps, 1, second, &solution), Found::one);
        EXPECT_NE(second, solution);
      }
    }
  }
}

TEST(Search, ShowsThatThereIsNone) {
  Grid grid = grid_of(solved);
  grid[0] = 0;
  Candidates candidates(grid);
  candidates.forbid(0, 7);
  Grid solution;
  EXPECT_EQ(find_solution(candidates, most_steps, 0, solution), Found::none);
}

// With an 8 in Da there is none, which a search that decides cell by cell does not see.
TEST(Search, IsNotLostInADifficultGrid) {
  Candidates candidates(
      grid_of("..8......6..........56....1..6....9....8.....5.......7.9"
              "........................."));
  candidates.place(27, 8);
  Grid solution;
  EXPECT_EQ(find_solution(candidates, 10'000, 252, solution), Found::none);
}

TEST(Search, GivesUp) {
  Grid solution;
  EXPECT_EQ(find_solution(Candidates(), 0, 0, solution), Found::unknown);
}

}  // namespace
}  // namespace rules::sudoku
