// What a hostile bot costs its opponent, and how late its own end comes: times, which a busy
// machine makes longer now and then. So they are compared in pairs of games, an honest one with
// each, and decided as sequential.hpp says.

#include <sched.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "arena.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "stage.hpp"
#include "tests/machine/bot/sequential.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using referee::kernel::ClockKind;
using referee::kernel::Duration;
using referee::match::MatchRecord;

// What the opponent may be charged: twice as much as in the honest game, and this besides. On busy
// processors the same work takes up to four times its CPU time: 0.7 % of pairs differ by this, as
// many as on the other side. It is more than 8,000 timers cost, some 12 ms a game; that nobody gets
// them is for the faults and refused calls to tell.
constexpr Duration cpu_allowance = 20ms;
// Of wall time, on the official clock, as much and this: 1.3 % of pairs are beyond it, 2.4 % on the
// other side. Attackers that are not suspended cost 600 ms and more. A busy machine makes the
// opponent's work longer, and what an attacker costs: so this is taken as many times as the honest
// game's work took longer than its CPU time.
constexpr Duration wall_allowance = 100ms;
constexpr Duration little_work = 5ms;  // who computes less is no measure of that
// On the clock `cpu` an attacker may compute, too, and who waits for a processor meanwhile is
// excused. So there it is not the wall time that must be like the honest game's, but the verdict of
// the limit on it: three times this budget, of which the opponent uses less than a tenth.
constexpr Duration opponents_budget = 500ms;
// What an end by a limit of time may take beyond that limit and the honest game: this, and
// own_waits_allowed. The bot's waits do not count against the limit of wall time; those of one that
// wakes for each byte come to 1 s on a busy machine.
constexpr Duration end_allowance = 1s;
// The limits of time are made so much shorter here: they are met often.
constexpr int hurry = 10;

// Groups whose attackers want time of their opponent: there it is one that computes.
constexpr std::array<std::string_view, 4> on_time{"processes", "attacks on the rival", "fairness",
                                                  "memory pressure"};
constexpr const char* computing_opponent = " opponent=labours-in-two-turns";
// There, too, one that uses 95 % of this budget must never run out of time.
constexpr const char* sparing_opponent = " opponent=uses-nearly-all";
constexpr Duration budget_nearly_used = 200ms;

struct Game {
  Duration cpu;  // what the opponent was charged
  Duration wall;
  bool out_of_time;
  Duration took;
  Duration waited;  // for a processor, the thread that is the referee
};

// What an opponent is compared in, and how it is said.
struct Question {
  const char* text;
  bool (*answer)(const Game& attacked, const Game& honest);
  sequential::Test test = {};
};

// Who pauses for an attacker is no measure.
std::string options_without_opponent(const Listed& listed) {
  std::istringstream words(listed.options);
  std::string kept;
  for (std::string word; words >> word;) {
    if (!word.starts_with("opponent=")) kept += (kept.empty() ? "" : " ") + word;
  }
  return kept;
}

bool wants_time_of_opponent(const Listed& listed) {
  return std::find(on_time.begin(), on_time.end(), listed.group) != on_time.end();
}

// On one processor, as `referee match` plays: whichever the kernel has put us on.
class Pinned {
 public:
  Pinned() {
    if (::sched_getaffinity(0, sizeof before_, &before_) != 0) return;
    cpu_set_t here;
    CPU_ZERO(&here);
    CPU_SET(static_cast<std::size_t>(::sched_getcpu()), &here);
    ::sched_setaffinity(0, sizeof here, &here);
  }
  ~Pinned() { ::sched_setaffinity(0, sizeof before_, &before_); }
  Pinned(const Pinned&) = delete;
  Pinned& operator=(const Pinned&) = delete;

 private:
  cpu_set_t before_{};
};

class Measured {
 public:
  explicit Measured(const fs::path& folder) : stage_(folder) { stage_.hurry(hurry); }

  [[nodiscard]] std::vector<Listed> list_of(const std::string& group) const {
    return stage_.list_of(group);
  }

  Row measure(const Listed& listed) {
    Row row{listed.group, listed.name, listed.options, listed.does};
    referee::kernel::Limits limits;
    const How how = apply_options(listed.options, stage_.scale(), limits);
    const std::string own_options = options_without_opponent(listed);
    const std::string options =
        own_options + (wants_time_of_opponent(listed) ? computing_opponent : "");
    std::vector<Question> questions = about_opponent(how.clock);
    sequential::Test late;
    const Duration end = limits.wall_limit() / hurry + end_allowance;
    stage_.give_opponent(how.clock == ClockKind::cpu
                             ? std::optional(opponents_budget * stage_.scale())
                             : std::nullopt);
    const Pinned pinned;
    stage_.begin();
    const auto open = [](const Question& one) { return !one.test.decided(); };
    while (std::any_of(questions.begin(), questions.end(), open) ||
           (how.by_clock && !late.decided())) {
      const Game attacked = play(listed.name, options);
      const Game honest = play("honest", options);
      for (Question& one : questions) {
        if (one.test.decided()) continue;
        one.test.add(one.answer(attacked, honest));
        if (one.answer(honest, attacked)) one.test.add_reverse();
      }
      if (!late.decided()) {
        late.add(attacked.took - honest.took - own_waits_allowed * attacked.waited >= end);
      }
    }
    if (wants_time_of_opponent(listed) && how.clock == ClockKind::cpu) {
      row.failures += played_beside(listed.name, own_options);
    }
    stage_.end();
    for (const Question& one : questions) {
      if (!one.test.is_seldom()) {
        row.failures += std::string(" the opponent ") + one.text + " " + one.test.text() + ";";
      }
    }
    if (how.by_clock && !late.is_seldom()) {
      row.failures += " its end came 1 s late " + late.text() + ";";
    }
    return row;
  }

 private:
  static std::vector<Question> about_opponent(ClockKind clock) {
    const auto more_cpu = [](const Game& attacked, const Game& honest) {
      return attacked.cpu - 2 * honest.cpu >= cpu_allowance;
    };
    const Question cpu{"was charged 20 ms more than twice the CPU time", more_cpu};
    if (clock == ClockKind::wall) {
      return {cpu,
              {"was charged 100 ms more than twice the wall time",
               [](const Game& attacked, const Game& honest) {
                 const auto slowness = honest.wall / (honest.cpu + little_work);
                 return attacked.wall - 2 * honest.wall >=
                        wall_allowance * std::max<Duration::rep>(1, slowness);
               }}};
    }
    return {cpu,
            {"ran out of time, but not in the honest game,",
             [](const Game& attacked, const Game& honest) {
               return attacked.out_of_time && !honest.out_of_time;
             }}};
  }

  // What is wrong if an opponent that knows its clock runs out of time.
  std::string played_beside(const std::string& name, const std::string& options) {
    stage_.give_opponent(budget_nearly_used * stage_.scale());
    const Game game = play(name, options + sparing_opponent);
    if (!game.out_of_time) return "";
    return " the opponent ran out of time, though it used 95 % of its budget by its own clock;";
  }

  Game play(const std::string& name, const std::string& options) {
    const Duration waited_before = waits_.read();
    const auto start = std::chrono::steady_clock::now();
    const MatchRecord record = stage_.play_against(name, options, "black-hole", true);
    const auto took = std::chrono::steady_clock::now() - start;
    const auto& opponent = record.measured.bots[1];
    const auto is_out_of_time = [](const referee::match::MatchFault& one) {
      return rules::index(one.seat) == 1 && one.fault.kind == referee::bot::FaultKind::timeout;
    };
    return {opponent.cpu, opponent.wall,
            std::any_of(record.faults.begin(), record.faults.end(), is_out_of_time), took,
            waits_.read() - waited_before};
  }

  Stage stage_;
  const referee::kernel::OwnWaitClock waits_;
};

}  // namespace

int measure_group(const fs::path& folder, const std::string& group, int descriptor) {
  Report report(descriptor);
  Measured measured(folder);
  for (const Listed& one : measured.list_of(group)) report.tell(measured.measure(one));
  return report.failed();
}

}  // namespace arena
