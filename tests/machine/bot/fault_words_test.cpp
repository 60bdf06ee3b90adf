// The words and facts of faults.

#include <gtest/gtest.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/bot/fault.hpp"
#include "referee/machine/bot/text.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/walls/lacks.hpp"

namespace {

using namespace referee::bot;
using referee::kernel::Limits;
using referee::walls::RefusedFile;
namespace program = referee::program;

// The words and facts that are added to a fault.
template <typename Add>
std::string with(Add add) {
  Fault fault{FaultKind::crash, "ended"};
  add(fault);
  std::string all = fault.reason;
  for (const Fact& fact : fault.facts) {
    all += " [" + std::string(name(fact.what));
    if (fact.value > 0) all += " " + std::to_string(fact.value);
    all += (fact.name.empty() ? "" : " " + fact.name) + "]";
  }
  return all;
}
std::string with_refusals(const std::vector<std::string>& calls) {
  return with([&](Fault& fault) { add_refusals(fault, calls); });
}

TEST(FaultWords, Refusals) {
  EXPECT_EQ(with_refusals({}), "ended");
  EXPECT_EQ(with_refusals({"clone", "vfork"}),
            "ended; it was refused a child process [refused clone] [refused vfork]");
  EXPECT_EQ(with_refusals({"socket", "kill"}),
            "ended; it was refused the network, which no bot has; it was refused sending a signal "
            "to another process [refused socket] [refused kill]");
  EXPECT_EQ(with_refusals({"reboot"}),
            "ended; it was refused the system call reboot [refused reboot]");
  EXPECT_EQ(with_refusals({"thread"}), "ended; it was refused another thread [refused thread]");
  EXPECT_EQ(with_refusals({"timerfd_create"}),
            "ended; it was refused another timer (a bot may make 32 in a game) [refused "
            "timerfd_create]");
}

TEST(FaultWords, AnOutputThatWasOpenedByAName) {
  const auto told = [](std::string_view words) {
    return with([&](Fault& fault) { add_output(fault, words); });
  };
  const std::string hint =
      "ended; its standard output is a socket, which cannot be opened by a name: write to "
      "descriptor 1, not to /dev/stdout";
  EXPECT_EQ(told("sh: 1: cannot create /dev/stdout: No such device or address"), hint);
  EXPECT_EQ(told("Error: ENXIO: no such device or address, open '/proc/self/fd/1'"), hint);
  EXPECT_EQ(told("cannot create /dev/stdout: Permission denied"), "ended");
  EXPECT_EQ(told("/dev/ttyS9: No such device or address"), "ended");
}

TEST(FaultWords, LimitsOfFiles) {
  Limits limits;
  limits.open_files = 32;
  limits.file_size = std::size_t{4} << 20;
  const auto told = [&](std::string_view words) {
    return with([&](Fault& fault) { add_file_limits(fault, words, limits); });
  };
  EXPECT_EQ(told(""), "ended");
  const std::string open = "ended; it may have 32 files open [open_files 32]";
  EXPECT_EQ(told("OSError: [Errno 24] Too many open files: 'x'\n"), open);
  EXPECT_EQ(told("Error: EMFILE: too many open files, open 'x'\n"), open);
  EXPECT_EQ(told("OSError: [Errno 27] File too large\n"),
            "ended; its limit for one file is 4 MiB [file_size 4194304]");
  EXPECT_EQ(told("Too many open files\nFile too large\n"),
            "ended; it may have 32 files open; its limit for one file is 4 MiB [open_files 32] "
            "[file_size 4194304]");
}

TEST(FaultWords, RefusedFiles) {
  const auto told = [](const RefusedFile& file) {
    return with([&](Fault& fault) { add_refused_file(fault, file); });
  };
  EXPECT_EQ(told({RefusedFile::Which::file, "/a/b"}), "ended; it may not read /a/b [file /a/b]");
  EXPECT_EQ(told({RefusedFile::Which::folder, "/a"}),
            "ended; it may not read the folder in which it runs [folder /a]");
  EXPECT_EQ(told({RefusedFile::Which::unknown}),
            "ended; it may have been refused a file [unknown_file]");
  EXPECT_EQ(told({RefusedFile::Which::closed_folder, "/home/ann", "ann"}),
            "ended; /home/ann belongs to ann and is closed to others, and root's bots have none of "
            "root's rights [closed_folder /home/ann] [owner ann]");
}

TEST(FaultWords, BadCommands) {
  EXPECT_EQ(launch_fault(program::CommandError("not there")),
            (Fault{FaultKind::launch, "not there"}));
  EXPECT_EQ(launch_fault(
                program::CommandError("closed", {program::Flaw::Kind::not_executable, "/a/bot"})),
            (Fault{FaultKind::launch, "closed", {{What::not_executable, 0, "/a/bot"}}}));
}

TEST(FaultWords, FactsHaveTheirNames) {
  for (std::size_t i = 0; i < fact_names.size(); ++i) {
    EXPECT_EQ(fact_named(name(static_cast<What>(i))), static_cast<What>(i));
  }
  EXPECT_EQ(fact_named("of tomorrow"), What::unknown);
}

}  // namespace
