// Options of several verbs. Each is defined here once: its names, unit, range, check and help. It
// means the same in each verb.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/options/options.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/players.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/parts/part.hpp"
#include "rules/game_info.hpp"

namespace referee::cli {

// The first word of a verb that plays a game; also --game, see CommandLine::parse().
Option add_game_argument(const Verb& verb, std::string& game);
// Of a verb that may concern one game.
Option add_game_option(const Verb& verb, std::string& game);
Option add_seed_option(const Verb& verb, Value seed);
Option add_jobs_option(const Verb& verb, unsigned& jobs);
Option add_trust_option(const Verb& verb, bool& trust);
Option add_json_option(const Verb& verb, bool& json);

// The part that is played, of a tournament, comparison or tuning on several machines.
struct PartOption {
  std::string text;  // empty: the whole

  void add_to(const Verb& verb);
  // Throws UsageError for anything but K/N.
  [[nodiscard]] std::optional<parts::Part> part() const;
};
// Says on standard error what comes after the part in this folder.
void tell_next(const parts::Part& part, const std::string& folder);

Option add_quiet_option(const Verb& verb, bool& quiet);
// --out, a folder for records.
Option add_out_option(const Verb& verb, std::string& folder);
// --save, a file for the result.
Option add_save_option(const Verb& verb, Value file);
// --html, a file for a page.
Option add_page_option(const Verb& verb, std::string& file);
// --stderr, which shows what bots wrote there.
Option add_stderr_option(const Verb& verb, bool& shown);
Option add_read_option(const Verb& verb, std::vector<std::string>& read);
Option add_logs_option(const Verb& verb, std::string& folder);
Option add_seat_option(const Verb& verb, std::string& seat);
// --games, a number.
Option add_games_option(const Verb& verb, Value games);
// --bot, names of bots whose matches count.
Option add_bot_option(const Verb& verb, std::vector<std::string>& bots);

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
  // Of single games on a machine with these walls. Throws as speed_factor().
  [[nodiscard]] match::MatchSettings settings(const walls::Protections& protections) const;
  // What was given instead of what a config says. Throws as these do.
  [[nodiscard]] config::Overrides overrides(judge::Games& games) const;
};

}  // namespace referee::cli
