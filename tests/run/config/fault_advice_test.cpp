// What is typed against a fault follows from its facts.

#include "referee/run/config/fault_advice.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "referee/machine/walls/refused_file.hpp"

namespace {

using namespace referee::bot;
using referee::config::advice_for;
using referee::config::reason_with_advice;

constexpr std::size_t mib = std::size_t{1} << 20;

std::string advice(std::vector<Fact> facts) {
  return advice_for({FaultKind::crash, "ended", std::move(facts)});
}

TEST(FaultAdvice, LimitsAreDoubledInTheUnitsOfTheirKeys) {
  EXPECT_EQ(advice({{What::memory, 64 * mib}}),
            "--limit memory=128, or \"memory\": 128 in a config, allows more");
  EXPECT_EQ(advice({{What::memory, 64 * mib}, {What::java_needs, 440 * mib}}),
            "--limit memory=512, or \"memory\": 512 in a config, allows more; java -Xmx16m "
            "-XX:+UseSerialGC needs less");
  EXPECT_EQ(advice({{What::disk, 8 * mib}}),
            "--limit disk=16, or \"disk\": 16 in a config, allows more");
  EXPECT_EQ(advice({{What::open_files, 32}, {What::file_size, 4 * mib}}),
            "--limit open_files=64, or \"open_files\": 64 in a config, allows more; "
            "--limit file_size=8, or \"file_size\": 8 in a config, allows more");
}

TEST(FaultAdvice, RefusedCallsNameWhatAllowsThemOnce) {
  EXPECT_EQ(advice({{What::refused, 0, "clone"}, {What::refused, 0, "vfork"}}),
            "--limit processes=N, or \"processes\": N in a config, allows some");
  EXPECT_EQ(advice({{What::refused, 0, "thread"}}),
            "--limit threads=N, or \"threads\": N in a config, allows more");
  for (const char* call : {"socket", "reboot"}) {
    EXPECT_EQ(advice({{What::refused, 0, call}}), "--trust lifts all isolation");
  }
  for (const char* call : {"kill", "timerfd_create"}) {
    EXPECT_EQ(advice({{What::refused, 0, call}}), "");
  }
}

TEST(FaultAdvice, VariablesAreGivenByTheirNames) {
  EXPECT_EQ(advice({{What::environment, 0, "PYTHONPATH"}}),
            "\"environment\": {\"PYTHONPATH\": \"...\"} in a config, or the command \"env "
            "PYTHONPATH=... COMMAND\", gives it that; \"read\" or --read opens the folder");
}

TEST(FaultAdvice, FilesNameTheirPaths) {
  for (const What what : {What::file, What::folder}) {
    EXPECT_EQ(advice({{what, 0, "/a/b"}}),
              "--read /a/b, or \"read\": [\"/a/b\"] in a config, allows that");
  }
  EXPECT_TRUE(advice({{What::unknown_file}})
                  .ends_with("--read PATH, or \"read\": [\"PATH\"] in a config, opens more"));
  EXPECT_EQ(advice({{What::closed_folder, 0, "/home/ann"}, {What::owner, 0, "ann"}}),
            "type sudo -u ann referee ..., or chmod o+x /home/ann");
}

TEST(FaultAdvice, BadCommandsNameTheRightOnes) {
  EXPECT_EQ(advice({{What::not_executable, 0, "/a"}}), "try: chmod +x /a");
  EXPECT_EQ(advice({{What::unreadable, 0, "/a"}}), "try: chmod +r /a");
  EXPECT_EQ(advice({{What::not_a_program, 0, "/a.jar"}}), "give \"java -jar /a.jar\"");
  EXPECT_EQ(advice({{What::not_a_program, 0, "/a.lua"}}), "give \"lua /a.lua\"");
  EXPECT_EQ(advice({{What::meant, 0, "./bot"}}), "did you mean ./bot?");
  EXPECT_TRUE(advice({{What::library}}).ends_with("apt install libc6-i386 lib32stdc++6"));
}

TEST(FaultAdvice, StandsBehindTheReason) {
  EXPECT_EQ(reason_with_advice({FaultKind::memory, "used more", {{What::memory, mib}}}),
            "used more (--limit memory=2, or \"memory\": 2 in a config, allows more)");
  EXPECT_EQ(reason_with_advice({FaultKind::crash, "ended", {{What::signal, 6}}}), "ended");
  EXPECT_EQ(reason_with_advice({FaultKind::crash, "ended"}), "ended");
}

}  // namespace
