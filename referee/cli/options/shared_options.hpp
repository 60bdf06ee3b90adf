// Options of several verbs. Each is defined here once: its names, unit, range and check. A verb
// passes its own help text where the option means something special there.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/options/options.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/limit_list.hpp"
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
  std::vector<std::string> limit;  // as match::LimitList takes them
  std::optional<double> speed;
  std::optional<std::string> clock;
  std::optional<std::string> toolchain;
  bool trust = false;
  bool json = false;
  bool quiet = false;

  void add_to(const Verb& verb);
  // Adds all of them except the seed.
  void add_without_seed_to(const Verb& verb);
  [[nodiscard]] std::optional<kernel::ClockKind> clock_kind() const;
  // The year of the official commands for bots that are source files.
  [[nodiscard]] std::optional<unsigned> toolchain_year() const;
  [[nodiscard]] match::LimitList limits() const { return match::LimitList(limit); }
  // The given speed of this machine relative to the official one; nothing if none was given.
  // Throws UsageError if it is out of range.
  [[nodiscard]] std::optional<double> speed_factor() const;
  // The limits of a bot that has one of these names, in a game, on this machine.
  void give_limits(match::ContestantOptions& bot, const rules::GameInfo& game,
                   std::initializer_list<std::string_view> names) const;
  // What was given instead of what a config says. Throws as these do.
  [[nodiscard]] config::Overrides overrides() const;
};

// Adds --read: for bots, or for what `help` says.
void add_read_option(const Verb& verb, std::vector<std::string>& read);
void add_read_option(const Verb& verb, std::vector<std::string>& read, const std::string& help);

// Adds --logs.
void add_logs_option(const Verb& verb, std::string& folder);

}  // namespace referee::cli
