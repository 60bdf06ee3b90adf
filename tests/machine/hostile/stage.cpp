#include "stage.hpp"

#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "how.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/text.hpp"
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
  return bad_first ? referee::match::run(*host_, plan, settings, bad, good)
                   : referee::match::run(*host_, plan, settings, good, bad);
}

MatchRecord Stage::play_against(const std::string& name, const std::string& options,
                                const std::string& game, bool bad_first) {
  watch_over(name);
  // The host knows a bot by its specification's address.
  auto bad = std::make_unique<Contestant>(contestant("hostile", name));
  const How how = apply_options(options, scale_, bad->spec.limits);
  if (how.by_clock) bad->spec.limits.budget /= divisor_;
  auto good =
      std::make_unique<Contestant>(how.opponent.empty() ? contestant(game + "-random", "1")
                                                        : contestant("hostile", how.opponent));
  if (opponents_budget_) good->spec.limits.budget = *opponents_budget_;
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
    const std::string said = " of " + referee::text::seconds_text(factor * real.budget);
    const auto at = reason.find(said);
    if (at == std::string::npos) continue;
    return reason.replace(at, said.size(),
                          " of " + referee::text::seconds_text(factor * listed.budget));
  }
  return reason;
}

}  // namespace arena
