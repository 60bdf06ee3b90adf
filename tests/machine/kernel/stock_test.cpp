#include "referee/machine/kernel/stock.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <system_error>

#include "tests/machine/bot/child.hpp"

namespace referee::kernel {
namespace {

void lower(__rlimit_resource resource, rlim_t value) {
  const rlimit limit{value, value};
  ::setrlimit(resource, &limit);
}

TEST(Stock, TheMachinesAccountsAreThere) {
  const std::uint64_t kills_before = kills_for_memory();
  EXPECT_LE(kills_before, kills_for_memory());
  EXPECT_GT(available_memory(), 0U);
  EXPECT_GT(available_tasks().left, 0U);
  EXPECT_LT(available_tasks().left, std::uint64_t{1} << 32) << "kernel.pid_max at most";
  EXPECT_NE(available_tasks().bound, "");
  const auto stock = stock_of_machine();
  EXPECT_GT(stock->memory, 0U);
  EXPECT_GT(stock->disk, 0U);
  EXPECT_GT(stock->files, 0U);
  EXPECT_GT(stock->open_files, 0U);
  EXPECT_EQ(stock, stock_of_machine()) << "while bots play it stays as it was";
}

TEST(Stock, ALimitOnCpuTimeIsThatOfThisProcess) {
  EXPECT_EQ(children::exit_code_of([] {
              if (::getuid() == 0 && limit_of_cpu_time()) return 1;
              lower(RLIMIT_CPU, 36'000);
              return limit_of_cpu_time() == std::chrono::hours(10) ? 0 : 2;
            }),
            0);
}

TEST(Stock, ALimitOnTasksIsThatOfAnOrdinaryUser) {
  EXPECT_EQ(children::exit_code_of([] {
              lower(RLIMIT_NPROC, 90);
              if (::getuid() == 0) {
                if (available_tasks().bound.starts_with("ulimit")) return 1;
                if (::setuid(4242) != 0) return 2;
              }
              const Tasks tasks = available_tasks();
              return tasks.bound == "ulimit -u (90)" && tasks.left < 90 ? 0 : 3;
            }),
            0);
}

// In the hierarchy of version 1 or 2 that has the controller, where this user may make groups.
TEST(Stock, ALimitOnTasksIsThatOfAControlGroup) {
  namespace fs = std::filesystem;
  const auto write_to = [](const fs::path& file, const std::string& text) {
    return static_cast<bool>(std::ofstream(file) << text << std::flush);
  };
  const std::string name = "referee-test-" + std::to_string(::getpid());
  for (const fs::path above : {"/sys/fs/cgroup/pids", "/sys/fs/cgroup"}) {
    const fs::path group = above / name;
    std::error_code error;
    if (!fs::create_directory(group, error) || !write_to(group / "pids.max", "50")) {
      ::rmdir(group.c_str());
      continue;
    }
    const int code = children::exit_code_of([&] {
      if (!write_to(group / "cgroup.procs", "0")) return 1;
      const Tasks tasks = available_tasks();
      return tasks.left == 49 && tasks.bound == group / "pids.max" ? 0 : 2;
    });
    EXPECT_EQ(::rmdir(group.c_str()), 0);
    EXPECT_EQ(code, 0);
    return;
  }
  GTEST_SKIP() << "this user may make no control group with a limit on tasks";
}

}  // namespace
}  // namespace referee::kernel
