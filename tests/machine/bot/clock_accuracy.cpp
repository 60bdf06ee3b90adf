// How exactly a bot's CPU time is charged, and how sharp the budget is. Not a test:
// it measures, and prints a table in Markdown for docs/internals/clock-method.md.
//
//   clock_accuracy [--free] [TURNS]
//   clock_accuracy --verdicts N     only: N bots that use 90 % of a budget of 100 ms
//   clock_accuracy --edges N        only: N times just below and just above a budget
//   ... --budget MS                 of that, default 200
//   clock_accuracy --waits N        only: what a machine that gives no processor does to the two
//                                   clocks: N bots as of --verdicts on each, N that sleep
//   clock_accuracy --pairs N        only: N times 50 bots as of --verdicts without and 50 with
//                                   the load, in turns
//   ... --load N                    with N processes that compute for ever beside it
//
// Pins itself, and so its bots, to one processor; with --free it does not. The bots
// burn a known amount of CPU time in each turn. "Error" is what they were charged
// beyond the CPU time that they measured themselves; "above the work" is what they were
// charged beyond the known amount: also for reading, writing, waking their threads and
// making their children, which is theirs to pay.

#include <sched.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "load.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/tree.hpp"
#include "tests/built.hpp"

namespace {

using namespace std::chrono_literals;
using referee::bot::BotSpec;
using referee::bot::ProcessHost;
using referee::kernel::ClockKind;
using referee::kernel::Duration;

struct Work {
  Duration burn;
  int threads;
  bool child;  // done by a child process
};

BotSpec worker(const Work& work) {
  BotSpec spec;
  spec.name = "worker";
  const std::string microseconds = std::to_string(work.burn / 1us);
  std::string script = "threads:" + std::to_string(work.threads) + " ";
  script += work.child ? "read fork-burn:" : "read burn:";
  spec.command = referee::program::resolve_command(
      built::word("referee-test-scripted") + " " + script + microseconds + " cpu loop", "/");
  spec.limits.times.budget = 1000s;
  spec.limits.output = std::size_t{1} << 30;
  if (work.child) spec.limits.processes = 2;
  return spec;
}

double microseconds(Duration duration) { return static_cast<double>(duration.count()) / 1000; }

// The value below which this part of the sorted values lies.
Duration quantile(const std::vector<Duration>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

void measure(const referee::walls::Protections& protections, const Work& work, int turns) {
  ProcessHost host(protections);
  const BotSpec spec = worker(work);
  auto bot = host.start(spec, ClockKind::cpu);
  const Duration known = work.burn * work.threads;
  std::vector<Duration> above;
  std::vector<Duration> error;
  long before = std::atol(bot->take_turn("start\n").line.c_str());
  for (int i = 0; i < turns; ++i) {
    const auto turn = bot->take_turn("go\n");
    if (turn.fault) {
      std::printf("fault: %s\n", turn.fault->reason.c_str());
      return;
    }
    const long now = std::atol(turn.line.c_str());
    above.push_back(turn.cpu - known);
    error.push_back(turn.cpu - Duration(now - before));
    before = now;
  }
  bot->leave("", referee::bot::Bot::Farewell::none);
  host.settle();
  std::sort(above.begin(), above.end());
  std::sort(error.begin(), error.end());
  const double allowed = microseconds(known) * 0.005 + 20;
  const auto held = std::count_if(error.begin(), error.end(), [&](Duration one) {
    return std::abs(microseconds(one)) <= allowed;
  });
  std::printf("| %.0f us | %d | %s | %d | %+.1f | %+.1f | %+.1f | %.0f | %.1f %% | %+.1f |\n",
              microseconds(work.burn), work.threads, work.child ? "yes" : "no", turns,
              microseconds(quantile(error, 0.01)), microseconds(quantile(error, 0.5)),
              microseconds(quantile(error, 0.99)), allowed,
              100.0 * static_cast<double>(held) / turns, microseconds(quantile(above, 0.5)));
  std::fflush(stdout);
}

// Verdicts just below and just above the budget, and how late a spinner is seen.
void edges(const referee::walls::Protections& protections, Duration budget, int tries) {
  ProcessHost host(protections);
  const Duration edge = std::min<Duration>(20ms, budget * 2 / 5);
  const auto play = [&](Duration burn) {
    BotSpec spec = worker({burn, 1, false});
    spec.limits.times.budget = budget;
    auto bot = host.start(spec, ClockKind::cpu);
    const auto turn = bot->take_turn("go\n");
    bot->leave("", referee::bot::Bot::Farewell::none);
    host.settle();
    return turn;
  };
  int passed = 0;
  int failed = 0;
  std::vector<Duration> late;
  for (int i = 0; i < tries; ++i) {
    const auto below = play(budget - edge);
    if (!below.fault) ++passed;
    if (below.fault) std::printf("below: %s\n", below.fault->reason.c_str());
    for (const Duration burn : {budget + edge, Duration(5s)}) {
      const auto above = play(burn);
      if (above.fault && above.fault->reason.starts_with("used more than its budget")) {
        ++failed;
      } else {
        std::printf("%.0f ms: %s after %.1f ms of CPU, %.1f ms of wall time\n",
                    microseconds(burn) / 1000,
                    above.fault ? above.fault->reason.c_str() : "no fault",
                    microseconds(above.cpu) / 1000, microseconds(above.wall) / 1000);
      }
      if (burn > 1s) late.push_back(above.cpu - budget);
    }
  }
  std::sort(late.begin(), late.end());
  std::printf(
      "\nBudget %.0f ms, one turn, %d tries each: %.0f ms of work passed %d times; %.0f ms and "
      "endless work ended by the CPU budget %d times of %d.\nA spinning bot was stopped %.2f ms "
      "(median; 99 %%: %.2f, at most %.2f ms) of CPU time after its budget.\n",
      microseconds(budget) / 1000, tries, microseconds(budget - edge) / 1000, passed,
      microseconds(budget + edge) / 1000, failed, 2 * tries,
      microseconds(quantile(late, 0.5)) / 1000, microseconds(quantile(late, 0.99)) / 1000,
      microseconds(late.back()) / 1000);
}

// A verdict must not depend on the load: none of these may fail. Returns what they were
// charged.
std::vector<Duration> play_to_90_percent(const referee::walls::Protections& protections, int bots,
                                         int& faults, ClockKind clock = ClockKind::cpu) {
  ProcessHost host(protections);
  std::vector<Duration> charged;
  BotSpec spec = worker({9ms, 1, false});
  spec.limits.times.budget = clock == ClockKind::cpu ? 100ms : 1000s;
  for (int i = 0; i < bots; ++i) {
    auto bot = host.start(spec, clock);
    Duration total{};
    for (int turns = 0; turns < 10; ++turns) {
      const auto turn = bot->take_turn("go\n");
      total += clock == ClockKind::cpu ? turn.cpu : turn.wall;
      if (!turn.fault) continue;
      ++faults;
      std::printf("bot %d: %s\n", i, turn.fault->reason.c_str());
      break;
    }
    charged.push_back(total);
    bot->leave("", referee::bot::Bot::Farewell::none);
    host.settle();
  }
  return charged;
}

void print_verdicts(const char* how, std::vector<Duration> charged, int faults) {
  std::sort(charged.begin(), charged.end());
  std::printf(
      "%s: %zu bots with 10 turns of 9 ms on a budget of 100 ms: %d faults; charged %.3f ms "
      "(1 %%: %.3f, 99 %%: %.3f)\n",
      how, charged.size(), faults, microseconds(quantile(charged, 0.5)) / 1000,
      microseconds(quantile(charged, 0.01)) / 1000, microseconds(quantile(charged, 0.99)) / 1000);
}

// Ticks of 10 ms that a hypervisor has taken from this machine since it was started.
long stolen_ticks() {
  std::ifstream in("/proc/stat");
  std::string skipped;
  for (int field = 0; field < 8; ++field) in >> skipped;
  long ticks = 0;
  in >> ticks;
  return ticks;
}

// Where a quota, a hypervisor or others leave no processor: what is charged, and when sleepers end.
void measure_waits(const referee::walls::Protections& protections, int bots) {
  const long stolen = stolen_ticks();
  int faults = 0;
  print_verdicts("CPU clock", play_to_90_percent(protections, bots, faults), faults);
  faults = 0;
  auto official = play_to_90_percent(protections, bots, faults, ClockKind::wall);
  std::sort(official.begin(), official.end());
  std::printf(
      "official clock, budget far away: the same turns were charged %.1f ms (99 %%: %.1f)\n",
      microseconds(quantile(official, 0.5)) / 1000, microseconds(quantile(official, 0.99)) / 1000);
  ProcessHost host(protections);
  BotSpec spec = worker({9ms, 1, false});
  spec.command =
      referee::program::resolve_command(built::word("referee-test-scripted") + " drain", "/");
  spec.limits.times.budget = 100ms;
  std::vector<Duration> late;
  int by_wall_limit = 0;
  for (int i = 0; i < bots; ++i) {
    auto bot = host.start(spec, ClockKind::cpu);
    const auto turn = bot->take_turn("go\n");
    late.push_back(turn.wall - spec.limits.wall_limit());
    if (turn.fault && turn.fault->reason.starts_with("took more than the wall limit")) {
      ++by_wall_limit;
    }
    bot->leave("", referee::bot::Bot::Farewell::none);
    host.settle();
  }
  std::sort(late.begin(), late.end());
  std::printf(
      "sleepers: %d of %d ended by the wall limit of 300 ms, %.1f ms after it (99 %%: %.1f)\n",
      by_wall_limit, bots, microseconds(quantile(late, 0.5)) / 1000,
      microseconds(quantile(late, 0.99)) / 1000);
  std::printf("stolen meanwhile: %ld ticks of 10 ms\n", stolen_ticks() - stolen);
}

// The same bots with and without loops of ours beside them, in turns, so that what else the
// machine does falls on both.
void compare_loads(const referee::walls::Protections& protections, int pairs, int loops) {
  constexpr int bots = 50;
  std::vector<Duration> without;
  std::vector<Duration> with;
  int faults_without = 0;
  int faults_with = 0;
  std::vector<double> moved;
  const auto median = [](std::vector<Duration> values) {
    std::sort(values.begin(), values.end());
    return microseconds(quantile(values, 0.5));
  };
  for (int i = 0; i < pairs; ++i) {
    const auto first = play_to_90_percent(protections, bots, faults_without);
    const load::BusyLoops busy(loops);
    const auto second = play_to_90_percent(protections, bots, faults_with);
    without.insert(without.end(), first.begin(), first.end());
    with.insert(with.end(), second.begin(), second.end());
    moved.push_back(100 * (median(second) / median(first) - 1));
  }
  print_verdicts("without loops", without, faults_without);
  print_verdicts(("with " + std::to_string(loops) + " loops").c_str(), with, faults_with);
  std::sort(moved.begin(), moved.end());
  std::printf("The median moved by %+.2f %% in all; in single pairs by %+.2f to %+.2f %%.\n",
              100 * (median(with) / median(without) - 1), moved.front(), moved.back());
}

std::string load_average() {
  std::ifstream in("/proc/loadavg");
  std::string text;
  in >> text;
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  bool pinned = true;
  int turns = 0;
  int tries = 10;
  int loops = 0;
  Duration budget = 200ms;
  enum class Only { nothing, verdicts, edges, pairs, waits } only = Only::nothing;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--free") {
      pinned = false;
    } else if (std::string(argv[i]) == "--verdicts") {
      only = Only::verdicts;
    } else if (std::string(argv[i]) == "--waits" && i + 1 < argc) {
      only = Only::waits;
      tries = std::atoi(argv[++i]);
    } else if (std::string(argv[i]) == "--pairs" && i + 1 < argc) {
      only = Only::pairs;
      tries = std::atoi(argv[++i]);
    } else if (std::string(argv[i]) == "--edges" && i + 1 < argc) {
      only = Only::edges;
      tries = std::atoi(argv[++i]);
    } else if (std::string(argv[i]) == "--budget" && i + 1 < argc) {
      budget = std::chrono::milliseconds(std::atoi(argv[++i]));
    } else if (std::string(argv[i]) == "--load" && i + 1 < argc) {
      loops = std::atoi(argv[++i]);
    } else {
      turns = std::atoi(argv[i]);
    }
  }
  if (pinned) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &one);
    if (::sched_setaffinity(0, sizeof one, &one) != 0) {
      std::perror("sched_setaffinity");
      return 1;
    }
  }
  referee::kernel::adopt_orphans();
  const auto protections = referee::walls::probe_protections();
  std::printf("Linux %s, %d processors, %s, load %s, children counted by %s\n\n",
              protections.kernel.c_str(), protections.processors,
              pinned ? "pinned to one of them" : "not pinned", load_average().c_str(),
              protections.cgroup.empty() ? "sampling" : "a control group");
  if (only != Only::nothing) {
    if (only == Only::pairs) {
      compare_loads(protections, tries, loops);
    } else {
      const load::BusyLoops busy(loops);
      int faults = 0;
      if (only == Only::waits) measure_waits(protections, tries);
      if (only == Only::edges) edges(protections, budget, tries);
      if (only == Only::verdicts) {
        print_verdicts("verdicts", play_to_90_percent(protections, turns, faults), faults);
      }
    }
    std::printf("Load at the end: %s\n", load_average().c_str());
    return 0;
  }
  const load::BusyLoops busy(loops);
  std::printf(
      "| work of a thread | threads | by a child | turns | error in us, 1 %% | median | "
      "99 %% | allowed | turns within | above the work, median |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  const auto count = [&](int usual) { return turns > 0 ? turns : usual; };
  for (const int threads : {1, 4}) {
    measure(protections, {100us, threads, false}, count(1000));
    measure(protections, {2ms, threads, false}, count(200));
    measure(protections, {20ms, threads, false}, count(25));
  }
  measure(protections, {2ms, 1, true}, count(200));
  measure(protections, {20ms, 1, true}, count(25));
  edges(protections, budget, tries);
  std::printf("\nLoad at the end: %s\n", load_average().c_str());
}
