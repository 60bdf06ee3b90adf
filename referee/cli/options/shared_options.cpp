#include "referee/cli/options/shared_options.hpp"

#include <fmt/core.h>

#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "rules/random.hpp"

namespace referee::cli {
namespace {

constexpr auto title_of_time = "Time";
constexpr auto title_of_limits = "What bots may do";

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
  verb.under(title_of_limits)
      .option("--limit", &limit,
              "Limits of the bots, or of one: budget, turn_limit and first_turn_limit in seconds; "
              "memory, file_size and disk in MiB; processes, threads and open_files. BOT is a "
              "bot's name or seat. Default: the game's, see docs/reference/protection.md")
      .unit("[BOT:]KEY=VALUE,...")
      .one_at_a_time()
      .check([](const std::string& given) {
        try {
          static_cast<void>(match::LimitList({given}));
          return std::string();
        } catch (const text::InputError& error) {
          return std::string(error.what());
        }
      });
  add_trust_option(
      verb.under(title_of_limits), trust,
      "Run bots without isolation, to debug them; records say so. A bot may then leave "
      "files and processes behind; see docs/internals/protection-proof.md");
  add_json_option(verb, json);
  add_quiet_option(verb, quiet);
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

std::optional<double> PlayOptions::speed_factor() const {
  if (speed && !match::is_speed(*speed)) {
    throw UsageError(fmt::format("--speed must be a number from {} to {}", match::least_speed,
                                 match::most_speed));
  }
  return speed;
}

void PlayOptions::give_limits(match::ContestantOptions& bot, const rules::GameInfo& game,
                              std::initializer_list<std::string_view> names) const {
  const match::GivenLimits given = limits().with_all(names);
  bot.limits = given.chosen;
  bot.times =
      match::here(match::chosen_or(given.times, match::times_of(game)), speed_factor().value_or(1));
}

config::Overrides PlayOptions::overrides() const {
  config::Overrides overrides;
  overrides.seed = seed;
  overrides.limits = limits();
  overrides.clock = clock_kind();
  overrides.speed = speed_factor();
  overrides.toolchain = toolchain_year();
  if (trust) overrides.isolation = config::Isolation::off;
  return overrides;
}

}  // namespace referee::cli
