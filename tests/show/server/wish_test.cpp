// What a page may ask of a game, as it sends it.
#include <gtest/gtest.h>

#include <string>

#include "referee/base/text/error.hpp"
#include "referee/show/server/play_site.hpp"

namespace referee::server {
namespace {

std::string trouble_of(const char* body) {
  try {
    read_wish(body);
  } catch (const text::InputError& error) {
    return error.what();
  }
  return {};
}

TEST(ReadWish, HasWhatItsKindNeeds) {
  const Wish move = read_wish(R"({"do": "move", "ply": 3, "move": "A3"})");
  EXPECT_EQ(move.kind, Wish::Kind::move);
  EXPECT_EQ(move.move, "A3");
  EXPECT_EQ(move.ply, 3U);
  EXPECT_EQ(read_wish(R"({"do": "why", "ply": 3, "move": "A3"})").kind, Wish::Kind::why);
  const Wish from = read_wish(R"({"do": "from", "ply": 9, "to": 4})");
  EXPECT_EQ(from.kind, Wish::Kind::from);
  EXPECT_EQ(from.to, 4U);
  EXPECT_EQ(from.ply, 9U);
  EXPECT_EQ(read_wish(R"({"do": "undo", "ply": 1})").kind, Wish::Kind::undo);
  EXPECT_EQ(read_wish(R"({"do": "hint", "ply": 1})").kind, Wish::Kind::hint);
  EXPECT_EQ(read_wish(R"({"do": "resign", "ply": 1})").kind, Wish::Kind::resign);
  EXPECT_EQ(read_wish(R"({"do": "again"})").kind, Wish::Kind::again);
}

TEST(ReadWish, SaysWhatIsMissing) {
  EXPECT_NE(trouble_of("{"), "");
  EXPECT_EQ(trouble_of("[]"), "a wish is an object");
  EXPECT_EQ(trouble_of("{}"), "a wish says what to do");
  EXPECT_EQ(trouble_of(R"({"do": 1})"), "a wish says what to do");
  EXPECT_EQ(trouble_of(R"({"do": "win", "ply": 1})"),
            "do must be move, why, undo, from, hint, resign or again");
  EXPECT_EQ(trouble_of(R"({"do": "move", "ply": 1})"), "a move is a text");
  EXPECT_EQ(trouble_of(R"({"do": "why", "ply": 1, "move": 3})"), "a move is a text");
  EXPECT_EQ(trouble_of(R"({"do": "from", "ply": 1, "to": -1})"), "to is how many moves are kept");
  EXPECT_EQ(trouble_of(R"({"do": "undo"})"), "ply is how many moves you have seen");
  EXPECT_EQ(trouble_of(R"({"do": "move", "move": "A3", "ply": "1"})"),
            "ply is how many moves you have seen");
}

}  // namespace
}  // namespace referee::server
