// Kernels without one feature, or without several: what the referee then does, with the feature
// switched off. Every verdict is that of bots/hostile, or the weaker one that stands here.

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "arena.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "stage.hpp"

namespace arena {
namespace {

namespace fs = std::filesystem;
using referee::match::MatchRecord;
using referee::walls::Protections;

// What becomes of a behaviour where nothing stops it, or where nobody can say what did.
struct Weaker {
  std::string_view behaviour;
  std::string_view fault;
  std::string_view reason;  // "?": whatever it is
};

// It has got through, told so, and that is no move.
constexpr Weaker gets_through(std::string_view behaviour) { return {behaviour, "illegal", "?"}; }

struct Kernel {
  std::string_view name;
  void (*take)(Protections&);
  // What `referee doctor` then says is off, and what "isolation": "require" misses, by name.
  std::vector<std::string_view> off;
  std::vector<std::string_view> missing;
  std::vector<Weaker> weaker;
};

void take_notification(Protections& has) { has.seccomp_notify = has.notify_continue = false; }
void take_filter(Protections& has) {
  has.seccomp = false;
  take_notification(has);
}
void take_groups(Protections& has) {
  has.cgroup.clear();
  has.cgroup_kill = false;
}
template <int abi>
void cap_landlock(Protections& has) {
  has.landlock_abi = std::min(has.landlock_abi, abi);
}

constexpr Weaker wakes{"wakes-itself-by-timer", "timeout",
                       "computed while it was suspended on the opponent's time"};
constexpr Weaker no_child{"fork-or-give-up", "crash", "left with exit code 1 without answering"};
constexpr Weaker no_network{"needs-network", "crash", "left with exit code 4 without answering"};
// Its stacks are beyond its memory limit first.
constexpr Weaker no_thread{"threads-or-give-up", "crash",
                           "left with exit code 1 without answering"};

std::vector<Kernel> kernels() {
  const std::vector<std::string_view> no_filter{"system calls",
                                                "network",
                                                "child processes",
                                                "memory and descriptors of others",
                                                "refusals named in faults",
                                                "number of threads, children and timers"};
  return {
      {"nothing", [](Protections&) {}, {}, {}, {}},
      {"closing descriptors in one call (Linux 5.11)",
       [](Protections& has) { has.close_range = false; },
       {},
       {},
       {}},
      {"killing a control group in one call (Linux 5.14)",
       [](Protections& has) { has.cgroup_kill = false; },
       {},
       {},
       {}},
      {"control groups", take_groups, {"exact accounts of children"}, {}, {wakes}},
      {"deciding on reported calls (Linux 5.5)",
       [](Protections& has) { has.notify_continue = false; },
       {"number of threads, children and timers"},
       {},
       {gets_through("many-timers"), no_thread}},
      {"reports of refused calls (Linux 5.0)",
       take_notification,
       {"refusals named in faults", "number of threads, children and timers"},
       {},
       {gets_through("many-timers"), no_thread, no_child, no_network}},
      {"seccomp filters",
       take_filter,
       no_filter,
       {"network", "child processes", "memory and descriptors of others"},
       {gets_through("many-timers"), no_thread, gets_through("fork-or-give-up"),
        gets_through("needs-network"), gets_through("thread-as-vfork")}},
      {"Landlock ABI 7", cap_landlock<6>, {}, {}, {}},
      {"Landlock ABI 6 (Linux 6.12)", cap_landlock<5>, {}, {}, {}},
      {"Landlock ABI 5 (Linux 6.10)", cap_landlock<4>, {}, {}, {}},
      {"Landlock ABI 4 (Linux 6.7)", cap_landlock<3>, {}, {}, {}},
      {"Landlock ABI 3 (Linux 6.2)", cap_landlock<2>, {}, {}, {}},
      {"Landlock ABI 2 (Linux 5.19)", cap_landlock<1>, {}, {}, {}},
      {"Landlock (Linux 5.13)",
       cap_landlock<0>,
       {"files", "memory and descriptors of others"},
       {"files", "memory and descriptors of others"},
       {gets_through("read-rival"), gets_through("list-processes")}},
      {"all of these",
       [](Protections& has) {
         take_filter(has);
         cap_landlock<0>(has);
         take_groups(has);
       },
       {"files", "system calls", "network", "child processes", "signals",
        "memory and descriptors of others", "refusals named in faults",
        "number of threads, children and timers", "exact accounts of children"},
       {"files", "network", "child processes", "signals", "memory and descriptors of others"},
       {gets_through("many-timers"), no_thread, gets_through("fork-or-give-up"),
        gets_through("needs-network"), gets_through("thread-as-vfork"), gets_through("read-rival"),
        gets_through("list-processes"), wakes}},
  };
}

// One for each thing that a feature can be needed for. Harmless if they get through; signals to
// others, which are not, are sent only where something holds them.
constexpr std::array behaviours{
    "honest",         "spin",          "sleep",           "spin-wall",
    "shared-pages",   "many-files",    "flood-line",      "leave-at-once",
    "many-timers",    "read-rival",    "hidden-workers",  "referee-descriptors",
    "list-processes", "needs-network", "fork-or-give-up", "threads-or-give-up",
    "kill-rival",     "daemon-stays",  "thread-as-vfork", "wakes-itself-by-timer"};

bool is_held(std::string_view behaviour, const Protections& has) {
  return behaviour != "kill-rival" || has.seccomp || has.landlock_abi >= 6;
}

// It takes seconds, and concerns control groups alone.
constexpr std::string_view slow = "wakes-itself-by-timer";

using Names = std::vector<std::string>;

Names off(const Protections& has) {
  Names names;
  for (const auto& note : referee::walls::describe(has)) {
    if (!note.on) names.push_back(note.name);
  }
  return names;
}

class Laboratory {
 public:
  explicit Laboratory(const fs::path& folder) : stage_(folder) {
    for (const std::string& group : group_titles()) {
      for (Listed& one : stage_.list_of(group)) listed_.push_back(std::move(one));
    }
  }

  // A row for each behaviour that ends otherwise than on a kernel with everything, and one for each
  // failure.
  std::vector<Row> judge(const Kernel& kernel) {
    Protections has = all_;
    kernel.take(has);
    std::vector<Row> rows;
    check_report(kernel, has, rows);
    for (const std::string_view name : behaviours) {
      if (!is_held(name, has)) continue;
      if (name == slow && has.cgroup == all_.cgroup && weaker(kernel, name) == nullptr) continue;
      Row row = play(kernel, has, name);
      const bool differs = weaker(kernel, name) != nullptr;
      if (differs || !row.failures.empty()) rows.push_back(std::move(row));
    }
    return rows;
  }

 private:
  Row play(const Kernel& kernel, const Protections& has, std::string_view name) {
    const std::string off = referee::text::join(kernel.off);
    const auto listed = std::find_if(listed_.begin(), listed_.end(),
                                     [name](const Listed& one) { return one.name == name; });
    Row row{"kernels", std::string(kernel.name), off, std::string(name)};
    if (listed == listed_.end()) {
      row.failures = " there is no such behaviour;";
      return row;
    }
    stage_.begin(has);
    const MatchRecord record =
        stage_.try_out(listed->name, listed->options, "black-hole", true, !has.cgroup.empty());
    stage_.end();
    referee::kernel::Limits limits;
    const How how = apply_options(listed->options, 1, limits);
    const bool frozen = how.held_by_group && !has.cgroup.empty();
    Weaker expected{name, listed->fault, listed->reason};
    if (frozen) expected = {name, "", ""};
    if (const Weaker* other = weaker(kernel, name)) expected = *other;
    row.outcome = "none";
    for (const auto& fault : record.faults) {
      if (rules::index(fault.seat) == 1) row.failures += " the opponent failed;";
      if (rules::index(fault.seat) != 0) continue;
      row.outcome = referee::bot::name(fault.fault.kind);
      row.reason = stage_.as_listed(fault.fault.reason, listed->options);
    }
    const bool right = row.outcome == (expected.fault.empty() ? "none" : expected.fault) &&
                       (expected.reason == "?" || row.reason == expected.reason);
    if (!right) row.failures += " fault " + row.outcome + " '" + row.reason + "';";
    const bool sampled = (limits.processes > 0 || !has.seccomp) && has.cgroup.empty();
    if (sampled == record.measured.bots[0].departure.blind_spot.empty()) {
      row.failures += " blind spot '" + record.measured.bots[0].departure.blind_spot + "';";
    }
    row.failures += left_behind(before_);
    return row;
  }

  static const Weaker* weaker(const Kernel& kernel, std::string_view behaviour) {
    for (const Weaker& one : kernel.weaker) {
      if (one.behaviour == behaviour) return &one;
    }
    return nullptr;
  }

  // Doctor, and with it every record, names what is missing; not more, and not less.
  void check_report(const Kernel& kernel, const Protections& has, std::vector<Row>& rows) const {
    Names expected = off(all_);
    for (const std::string_view name : kernel.off) {
      if (std::find(expected.begin(), expected.end(), name) == expected.end()) {
        expected.emplace_back(name);
      }
    }
    Names said = off(has);
    Names missing = referee::walls::missing_for_isolation(has);
    std::sort(expected.begin(), expected.end());
    std::sort(said.begin(), said.end());
    Row row{"kernels", std::string(kernel.name), "", "(doctor)"};
    if (said != expected) row.failures += " off: " + referee::text::join(said) + ";";
    if (missing != Names(kernel.missing.begin(), kernel.missing.end())) {
      row.failures += " missing: " + referee::text::join(missing) + ";";
    }
    if (!row.failures.empty()) rows.push_back(std::move(row));
  }

  const Leftovers before_ = look_around();
  const Protections all_ = referee::walls::probe_protections();
  Stage stage_;
  std::vector<Listed> listed_;
};

}  // namespace

int play_kernels(const fs::path& folder, int descriptor) {
  Report report(descriptor);
  Laboratory laboratory(folder);
  for (const Kernel& kernel : kernels()) {
    for (const Row& row : laboratory.judge(kernel)) report.tell(row);
  }
  return report.failed();
}

}  // namespace arena
