// How a bot ends, and what its end says of it.

#include <fmt/core.h>
#include <sys/wait.h>

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot_impl.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/bot/host_impl.hpp"
#include "referee/machine/kernel/folder.hpp"
#include "referee/machine/kernel/scheduling.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/java.hpp"
#include "referee/machine/program/last_words.hpp"
#include "referee/machine/walls/machine_lack.hpp"
#include "referee/machine/walls/refused_file.hpp"

namespace referee::bot {
namespace {

// How long to wait for processes that we may not kill, as they belong to another user by now: they
// may end when their pipes are closed.
constexpr kernel::Duration end_of_others = std::chrono::seconds(1);

// When to look again at a bot whose grace goes on because it waits for a processor.
constexpr kernel::Duration another_look = std::chrono::milliseconds(20);

}  // namespace

kernel::SteadyTime Bot::Impl::last_moment() const noexcept {
  return kernel::now() + (process_.may_be_killed() ? kernel::patience : end_of_others);
}

// ---- faults ----

// Its output is at an end. Normally the bot is about to end too, and how it does
// decides the fault; one that lives on after its grace is treated as having left. Its clocks
// go on meanwhile. Ending needs a processor, and locks of the kernel: waiting for these does not
// count.
std::optional<Fault> Bot::Impl::end_of_output(kernel::SteadyTime begin) {
  if (auto fault = await_own_end(begin)) return fault;
  if (!fault_ && process_.running()) {
    return Fault{FaultKind::exit, "closed its standard output without answering"};
  }
  if (fault_) return fault_;
  const bool well = WIFEXITED(end_.status) && WEXITSTATUS(end_.status) == 0;
  // Its output may not be at an end yet: for a moment other processes of ours hold it, too.
  if (may_end_ && well) return std::nullopt;
  return fault_of_exit();
}

std::optional<Fault> Bot::Impl::await_own_end(kernel::SteadyTime begin, std::string* last_output) {
  const kernel::Duration cpu_before = process_.clock().read();
  kernel::SteadyTime end = kernel::now() + limits_.grace;
  while (process_.running() && !fault_) {
    if (auto fault = over_limits(begin)) return fault;
    if (kernel::now() >= end) {
      if (!is_on_its_way(cpu_before)) {
        // It may have ended while we got no processor.
        host_.wait(kernel::now());
        break;
      }
      end = kernel::now() + another_look;
    }
    host_.wait(std::min(end, next_check(begin)));
    if (last_output != nullptr) keep_output(*last_output);
  }
  if (last_output != nullptr) keep_output(*last_output);
  return std::nullopt;
}

// A runtime may write more at its end than a socket holds, in hundreds of pieces.
void Bot::Impl::keep_output(std::string& kept) {
  constexpr std::size_t most = std::size_t{64} << 10;
  if (const std::string more = pipes_.take_rest(); kept.size() < most) kept += more;
}

bool Bot::Impl::is_on_its_way(kernel::Duration cpu_before) {
  if (is_ending()) return true;
  if (process_.clock().read() - cpu_before >= limits_.grace) return false;
  return standstill_.active() ||
         kernel::activity_of(process_.members()) != kernel::Activity::asleep;
}

std::optional<Fault> Bot::Impl::death_in(std::string_view line) {
  if (limits_.memory == 0 || fault_ || !program::may_be_last_words(line)) return std::nullopt;
  if (suspension_->active()) suspension_->resume();
  // It has had its turn: what it uses from here on is bounded by its grace.
  const kernel::SteadyTime begin = host_.waiting().time();
  excused_before_ = excused(begin);
  std::string last_output;
  if (await_own_end(begin, &last_output) || fault_ || process_.running()) return std::nullopt;
  const bool failed = WIFSIGNALED(end_.status) || WEXITSTATUS(end_.status) != 0;
  read_last_errors();
  const std::string words = fmt::format("{}\n{}\n{}", line, last_output, pipes_.errors().view());
  if (!failed || !program::tells_of_memory(words)) return std::nullopt;
  return memory_fault(words);
}

Fault Bot::Impl::memory_fault(std::string_view last_words) const {
  const std::size_t limit = limits_.memory;
  return program::tells_of_java(last_words)
             ? java_memory_fault(limit, program::java_needs(*spec_.command))
             : bot::memory_fault(limit);
}

Fault Bot::Impl::fault_of_exit() {
  read_last_errors();
  const bool by_signal = WIFSIGNALED(end_.status);
  if (auto fault = lack()) return *fault;
  if ((by_signal || WEXITSTATUS(end_.status) != 0) && ran_out_of_memory()) {
    return memory_fault(pipes_.errors().view());
  }
  if (by_signal) {
    const int signal = WTERMSIG(end_.status);
    Fault fault{FaultKind::crash,
                fmt::format("ended by {} without answering", text::signal_text(signal)),
                {{What::signal, static_cast<std::uint64_t>(signal)}}};
    if (signal == SIGKILL) {
      add_words(fault, "the referee did not send it: it was killed from outside, or killed itself");
    }
    if (signal == SIGXFSZ) add_file_size(fault, limits_.file_size);
    if (signal == SIGSYS && spec_.isolated) add_foreign_call(fault, *spec_.command);
    return with_hints(std::move(fault));
  }
  const int code = WEXITSTATUS(end_.status);
  if (code == 0) {
    return with_hints({FaultKind::exit, "left with exit code 0 without answering"});
  }
  return with_hints({FaultKind::crash,
                     fmt::format("left with exit code {} without answering", code),
                     {{What::exit_code, static_cast<std::uint64_t>(code)}}});
}

std::optional<Fault> Bot::Impl::lack() const {
  const bool killed = WIFSIGNALED(end_.status) && !departure_.killed && !end_.out_of_memory;
  const std::vector<std::string>& refused = refusals_.names();
  const bool was_refused = std::any_of(refused.begin(), refused.end(), [](const auto& call) {
    return call == "thread" || call == "clone" || call == "fork" || call == "vfork";
  });
  const walls::Ending ending{.last_words = pipes_.errors().view(),
                             .signal = killed ? WTERMSIG(end_.status) : 0,
                             .kills_before = host_.kills_at_start(),
                             .scratch = process_.scratch(),
                             .peak_memory = departure_.peak_memory,
                             .was_refused = was_refused,
                             .whose = spec_.whose};
  const auto lack = walls::lack_of_machine(ending, limits_);
  if (!lack) return std::nullopt;
  if (auto fault = share_taken(ending)) return fault;
  const std::string why =
      fmt::format("{} failed for want of what this machine lacks: {}", title_of(spec_), *lack);
  // A bot of another match may have taken it, and has been ended for that.
  if (host_.room().bots > walls::bots_of_a_match && has_passed(ending)) {
    throw MatchVoid(why, "play fewer matches at a time (--jobs)");
  }
  throw EnvironmentError(why);
}

// The machine has run out of what this bot has taken more of than its share.
std::optional<Fault> Bot::Impl::share_taken(const walls::Ending& ending) const {
  const walls::Room& room = host_.room();
  if (walls::killed_for_memory(ending) && departure_.peak_memory > room.share_of_memory()) {
    return Fault{FaultKind::memory,
                 fmt::format("used more than its share of this machine's memory, {} MiB, when that "
                             "ran out",
                             room.share_of_memory() / kernel::mebibyte)};
  }
  if (!walls::is_full(process_.scratch())) return std::nullopt;
  const kernel::DiskBounds share{std::min<std::uint64_t>(limits_.disk, room.share_of_disk()),
                                 std::min<std::uint64_t>(limits_.files, room.share_of_files())};
  std::unordered_set<ino_t> files;
  const kernel::DiskUse use = kernel::folder_use(process_.scratch(), share, files);
  if (use.bytes > share.bytes) return disk_fault(limits_.disk);
  if (!use.obstacle.empty()) return Fault{FaultKind::flood, use.obstacle};
  return std::nullopt;
}

// Whether the machine lacks it no more, within a moment.
bool Bot::Impl::has_passed(const walls::Ending& ending) const {
  if (walls::killed_for_memory(ending)) return true;
  constexpr kernel::Duration step = std::chrono::milliseconds(10);
  const kernel::SteadyTime until = kernel::now() + std::chrono::milliseconds(500);
  do {
    if (!walls::lack_of_machine(ending, limits_)) return true;
  } while (host_.waiting().pause(step, until));
  return false;
}

// Names what the walls refused, since that is the likely cause.
Fault Bot::Impl::with_hints(Fault fault) const {
  const std::size_t facts_before = fault.facts.size();
  // Every JVM looks for a network when it starts.
  std::vector<std::string> refused = refusals_.names();
  if (spec_.answers_in_blocks) std::erase(refused, "socket");
  add_refusals(fault, refused);
  // The limits and walls around files refuse without telling us; the bot's words do.
  const std::string_view words = pipes_.errors().view();
  add_last_words(fault, words, limits_, spec_.command->abi);
  std::optional<walls::RefusedFile> file;
  if (spec_.isolated) {
    const bool explained = fault.facts.size() > facts_before;
    file = walls::refused_file(
        *spec_.command, {.last_words = words,
                         .answered = answered_ || explained,
                         .by_exit_code = WIFEXITED(end_.status) && WEXITSTATUS(end_.status) != 0});
  }
  if (file) {
    add_refused_file(fault, *file);
  } else if (spec_.whose == kernel::Whose::bot) {
    std::vector<std::string> given = spec_.environment;
    given.insert(given.end(), spec_.command->words.begin(), spec_.command->words.end());
    add_missed_variable(fault, words, given);
  }
  return fault;
}

// Whether memory was what a bot that has crashed lacked. An allocation that the limit
// refuses kills nobody by itself, so this goes by what it leaves: words that runtimes
// say, or the memory that it had, unless it was killed.
bool Bot::Impl::ran_out_of_memory() const {
  const std::size_t limit = limits_.memory;
  if (limit == 0) return false;
  if (end_.out_of_memory) return true;
  const std::size_t own =
      departure_.peak_memory - std::min<std::size_t>(departure_.peak_memory, guard_.file_memory());
  const bool killed = WIFSIGNALED(end_.status) && WTERMSIG(end_.status) == SIGKILL;
  // One whose static data leave no room for its libraries may be ended before its first
  // instruction.
  constexpr kernel::Duration no_work = std::chrono::milliseconds(10);
  if (!answered_ && pipes_.errors().total() == 0 && departure_.cpu < no_work && !killed &&
      program::static_data_of(*spec_.command) >= limit / 10 * 9) {
    return true;
  }
  return (own >= limit / 10 * 9 && !killed) || program::tells_of_memory(pipes_.errors().view());
}

// ---- leaving ----

void Bot::Impl::leave(std::string_view lines, Farewell farewell) {
  if (out_of_game()) return;
  life_ = Life::leaving;
  if (!process_.exists()) {
    life_ = Life::buried;
  } else if (!process_.running()) {
    bury(last_moment());
  } else if (departure_.killed) {
    give_up_ = last_moment();
  } else if (farewell == Farewell::none) {
    kill("dismissed after its fault");
  } else {
    note_memory(kernel::memory_of(process_.pid()).peak);
    pipes_.send(lines);
    if (suspension_ && suspension_->active()) suspension_->resume();
    standstill_.end(own_time());
    pipes_.close_input();
    cpu_before_leaving_ = process_.clock().read();
    grace_end_ = kernel::now() + limits_.grace;
    last_grace_end_ = grace_end_ + limits_.grace_waits;
  }
}

void Bot::Impl::kill(std::string_view why) {
  if (!process_.running()) return;
  text::debug("bot '{}', pid {}: killed: {}", spec_.name, process_.pid(), why);
  departure_.killed = true;
  note_memory(kernel::memory_of(process_.pid()).peak);
  process_.kill();
  give_up_ = last_moment();
}

kernel::SteadyTime Bot::Impl::deadline() const noexcept {
  if (life_ != Life::leaving) return kernel::SteadyTime::max();
  return departure_.killed || !process_.running() ? give_up_ : grace_end_;
}

void Bot::Impl::meet_deadline(kernel::SteadyTime time) {
  if (time < deadline()) return;
  if (process_.running() && !departure_.killed) {
    end_grace(time);
    return;
  }
  life_ = Life::given_up;
  close_account();
}

// Leaving needs a processor, and locks of the kernel: waiting for these does not count.
void Bot::Impl::end_grace(kernel::SteadyTime time) {
  if (time < last_grace_end_ && is_on_its_way(cpu_before_leaving_)) {
    grace_end_ = time + another_look;
  } else if (process_.await_end(kernel::now())) {  // while we got no processor
    note_end();
  } else {
    kill("did not leave in time");
  }
}

// Its first process has ended. What happens to a bot before it is asked to leave is kept for then.
void Bot::Impl::note_end() {
  end_ = process_.note_end();
  standstill_.hand_over(own_time());  // nothing is left to resume
  note_memory(end_.peak_memory);
  if (WIFEXITED(end_.status)) departure_.exit_code = WEXITSTATUS(end_.status);
  if (WIFSIGNALED(end_.status)) departure_.signal = WTERMSIG(end_.status);
  departure_.cpu = process_.clock().read();
  if (out_of_game()) bury(last_moment());
}

// What it has started has been killed and normally has ended, too.
void Bot::Impl::bury(kernel::SteadyTime until) {
  read_last_errors();
  life_ = process_.bury(until) ? Life::buried : Life::given_up;
  close_account();
}

// One that we cannot kill may end when its pipes do.
void Bot::Impl::close_account() {
  note_departure();
  pipes_.close();
  refusals_.close();
}

void Bot::Impl::note_departure() {
  departure_.cpu = std::max(departure_.cpu, process_.clock().read());
  departure_.stderr_tail = pipes_.errors().view();
  departure_.stderr_head = pipes_.errors().head();
  departure_.stderr_total = pipes_.errors().total();
  departure_.refused = refusals_.names();
  departure_.blind_spot = process_.blind_spot();
}

void Bot::Impl::abandon() {
  if (!process_.exists()) life_ = Life::buried;
  if (life_ == Life::buried) return;
  // A bot that was given up has been waited for long enough.
  const kernel::SteadyTime until = life_ == Life::given_up ? kernel::now() : last_moment();
  life_ = std::max(life_, Life::leaving);
  kill("nobody waits for it any more");
  end_until(until);
}

void Bot::Impl::end_until(kernel::SteadyTime until) {
  if (process_.running() && process_.await_end(until)) note_end();
  if (!process_.running() && life_ != Life::buried) bury(until);
}

}  // namespace referee::bot
