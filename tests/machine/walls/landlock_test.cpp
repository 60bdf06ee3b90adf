#include <gtest/gtest.h>

#include "referee/machine/walls/protections.hpp"

namespace {

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
