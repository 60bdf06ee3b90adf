// Where the matches of an earlier manifest are now: the same pairing of the same round.
#include <gtest/gtest.h>

#include <cstdint>
#include <set>
#include <string>
#include <vector>

#include "referee/run/config/generations.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

Event gauntlet(const std::vector<std::string>& bots, int rounds) {
  Event event = test::event("6561", bots, rounds);
  event.format.kind = formats::FormatKind::gauntlet;
  event.format.challengers = 1;
  return event;
}

// Two manifests before the newest: a round more, then a bot more in each event and another game.
std::vector<Manifest> history() {
  return {test::manifest({test::event("box", {"a", "b", "c"}, 2), gauntlet({"x", "y"}, 3)}),
          test::manifest({test::event("box", {"a", "b", "c"}, 3), gauntlet({"x", "y"}, 3)}),
          test::manifest({test::event("box", {"a", "b", "c", "d"}, 4), gauntlet({"x", "y", "z"}, 3),
                          test::event("2187", {"p", "q"}, 1)})};
}

TEST(Renumbering, EachMatchKeepsItsEventRoundAndSeats) {
  const std::vector<Manifest> all = history();
  const Renumbering renumbering(all);
  for (const Manifest& manifest : all) {
    const Schedule then(manifest);
    const Renumbering::Numbers* const numbers = renumbering.find(manifest.id());
    ASSERT_NE(numbers, nullptr);
    EXPECT_EQ(numbers->id(), manifest.id());
    ASSERT_EQ(numbers->size(), then.size());
    std::set<std::uint64_t> taken;
    for (std::uint64_t number = 0; number < then.size(); ++number) {
      const std::uint64_t now = numbers->now(number);
      EXPECT_TRUE(taken.insert(now).second) << number;
      const Pairing before = then.at(number);
      const Pairing after = renumbering.newest().at(now);
      EXPECT_EQ(after.event, before.event) << number;
      EXPECT_EQ(after.round, before.round) << number;
      EXPECT_EQ(after.bots, before.bots) << number;
      EXPECT_EQ(after.seed, before.seed) << number;
    }
  }
}

TEST(Renumbering, TheNewestNumbersStay) {
  const std::vector<Manifest> all = history();
  const Renumbering renumbering(all);
  const Renumbering::Numbers* const newest = renumbering.find(all.back().id());
  ASSERT_NE(newest, nullptr);
  for (std::uint64_t number = 0; number < newest->size(); ++number) {
    EXPECT_EQ(newest->now(number), number);
  }
}

TEST(Renumbering, KnowsNoOtherManifest) {
  const Renumbering renumbering(history());
  EXPECT_EQ(renumbering.find("0123456789abcdef"), nullptr);
  EXPECT_EQ(renumbering.find(""), nullptr);
}

}  // namespace
}  // namespace referee::config
