// What several verbs share: options, the terminal, the machine's facts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/bot/bot.hpp"
#include "referee/bot/limits.hpp"
#include "referee/cli/options.hpp"
#include "referee/report/style.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {

// Options with which games are played.
struct PlayOptions {
  std::optional<std::uint64_t> seed;
  std::optional<double> budget;  // seconds
  std::optional<std::string> clock;
  bool trust = false;
  bool json = false;
  bool quiet = false;

  void add_to(const Verb& verb);
  [[nodiscard]] std::optional<bot::ClockKind> clock_kind() const;
  // Throws UsageError for a budget that is none.
  [[nodiscard]] std::optional<bot::Duration> budget_duration() const;
};

// Lets the command line choose the limits of both bots, an option for each of them.
void add_limit_options(const Verb& verb, bot::ChosenLimits& limits);

// Throws UsageError naming the nearest game.
const rules::GameInfo& game_named(const std::string& name);

// The facts about this machine that stand in every record, as one line of JSON: the
// protections are those that `referee doctor` prints, by the same names.
std::string host_facts(const bot::Protections& protections, bool isolated);

// Throws EnvironmentError if a wall is missing that the config demands.
void require_isolation(const bot::Protections& protections);

// Whether people read this stream (1 or 2) on a terminal that can do colours.
bool on_terminal(int descriptor);
int terminal_width(int descriptor);
int terminal_rows(int descriptor);
// Whether standard error can have a display that is drawn anew: not among lines of debug.
bool live_display(bool quiet);
// How results look on standard output: coloured and as wide as the terminal, or
// plain and as wide as they get.
report::TextStyle output_style();

}  // namespace referee::cli
