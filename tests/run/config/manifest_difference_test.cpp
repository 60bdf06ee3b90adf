#include <gtest/gtest.h>

#include <string>

#include "referee/run/config/manifest.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

Manifest cup() { return test::manifest({test::event("box", {"a", "b"}, 2)}); }

// Between the cup and one that `change` has changed.
template <typename Change>
std::string after(Change change) {
  Manifest here = cup();
  change(here);
  return difference(cup(), here);
}

TEST(ManifestDifference, NamesWhatDiffersWithBothValues) {
  EXPECT_EQ(after([](Manifest& here) { here.seed = 8; }), "the seed (7 there, 8 here)");
  EXPECT_EQ(after([](Manifest& here) { here.clock = kernel::ClockKind::wall; }),
            "the clock (\"cpu\" there, \"wall\" here)");
  EXPECT_EQ(after([](Manifest& here) { here.ponders = true; }),
            "\"ponder\" (false there, true here)");
  EXPECT_EQ(
      after([](Manifest& here) { here.drawn = !here.drawn; }),
      cup().drawn ? "the seed (drawn there, chosen here)" : "the seed (chosen there, drawn here)");
  EXPECT_EQ(after([](Manifest& here) { here.events[0].rounds = 3; }),
            "the rounds of box (2 there, 3 here)");
  EXPECT_EQ(after([](Manifest& here) { here.events.push_back(test::event("6561", {"x"}, 1)); }),
            "the games ([\"box\"] there, [\"box\",\"6561\"] here)");
}

TEST(ManifestDifference, NamesTheBot) {
  EXPECT_EQ(after([](Manifest& here) { here.events[0].bots[1].name = "c"; }),
            "the name of bot 2 of box (\"b\" there, \"c\" here)");
  EXPECT_EQ(after([](Manifest& here) { here.events[0].bots.pop_back(); }),
            "the bots of box ([\"a\",\"b\"] there, [\"a\"] here)");
  EXPECT_EQ(after([](Manifest& here) { here.events[0].bots[0].hash = std::string(64, 'c'); }),
            "the program of the bot \"a\" of box, which has been changed since");
  EXPECT_EQ(after([](Manifest& here) { here.events[0].bots[0].command = "./other"; }),
            "\"command\" of the bot \"a\" of box (\"./a\" there, \"./other\" here)");
}

// A bot that was accepted with another program has a name with a number; configs have it without.
TEST(ManifestDifference, ARenewedBotIsStillTheSameBot) {
  Manifest there = cup();
  there.events[0].bots[0].name = "a@2";
  Manifest here = cup();
  here.events[0].bots[1].name = "c";
  EXPECT_EQ(difference(there, here), "the name of bot 2 of box (\"b\" there, \"c\" here)");
}

}  // namespace
}  // namespace referee::config
