#include "referee/machine/walls/protections.hpp"

#include <gtest/gtest.h>

#include <algorithm>

namespace {

using namespace referee::walls;

TEST(Protections, AreDescribed) {
  const Protections found = probe_protections();
  EXPECT_EQ(found, probe_protections());
  for (const ProtectionNote& note : describe(found)) {
    EXPECT_FALSE(note.name.empty());
    EXPECT_EQ(note.on, note.advice.empty()) << note.name;
    EXPECT_TRUE(note.available || !note.on) << note.name;
  }
  const auto trusted = describe(found, false);
  const auto files = std::find_if(trusted.begin(), trusted.end(),
                                  [](const ProtectionNote& note) { return note.name == "files"; });
  ASSERT_NE(files, trusted.end());
  EXPECT_FALSE(files->on);
}

TEST(Protections, MissingOnesAreNamed) {
  const Protections none;
  EXPECT_EQ(missing_for_isolation(none).size(), 5U);
  Protections enough;
  enough.seccomp = true;
  enough.landlock_abi = 1;
  EXPECT_TRUE(missing_for_isolation(enough).empty());
}

}  // namespace
