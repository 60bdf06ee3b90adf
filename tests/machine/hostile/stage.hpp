// Where a behaviour of bots/hostile meets another bot: inside the fence, with copies of the
// programs; what its options say, and what is left behind.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/match.hpp"

namespace arena {

// An end may come later by so many times what the referee waited for its processor meanwhile: its
// bots wait for the same one.
inline constexpr int own_waits_allowed = 3;

// What bots/hostile tells of one behaviour.
struct Listed {
  std::string group;
  std::string name;
  std::string options;
  std::string fault;
  std::string reason;
  std::string does;
};

struct How {
  referee::kernel::ClockKind clock = referee::kernel::ClockKind::cpu;
  bool any_game = false;
  bool by_clock = false;       // a limit of time is what it must meet
  bool only_measured = false;  // what it costs its opponent is known, its own fault is not
  bool held_by_group = false;  // its fault cannot come about where there are control groups
  // On a busy machine a bot may come to the end of its game before it has done what it does. It has
  // not, where these say so, if it has no fault, or if nothing was refused to it.
  bool needs_fault = false;
  bool needs_refusal = false;
  std::string opponent;  // a behaviour of bots/hostile; empty: the example bot of the game
};

// Times beyond every need, in which only what never ends is ended: tests of one limit must not
// meet another on a slow machine.
void set_far_limits(referee::kernel::Limits& limits);

// Reads options as hostile.hpp describes them; those that are limits go into `limits`, a small
// budget `scale` times as large.
How apply_options(const std::string& text, int scale, referee::kernel::Limits& limits);

std::vector<std::string> split(const std::string& text, char separator);

class Stage {
 public:
  // `folder` holds the copies of programs().
  explicit Stage(std::filesystem::path folder);

  [[nodiscard]] std::vector<Listed> list_of(const std::string& group) const;
  [[nodiscard]] referee::match::Contestant contestant(const std::string& program,
                                                      const std::string& argument) const;
  referee::match::MatchRecord play(const referee::match::Contestant& bad,
                                   const referee::match::Contestant& good, bool bad_first,
                                   const std::string& game, referee::kernel::ClockKind clock);
  // A behaviour against the bot that its options name, else an honest one.
  referee::match::MatchRecord play_against(const std::string& name, const std::string& options,
                                           const std::string& game, bool bad_first);
  // The same until it has shown what it does, but no more than 20 times. `groups`: there are
  // control groups, which keep some from doing it.
  referee::match::MatchRecord try_out(const std::string& name, const std::string& options,
                                      const std::string& game, bool bad_first, bool groups);

  // A host of its own for what follows; and its end.
  void begin() { begin(protections_); }
  // The same on a kernel that has no more than this.
  void begin(const referee::walls::Protections& protections);
  void end() { host_.reset(); }
  // Interrupts what that host does; from any thread.
  void interrupt() { host_->interrupt(); }

  // A small budget is so many times that of the list, by what an honest game costs here and now:
  // a start must be a small part of it.
  [[nodiscard]] int scale() const noexcept { return scale_; }
  // All small budgets are divided by this. Only for who does not look at the fault.
  void hurry(int divisor) noexcept { divisor_ = divisor; }
  // What the opponent has of a budget; nothing: far beyond any need.
  void give_opponent(std::optional<referee::kernel::Duration> budget) noexcept {
    opponents_budget_ = budget;
  }
  // With times as they are in the list.
  [[nodiscard]] std::string as_listed(std::string reason, const std::string& options) const;

  [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

 private:
  std::filesystem::path folder_;
  referee::walls::Protections protections_;
  std::vector<std::unique_ptr<referee::match::Contestant>> kept_;
  std::optional<referee::bot::ProcessHost> host_;
  int scale_ = 1;
  int divisor_ = 1;
  std::optional<referee::kernel::Duration> opponents_budget_;
};

// What a match could leave behind, counted.

struct Leftovers {
  std::size_t processes = 0;
  std::size_t descriptors = 0;
  std::size_t shared_memory = 0;
  std::size_t scratch_files = 0;
  std::size_t ipc = 0;

  friend bool operator==(const Leftovers&, const Leftovers&) = default;
};

// Everything in this process's namespaces and its temporary folder, as it is now.
Leftovers look_around();

// What is there after, and was not before, in words; empty if nothing. Also looks for the
// file that some behaviours try to write outside of their scratch folder.
std::string difference(const Leftovers& before, const Leftovers& after);
// The same of what is left for good: a look at a bot's memory may outlive it for a moment.
std::string left_behind(const Leftovers& before);

// How many entries a folder has; 0 if it cannot be read.
std::size_t entries(const char* folder);
// How many processes this namespace has.
std::size_t count_processes();

}  // namespace arena
