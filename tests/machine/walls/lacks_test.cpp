#include "referee/machine/walls/lacks.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>

#include <limits>
#include <string>

#include "referee/base/text/error.hpp"
#include "tests/machine/walls/exit_code.hpp"

namespace referee::walls {
namespace {

void lower(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

TEST(Lacks, ALimitOfThisProcessBelowThoseOfBotsIsRefused) {
  EXPECT_EQ(exit_code_of([] {
              lower(RLIMIT_NOFILE, 64);
              kernel::Limits limits;
              limits.open_files = 64;
              require_limits(limits);
              limits.open_files = 65;
              try {
                require_limits(limits);
              } catch (const text::MachineError& error) {
                const std::string told = error.what();
                return told.find("65") != std::string::npos &&
                               told.find(
                                   "64; raise it first, ulimit -n 65, or allow bots less "
                                   "with --limit open_files=...") != std::string::npos
                           ? 0
                           : 2;
              }
              return 1;
            }),
            0);
}

TEST(Lacks, TheMachinesAccountsAreThere) {
  EXPECT_LE(kills_for_memory(), kills_for_memory());
  EXPECT_GT(available_memory(), 0U);
}

TEST(Lacks, WordsAloneAreNotBelieved) {
  const kernel::Limits limits;
  for (const char* words : {"No space left on device", "Cannot allocate memory",
                            "can't start new thread: Resource temporarily unavailable", ""}) {
    Ending ending;
    ending.last_words = words;
    ending.was_refused = true;
    EXPECT_FALSE(lack_of_machine(ending, limits)) << words;
  }
  Ending killed;
  killed.signal = SIGKILL;
  killed.kills_before = std::numeric_limits<std::uint64_t>::max();
  EXPECT_FALSE(lack_of_machine(killed, limits)) << "the kernel killed nobody";
}

TEST(Lacks, LimitsThatNobodyAskedForAreLoweredToWhatIsThere) {
  using kernel::mebibyte;
  using kernel::Origin;
  constexpr Room room{200 * mebibyte, 80 * mebibyte, 8};
  kernel::Limits limits;
  const auto fits = [&] {
    try {
      fit(limits, room);
    } catch (const text::MachineError& error) {
      return std::string(error.what());
    }
    return std::string("fits");
  };
  EXPECT_EQ(fits(), "fits") << "what the referee needs stays";
  EXPECT_EQ(limits.memory, kernel::Limits().memory);
  limits.memory_origin = limits.disk_origin = Origin::unasked;
  EXPECT_EQ(fits(), "fits");
  EXPECT_EQ(limits.memory, 100 * mebibyte) << "of two bots, since few are large";
  EXPECT_EQ(limits.disk, 10 * mebibyte) << "of all eight";
  EXPECT_EQ(limits.file_size, 10 * mebibyte);
  limits.memory_origin = Origin::asked;
  limits.memory = 200 * mebibyte;
  EXPECT_EQ(fits(), "fits");
  EXPECT_EQ(limits.memory, 200 * mebibyte);
  limits.memory = 201 * mebibyte;
  EXPECT_EQ(fits(),
            "a bot may use 201 MiB, and this machine has 200 MiB of memory left; make room, or "
            "allow bots less with --limit memory=100");
  EXPECT_GT(room_of_machine(2).memory, 0U);
  EXPECT_GT(room_of_machine(2).disk, 0U);
}

TEST(Lacks, ALimitOnAddressesExplainsAWantOfMemory) {
  EXPECT_EQ(exit_code_of([] {
              lower(RLIMIT_AS, rlim_t{4} << 30);
              kernel::Limits limits;
              Ending ending;
              ending.last_words = "MemoryError";
              ending.peak_memory = limits.memory / 2 - 1;
              const auto lack = lack_of_machine(ending, limits);
              if (!lack || !lack->starts_with("it got no memory beyond the limit")) return 1;
              ending.peak_memory = limits.memory;
              return lack_of_machine(ending, limits) ? 2 : 0;
            }),
            0);
}

}  // namespace
}  // namespace referee::walls
