#include "referee/machine/toolchain/walled_run.hpp"

#include <fmt/core.h>
#include <signal.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/last_words.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// Compilers start others: an assembler, a linker.
kernel::Limits limits_of_a_compiler() {
  using kernel::mebibyte;
  kernel::Limits limits;
  limits.grace = std::chrono::seconds(most_compile_seconds);
  limits.times.budget = limits.grace;
  limits.memory = 4096 * mebibyte;
  limits.processes = 64;
  limits.threads = 512;
  limits.open_files = 4096;
  limits.file_size = 512 * mebibyte;
  limits.disk = 2048 * mebibyte;
  limits.stderr_tail = mebibyte;
  return limits;
}

// What compilers read outside of the system's programs and libraries.
std::vector<std::string> settings_of_compilers() {
  std::vector<std::string> there;
  for (const char* file : {"/etc/fpc.cfg", "/etc/ghc", "/var/lib/ghc"}) {
    std::error_code ignored;
    if (fs::exists(file, ignored)) there.emplace_back(file);
  }
  std::error_code error;
  for (fs::directory_iterator entry("/etc", error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with("fpc-")) there.push_back(entry->path().string());
  }
  return there;
}

// What kept a failed run from its work.
void find_lack(WalledRun& run, const bot::Departure& departure, std::size_t memory,
               std::uint64_t kills_before) {
  // One of its programs was killed: GCC and Go tell so, and others are the first process.
  const std::string_view told = [&]() -> std::string_view {
    for (const std::string_view words :
         {"Killed signal terminated program", "signal 9 [Killed]", "signal: killed"}) {
      if (run.output.find(words) != std::string::npos) return words;
    }
    return {};
  }();
  const bool killed = !told.empty() || (departure.signal == SIGKILL && !departure.killed);
  const bool by_kernel = kernel::kills_for_memory() > kills_before;
  if (const std::string_view words = program::words_of_memory(run.output); !words.empty()) {
    run.lack = ENOMEM;
    run.lack_words = words;
  } else if (killed || by_kernel) {
    run.lack = ENOMEM;
    run.lack_words = told;
  } else if ((run.lack = text::lack_told_in(run.output))) {
    run.lack_words = std::generic_category().message(*run.lack);
  }
  // Where there is as much as it may have, its own limit was the end of it.
  const bool own_limit = kernel::available_memory() > memory && (by_kernel || !killed);
  if (run.lack == ENOMEM && own_limit) run.lack.reset();
}

}  // namespace

WalledRun run_walled(const std::vector<std::string>& words, const fs::path& workshop,
                     std::vector<fs::path> hidden) {
  // Some compilers write their complaints to standard output.
  const std::string command = "/bin/sh -c 'exec \"$@\" 1>&2' sh " + program::join_words(words);
  bot::BotSpec spec;
  spec.name = fs::path(words.front()).filename().string();
  spec.command = program::resolve_command(command, workshop, settings_of_compilers());
  spec.limits = limits_of_a_compiler();
  spec.whose = kernel::Whose::compiler;
  spec.workshop = workshop;
  spec.hidden = std::move(hidden);

  const auto begin = std::chrono::steady_clock::now();
  const std::uint64_t kills_before = kernel::kills_for_memory();
  bot::ProcessHost host(walls::probe_protections());
  const std::unique_ptr<bot::Bot> process = host.start(spec, kernel::ClockKind::cpu);
  process->leave("", bot::Bot::Farewell::polite);
  host.settle();
  const bot::Departure& departure = process->departure();
  WalledRun run;
  run.output = departure.stderr_tail;
  if (departure.exit_code) {
    run.succeeded = *departure.exit_code == 0;
    run.ending = fmt::format("left with exit code {}", *departure.exit_code);
  } else if (departure.killed) {
    const bool late = std::chrono::steady_clock::now() - begin >= spec.limits.grace;
    run.ending = late ? fmt::format("took longer than the official {} s", most_compile_seconds)
                      : "used more memory or disk than a compiler may here (4 GiB and 2 GiB)";
  } else if (departure.signal) {
    run.ending = "ended by " + text::signal_text(*departure.signal);
    const auto time = kernel::limit_of_cpu_time();
    if (departure.signal == SIGXCPU && time) {
      run.ending += fmt::format("; this process gives each program {} of CPU time, raise ulimit -t",
                                text::seconds_text(*time));
    }
  } else {
    const auto fault = process->take_turn("").fault;
    throw text::MachineError(fmt::format("{} could not be started: {}", spec.name,
                                         fault ? fault->reason : "for no known reason"));
  }
  if (!run.succeeded) find_lack(run, departure, spec.limits.memory, kills_before);
  // Runtimes try things that they can do without: of one that says what it did not like, this is
  // not the reason.
  const bool explained = !run.output.empty() && !program::tells_of_permission(run.output);
  if (!run.succeeded && !explained && !departure.refused.empty()) {
    run.ending += "; refused were: " + text::join(departure.refused);
  }
  return run;
}

}  // namespace referee::toolchain
