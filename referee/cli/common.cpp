#include "referee/cli/common.hpp"

#include <fmt/core.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/match/budget.hpp"
#include "referee/text/json_reader.hpp"
#include "referee/text/log.hpp"
#include "referee/text/nearest.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"
#include "referee/toolchain/languages.hpp"
#include "rules/random.hpp"

namespace referee::cli {
namespace {

// The option of a limit; the range comes from kernel::limit_keys.
struct LimitOption {
  std::string_view key;
  std::string_view unit;
  std::string_view help;
};
constexpr std::array<LimitOption, kernel::limit_keys.size()> limit_options{{
    {"memory", "MIB", "Memory of each bot in MiB; default: the game's limit, else 1024"},
    {"processes", "N", "Child processes that each bot may have at a time; default: 0"},
    {"threads", "N", "Threads that each process of a bot may have; default: 256"},
    {"open_files", "N", "Files that each process of a bot may have open; default: 256"},
    {"file_size", "MIB", "Size of any one file that a bot writes, in MiB; default: 64"},
    {"disk", "MIB", "Size of all files in a bot's scratch folder, in MiB; default: 256"},
}};
static_assert(std::equal(limit_options.begin(), limit_options.end(), kernel::limit_keys.begin(),
                         [](const LimitOption& option, const kernel::LimitKey& limit) {
                           return option.key == limit.name;
                         }),
              "each limit has an option, in the same order");

}  // namespace

void PlayOptions::add_to(const Verb& verb) {
  verb.option("--seed", &seed, "Seed of all random choices: the same seed gives the same games")
      .unit("N")
      .within(0, rules::max_seed);
  add_without_seed_to(verb);
}

void PlayOptions::add_without_seed_to(const Verb& verb) {
  verb.option("--budget", &budget,
              "Thinking time of each bot in one game, in seconds; default: the game's budget")
      .unit("SECONDS")
      .check([](const std::string& given) {
        char* end = nullptr;
        std::strtod(given.c_str(), &end);
        return !given.empty() && *end == '\0'
                   ? std::string()
                   : fmt::format("'{}' is not a number of seconds, such as 2.5", given);
      });
  verb.option(
          "--speed", &speed,
          "How many times faster this machine is than the official one: budgets shrink by it, and "
          "official times are shown beside those of here; default: 1")
      .unit("F");
  verb.option("--clock", &clock,
              "cpu (default): CPU time, the same on a busy machine; wall: wall-clock time, as "
              "the official judge counts it")
      .one_of({"cpu", "wall"});
  std::vector<std::string> years;
  for (const unsigned year : toolchain::years()) years.push_back(fmt::format("{}", year));
  verb.option("--toolchain", &toolchain,
              fmt::format("The year whose official commands compile bots that are source files; "
                          "default: {}",
                          toolchain::newest_year()))
      .one_of(std::move(years));
  verb.flag("--trust", trust,
            "Run bots without isolation, to debug them; records say so. These may outlive a match: "
            "what a bot wrote outside its scratch folder or had others start, and a process that "
            "has left its group, its parent and its environment or become another user's; see "
            "docs/reference/protection.md");
  verb.flag("--json", json, "Print the result as JSON");
  verb.flag("-q,--quiet", quiet, "Print nothing but faults and errors on standard error");
}

void PlayOptions::add_turn_limits_to(const Verb& verb) {
  verb.option("--turn-limit", &turn_limit,
              "The longest that one turn may take, in seconds; default: the game's, mostly none")
      .unit("SECONDS");
  verb.option("--first-turn-limit", &first_turn_limit,
              "The same for a bot's first turn, which includes its start; default: as the others")
      .unit("SECONDS");
}

void add_limit_options(const Verb& verb, kernel::ChosenLimits& limits) {
  for (std::size_t i = 0; i < limit_options.size(); ++i) {
    const kernel::LimitKey& limit = kernel::limit_keys[i];
    std::string name = fmt::format("--{}", limit.name);
    std::replace(name.begin(), name.end(), '_', '-');
    verb.option(name, &(limits.*limit.value), std::string(limit_options[i].help))
        .unit(std::string(limit_options[i].unit))
        .within(limit.least, limit.most);
  }
}

void add_read_option(const Verb& verb, std::vector<std::string>& read) {
  verb.option("--read", &read, "A file or folder that the bots may read besides; may be repeated")
      .unit("PATH")
      .one_at_a_time();
}

void add_logs_option(const Verb& verb, std::string& folder) {
  verb.option(
          "--logs", &folder,
          "Write all that bots write to their standard error into files: a folder for each bot, "
          "a file for each game, named by game, match, seat and opponent, at most 8 MiB each")
      .unit("DIR")
      .check(must_be_named);
}

std::optional<unsigned> PlayOptions::toolchain_year() const {
  if (!toolchain) return std::nullopt;
  return static_cast<unsigned>(std::stoul(*toolchain));
}

std::optional<kernel::ClockKind> PlayOptions::clock_kind() const {
  return clock ? kernel::clock_kind(*clock) : std::nullopt;
}

std::optional<kernel::Duration> PlayOptions::budget_duration() const {
  if (!budget) return std::nullopt;
  const auto duration = match::duration_of_seconds(*budget);
  if (!duration) {
    throw UsageError(fmt::format("--budget must be a number of seconds {}", match::seconds_range));
  }
  return duration;
}

std::uint64_t any_seed() {
  std::random_device source;  // 32 bits at a time, of the system
  const std::uint64_t high = source();
  return (high << 32 | source()) & rules::max_seed;
}

std::optional<double> PlayOptions::speed_factor() const {
  if (speed && !match::is_speed(*speed)) {
    throw UsageError(fmt::format("--speed must be a number from {} to {}", match::least_speed,
                                 match::most_speed));
  }
  return speed;
}

kernel::Duration PlayOptions::budget_here(const rules::GameInfo& game) const {
  return match::here(budget_duration().value_or(game.budget), speed_factor().value_or(1));
}

match::TurnLimits PlayOptions::turn_limits() const {
  const auto duration = [](const std::optional<double>& seconds, const char* option) {
    if (!seconds) return kernel::Duration{};
    const auto limit = match::duration_of_seconds(*seconds);
    if (!limit) {
      throw UsageError(
          fmt::format("{} must be a number of seconds {}", option, match::seconds_range));
    }
    return *limit;
  };
  return {duration(turn_limit, "--turn-limit"), duration(first_turn_limit, "--first-turn-limit")};
}

match::TurnLimits PlayOptions::turns_here(const rules::GameInfo& game) const {
  match::TurnLimits turns = turn_limits();
  if (turns.every == kernel::Duration{}) turns.every = game.turn_limit;
  if (turns.first == kernel::Duration{}) turns.first = game.first_turn_limit;
  return match::here(turns, speed_factor().value_or(1));
}

const rules::GameInfo& game_named(const std::string& name) {
  if (const auto* game = rules::find_game(name)) return *game;
  std::vector<std::string_view> names;
  for (const auto& game : rules::games()) names.push_back(game.name);
  std::error_code ignored;
  if (std::filesystem::is_regular_file(std::filesystem::path(name) / "game.json", ignored)) {
    throw UsageError(
        fmt::format("unknown game '{0}'; the folder of a game is named by its path: ./{0}", name));
  }
  throw UsageError(
      fmt::format("unknown game '{}'; {}", name, text::suggestion(name, names, "the games are")));
}

std::string host_facts(const walls::Protections& protections, bool isolated) {
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
  for (const walls::ProtectionNote& note : walls::describe(protections, isolated)) {
    facts[note.on ? "on" : "off"].push_back(note.name);
  }
  return facts.dump();
}

void require_trust(bool trust, const std::string& says) {
  if (trust) return;
  throw UsageError(fmt::format(
      "{}: bots would run without isolation and could do all that you may do; if you trust their "
      "commands, add --trust",
      text::safe_text(says)));
}

void require_isolation(const walls::Protections& protections) {
  const auto missing = walls::missing_for_isolation(protections);
  if (missing.empty()) return;
  throw bot::EnvironmentError(
      fmt::format("the config requires isolation, but this machine lacks: {}; referee doctor says "
                  "how to get it",
                  text::join(missing)));
}

void step_back() {
  constexpr int low = 15;
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, low));
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
