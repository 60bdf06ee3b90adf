// Options of several verbs. Each is defined here once: its names, unit, range and check. A verb
// passes its own help text where the option means something special there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/cli/options/options.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/config/config.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// Adds the game, as an argument and as an option.
Option add_game_argument(const Verb& verb, Value game,
                         const std::string& help = "The game; see referee games");
Option add_game_option(const Verb& verb, std::string& game,
                       const std::string& help = "The game; see referee games");

// Adds --game to a verb that shows games of judges.
Option add_judge_option(const Verb& verb, std::string& folder);

Option add_seed_option(const Verb& verb, Value seed, const std::string& help);
Option add_jobs_option(
    const Verb& verb, unsigned& jobs,
    const std::string& help = "Matches played at the same time; default: one for each processor");
// Adds --trust to a verb whose folder or config says whether bots run isolated.
Option add_trust_option(const Verb& verb, bool& trust, const std::string& help);
Option add_plan_only_option(const Verb& verb, bool& plan_only, const std::string& help);

Option add_json_option(const Verb& verb, bool& json,
                       const std::string& help = "Print the result as JSON");
Option add_quiet_option(const Verb& verb, bool& quiet);

// Adds --out, a folder or a file.
Option add_out_option(const Verb& verb, std::string& path, const std::string& help,
                      const std::string& unit = "DIR");
// Adds --out, a file to which the record of a match is appended.
Option add_record_option(const Verb& verb, std::string& file);
// Adds --html, a file for a page.
Option add_page_option(const Verb& verb, std::string& file, const std::string& help);
// Adds --stderr, which shows what bots wrote there.
Option add_stderr_option(const Verb& verb, bool& shown, const std::string& help);

// Options with which games are played.
struct PlayOptions {
  std::optional<std::uint64_t> seed;
  std::optional<double> budget;  // seconds
  std::optional<double> turn_limit;
  std::optional<double> first_turn_limit;
  std::optional<double> speed;
  std::optional<std::string> clock;
  std::optional<std::string> toolchain;
  bool trust = false;
  bool json = false;
  bool quiet = false;

  void add_to(const Verb& verb);
  // Adds --turn-limit and --first-turn-limit, which the other functions leave out.
  void add_turn_limits_to(const Verb& verb);
  // Adds all of them except the seed.
  void add_without_seed_to(const Verb& verb);
  [[nodiscard]] std::optional<kernel::ClockKind> clock_kind() const;
  // The year of the official commands for bots that are source files.
  [[nodiscard]] std::optional<unsigned> toolchain_year() const;
  // The budget on the official machine. Throws UsageError if it is out of range.
  [[nodiscard]] std::optional<kernel::Duration> budget_duration() const;
  // The given speed of this machine relative to the official one; nothing if none was given.
  // Throws UsageError if it is out of range.
  [[nodiscard]] std::optional<double> speed_factor() const;
  // The budget that was given, or the game's, on this machine.
  [[nodiscard]] kernel::Duration budget_here(const rules::GameInfo& game) const;
  // The limits of single turns on this machine.
  [[nodiscard]] match::TurnLimits turns_here(const rules::GameInfo& game) const;
  // The limits of turns that were given, on the official machine; 0: none.
  [[nodiscard]] match::TurnLimits turn_limits() const;
  // What was given instead of what a config says. Throws as these do.
  [[nodiscard]] config::Overrides overrides() const;
};

// Adds an option for each limit of bots.
void add_limit_options(const Verb& verb, kernel::ChosenLimits& limits);
// Adds --read: for bots, or for what `help` says.
void add_read_option(const Verb& verb, std::vector<std::string>& read);
void add_read_option(const Verb& verb, std::vector<std::string>& read, const std::string& help);

// Adds --logs.
void add_logs_option(const Verb& verb, std::string& folder);

}  // namespace referee::cli
