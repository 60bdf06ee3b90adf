#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/runtimes.hpp"

namespace {

using referee::kernel::mebibyte;
using referee::program::Command;
using referee::program::fitted;
using referee::program::java_needs;
using Words = std::vector<std::string>;

Command of(Words words) {
  Command command;
  command.words = std::move(words);
  return command;
}

TEST(Java, AJvmGetsItsLimit) {
  const Words told{"-XX:MaxRAM=64m", "-XX:MaxRAMPercentage=25", "-XX:MinRAMPercentage=25"};
  Words expected{"/usr/bin/java"};
  expected.insert(expected.end(), told.begin(), told.end());
  expected.insert(expected.end(), {"-XX:+UseSerialGC", "-cp", ".", "Bot"});
  EXPECT_EQ(fitted(of({"/usr/bin/java", "-cp", ".", "Bot"}), 64 * mebibyte).value().words,
            expected);
  const Words other =
      fitted(of({"nice", "java", "-XX:+UseG1GC", "Bot"}), 64 * mebibyte).value().words;
  expected = {"nice", "java"};
  expected.insert(expected.end(), told.begin(), told.end());
  expected.insert(expected.end(), {"-XX:+UseG1GC", "Bot"});
  EXPECT_EQ(other, expected);
  EXPECT_FALSE(fitted(of({"java", "Bot"}), 0)) << "no limit";
  EXPECT_FALSE(fitted(of({"./bot", "java"}), mebibyte));
}

TEST(Java, WhatAJvmNeeds) {
  EXPECT_GT(java_needs(of({"java", "-Xmx200m", "-Xms100m"})), 200 * mebibyte);
  EXPECT_LT(java_needs(of({"java", "-Xmx200m", "-Xms100m"})), 300 * mebibyte);
  EXPECT_GT(java_needs(of({"java", "-Xmx2G"})), 2048 * mebibyte);
  EXPECT_GT(java_needs(of({"java", "Bot"})), 40 * mebibyte);
}

}  // namespace
