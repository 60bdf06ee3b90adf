#include "referee/machine/walls/shares.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <functional>
#include <limits>
#include <memory>
#include <string>

#include "referee/base/text/error.hpp"
#include "tests/machine/bot/child.hpp"

namespace referee::walls {
namespace {

using kernel::Limits;
using kernel::mebibyte;
using kernel::Origin;
using kernel::Stock;

void lower_limit(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

std::string fitted(Limits& limits, const Room& room) {
  try {
    fit(limits, room);
  } catch (const text::MachineError& error) {
    return error.what();
  }
  return "fits";
}

Limits unasked() {
  Limits limits;
  limits.memory_origin = limits.disk_origin = limits.threads_origin = limits.open_files_origin =
      Origin::unasked;
  return limits;
}

TEST(Shares, ALimitOfThisProcessBelowThoseOfBotsIsRefused) {
  EXPECT_EQ(children::exit_code_of([] {
              lower_limit(RLIMIT_NOFILE, 64);
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

// What a bot may have in a room that has little of one resource.
struct Row {
  const char* name;
  std::function<void(Stock&)> stock;
  std::size_t Limits::*limit;
  std::size_t lowered;  // for each of four bots
  Origin Limits::*origin;
  std::size_t too_much;  // if asked for
  const char* refused;
};

class SharedResource : public testing::TestWithParam<Row> {};

TEST_P(SharedResource, LimitsThatNobodyAskedForAreLoweredAndOthersRefused) {
  const Row& row = GetParam();
  Room room;
  room.bots = 4;
  row.stock(room.stock);
  Limits fixed;
  EXPECT_EQ(fitted(fixed, room), "fits") << "what the referee needs stays";
  EXPECT_EQ(fixed.*row.limit, Limits().*row.limit);
  Limits limits = unasked();
  EXPECT_EQ(fitted(limits, room), "fits");
  EXPECT_EQ(limits.*row.limit, row.lowered);
  for (const auto other :
       {&Limits::memory, &Limits::disk, &Limits::files, &Limits::threads, &Limits::open_files}) {
    if (other != row.limit) {
      EXPECT_EQ(limits.*other, Limits().*other);
    }
  }
  if (row.origin == nullptr) return;
  limits.*row.origin = Origin::asked;
  EXPECT_EQ(fitted(limits, room), "fits") << "as much as its share may be asked for";
  limits.*row.limit = row.too_much;
  EXPECT_EQ(fitted(limits, room), row.refused);
}

INSTANTIATE_TEST_SUITE_P(
    OfAMachine, SharedResource,
    testing::Values(
        Row{"Memory", [](Stock& stock) { stock.memory = 200 * mebibyte; }, &Limits::memory,
            100 * mebibyte,  // of two bots, since few are large
            &Limits::memory_origin, 201 * mebibyte,
            "a bot may use 201 MiB, and this machine has 200 MiB of memory left; make room, or "
            "allow bots less with --limit memory=100"},
        Row{"Files", [](Stock& stock) { stock.files = 2'700; }, &Limits::files, 675, nullptr, 0,
            ""},
        // Eight of these are for the referee and a judge in each match.
        Row{"Tasks",
            [](Stock& stock) {
              stock.tasks = {130, "ulimit -u (200)"};
            },
            &Limits::threads, 28, &Limits::threads_origin, 29,
            "a bot may use 29 threads, and ulimit -u (200) allows 130 more processes and threads "
            "for 4 bots at a time; raise that, or play fewer matches at a time (--jobs), or allow "
            "bots less with --limit threads=28"},
        Row{"OpenFiles", [](Stock& stock) { stock.open_files = 400; }, &Limits::open_files, 100,
            &Limits::open_files_origin, 256,
            "a bot may use 256 open files, and fs.file-max allows 400 more open files for 4 bots "
            "at a time; raise that, or play fewer matches at a time (--jobs), or allow bots less "
            "with --limit open_files=100"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(Shares, DiskIsSharedWithTheSizeOfOneFile) {
  Room room;
  room.bots = 8;
  room.stock.disk = 80 * mebibyte;
  Limits limits = unasked();
  EXPECT_EQ(fitted(limits, room), "fits");
  EXPECT_EQ(limits.disk, 10 * mebibyte);
  EXPECT_EQ(limits.file_size, 10 * mebibyte);
}

TEST(Shares, ChildrenHaveThreadsOfTheSameShare) {
  Room room;
  room.stock.tasks = {108, "kernel.pid_max"};
  Limits limits = unasked();
  limits.processes = 4;
  EXPECT_EQ(fitted(limits, room), "fits");
  EXPECT_EQ(limits.threads, 10U) << "of five processes of each of two bots";
  limits = unasked();
  limits.processes = 20;
  EXPECT_EQ(fitted(limits, room),
            "kernel.pid_max allows 108 more processes and threads, too little for 2 bots at a "
            "time; raise that, or play fewer matches at a time (--jobs)");
}

TEST(Shares, RoomIsScarceWhereOneLookComesTooLate) {
  Limits limits;
  Room room;
  EXPECT_FALSE(room.is_scarce(limits)) << "there is no bound";
  room.stock.memory = room.stock.disk = std::uint64_t{20} << 30;
  room.stock.files = 1'000'000;
  EXPECT_FALSE(room.is_scarce(limits));
  for (const auto& [member, little] : {std::pair{&Stock::memory, std::uint64_t{2} << 30},
                                       {&Stock::disk, std::uint64_t{600} << 20},
                                       {&Stock::files, std::uint64_t{20'000}}}) {
    Room small = room;
    small.stock.*member = little;
    EXPECT_TRUE(small.is_scarce(limits));
  }
}

}  // namespace
}  // namespace referee::walls
