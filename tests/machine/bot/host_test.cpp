// The inside of a host that has no bots yet.
#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/kernel/scheduling.hpp"

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
  EXPECT_LE(host.kills_at_start(), walls::kills_for_memory());
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

}  // namespace
