// One bot from start to end, and the thread that looks after it.
//
// A Host belongs to one thread; its bots are started, asked and ended on that
// thread with calls that block until there is an answer, a fault or the end. While
// the host waits for one bot, it serves all of its bots: their standard
// error, what their walls report, their limits and their ends.
//
// What a bot may see and use: docs/reference/protection.md. How its time is counted:
// ClockKind and Limits.
#pragma once

#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::bot {

// The way to run a bot. Must outlive every host that has started it.
struct BotSpec {
  std::string name;
  // Empty if the command cannot be run, or may no longer be run; each start then is `launch_fault`.
  std::optional<program::Command> command;
  Fault launch_fault{FaultKind::launch, {}, {}};
  kernel::Limits limits;
  kernel::Whose whose = kernel::Whose::bot;
  bool isolated = true;                  // false: resource limits only (`--trust`)
  bool ponders = false;                  // may compute while another bot is asked
  std::vector<std::string> environment;  // further variables, "NAME=value"
  // Files and folders that it must not read even if they lie in its own folder: the referee's
  // results and configs, other bots' programs. Absolute.
  std::vector<std::filesystem::path> hidden;
  // A folder of the caller's that replaces the scratch folder and keeps what the bot, for example a
  // compiler, leaves in it. No other bot may use it or the folder that contains it. Such a bot may
  // pass descriptors on to programs that it starts. Empty: the bot gets a
  // scratch folder that is emptied after it.
  std::filesystem::path workshop;
  // An answer is all lines up to one that is only a dot, instead of one line. Limits::line is then
  // the length of an answer. Such a program is asked very often, and the CPU time of an answer
  // within a moment is not measured.
  bool answers_in_blocks = false;
};

// "bot 'ann'", "the judge of jane.hex", "the compiler g++"
std::string title_of(const BotSpec& spec);

// Hides from each of these bots what `also` names, and the programs and files of the others, as far
// as they are not its own.
void hide_from_each_other(std::span<BotSpec* const> bots,
                          std::span<const std::filesystem::path> also);

// A bot's answer to its lines.
struct Turn {
  // Valid if there is no fault. For a bot that answers in blocks: its lines, each ended by '\n',
  // without the final dot.
  std::string line;
  std::optional<Fault> fault;
  bool early = false;      // the line had been written before the turn began
  bool ended = false;      // it has left with exit code 0, in place of a line
  kernel::Duration cpu{};  // charged on each clock; both are always measured
  kernel::Duration wall{};
  // Bytes written to its standard error since its last turn ended. After a turn with a fault
  // that ended the bot, more may follow.
  std::uint64_t stderr_bytes = 0;
};

// The end of a bot; nothing here ever changes a result.
struct Departure {
  std::optional<int> exit_code;
  std::optional<int> signal;
  bool killed = false;     // it did not leave within its grace
  kernel::Duration cpu{};  // all CPU time used, from its start
  // Time for which it has waited for a processor since its start, if it ran out of wall time.
  std::optional<kernel::Duration> waited;
  std::size_t peak_memory = 0;  // bytes resident at most; 0: not known
  std::string stderr_tail;
  std::string stderr_head;           // the first bytes, as far as they are not in the tail
  std::uint64_t stderr_total = 0;    // bytes written in all
  std::vector<std::string> refused;  // system calls that its walls refused, by name; and
                                     // "thread" if it wanted too many
  // The use that may be missing from `cpu`; empty if none. One sentence without a full stop.
  std::string blind_spot;
};

// Thrown by take_turn and settle after Host::interrupt.
class Interrupted : public std::exception {
 public:
  [[nodiscard]] const char* what() const noexcept override { return "interrupted"; }
};

// The referee's own environment failed (no descriptors, no memory): not a bot's fault, and no
// verdict may be built on it.
class EnvironmentError : public text::MachineError {
  using MachineError::MachineError;
};

// No verdict is possible, and the match can be played again: the referee did not run for a while,
// and cannot tell whether the bot on turn kept its budget; or a bot lacked what bots of other
// matches may have taken. Nothing is wrong with its host or its bots.
class MatchVoid : public EnvironmentError {
 public:
  // `cure`: what to do if it happens again and again.
  MatchVoid(const std::string& what, std::string cure)
      : EnvironmentError(what), cure_(std::move(cure)) {}
  [[nodiscard]] const std::string& cure() const noexcept { return cure_; }

 private:
  std::string cure_;
};

// Receives all that a bot writes to its standard error, in pieces, on the thread of its host and
// perhaps while its clock runs: must not take long, and must not throw.
using ErrorSink = std::function<void(std::string_view)>;

class Bot {
 public:
  Bot() = default;
  // Kills what is still running and reaps it.
  virtual ~Bot() = default;
  Bot(const Bot&) = delete;
  Bot& operator=(const Bot&) = delete;

  // Gives the bot `lines` (each ended by '\n') and waits for one line. After a fault the bot must
  // be told to leave and not be asked again. `limit`: time limit of this turn; 0 uses the
  // configured one. `may_end`: leaving with exit code 0 is an answer, see Turn::ended.
  // Throws Interrupted, MatchVoid.
  virtual Turn take_turn(std::string_view lines, kernel::Duration limit = {},
                         bool may_end = false) = 0;

  // Whether its last answer, which is not a move, is the beginning of a runtime's message that
  // memory ran out; the fault is then `memory`. If a line may be such a message, waits until
  // the bot has ended, no longer than its grace. Throws Interrupted.
  virtual std::optional<Fault> death_in(std::string_view line) = 0;

  // Bytes that it has been given and has not read, as far as they wait here.
  [[nodiscard]] virtual std::size_t unread() const noexcept = 0;
  // CPU time used since its start.
  [[nodiscard]] virtual kernel::Duration cpu_used() const = 0;

  // The way in which it is asked to leave.
  enum class Farewell : std::uint8_t {
    polite,  // gets `lines`, its stdin closed, and its grace
    none,    // killed at once, for example after a timeout
  };
  // Begins to end the bot; Host::settle waits for it. Calls after the first do
  // nothing.
  virtual void leave(std::string_view lines, Farewell farewell) = 0;

  // Valid after Host::settle.
  [[nodiscard]] virtual const Departure& departure() const noexcept = 0;

  class Impl;  // of a process
};

class Host {
 public:
  Host() = default;
  virtual ~Host() = default;
  Host(const Host&) = delete;
  Host& operator=(const Host&) = delete;

  // Starts a bot. If it cannot be started, its first turn is a `launch` fault; if the referee's own
  // environment is to blame, throws EnvironmentError; text::MachineError if the machine has less
  // of something than its limits ask for. Limits that nobody chose are lowered to what there is,
  // with a note.
  virtual std::unique_ptr<Bot> start(const BotSpec& spec, kernel::ClockKind clock,
                                     ErrorSink errors = {}) = 0;

  // Waits until every bot that was told to leave is gone, with all of its
  // processes. Throws Interrupted.
  virtual void settle() = 0;

  // Makes the call that is running, and all later ones, throw Interrupted. May be
  // called from any thread.
  virtual void interrupt() = 0;

  class Impl;  // of processes
};

// Bots that are processes of this machine.
class ProcessHost final : public Host {
 public:
  // `hosts`: how many play at the same time, this one included; the bots of a match share what the
  // machine has with theirs. Throws EnvironmentError if the thread cannot get what it needs.
  explicit ProcessHost(const walls::Protections& protections, std::size_t hosts = 1);
  ~ProcessHost() override;

  std::unique_ptr<Bot> start(const BotSpec& spec, kernel::ClockKind clock,
                             ErrorSink errors = {}) override;
  void settle() override;
  void interrupt() override;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace referee::bot
