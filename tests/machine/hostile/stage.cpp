#include "stage.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <thread>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "rules/catalogue.hpp"

namespace arena {

namespace fs = std::filesystem;
using namespace std::chrono_literals;
using referee::match::Contestant;
using referee::match::MatchRecord;

namespace {

// Beyond everything that one match takes on any machine: who hangs is named.
constexpr unsigned patience = 20 * 60;  // s
std::string hanging;                    // what is said then

void watch_over(const std::string& name) {
  hanging = "hostile_tests: '" + name + "' came to no end\n";
  ::signal(SIGALRM, [](int) {
    [[maybe_unused]] const auto written = ::write(2, hanging.data(), hanging.size());
    ::_exit(3);
  });
  ::alarm(patience);
}

}  // namespace

Stage::Stage(fs::path folder)
    : folder_(std::move(folder)), protections_(referee::walls::probe_protections()) {
  begin();
  referee::kernel::Duration most{};
  for (int i = 0; i < 5; ++i) {
    const MatchRecord record = play_against("honest", "", "black-hole", true);
    for (const auto& bot : record.measured.bots) most = std::max(most, bot.cpu);
  }
  // The smallest margin in the list is 10 % of its budget, of 200 ms: four honest games.
  constexpr int games = 40;
  scale_ = static_cast<int>(1 + games * most / 200ms);
}

void Stage::begin(const referee::walls::Protections& protections) {
  kept_.clear();
  host_.emplace(protections);
}

std::vector<Listed> Stage::list_of(const std::string& group) const {
  const std::string command = (folder_ / "program-1" / "hostile").string() + " --list";
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "re"), ::pclose);
  std::string text;
  std::array<char, 4096> buffer;
  while (const std::size_t size = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    text.append(buffer.data(), size);
  }
  std::vector<Listed> result;
  for (const std::string& line : split(text, '\n')) {
    const auto fields = split(line, '\t');
    if (fields.size() != 6 || fields[0] != group) continue;
    result.push_back({fields[0], fields[1], fields[2], fields[3], fields[4], fields[5]});
  }
  return result;
}

Contestant Stage::contestant(const std::string& program, const std::string& argument) const {
  Contestant one;
  one.spec.name = program;
  set_far_limits(one.spec.limits);
  for (const auto& entry : fs::directory_iterator(folder_)) {
    const fs::path file = entry.path() / program;
    if (entry.is_directory() && fs::exists(file)) {
      one.spec.command = referee::program::resolve_command(
          referee::text::shell_word(file.string()) + " " + argument, folder_);
      one.spec.command->folder = entry.path();
    }
  }
  return one;
}

MatchRecord Stage::play(const Contestant& bad, const Contestant& good, bool bad_first,
                        const std::string& game, referee::kernel::ClockKind clock) {
  const auto plan = referee::match::MatchPlan::from_seed(*rules::find_game(game), 1);
  referee::match::MatchSettings settings;
  settings.clock = clock;
  return bad_first ? referee::match::run(*host_, plan, settings, {&bad, &good})
                   : referee::match::run(*host_, plan, settings, {&good, &bad});
}

MatchRecord Stage::play_against(const std::string& name, const std::string& options,
                                const std::string& game, bool bad_first) {
  watch_over(name);
  // The host knows a bot by its specification's address.
  auto bad = std::make_unique<Contestant>(contestant("hostile", name));
  const How how = apply_options(options, scale_, bad->spec.limits);
  if (how.by_clock) bad->spec.limits.times.budget /= divisor_;
  auto good =
      std::make_unique<Contestant>(how.opponent.empty() ? contestant(game + "-greedy", "")
                                                        : contestant("hostile", how.opponent));
  if (opponents_budget_) good->spec.limits.times.budget = *opponents_budget_;
  bad->spec.environment.push_back("HOSTILE_RIVAL=" + good->spec.command->program.string());
  for (Contestant* one : {bad.get(), good.get()}) {
    one->spec.environment.push_back("HOSTILE_SCALE=" + std::to_string(scale_));
  }
  if (game != "black-hole") bad->spec.environment.emplace_back("HOSTILE_FIRST=1");
  kept_.push_back(std::move(bad));
  kept_.push_back(std::move(good));
  return play(**(kept_.end() - 2), *kept_.back(), bad_first, game, how.clock);
}

MatchRecord Stage::try_out(const std::string& name, const std::string& options,
                           const std::string& game, bool bad_first, bool groups) {
  constexpr int most_tries = 20;
  const std::size_t bad = bad_first ? 0 : 1;
  referee::kernel::Limits limits;
  const How how = apply_options(options, 1, limits);
  const auto has_shown = [&](const MatchRecord& record) {
    const bool failed =
        std::any_of(record.faults.begin(), record.faults.end(),
                    [bad](const auto& fault) { return rules::index(fault.seat) == bad; });
    const bool was_refused = !record.measured.bots[bad].departure.refused.empty();
    return (!how.needs_fault || failed) && (!how.needs_refusal || was_refused);
  };
  const bool held = how.held_by_group && groups;
  for (int tries = 1;; ++tries) {
    MatchRecord record = play_against(name, options, game, bad_first);
    if (held || tries == most_tries || has_shown(record)) return record;
  }
}

std::string Stage::as_listed(std::string reason, const std::string& options) const {
  referee::kernel::Limits listed;
  referee::kernel::Limits real;
  if (!apply_options(options, 1, listed).by_clock) return reason;
  apply_options(options, scale_, real);
  for (const int factor : {1, referee::kernel::wall_limit_factor}) {
    const std::string said = " of " + referee::text::seconds_text(factor * real.times.budget);
    const auto at = reason.find(said);
    if (at == std::string::npos) continue;
    return reason.replace(at, said.size(),
                          " of " + referee::text::seconds_text(factor * listed.times.budget));
  }
  return reason;
}

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);) parts.push_back(part);
  return parts;
}

void set_far_limits(referee::kernel::Limits& limits) {
  limits.times.budget = std::chrono::minutes(5);
  limits.grace = std::chrono::minutes(5);
}

How apply_options(const std::string& text, int scale, referee::kernel::Limits& limits) {
  How how;
  set_far_limits(limits);
  referee::kernel::ChosenLimits chosen;
  for (const std::string& option : split(text, ' ')) {
    const auto at = option.find('=');
    const std::string key = option.substr(0, at);
    const std::string value = at == std::string::npos ? "" : option.substr(at + 1);
    const auto number = std::strtoul(value.c_str(), nullptr, 10);
    if (key == "clock") how.clock = referee::kernel::clock_kind(value).value();
    if (key == "budget") {
      limits.times.budget = scale * std::chrono::milliseconds(number);
      how.by_clock = true;
    }
    if (key == "grace") limits.grace = std::chrono::milliseconds(number);
    if (key == "any-game") how.any_game = true;
    if (key == "opponent") how.opponent = value;
    if (key == "needs-fault") how.needs_fault = true;
    if (key == "needs-refusal") how.needs_refusal = true;
    if (key == "only-measured") how.only_measured = true;
    if (key == "held-by-group") how.held_by_group = true;
    if (key == "output") limits.output = number;
    for (const referee::kernel::LimitKey& limit : referee::kernel::limit_keys) {
      if (key == limit.name) chosen.*limit.value = number;
    }
  }
  chosen.apply_to(limits);
  return how;
}

std::size_t entries(const char* folder) {
  std::error_code error;
  const fs::directory_iterator list(folder, error);
  return error ? 0 : static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

std::size_t count_processes() {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos) ++count;
  }
  return count;
}

static std::size_t count_lines(const char* file) {
  std::ifstream in(file);
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

Leftovers look_around() {
  Leftovers found;
  found.processes = count_processes();
  found.descriptors = entries("/proc/self/fd");
  found.shared_memory = entries("/dev/shm");
  for (const char* list : {"/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg"}) {
    found.ipc += count_lines(list);
  }
  std::error_code ignored;
  for (fs::recursive_directory_iterator entry(fs::temp_directory_path(), ignored), end;
       !ignored && entry != end; entry.increment(ignored)) {
    if (entry.depth() >= 2) ++found.scratch_files;  // the host's folder, the bots' folders
  }
  return found;
}

std::string difference(const Leftovers& before, const Leftovers& after) {
  std::string text;
  const auto compare = [&](const char* what, std::size_t was, std::size_t is) {
    if (is > was)
      text += std::string(" left behind: ") + std::to_string(is - was) + " " + what + ";";
  };
  compare("processes", before.processes, after.processes);
  compare("descriptors", before.descriptors, after.descriptors);
  compare("files in /dev/shm", before.shared_memory, after.shared_memory);
  compare("files in scratch folders", before.scratch_files, after.scratch_files);
  compare("System V objects", before.ipc, after.ipc);
  for (const char* folder : {"/tmp", "/var/tmp", "/run", "/etc", "/usr/lib"}) {
    if (fs::exists(fs::path(folder) / "hostile-was-here")) {
      text += std::string(" a file in ") + folder + ";";
    }
  }
  return text;
}

std::string left_behind(const Leftovers& before) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (true) {
    std::string text = difference(before, look_around());
    if (text.empty() || std::chrono::steady_clock::now() > end) return text;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace arena
