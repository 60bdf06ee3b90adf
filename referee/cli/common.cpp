#include "referee/cli/common.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/exit_code.hpp"
#include "referee/match/budget.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/text/log.hpp"
#include "referee/text/nearest.hpp"
#include "referee/text/words.hpp"
#include "rules/random.hpp"

namespace referee::cli {

void PlayOptions::add_to(const Verb& verb) {
  verb.option("--seed", &seed, "What is random follows from it; the same seed, the same games")
      .unit("N")
      .within(0, rules::max_seed);
  verb.option("--budget", &budget,
              "Seconds of thinking time for each bot and game; default: the game's")
      .unit("SECONDS");
  verb.option("--clock", &clock,
              "cpu (default): CPU time, the same verdict on a busy machine; wall: the official "
              "clock")
      .one_of({"cpu", "wall"});
  verb.flag("--trust", trust, "No isolation, for debugging a bot; the records say so");
  verb.flag("--json", json, "The result as JSON on standard output, for programs");
  verb.flag("-q,--quiet", quiet, "Nothing on standard error but faults and errors");
}

void add_limit_options(const Verb& verb, bot::ChosenLimits& limits) {
  for (const bot::LimitKey& key : bot::limit_keys) {
    std::string option = "--" + std::string(key.name);
    std::replace(option.begin(), option.end(), '_', '-');
    verb.option(option, &(limits.*key.value), std::string(key.help))
        .unit(std::string(key.unit))
        .within(key.least, key.most);
  }
}

std::optional<bot::ClockKind> PlayOptions::clock_kind() const {
  return clock ? bot::clock_kind(*clock) : std::nullopt;
}

std::optional<bot::Duration> PlayOptions::budget_duration() const {
  if (!budget) return std::nullopt;
  const auto duration = match::duration_of_seconds(*budget);
  if (!duration) {
    throw UsageError(fmt::format("--budget must be a number of seconds {}", match::seconds_range));
  }
  return duration;
}

const rules::GameInfo& game_named(const std::string& name) {
  if (const auto* game = rules::find_game(name)) return *game;
  std::vector<std::string_view> names;
  for (const auto& game : rules::games()) names.push_back(game.name);
  throw UsageError(
      fmt::format("unknown game '{}'; {}", name, text::suggestion(name, names, "the games are")));
}

std::string host_facts(const bot::Protections& protections, bool isolated) {
  utsname system{};
  ::uname(&system);
  text::Json facts;
  facts["system"] = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  facts["processors"] = protections.processors;
  facts["root"] = protections.root;
  facts["isolated"] = isolated;
  facts["landlock"] = isolated ? protections.landlock_abi : 0;
  facts["on"] = text::Json::array();
  facts["off"] = text::Json::array();
  for (const bot::ProtectionNote& note : bot::describe(protections, isolated)) {
    facts[note.on ? "on" : "off"].push_back(note.name);
  }
  return facts.dump();
}

void require_isolation(const bot::Protections& protections) {
  const auto missing = bot::missing_for_isolation(protections);
  if (missing.empty()) return;
  throw bot::EnvironmentError(
      fmt::format("the config requires isolation, but this machine lacks: {}; referee doctor tells "
                  "how to get it",
                  text::join(missing)));
}

bool on_terminal(int descriptor) {
  const char* term = std::getenv("TERM");
  return ::isatty(descriptor) == 1 && term != nullptr && std::string_view(term) != "dumb" &&
         std::getenv("NO_COLOR") == nullptr;
}

int terminal_width(int descriptor) {
  winsize size{};
  constexpr int usual = 80;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : usual;
}

int terminal_rows(int descriptor) {
  winsize size{};
  constexpr int usual = 24;
  return ::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 ? size.ws_row : usual;
}

bool live_display(bool quiet) { return !quiet && on_terminal(2) && !text::debug_on_stderr(); }

report::TextStyle output_style() {
  if (!on_terminal(1)) return {false, 0};
  return {true, terminal_width(1)};
}

}  // namespace referee::cli
