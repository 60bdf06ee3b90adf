// A judge: a program that knows the rules of one game. Its process, and the lines that are
// exchanged with it, see docs/reference/judge.md.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/play/judge/answers.hpp"
#include "rules/game.hpp"

namespace referee::judge {

// A judge crashed, kept silent, contradicted itself, or broke the protocol. No bot is at fault, and
// the match has no result: exit code 3.
class JudgeError : public text::MachineError {
 public:
  JudgeError(const std::string& what, std::string details)
      : MachineError(what), details_(std::move(details)) {}
  // The last exchanges with it and the end of its standard error, in several lines.
  [[nodiscard]] const std::string& details() const noexcept { return details_; }

  // The last line of a player that the judge was given in this game, if there was one.
  struct LastLine {
    rules::Seat seat{};
    bool jury = false;  // the jury wrote it, in place of the bot
    std::string line;
  };
  std::optional<LastLine> last_line = {};

 private:
  std::string details_;
};

// The way to start a judge. Must outlive its processes.
struct JudgeProgram {
  std::string game;                   // its name, for messages
  bot::BotSpec spec;                  // see spec_of()
  std::filesystem::path source = {};  // in the game's folder; empty: it is a command
  // The judge and its further files, there.
  std::vector<std::filesystem::path> files = {};
  // The number that it is told; 0: none, as its game is for two.
  std::size_t seats = 0;
  std::string goal = {};  // "max" or "min", which it is told if it can be; empty: none
  // Called with each request and its answer, as lines; may be empty.
  std::function<void(std::string_view request, std::string_view answer)> heard = {};
};

// The walls and limits of a judge, for a command that has been found. `patience`: the CPU time that
// an answer may take. A judge that sleeps ends after kernel::wall_limit_factor times that; the time
// in which it was ready to run and got no processor does not count, as for bots.
struct JudgeLimits {
  kernel::Duration patience = std::chrono::seconds(10);
  std::size_t memory = std::size_t{1024} * kernel::mebibyte;  // bytes
  unsigned processes = 0;                                     // child processes
};
bot::BotSpec spec_of(const std::string& game, const program::Command& command,
                     const JudgeLimits& limits);

// What a game.json gives its judge beyond what a bot has unless its caller says so: "16384 GiB of
// memory (a bot: 2 GiB)"; empty if nothing. Whoever plays somebody else's game should know.
std::string beyond_a_bot(const JudgeLimits& limits);

// Belongs to the thread that made it: it ends with that thread. Other threads may ask it, one at a
// time.
class JudgeProcess {
 public:
  // Ends all waiting for judges: present and later calls of ask() throw bot::Interrupted. May be
  // called from any thread.
  static void interrupt_all();

  // Starts it, asks for the version of its protocol, and says how many seats there are. Throws
  // JudgeError, bot::Interrupted, and bot::EnvironmentError if the machine cannot start anything.
  explicit JudgeProcess(const JudgeProgram& program);
  // Tells it to leave.
  ~JudgeProcess();
  JudgeProcess(const JudgeProcess&) = delete;
  JudgeProcess& operator=(const JudgeProcess&) = delete;

  // Whether it has this ability besides those of every judge: "test", "count", ...
  [[nodiscard]] bool can(std::string_view word) const;
  [[nodiscard]] const std::vector<std::string>& abilities() const noexcept { return can_; }

  // Sends a request, a line without its newline, and returns the lines of the answer without the
  // last one, the dot. They are valid until the next request. Throws JudgeError and
  // bot::Interrupted.
  const Lines& ask(std::string_view request);

  // Throws JudgeError: the judge did what it must not. `what`: "refuses its own move b2".
  [[noreturn]] void fail(std::string_view what);
  // Returns the result of `read` for an answer; the BadAnswer that it throws fails the judge.
  template <typename Read>
  auto reading(const Read& read) {
    try {
      return read();
    } catch (const BadAnswer& bad) {
      fail(bad.what);
    }
  }
  // The deal of a seed: what the judge answers to `deal SEED`.
  std::string deal(std::uint64_t seed);

  [[nodiscard]] bool belongs_to_this_thread() const noexcept {
    return thread_ == std::this_thread::get_id();
  }
  // Whether it may be asked; false once it has failed.
  [[nodiscard]] bool usable() const noexcept { return usable_; }
  // Whether it has used half of the CPU time that this process gives each program (ulimit -t): no
  // further game should begin with it.
  [[nodiscard]] bool is_spent() const;

 private:
  // A registration with interrupt_all() for as long as it lives.
  struct Waiting {
    explicit Waiting(bot::Host& host);
    ~Waiting();
    Waiting(const Waiting&) = delete;
    Waiting& operator=(const Waiting&) = delete;
    bot::Host& host;
  };
  void greet();
  [[nodiscard]] std::string last_exchanges() const;
  // A line that names a file with all requests of this game; empty if it cannot be kept.
  [[nodiscard]] std::string way_to_repeat() const;

  static constexpr std::size_t shown = 5;

  const JudgeProgram& program_;
  const std::thread::id thread_ = std::this_thread::get_id();
  bot::ProcessHost host_;
  const Waiting waiting_{host_};
  std::unique_ptr<bot::Bot> bot_;
  std::vector<std::string> can_;
  std::array<Exchange, shown> exchanges_;  // a ring
  std::size_t asked_ = 0;
  std::string of_this_game_;  // requests of this game since the last start, as lines
  Lines lines_;
  bool usable_ = true;
};

// The processes of one judge: a game that is being played has one to itself, and gives it back when
// it is over, to be asked for the next game. Each thread keeps its own.
class JudgePool {
 public:
  // `program` must outlive the pool, and the pool all threads that have used it.
  explicit JudgePool(const JudgeProgram& program) : program_(program) {}
  JudgePool(const JudgePool&) = delete;
  JudgePool& operator=(const JudgePool&) = delete;

  // Returns an idle process, or a new one. Throws like JudgeProcess.
  std::unique_ptr<JudgeProcess> take();
  // Keeps the process for the next game if it is usable and belongs to this thread; else it leaves.
  void give_back(std::unique_ptr<JudgeProcess> process) noexcept;
  // Lets this thread's idle processes leave: for a pool that ends before its thread.
  void close();

 private:
  const JudgeProgram& program_;
  // What threads know it by: no other pool has it as long as one of them does.
  const std::shared_ptr<const void> mark_ = std::make_shared<char>();
};

// Gives a process back at its end. A copy is empty.
class Lease {
 public:
  Lease() = default;
  explicit Lease(JudgePool& pool) : pool_(&pool), process_(pool.take()) {}
  ~Lease() {
    if (process_) pool_->give_back(std::move(process_));
  }
  Lease(Lease&&) noexcept = default;
  Lease& operator=(Lease&&) noexcept = default;
  Lease(const Lease& /*other*/) noexcept {}
  Lease& operator=(const Lease&) = delete;

  explicit operator bool() const noexcept { return process_ != nullptr; }
  JudgeProcess& operator*() const noexcept { return *process_; }
  JudgeProcess* operator->() const noexcept { return process_.get(); }

 private:
  JudgePool* pool_ = nullptr;
  std::unique_ptr<JudgeProcess> process_;
};

}  // namespace referee::judge
