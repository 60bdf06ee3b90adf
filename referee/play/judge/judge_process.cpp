#include "referee/play/judge/judge_process.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <exception>
#include <map>
#include <mutex>

#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/compile_advice.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::judge {
namespace {

constexpr std::string_view protocol = "referee-judge 1";
constexpr std::array<std::string_view, 9> known_abilities{
    "test", "count", "result", "draw", "draw-seat", "scene", "scene-seat", "timed", "goal"};

const walls::Protections& protections() {
  static const walls::Protections found = walls::probe_protections();
  return found;
}

// All hosts of judges, and whether they have been interrupted.
struct Hosts {
  std::mutex mutex;
  std::vector<bot::Host*> all;
  bool interrupted = false;
};

Hosts& hosts() {
  static Hosts known;
  return known;
}

// More than a thread needs: a game, and a copy of it in which a line is tested.
constexpr std::size_t most_idle = 4;

// By the marks of their pools: the address of a pool that has ended may be another one's now.
using Idle = std::map<std::weak_ptr<const void>, std::vector<std::unique_ptr<JudgeProcess>>,
                      std::owner_less<>>;

// They end with their thread, as their processes would.
Idle& idle_here() {
  thread_local Idle idle;
  return idle;
}

// A part of a long text that is enough to see what it was.
std::string shown_line(std::string_view line) {
  constexpr std::size_t most = 200;
  return line.size() <= most
             ? text::safe_text(line)
             : fmt::format("{}... ({} bytes)", text::safe_text(line.substr(0, most)), line.size());
}

// What a judge lacks of its game's folder by its last words, and what to do; empty if nothing.
std::string missing_files(const JudgeProgram& program, std::string_view words) {
  if (program.source.empty()) return {};
  for (const char* before : {"No module named", "Cannot find module"}) {
    const auto at = words.find(before);
    if (at == std::string_view::npos) continue;
    const auto files = toolchain::missed_files(program.source, words.substr(at));
    if (files.empty()) continue;
    return fmt::format(": name {} among the \"files\" in game.json", text::join(files));
  }
  return {};
}

// What to do where a judge was refused a file; empty if it was not. A source's files are copied.
std::string file_advice(const JudgeProgram& program, const bot::Fault& fault) {
  const auto original_of = [&program](const std::string& path) {
    const std::filesystem::path name = std::filesystem::path(path).filename();
    const auto found = std::find_if(program.files.begin(), program.files.end(),
                                    [&](const auto& file) { return file.filename() == name; });
    return found == program.files.end() ? std::filesystem::path() : *found;
  };
  if (const bot::Fact* const fact = fault.fact(bot::What::not_executable)) {
    const auto original = original_of(fact->name);
    return "; " + program::advice_on({bot::What::not_executable, 0,
                                      original.empty() ? fact->name : original.string()});
  }
  if (const bot::Fact* const fact = fault.fact(bot::What::file)) {
    return original_of(fact->name).empty()
               ? ": name it among the \"files\" in game.json"
               : ": its copy lies in the folder where the judge runs, under its last name";
  }
  return fault.fact(bot::What::unknown_file) ? ": name it among the \"files\" in game.json" : "";
}

// What to change where a judge has met one of its limits; empty if that is none of them.
std::string remedy_for(const JudgeProgram& program, const bot::Fault& fault) {
  const auto raise = [](const char* key) {
    return fmt::format("; raise \"{}\" in game.json", key);
  };
  const auto is_child = [](const bot::Fact& fact) {
    return fact.what == bot::What::refused &&
           (fact.name == "fork" || fact.name == "vfork" || fact.name == "clone");
  };
  if (const bot::Fact* const memory = fault.fact(bot::What::memory)) {
    // Else the machine has no more.
    return memory->value == program.spec.limits.memory ? raise("judge_memory") : "";
  }
  if (std::any_of(fault.facts.begin(), fault.facts.end(), is_child))
    return raise("judge_processes");
  return file_advice(program, fault);
}

// What has happened, in the words of a judge.
std::string cause_of(const JudgeProgram& program, const bot::Fault& fault) {
  const kernel::Duration patience = program.spec.limits.times.turn;
  if (fault.kind == bot::FaultKind::timeout) {
    return fault.fact(bot::What::turn) != nullptr
               ? fmt::format("did not answer within {} of CPU time", text::seconds_text(patience))
               : fmt::format("did not answer within {}",
                             text::seconds_text(patience * kernel::wall_limit_factor));
  }
  if (const bot::Fact* const line = fault.fact(bot::What::line)) {
    return "gave an answer of more than " + text::bytes_text(line->value);
  }
  return fault.reason + remedy_for(program, fault);
}

}  // namespace

bot::BotSpec spec_of(const std::string& game, const program::Command& command,
                     const JudgeLimits& limits) {
  bot::BotSpec spec;
  spec.name = "judge of " + game;
  spec.whose = kernel::Whose::judge;
  spec.command = command;
  spec.answers_in_blocks = true;
  // Its time is charged to no bot; each answer has a limit of its own.
  spec.limits.times.budget = std::chrono::hours(24 * 365);
  spec.limits.times.turn = limits.patience;
  spec.limits.memory = limits.memory;
  spec.limits.memory_origin = spec.limits.disk_origin = kernel::Origin::unasked;
  spec.limits.processes = limits.processes;
  spec.limits.line = kernel::mebibyte;
  spec.limits.output = std::size_t{1} << 62;
  spec.ponders = true;  // it need not be suspended while bots think
  // What programs take from their surroundings is the same everywhere.
  spec.environment = {"PYTHONHASHSEED=0", "LC_ALL=C.UTF-8", "TZ=UTC"};
  return spec;
}

std::string beyond_a_bot(const JudgeLimits& limits) {
  const kernel::Limits usual;
  std::string all;
  if (limits.memory > usual.memory) {
    text::add_to_list(all, fmt::format("{} of memory (a bot: {})", text::bytes_text(limits.memory),
                                       text::bytes_text(usual.memory)));
  }
  if (limits.processes > usual.processes) {
    text::add_to_list(
        all, text::plural(limits.processes, "child process", "child processes") + " (a bot: none)");
  }
  if (limits.patience > usual.times.budget) {
    text::add_to_list(all, fmt::format("{} of CPU time for one answer (a bot: {} for a game)",
                                       text::seconds_text(limits.patience),
                                       text::seconds_text(usual.times.budget)));
  }
  return all;
}

JudgeProcess::Waiting::Waiting(bot::Host& own) : host(own) {
  Hosts& known = hosts();
  const std::lock_guard lock(known.mutex);
  known.all.push_back(&host);
  if (known.interrupted) host.interrupt();
}

JudgeProcess::Waiting::~Waiting() {
  Hosts& known = hosts();
  const std::lock_guard lock(known.mutex);
  std::erase(known.all, &host);
}

void JudgeProcess::interrupt_all() {
  Hosts& known = hosts();
  const std::lock_guard lock(known.mutex);
  known.interrupted = true;
  for (bot::Host* host : known.all) host->interrupt();
}

JudgeProcess::JudgeProcess(const JudgeProgram& program)
    : program_(program),
      host_(protections()),
      bot_(host_.start(program.spec, kernel::ClockKind::cpu)) {
  greet();
}

JudgeProcess::~JudgeProcess() {
  try {
    bot_->leave("quit\n", usable_ ? bot::Bot::Farewell::polite : bot::Bot::Farewell::none);
    host_.settle();
  } catch (const std::exception&) {
    // Then its destructor kills it.
  }
}

void JudgeProcess::greet() {
  const Lines& lines = ask(protocol);
  if (lines.empty() || lines.front() != "judge 1") {
    fail(fmt::format("does not speak {}: its first line must be \"judge 1\"", protocol));
  }
  if (lines.size() != 2 || (lines[1] != "can" && !lines[1].starts_with("can "))) {
    fail("must say what it can do in its second line, \"can\" and words");
  }
  std::string_view words = lines[1];
  take_word(words);
  while (!words.empty()) {
    can_.emplace_back(take_word(words));
    if (std::find(known_abilities.begin(), known_abilities.end(), can_.back()) ==
        known_abilities.end()) {
      fail(fmt::format("says that it can \"{}\", which is not one of {}",
                       text::safe_text(can_.back()), text::join(known_abilities)));
    }
  }
  if (!program_.goal.empty() && can("goal") &&
      !ask(fmt::format("goal {}", program_.goal)).empty()) {
    fail("must answer \"goal\" with nothing but the dot");
  }
  if (program_.seats > 0 && !ask(fmt::format("seats {}", program_.seats)).empty()) {
    fail("must answer \"seats\" with nothing but the dot");
  }
}

bool JudgeProcess::can(std::string_view word) const {
  return std::find(can_.begin(), can_.end(), word) != can_.end();
}

std::string JudgeProcess::deal(std::uint64_t seed) {
  const Lines& lines = ask(fmt::format("deal {}", seed));
  return std::string(
      reading([&] { return only_line(lines, "deal", "\"deal\" and the deal, in one line"); }));
}

bool JudgeProcess::is_spent() const {
  const auto given = kernel::limit_of_cpu_time();
  return given && bot_->cpu_used() > *given / 2;
}

const Lines& JudgeProcess::ask(std::string_view request) {
  if (request.starts_with("start ")) of_this_game_.clear();
  of_this_game_.append(request).push_back('\n');
  Exchange& exchange = exchanges_[asked_++ % shown];
  exchange.request.assign(request).push_back('\n');
  exchange.answer.clear();
  // Until the whole answer is here: the rest would be taken for the answer to the next request.
  usable_ = false;
  bot::Turn turn = bot_->take_turn(exchange.request);
  exchange.request.pop_back();
  if (turn.fault) {
    fail(cause_of(program_, *turn.fault));
  }
  usable_ = true;
  exchange.answer = std::move(turn.line);
  for (auto at = exchange.answer.find("\r\n"); at != std::string::npos;
       at = exchange.answer.find("\r\n", at)) {
    exchange.answer.erase(at, 1);
  }
  lines_ = lines_of(exchange.answer);
  if (program_.heard) program_.heard(request, exchange.answer);
  if (turn.early) fail("wrote before it was asked");
  return lines_;
}

std::string JudgeProcess::last_exchanges() const {
  std::string text;
  for (std::size_t i = asked_ - std::min(asked_, shown); i < asked_; ++i) {
    const Exchange& one = exchanges_[i % shown];
    text += "\n  > " + shown_line(one.request);
    const Lines lines = lines_of(one.answer);
    constexpr std::size_t most = 8;
    for (std::size_t k = 0; k < std::min(lines.size(), most); ++k) {
      text += "\n  < " + shown_line(lines[k]);
    }
    if (lines.size() > most) text += "\n  < ...";
  }
  return text;
}

std::string JudgeProcess::way_to_repeat() const {
  constexpr std::string_view folder = "judge-failures";
  try {
    const auto file =
        toolchain::keep_text(folder, program_.game, fmt::format("{}\n{}", protocol, of_this_game_));
    return fmt::format("All requests of this game, for the judge's standard input: {}\n",
                       file.string());
  } catch (const std::exception& error) {
    text::debug("the requests are not kept: {}", error.what());
    return {};
  }
}

void JudgeProcess::fail(std::string_view what) {
  usable_ = false;
  bot_->leave("", bot::Bot::Farewell::none);
  host_.settle();
  std::string details = "The last exchanges with it:" + last_exchanges() + '\n';
  constexpr std::size_t most_lines = 12;
  const std::string& words = bot_->departure().stderr_tail;
  const auto errors = text::last_lines(words, most_lines);
  if (!errors.empty()) details += "The end of its standard error:\n";
  for (const std::string& line : errors) details += "  " + line + '\n';
  details += way_to_repeat();
  throw JudgeError(fmt::format("the judge of {}: {}{}; that is no bot's fault, and the match is "
                               "not recorded",
                               program_.game, what, missing_files(program_, words)),
                   std::move(details));
}

std::unique_ptr<JudgeProcess> JudgePool::take() {
  auto& idle = idle_here()[mark_];
  if (idle.empty()) return std::make_unique<JudgeProcess>(program_);
  std::unique_ptr<JudgeProcess> process = std::move(idle.back());
  idle.pop_back();
  return process;
}

void JudgePool::give_back(std::unique_ptr<JudgeProcess> process) noexcept {
  if (!process->usable() || !process->belongs_to_this_thread()) return;
  if (process->is_spent()) return;
  auto& idle = idle_here()[mark_];
  if (idle.size() < most_idle) idle.push_back(std::move(process));
}

void JudgePool::close() { idle_here().erase(mark_); }

}  // namespace referee::judge
