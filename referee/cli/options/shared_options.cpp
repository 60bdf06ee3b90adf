#include "referee/cli/options/shared_options.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "rules/random.hpp"

namespace referee::cli {
namespace {

constexpr auto title_of_time = "Time";
constexpr auto title_of_limits = "What bots may do";

// The option of a limit; the range comes from kernel::limit_keys.
struct LimitOption {
  std::string_view key;
  std::string_view unit;
  std::string_view help;
};
constexpr std::array<LimitOption, kernel::limit_keys.size()> limit_options{{
    {"memory", "MIB", "Memory of each bot in MiB; default: the game's limit, else 2048"},
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

Option add_game_argument(const Verb& verb, Value game, const std::string& help) {
  return verb.option("game", game, help);
}

Option add_game_option(const Verb& verb, std::string& game, const std::string& help) {
  return verb.option("-g,--game", &game, help).unit("GAME");
}

Option add_judge_option(const Verb& verb, std::string& folder) {
  return add_game_option(
      verb, folder,
      "The folder of a game: draw its matches with its judge, even if another one judged");
}

Option add_seed_option(const Verb& verb, Value seed, const std::string& help) {
  return verb.option("--seed", seed, help).unit("N").within(0, rules::max_seed);
}

Option add_jobs_option(const Verb& verb, unsigned& jobs, const std::string& help) {
  constexpr unsigned most = 1024;
  return verb.option("-j,--jobs", &jobs, help).unit("N").within(1, most);
}

Option add_trust_option(const Verb& verb, bool& trust, const std::string& help) {
  return verb.flag("--trust", trust, help);
}

Option add_plan_only_option(const Verb& verb, bool& plan_only, const std::string& help) {
  return verb.flag("--plan-only", plan_only, help);
}

Option add_json_option(const Verb& verb, bool& json, const std::string& help) {
  return verb.flag("--json", json, help);
}

Option add_quiet_option(const Verb& verb, bool& quiet) {
  return verb.flag("-q,--quiet", quiet, "Print nothing but faults and errors on standard error");
}

Option add_out_option(const Verb& verb, std::string& path, const std::string& help,
                      const std::string& unit) {
  return verb.option("--out", &path, help).unit(unit).check(must_be_named);
}

Option add_record_option(const Verb& verb, std::string& file) {
  return add_out_option(verb, file, "Append the record to this file, as one line of JSON", "FILE");
}

Option add_page_option(const Verb& verb, std::string& file, const std::string& help) {
  return verb.option("--html", &file, help).unit("FILE").check(must_be_named);
}

Option add_stderr_option(const Verb& verb, bool& shown, const std::string& help) {
  return verb.flag("--stderr", shown, help);
}

void PlayOptions::add_to(const Verb& verb) {
  add_seed_option(verb, &seed, "Seed of all random choices: the same seed gives the same games");
  add_without_seed_to(verb);
}

void PlayOptions::add_without_seed_to(const Verb& verb) {
  const Verb time = verb.under(title_of_time);
  time.option("--budget", &budget,
              "Thinking time of each bot in one game, in seconds; default: the game's budget")
      .unit("SECONDS")
      .check([](const std::string& given) {
        char* end = nullptr;
        std::strtod(given.c_str(), &end);
        return !given.empty() && *end == '\0'
                   ? std::string()
                   : fmt::format("'{}' is not a number of seconds, such as 2.5", given);
      });
  time.option(
          "--speed", &speed,
          "How many times faster this machine is than the official one: budgets shrink by it, and "
          "official times are shown beside those of here; default: 1")
      .unit("F");
  time.option("--clock", &clock,
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
  add_trust_option(
      verb.under(title_of_limits), trust,
      "Run bots without isolation, to debug them; records say so. A bot may then leave "
      "files and processes behind; see docs/internals/protection-proof.md");
  add_json_option(verb, json);
  add_quiet_option(verb, quiet);
}

void PlayOptions::add_turn_limits_to(const Verb& verb) {
  const Verb time = verb.under(title_of_time);
  time.option("--turn-limit", &turn_limit,
              "The longest that one turn may take, in seconds; default: the game's limit, if any")
      .unit("SECONDS");
  time.option("--first-turn-limit", &first_turn_limit,
              "The same for a bot's first turn, which includes its start; default: as the others")
      .unit("SECONDS");
}

void add_limit_options(const Verb& verb, kernel::ChosenLimits& limits) {
  const Verb bots = verb.under(title_of_limits);
  for (std::size_t i = 0; i < limit_options.size(); ++i) {
    const kernel::LimitKey& limit = kernel::limit_keys[i];
    std::string name = fmt::format("--{}", limit.name);
    std::replace(name.begin(), name.end(), '_', '-');
    bots.option(name, &(limits.*limit.value), std::string(limit_options[i].help))
        .unit(std::string(limit_options[i].unit))
        .within(limit.least, limit.most);
  }
}

void add_read_option(const Verb& verb, std::vector<std::string>& read) {
  add_read_option(verb.under(title_of_limits), read,
                  "A file or folder that the bots may read besides; may be repeated");
}

void add_read_option(const Verb& verb, std::vector<std::string>& read, const std::string& help) {
  verb.option("--read", &read, help).unit("PATH").one_at_a_time();
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

config::Overrides PlayOptions::overrides() const {
  config::Overrides overrides;
  overrides.seed = seed;
  overrides.budget = budget_duration();
  overrides.turns = turn_limits();
  overrides.clock = clock_kind();
  overrides.speed = speed_factor();
  overrides.toolchain = toolchain_year();
  if (trust) overrides.isolation = config::Isolation::off;
  return overrides;
}

match::TurnLimits PlayOptions::turns_here(const rules::GameInfo& game) const {
  match::TurnLimits turns = turn_limits();
  if (turns.every == kernel::Duration{}) turns.every = game.turn_limit;
  if (turns.first == kernel::Duration{}) turns.first = game.first_turn_limit;
  return match::here(turns, speed_factor().value_or(1));
}

}  // namespace referee::cli
