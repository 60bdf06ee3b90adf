// Every line that is refused, and its reason.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

using namespace std::string_literals;

struct Refusal {
  std::string line;
  std::string reason;
};

const std::string form = ", a move has 3: row, column and h or v, like Ikv";
const std::string h_area =
    "the tile does not fit on the board: an h tile needs row A-O and column a-o";
const std::string v_area =
    "the tile does not fit on the board: a v tile needs row A-K and column a-s";
const std::string apart = "the tile touches no other tile along an edge (a corner is not enough)";

std::string overlaps(int cells) {
  return "the tile overlaps " + std::to_string(cells) + " occupied cells, at most 4 are allowed";
}

std::vector<Refusal> refusals() {
  return {
      {"", "the line is empty, a move is row, column and h or v, like Ikv"},
      {"I", "wrong length: 'I' has 1 character" + form},
      {"Ik", "wrong length: 'Ik' has 2 characters" + form},
      {"Ikvv", "wrong length: 'Ikvv' has 4 characters" + form},
      {" Ikv", "wrong length: ' Ikv' has 4 characters" + form},
      {"Ik364521v", "wrong length: 'Ik364521v' has 9 characters" + form +
                        " (the tile's colours are not written)"},
      {std::string(100000, 'x'),
       "wrong length: 'xxxxxxxxxxxxxxxxxxxx'... has 100000 characters" + form},
      {"Qkv", "row must be A-P, not 'Q' as in 'Qkv'"},
      {"ikv", "row must be A-P, not 'i' as in 'ikv'"},
      {"@kv", "row must be A-P, not '@' as in '@kv'"},
      {"\0kv"s, "row must be A-P, not '\\x00' as in '\\x00kv'"},
      {"\xffkv", "row must be A-P, not '\\xff' as in '\\xffkv'"},
      {"Iuv", "column must be a-t, not 'u' as in 'Iuv'"},
      {"IKv", "column must be a-t, not 'K' as in 'IKv'"},
      {"I`v", "column must be a-t, not '`' as in 'I`v'"},
      {"IkH", "direction must be h or v, not 'H' as in 'IkH'"},
      {"Ik\r", "direction must be h or v, not '\\x0d' as in 'Ik\\x0d'"},
      {"Pah", h_area},
      {"Aph", h_area},
      {"Ptv", v_area},
      {"Lav", v_area},
      {"Atv", v_area},
      {"Hhh", overlaps(12)},
      {"Gih", overlaps(5)},
      {"Hjh", overlaps(8)},
      {"Aah", apart},
      {"Kov", apart},
      {"Fbh", apart},  // Gg and Hh meet at a corner
      {"Bfv", apart},  // so do they here
  };
}

TEST(Refusal, says_what_is_wrong_and_what_would_be_right) {
  const auto game = start(example_deal);
  for (const auto& [line, reason] : refusals()) {
    const Verdict verdict = game->play(line);
    EXPECT_FALSE(verdict) << line;
    EXPECT_EQ(verdict.reason(), reason);
  }
}

TEST(Refusal, changes_nothing) {
  const auto game = start(example_deal);
  const auto untouched = game->clone();
  for (const auto& refusal : refusals()) EXPECT_FALSE(game->play(refusal.line));
  EXPECT_EQ(game->draw(), untouched->draw());
  EXPECT_EQ(game->relayed(), "");
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(game->result(), untouched->result());
  EXPECT_EQ(lines(*game, Seat::first), lines(*untouched, Seat::first));

  play_all(*game, {"Ikv"});
  const std::string before = game->draw();
  EXPECT_FALSE(game->play("Ikv"));
  EXPECT_EQ(game->draw(), before);
  EXPECT_EQ(game->relayed(), "Ik364521v");
  EXPECT_EQ(lines(*game, Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
}

TEST(Refusal, ends_where_the_edge_begins) {
  for (const std::string line :
       {"Fch", "Fmh", "Jmh", "Jch", "Hbh", "Hnh", "Bhv", "Hnv", "Hfv", "Jmv", "Hlv"}) {
    const Verdict verdict = start(example_deal)->play(line);
    EXPECT_TRUE(verdict) << line << ": " << verdict.reason();
  }
}

TEST(Refusal, of_every_line_that_is_not_one_of_the_legal_125) {
  const auto game = start(example_deal);
  int accepted = 0;
  for (char row = '@'; row <= 'q'; ++row) {
    for (char column = '@'; column <= 'v'; ++column) {
      for (const char direction : {'h', 'v', 'H', 'V', 'x'}) {
        if (game->clone()->play(std::string{row, column, direction})) ++accepted;
      }
    }
  }
  EXPECT_EQ(accepted, 125);
}

}  // namespace
}  // namespace rules::box::test
