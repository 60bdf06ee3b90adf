// Shared by several verbs: options, the terminal, the machine's facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "referee/bot/bot.hpp"
#include "referee/cli/options/options.hpp"
#include "referee/match/budget.hpp"
#include "referee/report/style.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {

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
  // --turn-limit and --first-turn-limit, which the other functions leave out.
  void add_turn_limits_to(const Verb& verb);
  // All of them but the seed.
  void add_without_seed_to(const Verb& verb);
  [[nodiscard]] std::optional<kernel::ClockKind> clock_kind() const;
  // The year of the official commands for bots that are source files.
  [[nodiscard]] std::optional<unsigned> toolchain_year() const;
  // Of the official machine. Throws UsageError if the budget is out of range.
  [[nodiscard]] std::optional<kernel::Duration> budget_duration() const;
  // How many times as fast as the official machine this one is said to be; nothing if that was not
  // said. Throws UsageError if it is out of range.
  [[nodiscard]] std::optional<double> speed_factor() const;
  // The budget that was given, or the game's, on this machine.
  [[nodiscard]] kernel::Duration budget_here(const rules::GameInfo& game) const;
  // The same of single turns.
  [[nodiscard]] match::TurnLimits turns_here(const rules::GameInfo& game) const;
  // What was given of them, of the official machine; 0: nothing.
  [[nodiscard]] match::TurnLimits turn_limits() const;
};

// Adds an option for each limit of bots.
void add_limit_options(const Verb& verb, kernel::ChosenLimits& limits);
// Adds --read.
void add_read_option(const Verb& verb, std::vector<std::string>& read);

// --logs
void add_logs_option(const Verb& verb, std::string& folder);

// A seed that nobody chose: 53 random bits, more than a bot can try.
std::uint64_t any_seed();

// Throws UsageError for an unknown game, naming the closest one.
const rules::GameInfo& game_named(const std::string& name);

// The facts about this machine that every record contains, as one line of JSON. The
// protections have the names under which `referee doctor` prints them.
std::string host_facts(const walls::Protections& protections, bool isolated);

// Walls go off by --trust on the command line of this call alone. Throws UsageError if a file wants
// bots to run without them; `says` tells which file, and in which words.
void require_trust(bool trust, const std::string& says);

// Throws EnvironmentError if this machine lacks a protection that isolation needs.
void require_isolation(const walls::Protections& protections);

// Displays must not slow down matches: lowers the priority of this thread, and of
// those that it starts from now on.
void step_back();

// Whether this stream (1 or 2) goes to a terminal that can show colours.
bool on_terminal(int descriptor);
int terminal_width(int descriptor);
int terminal_rows(int descriptor);
// Whether standard error can show a display that redraws itself: a terminal without debug lines.
bool live_display(bool quiet);
// How results look on standard output: coloured and as wide as the terminal, or plain
// and of any width.
report::TextStyle output_style();

}  // namespace referee::cli
