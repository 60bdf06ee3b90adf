#include "referee/machine/toolchain/compiler.hpp"

#include <fmt/core.h>
#include <signal.h>
#include <sys/stat.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/kernel/stock.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/command_error.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/walls/protections.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// The first word that looks like a version, "17.0.13" in "javac 17.0.13".
std::string version_in(std::string_view text) {
  const auto digit = [&](std::size_t at) {
    return at < text.size() && std::isdigit(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t begin = 0; begin < text.size(); ++begin) {
    if (!digit(begin)) continue;
    std::size_t end = begin;
    while (digit(end) || (end < text.size() && text[end] == '.' && digit(end + 1))) ++end;
    if (text.substr(begin, end - begin).find('.') != std::string_view::npos) {
      return std::string(text.substr(begin, end - begin));
    }
    begin = end;
  }
  return {};
}

std::string version_of(const std::vector<std::string>& words, std::string_view version_words) {
  std::string what;
  for (const std::string& word : words) {
    struct stat facts {};
    if (::stat(word.c_str(), &facts) == 0) {
      what += fmt::format("{} {} {} {}.{} ", word, facts.st_ino, facts.st_size,
                          facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
    }
  }
  const std::string name = text::sha256(what + std::string(version_words)).substr(0, 32);
  if (auto known = kept_text("compilers", name); known && !known->empty()) return *known;
  std::vector<std::string> asking = words;
  asking.emplace_back(version_words);
  const Draft draft;
  const WalledRun run = run_walled(asking, draft.workshop());
  if (!run.succeeded) return {};
  std::string version = version_in(run.output);
  if (!version.empty()) keep_text("compilers", name, version);
  return version;
}

// Rust's installer puts one program in the place of all, which looks for the real one in a home
// that is not to be seen from within the walls.
fs::path behind_rustup(const fs::path& program) {
  std::error_code ignored;
  if (fs::canonical(program, ignored).filename() != "rustup") return program;
  fs::path home;
  if (const char* chosen = std::getenv("RUSTUP_HOME")) {
    home = chosen;
  } else if (const char* own = std::getenv("HOME")) {
    home = fs::path(own) / ".rustup";
  }
  std::string name;
  if (const char* chosen = std::getenv("RUSTUP_TOOLCHAIN")) name = chosen;
  std::ifstream settings(home / "settings.toml");
  for (std::string line; name.empty() && std::getline(settings, line);) {
    constexpr std::string_view key = "default_toolchain = \"";
    if (line.starts_with(key)) name = line.substr(key.size(), line.rfind('"') - key.size());
  }
  const fs::path real = home / "toolchains" / name / "bin" / program.filename();
  return !name.empty() && fs::is_regular_file(real, ignored) ? real : program;
}

std::optional<std::vector<std::string>> find_program(const std::string& name) {
  try {
    const program::Command command = program::resolve_command(name, "/");
    std::vector<std::string> words = command.words;
    if (!words.front().starts_with('/')) words.front() = command.program.string();
    if (words.size() == 1) words.front() = behind_rustup(words.front()).string();
    return words;
  } catch (const program::CommandError&) {
    return std::nullopt;
  }
}

std::string how_to_install(const Language& language) {
  return fmt::format("on Debian and Ubuntu, as root: apt install {}", language.package);
}

}  // namespace

std::string Compiler::title() const { return version.empty() ? name : name + " " + version; }

std::optional<Compiler> find_compiler(const Language& language) {
  Compiler compiler;
  compiler.name = language.compiler;
  if (compiler.name == "node") {
    if (const auto d8 = find_program("d8")) return Compiler{*d8, "d8", {}};
  }
  const auto words = find_program(compiler.name);
  if (!words) return std::nullopt;
  compiler.words = *words;
  compiler.version = version_of(compiler.words, language.version_words);
  return compiler;
}

Compiler need_compiler(const Language& language, const std::string& file) {
  auto compiler = find_compiler(language);
  if (compiler) return std::move(*compiler);
  throw text::MachineError(fmt::format("{} is {}, and {} is not installed; {}", file,
                                       language.title, language.compiler,
                                       how_to_install(language)));
}

std::vector<LanguageNote> describe_languages() {
  std::vector<LanguageNote> notes;
  for (const Language& language : languages()) {
    const auto compiler = find_compiler(language);
    LanguageNote note;
    note.language = language.title;
    note.available = compiler.has_value();
    note.official = recipe_for(language, newest_year()).version;
    if (compiler) {
      note.compiler = compiler->title();
    } else {
      note.advice =
          fmt::format("{} is not installed; {}", language.compiler, how_to_install(language));
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

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
  bot::Host host(walls::probe_protections());
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
