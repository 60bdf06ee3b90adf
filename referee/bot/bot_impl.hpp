// The inside of a bot and its host, shared by the files that implement them; no
// other file may include it, because Asio takes long to compile.
//
// Everything runs on the host's thread. A turn in which nothing happens but its answer needs
// no event loop, and most bots never meet it. Else the turn is one coroutine that is run to
// its end, and three more for each bot in the background wait for its end, drain its stderr
// and answer what its walls refuse.
#pragma once

#include <linux/seccomp.h>
#include <poll.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/process/v2/process.hpp>

#include "referee/bot/bot.hpp"
#include "referee/bot/cgroup.hpp"
#include "referee/bot/guardian.hpp"
#include "referee/bot/launcher.hpp"
#include "referee/bot/line_buffer.hpp"
#include "referee/bot/process_clock.hpp"
#include "referee/bot/sandbox.hpp"
#include "referee/bot/scratch.hpp"
#include "referee/bot/tail.hpp"
#include "referee/bot/usage.hpp"

namespace referee::bot {

namespace asio = boost::asio;

using Executor = asio::io_context::executor_type;
using Stream = asio::posix::basic_stream_descriptor<Executor>;
using Timer = asio::basic_waitable_timer<std::chrono::steady_clock,
                                         asio::wait_traits<std::chrono::steady_clock>, Executor>;
template <typename T = void>
using Task = asio::awaitable<T, Executor>;
inline constexpr asio::use_awaitable_t<Executor> awaiting{};

using SteadyTime = std::chrono::steady_clock::time_point;

// One end of a bot's pipe, or another descriptor of it. The event loop learns of it only
// when somebody waits for it there.
class Channel {
 public:
  explicit Channel(asio::io_context& io) : stream_(io) {}

  void assign(Descriptor descriptor) { descriptor_ = std::move(descriptor); }
  [[nodiscard]] bool is_open() const noexcept { return descriptor_ || stream_.is_open(); }
  // -1 if it is not open.
  [[nodiscard]] int get() {
    return stream_.is_open() ? stream_.native_handle() : descriptor_.get();
  }
  // Throws boost::system::system_error if the event loop cannot take it, for lack of watches
  // (/proc/sys/fs/epoll/max_user_watches) or memory.
  Stream& stream() {
    if (descriptor_) {
      stream_.assign(descriptor_.get());
      descriptor_.release();
    }
    return stream_;
  }
  // Ends what waits for it.
  void cancel() {
    boost::system::error_code ignored;
    if (stream_.is_open()) stream_.cancel(ignored);
  }
  void close() {
    boost::system::error_code ignored;
    if (stream_.is_open()) stream_.close(ignored);
    descriptor_.reset();
  }

 private:
  Descriptor descriptor_;
  Stream stream_;
};

// How often memory and disk are looked at: often enough that a bot cannot do harm
// between two looks, seldom enough to cost 0.1 % of a core. Where a look costs much, less
// often, so that it costs no more than a part of a core.
inline constexpr Duration resource_period = std::chrono::milliseconds(50);
inline constexpr int resource_share = 10;

class Host::Impl {
 public:
  explicit Impl(const Protections& found);

  // The walls of a bot, made when it is started here for the first time.
  const Sandbox& sandbox(const BotSpec& spec);

  // Runs everything that is pending until `done`.
  template <typename Done>
  void run_until(Done done) {
    if (!done()) watch_all();
    while (!done()) {
      if (interrupted) throw Interrupted();
      if (!failed_.empty()) throw EnvironmentError(failed_);
      if (io.stopped()) io.restart();
      io.run_one_until(next_look_);
      look();
    }
  }

  // Lets a coroutine run in the background. If it fails, run_until throws from then on:
  // nothing may be waited for that nobody watches any more.
  void run_in_background(Task<> task) {
    asio::co_spawn(io.get_executor(), std::move(task), [this](const std::exception_ptr& failure) {
      if (failure) failed_ = why(failure);
    });
  }

  // Runs one coroutine to its end, and whatever else happens meanwhile.
  template <typename T>
  T run(Task<T> task) {
    std::optional<T> result;
    std::exception_ptr failure;
    asio::co_spawn(io.get_executor(), std::move(task), [&](std::exception_ptr error, T value) {
      failure = std::move(error);
      if (!failure) result = std::move(value);
    });
    run_until([&] { return result.has_value() || failure; });
    if (failure) throw EnvironmentError(why(failure));
    return std::move(*result);
  }

  const Protections protections;
  const std::shared_ptr<const OpenPaths> system;
  const int processors;  // that this thread, and so its bots, may run on
  // More threads than one may post; only this host's thread runs.
  asio::io_context io;
  // Keeps run_one waiting while all that is left is a bot's silence.
  asio::executor_work_guard<Executor> work{io.get_executor()};
  Launcher launcher;
  ScratchFolders scratch;
  ControlGroups groups;
  const OwnWaitClock own_waits;
  std::optional<Guardian> guardian;  // once there is a bot that may have children
  std::set<Bot::Impl*> running;
  std::set<Bot::Impl*> leaving;
  std::set<Bot::Impl*> unwatched;  // running, and nothing waits for them in the background
  int unsent = 0;                  // bots whose input is full: the rest waits in the background
  std::atomic<bool> interrupted = false;

  void interrupt();

  // Bots that leave mostly have left when one looks.
  void settle_briefly();

  // Whoever's turn it is, all bots are kept to their limits; if it is time for that. Returns
  // when to look again.
  SteadyTime look();

  // What ended a wait for a bot's answer.
  enum class Woken : std::uint8_t {
    by_output,
    by_stderr,  // of this bot
    by_time,
    by_other,  // something that the event loop has to see to
  };
  // Waits for a bot without the event loop. Only when nothing waits there that this does not
  // see: nobody leaves, and all input has been written.
  Woken wait_without_loop(Bot::Impl& bot, SteadyTime until);

 private:
  // That the event loop cannot wait for something is the machine's fault.
  static std::string why(const std::exception_ptr& failure) {
    try {
      std::rethrow_exception(failure);
    } catch (const std::exception& error) {
      return std::string("a bot cannot be waited for: ") + error.what();
    }
  }
  void watch_all();

  SteadyTime next_look_{};
  Descriptor wake_;              // readable after interrupt()
  std::vector<pollfd> watched_;  // kept for its room
  std::string failed_;           // why a bot is not watched any more; empty: all are
  std::unordered_map<const BotSpec*, std::unique_ptr<Sandbox>> sandboxes_;
};

class Bot::Impl : public std::enable_shared_from_this<Bot::Impl> {
 public:
  Impl(Host::Impl& host, const BotSpec& spec, ClockKind clock);

  // Starts the process; a failure becomes the fault of its first turn.
  void start();
  // Kills what is left, at once, and waits for it.
  void abandon();

  Turn run_turn(std::string_view lines);
  void leave(std::string_view lines, Farewell farewell);
  [[nodiscard]] const Departure& departure() const noexcept { return departure_; }

  // Waits in the background for all that may come of it.
  void watch();
  // The pidfd: readable once it has ended.
  [[nodiscard]] int pidfd() const noexcept { return pidfd_; }
  // It has ended and nobody watched.
  void finish();
  // Kills it if it is beyond its limits; the fault is kept for its next turn. Returns when
  // to look again.
  SteadyTime look();

  // Its standard output; its stderr, -1 once that is at its end; the reports of its filter,
  // -1 without one.
  [[nodiscard]] int output() { return out_.get(); }
  [[nodiscard]] int stderr_or_none() { return stderr_at_end_ ? -1 : err_.get(); }
  [[nodiscard]] int listener() { return listener_.get(); }

 private:
  using Self = std::shared_ptr<Impl>;  // keeps the bot alive while a coroutine waits

  void prepare_for_children(std::vector<std::string>& environment);
  void adopt(Child child);
  void see_off();
  Task<> watch_exit(Self self);
  Task<> drain_stderr(Self self);
  Task<> discard_output(Self self);
  Task<> answer_refusals(Self self);
  Task<> write_rest(Self self);

  void send(std::string_view lines);
  std::optional<Fault> wait_briefly();
  std::optional<Fault> wait_without_loop(SteadyTime begin);
  Task<std::optional<Fault>> wait_for_line(SteadyTime begin);
  std::optional<Fault> read_some();
  [[nodiscard]] Fault line_too_long() const;
  // How long the bot and this thread have waited for a processor so far.
  Duration waits_for_processors();
  Task<Fault> fault_of_closed_output(SteadyTime begin);
  Fault fault_of_exit();
  [[nodiscard]] std::string with_hint(std::string reason) const;
  [[nodiscard]] std::optional<Fault> over_cpu_budget(Duration cpu) const;
  std::optional<Fault> over_budget(Duration cpu, Duration this_turn);
  bool overslept(Duration wall);
  SteadyTime next_check(SteadyTime begin);
  Duration cpu_used();
  Duration children_time();
  Duration group_time();
  [[nodiscard]] bool has_children() const;
  // A bot without children needs less care.
  [[nodiscard]] bool may_have_children() const noexcept {
    return !spec_.isolated || spec_.limits.processes > 0;
  }
  [[nodiscard]] std::vector<pid_t> members() const;
  [[nodiscard]] bool ran_out_of_memory() const;
  std::optional<Fault> over_resources();
  std::optional<Fault> measure_resources();
  void charge_cpu(Turn& turn);
  int judge(const seccomp_notif& request, std::string& call);
  void wait_for_child(std::size_t before) const;

  void suspend();
  bool has_stopped() const;
  void resume();
  // CPU time since it was suspended: none, unless it has found a way to be woken.
  Duration used_suspended();
  std::optional<Fault> over_suspension();
  enum class Leader : std::uint8_t { may_run, has_ended };
  void kill_tree(Leader leader = Leader::may_run);
  void kill_group();
  void reap();
  void reap_all();
  void note_end();
  void note_end_after_kill();
  void read_stderr();
  bool read_stderr_once();
  void clean_up();
  void give_back();

  Host::Impl& host_;
  const BotSpec& spec_;
  ClockKind clock_kind_;
  std::optional<Fault> launch_fault_;
  std::optional<Fault> found_fault_;  // for which it has been killed

  boost::process::v2::basic_process<Executor> process_;
  pid_t pid_ = -1;
  int pidfd_ = -1;  // process_ owns it, but Boost 1.81 cannot be asked for it
  Channel out_;
  Channel in_;
  Channel err_;
  Channel listener_;
  Channel ended_;  // a second pidfd, for the event loop
  Timer timer_;
  ScratchFolders::Folder scratch_;

  std::optional<ControlGroup> group_;
  std::vector<pid_t> strays_;     // killed, and perhaps not of its process group
  std::string marker_;            // in its environment, where nothing else finds its children
  std::size_t memory_floor_ = 0;  // what the kernel's account of a dead bot includes of us
  std::uint64_t memory_kills_at_start_ = 0;
  SteadyTime next_resource_check_{};
  Duration cpu_at_resource_check_{-1};  // as of the last one; none yet
  std::size_t file_memory_ = 0;         // pages of files that were part of its memory then
  bool offered_ = false;                // to be killed first if the machine runs out of memory
  SteadyTime next_sample_{};            // of children's clocks
  SteadyTime next_wait_sample_{};       // of how long they were ready and waited

  ProcessClock clock_;
  ChildClocks children_;
  Duration children_in_group_{};  // CPU time, as of the last look
  WaitClock waits_;
  Duration waited_{};   // as of the last sample
  Duration excused_{};  // beyond the wall limit, because it was seen computing
  // An answer may have come while we waited for a processor ourselves.
  Duration own_wait_at_start_{};
  Duration own_wait_{};  // since then, as of the last look
  Duration clock_at_start_{};
  Duration cpu_charged_{};
  Duration wall_charged_{};
  LineBuffer output_;
  std::uint64_t output_total_ = 0;
  std::string unsent_;
  Tail stderr_;
  bool stderr_at_end_ = false;
  Departure departure_;
  int exit_status_ = 0;   // as waitpid gives it, once !running_
  bool running_ = false;  // has not ended yet
  bool reaped_ = false;
  bool output_closed_ = false;
  bool writing_rest_ = false;
  bool suspended_ = false;
  bool seen_stopped_ = false;     // since it was suspended
  Duration cpu_at_suspension_{};  // or when it was first seen stopped
  Duration used_on_its_way_{};    // between the two
  bool leaving_ = false;
  SteadyTime grace_end_{};  // of one that is leaving
};

}  // namespace referee::bot
