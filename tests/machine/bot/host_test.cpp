// The inside of a host: what it has before there are bots, and looks on threads of their own.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <linux/kcmp.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "child.hpp"
#include "referee/machine/bot/host_impl.hpp"
#include "referee/machine/bot/inspector.hpp"
#include "referee/machine/kernel/processors.hpp"

namespace {

using namespace referee::bot;
namespace kernel = referee::kernel;
namespace walls = referee::walls;

TEST(HostImpl, KnowsWhatTheKernelOffers) {
  walls::Protections protections = walls::probe_protections();
  protections.seccomp = protections.notify_continue = false;
  Host::Impl host(protections, 1);
  EXPECT_FALSE(host.has_filter());
  EXPECT_FALSE(host.hears_of_threads());
  EXPECT_EQ(host.processors(), kernel::processors_of_this_thread());
  EXPECT_LE(host.kills_at_start(), kernel::kills_for_memory());
}

TEST(HostImpl, WithoutBotsNothingIsWaitedFor) {
  Host::Impl host(walls::probe_protections(), 1);
  host.wait(kernel::now());
  host.settle();
  host.look_if_due(kernel::now());
}

TEST(HostImpl, AnInterruptionEndsEachWait) {
  Host::Impl host(walls::probe_protections(), 1);
  host.waiting().interrupt();
  EXPECT_THROW(host.wait(kernel::SteadyTime::max()), Interrupted);
  EXPECT_THROW(host.wait(kernel::SteadyTime::max()), Interrupted);
}

TEST(HostImpl, WallsAreMadeOnceForEachBot) {
  Host::Impl host(walls::probe_protections(), 1);
  BotSpec spec;
  spec.command = referee::program::resolve_command("/bin/true", "/");
  spec.isolated = false;
  walls::Sandbox& sandbox = host.sandbox(spec);
  EXPECT_EQ(&host.sandbox(spec), &sandbox);
  EXPECT_EQ(sandbox.filter_size(), 0U) << "it is trusted";
  BotSpec other = spec;
  other.isolated = true;
  EXPECT_NE(&host.sandbox(other), &sandbox);
  EXPECT_EQ(host.sandbox(other).filter_size() > 0, host.has_filter());
}

using referee::bot::Inspector;
using referee::kernel::Scope;
using referee::text::Descriptor;

Inspector::Order order_for(pid_t pid) {
  Inspector::Order order;
  order.processes = {pid};
  order.folder = Descriptor(
      ::open(std::filesystem::temp_directory_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  order.bounds = {0, {~std::uint64_t{0}, 10'000}};
  return order;
}

void wait_for(const Inspector& inspector) {
  pollfd ready{inspector.ready(), POLLIN, 0};
  ASSERT_EQ(::poll(&ready, 1, -1), 1);
}

Inspector::Finding next(Inspector& inspector) {
  wait_for(inspector);
  const auto finding = inspector.take();
  EXPECT_TRUE(finding);
  return finding.value_or(Inspector::Finding{});
}

TEST(Inspector, AFindingIsKeptUntilItIsTaken) {
  Inspector inspector;
  EXPECT_FALSE(inspector.take());
  for (int i = 0; i < 20; ++i) {
    inspector.begin(order_for(::getpid()));
    const auto finding = next(inspector);
    EXPECT_EQ(finding.bot, ::getpid());
    EXPECT_EQ(finding.scope, Scope::all);
    EXPECT_FALSE(finding.failure);
    EXPECT_GT(finding.use.memory.peak, 0U);
    EXPECT_FALSE(inspector.take());
  }
}

TEST(Inspector, ManyLooksAtATime) {
  Inspector inspector;
  constexpr int looks = 10;
  for (int i = 0; i < looks; ++i) {
    auto order = order_for(i % 2 == 0 ? ::getpid() : ::getppid());
    if (i % 2 != 0) order.scope = Scope::without_locks;
    inspector.begin(std::move(order));
  }
  int ours = 0;
  for (int i = 0; i < looks; ++i) {
    const auto finding = next(inspector);
    if (finding.bot == ::getpid()) ++ours;
    EXPECT_EQ(finding.scope, finding.bot == ::getpid() ? Scope::all : Scope::without_locks);
  }
  EXPECT_EQ(ours, looks / 2);
  EXPECT_FALSE(inspector.take());
  pollfd ready{inspector.ready(), POLLIN, 0};
  EXPECT_EQ(::poll(&ready, 1, 0), 0);
}

// Memory of which no page is in a page table is seen only with locks; of two processes that share
// theirs, only one counts.
TEST(Inspector, WithoutLocksItSeesNoMoreThanThereIs) {
  // Looking itself takes memory, and AddressSanitizer keeps it: 6 to 40 MB a look.
  constexpr std::size_t size = std::size_t{256} << 20;
  auto* memory = static_cast<char*>(
      ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
  ASSERT_NE(memory, MAP_FAILED);
  const auto seen = [](Scope scope) {
    const auto order = order_for(::getpid());
    const std::vector<pid_t> twice{::getpid(), ::getpid()};
    const std::span<const pid_t> processes =
        scope == Scope::all ? std::span(order.processes) : std::span(twice);
    return resources_in_use(order.folder.get(), processes, order.bounds, scope).memory.now;
  };
  const auto before = seen(Scope::without_locks);
  std::memset(memory, 1, size);
  const auto used = seen(Scope::without_locks);
  EXPECT_GE(used, before + size / 2);
  EXPECT_LE(used, seen(Scope::all) + size / 2);
  ::madvise(memory, size, MADV_DONTNEED);
  EXPECT_LE(seen(Scope::without_locks), used - size / 2);
  EXPECT_GE(seen(Scope::all), before + size / 2);
  ::munmap(memory, size);
}

// Until it executes a program, which on a busy machine takes a while, it has the memory of its
// parent.
TEST(Inspector, AChildOfVforkCountsOnce) {
  constexpr std::size_t size = std::size_t{64} << 20;
  std::array<int, 2> told{};
  ASSERT_EQ(::pipe(told.data()), 0);
  const children::Child parent([&](int ready) {
    void* memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) ::_exit(1);
    std::memset(memory, 1, size);
    if (::vfork() == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGKILL);
      const pid_t self = ::getpid();
      if (::write(told[1], &self, sizeof self) == sizeof self) children::tell(ready);
      ::pause();
      ::_exit(0);
    }
  });
  ::close(told[1]);
  pid_t child = 0;
  ASSERT_EQ(::read(told[0], &child, sizeof child), static_cast<ssize_t>(sizeof child));
  ::close(told[0]);
  if (::syscall(SYS_kcmp, child, parent.pid(), KCMP_VM, 0, 0) != 0) {
    GTEST_SKIP() << "this system does not tell who shares memory";
  }
  const auto order = order_for(parent.pid());
  const std::vector<pid_t> both{parent.pid(), child};
  for (const std::uint64_t limit : {std::uint64_t{0}, std::uint64_t{1}}) {  // 1: exactly
    const auto use =
        resources_in_use(order.folder.get(), both, {limit, order.bounds.disk}, Scope::all);
    EXPECT_GE(use.memory.now, size);
    EXPECT_LT(use.memory.now, 2 * size);
  }
}

TEST(Inspector, EndsWithLooksUnderWay) {
  for (int i = 0; i < 20; ++i) {
    Inspector inspector;
    for (int look = 0; look < 3; ++look) inspector.begin(order_for(::getpid()));
  }
}

}  // namespace
