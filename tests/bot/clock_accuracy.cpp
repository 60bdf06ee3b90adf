// How exactly a bot's CPU time is charged, and how sharp the budget is. Not a test:
// it measures, and prints a table in Markdown for docs/clocks.md.
//
//   clock_accuracy [--free] [TURNS]
//   clock_accuracy --verdicts N     only: N bots that use 90 % of a budget of 100 ms
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

#include "referee/bot/bot.hpp"
#include "referee/bot/tree.hpp"

namespace {

using namespace std::chrono_literals;
using referee::bot::BotSpec;
using referee::bot::ClockKind;
using referee::bot::Duration;
using referee::bot::Host;

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
  spec.command =
      referee::bot::resolve_command(std::string(REFEREE_BIN_DIR) + "/referee-test-scripted " +
                                        script + microseconds + " cpu loop",
                                    "/");
  spec.limits.budget = 1000s;
  spec.limits.output = std::size_t{1} << 30;
  if (work.child) spec.limits.processes = 2;
  return spec;
}

double microseconds(Duration duration) { return static_cast<double>(duration.count()) / 1000; }

// The value below which this part of the sorted values lies.
Duration quantile(const std::vector<Duration>& sorted, double part) {
  return sorted[static_cast<std::size_t>(part * static_cast<double>(sorted.size() - 1))];
}

void measure(const referee::bot::Protections& protections, const Work& work, int turns) {
  Host host(protections);
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
void edges(const referee::bot::Protections& protections) {
  Host host(protections);
  const auto play = [&](Duration burn) {
    BotSpec spec = worker({burn, 1, false});
    spec.limits.budget = 500ms;
    auto bot = host.start(spec, ClockKind::cpu);
    const auto turn = bot->take_turn("go\n");
    bot->leave("", referee::bot::Bot::Farewell::none);
    host.settle();
    return turn;
  };
  constexpr int tries = 10;
  int passed = 0;
  int failed = 0;
  std::vector<Duration> late;
  for (int i = 0; i < tries; ++i) {
    if (!play(480ms).fault) ++passed;
    if (play(520ms).fault) ++failed;
    late.push_back(play(5s).cpu - 500ms);
  }
  std::sort(late.begin(), late.end());
  std::printf(
      "\nBudget 500 ms, one turn, %d tries each: 480 ms of work passed %d times, 520 ms "
      "failed %d times.\nA spinning bot was stopped %.2f ms (median; at most %.2f ms) of "
      "CPU time after its budget.\n",
      tries, passed, failed, microseconds(quantile(late, 0.5)) / 1000,
      microseconds(late.back()) / 1000);
}

// A verdict must not depend on the load: none of these may fail.
void verdicts(const referee::bot::Protections& protections, int bots) {
  Host host(protections);
  int faults = 0;
  std::vector<Duration> charged;
  BotSpec spec = worker({9ms, 1, false});
  spec.limits.budget = 100ms;
  for (int i = 0; i < bots; ++i) {
    auto bot = host.start(spec, ClockKind::cpu);
    Duration total{};
    for (int turns = 0; turns < 10; ++turns) {
      const auto turn = bot->take_turn("go\n");
      total += turn.cpu;
      if (!turn.fault) continue;
      ++faults;
      std::printf("bot %d: %s\n", i, turn.fault->reason.c_str());
      break;
    }
    charged.push_back(total);
    bot->leave("", referee::bot::Bot::Farewell::none);
    host.settle();
  }
  std::sort(charged.begin(), charged.end());
  std::printf(
      "%d bots with 10 turns of 9 ms on a budget of 100 ms: %d faults; charged %.2f ms "
      "(1 %%: %.2f, 99 %%: %.2f)\n",
      bots, faults, microseconds(quantile(charged, 0.5)) / 1000,
      microseconds(quantile(charged, 0.01)) / 1000, microseconds(quantile(charged, 0.99)) / 1000);
}

std::string load() {
  std::ifstream in("/proc/loadavg");
  std::string text;
  in >> text;
  return text;
}

}  // namespace

int main(int argc, char** argv) {
  bool pinned = true;
  int turns = 0;
  bool only_verdicts = false;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--free") {
      pinned = false;
    } else if (std::string(argv[i]) == "--verdicts") {
      only_verdicts = true;
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
  referee::bot::adopt_orphans();
  const auto protections = referee::bot::probe_protections();
  std::printf("Linux %s, %d processors, %s, load %s, children counted by %s\n\n",
              protections.kernel.c_str(), protections.processors,
              pinned ? "pinned to one of them" : "not pinned", load().c_str(),
              protections.cgroup.empty() ? "sampling" : "a control group");
  if (only_verdicts) {
    verdicts(protections, turns);
    std::printf("Load at the end: %s\n", load().c_str());
    return 0;
  }
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
  edges(protections);
  std::printf("\nLoad at the end: %s\n", load().c_str());
}
