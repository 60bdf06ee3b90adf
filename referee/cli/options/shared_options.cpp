#include "referee/cli/options/shared_options.hpp"

#include <fmt/core.h>

#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/play/judge/games.hpp"
#include "rules/random.hpp"

namespace referee::cli {
namespace {

constexpr auto title_of_time = "Time";
constexpr auto title_of_limits = "What bots may do";

Option option_for_game(const Verb& verb, std::string& game, const std::string& word) {
  return verb
      .option(
          "-g,--game" + word, &game,
          "The game: its name, or its folder; see referee show games. Verbs that show records draw "
          "with the judge in that folder; where the game is the first word, --game GAME, "
          "anywhere, is the same")
      .unit("GAME");
}

}  // namespace

Option add_game_argument(const Verb& verb, std::string& game) {
  return option_for_game(verb, game, ",game");
}

Option add_game_option(const Verb& verb, std::string& game) {
  return option_for_game(verb, game, {});
}

Option add_seed_option(const Verb& verb, Value seed) {
  return verb
      .option("--seed", seed, "Seed of all random choices: the same seed gives the same games")
      .unit("N")
      .within(0, rules::max_seed);
}

Option add_jobs_option(const Verb& verb, unsigned& jobs) {
  constexpr unsigned most = 1024;
  return verb
      .option("-j,--jobs", &jobs,
              "Matches played at the same time; default: one for each processor")
      .unit("N")
      .within(1, most);
}

Option add_trust_option(const Verb& verb, bool& trust) {
  return verb.under(title_of_limits)
      .flag("--trust", trust,
            "Run bots without isolation, to debug them; records say so. A bot may then leave files "
            "and processes behind; see docs/internals/protection-proof.md");
}

void PartOption::add_to(const Verb& verb) {
  verb.option("--part", &text,
              "Play only the K-th of N parts of what can be played now, into --out DIR; referee "
              "merge joins the parts")
      .unit("K/N")
      .check(must_be_named);
}

std::optional<parts::Part> PartOption::part() const {
  if (text.empty()) return std::nullopt;
  try {
    return parts::part_of(text);
  } catch (const text::InputError& error) {
    throw UsageError(fmt::format("--part: {}", error.what()));
  }
}

void tell_next(const parts::Part& part, const std::string& folder) {
  text::tell("part {} of {} has no more to play now; referee merge {} joins the parts", part.number,
             part.count, text::shell_word(folder));
}

Option add_json_option(const Verb& verb, bool& json) {
  return verb.flag("--json", json, "Print JSON instead of text");
}

Option add_quiet_option(const Verb& verb, bool& quiet) {
  return verb.flag("-q,--quiet", quiet, "Print nothing but faults and errors on standard error");
}

Option add_out_option(const Verb& verb, std::string& folder) {
  return verb
      .option("--out", &folder,
              "The folder that keeps the records; the same command continues there. Default of "
              "tournament, view and import: results/NAME")
      .unit("DIR")
      .check(must_be_named);
}

Option add_save_option(const Verb& verb, Value file) {
  return verb
      .option(
          "--save", file,
          "Write the result to this file. `match` and `play` add a record to those there; `view` "
          "writes a page, or a picture if the name ends in .svg; its default is NAME.html for the "
          "folder NAME")
      .unit("FILE");
}

Option add_page_option(const Verb& verb, std::string& file) {
  return verb.option("--html", &file, "Write a page, with all games, to look at in a browser")
      .unit("FILE")
      .check(must_be_named);
}

Option add_stderr_option(const Verb& verb, bool& shown) {
  return verb.flag("--stderr", shown, "Show what bots wrote to their standard error");
}

Option add_read_option(const Verb& verb, std::vector<std::string>& read) {
  return verb.under(title_of_limits)
      .option("--read", &read,
              "A file or folder that the bots, of `show` the judge, may read besides; may be "
              "repeated")
      .unit("PATH")
      .one_at_a_time();
}

Option add_logs_option(const Verb& verb, std::string& folder) {
  return verb
      .option(
          "--logs", &folder,
          "Write all that bots write to their standard error into files: a folder for each bot, "
          "a file for each game, named by game, match, seat and opponent, at most 8 MiB each")
      .unit("DIR")
      .check(must_be_named);
}

Option add_seat_option(const Verb& verb, std::string& seat) {
  return verb
      .option("--seat", &seat,
              "Your seat, or that of the bot to replay: 1, which begins, 2, or its name; default: "
              "1, of `replay` the one that failed")
      .unit("SEAT");
}

Option add_games_option(const Verb& verb, Value games) {
  return verb
      .option("--games", games,
              "How many games to play; default: 20 for check, 200 in a ladder unless --minutes "
              "says")
      .unit("N")
      .within(1, 10'000'000);
}

Option add_bot_option(const Verb& verb, std::vector<std::string>& bots) {
  return verb
      .option("--bot", &bots,
              "Only matches of this bot; given several times, those between these bots")
      .unit("NAME")
      .one_at_a_time();
}

void PlayOptions::add_to(const Verb& verb) {
  add_seed_option(verb, &seed);
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
  add_trust_option(verb, trust);
  add_json_option(verb, json);
  add_quiet_option(verb, quiet);
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
  bot.times = match::local_times(given.times, game, speed_factor().value_or(1));
}

match::MatchSettings PlayOptions::settings(const walls::Protections& protections) const {
  match::MatchSettings settings;
  settings.clock = clock_kind().value_or(kernel::ClockKind::cpu);
  settings.isolated = !trust;
  settings.speed = speed_factor().value_or(1);
  settings.host_facts = host_facts(protections, settings.isolated);
  return settings;
}

config::Overrides PlayOptions::overrides(judge::Games& games) const {
  config::Overrides overrides;
  overrides.games = &games;
  overrides.seed = seed;
  overrides.limits = limits();
  overrides.clock = clock_kind();
  overrides.speed = speed_factor();
  overrides.toolchain = toolchain_year();
  if (trust) overrides.isolation = config::Isolation::off;
  return overrides;
}

}  // namespace referee::cli
