
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

namespace landlock = referee::walls::landlock;

TEST(Landlock, EachKernelHandlesWhatItKnows) {
  EXPECT_EQ(landlock::handled_files(1), landlock::all_abi1);
  EXPECT_EQ(landlock::handled_files(2), landlock::all_abi1 | landlock::refer);
  EXPECT_EQ(landlock::handled_files(3), landlock::handled_files(2) | landlock::truncate);
  EXPECT_EQ(landlock::handled_files(4), landlock::handled_files(3));
  EXPECT_EQ(landlock::handled_files(5), landlock::handled_files(4) | landlock::ioctl_dev);
  EXPECT_EQ(landlock::on_files & ~landlock::handled_files(5), 0U);
  EXPECT_EQ(landlock::on_files & landlock::read_dir, 0U) << "not a right on files";
}

// The kernel refuses structs of another size.
TEST(Landlock, StructsHaveTheSizesOfTheKernel) {
  EXPECT_EQ(landlock::attributes_size(1), 8U);
  EXPECT_EQ(landlock::attributes_size(3), 8U);
  EXPECT_EQ(landlock::attributes_size(4), 16U);
  EXPECT_EQ(landlock::attributes_size(5), 16U);
  EXPECT_EQ(landlock::attributes_size(6), sizeof(landlock::RulesetAttributes));
  EXPECT_EQ(sizeof(landlock::PathBeneath), 12U);
}

}  // namespace
