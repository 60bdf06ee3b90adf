#include "referee/machine/toolchain/resolve.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/toolchain/build.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/machine/toolchain/source_file.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// The file in the cache, written again if it is not there.
fs::path shim_file() {
  const std::string folder = "shims/" + text::sha256(d8_shim()).substr(0, 16);
  fs::path file = cache_folder() / folder / "d8.js";
  if (kept_text(folder, "d8.js") != d8_shim()) keep_text(folder, "d8.js", d8_shim());
  return file;
}

// The words that run it, and the same for records: without folders, which differ from machine to
// machine.
struct Run {
  std::vector<std::string> words;
  std::string shown;
};

Run run_of(const SourceFile& source, const Built& built) {
  const std::string name = source.file.filename().string();
  const std::string played = source.stays ? source.file.string() : built.copy(name).string();
  if (const std::string python(source.language->compiler); python.starts_with("python")) {
    return {{python, played}, python + " " + text::shell_word(name)};
  }
  if (source.language->compiler == "node") {
    if (built.facts.compiler == "d8") {
      return {{"d8", "--single-threaded", played},
              "d8 --single-threaded " + text::shell_word(name)};
    }
    return {{"node", shim_file().string(), played}, "node d8.js " + text::shell_word(name)};
  }
  if (source.language->compiler == "javac") {
    return {
        {"java", "-XX:+UseSerialGC", "-cp", (built.folder / "classes").string(), built.main_class},
        "java -XX:+UseSerialGC -cp classes " + built.main_class};
  }
  return {{(built.folder / "bot").string()}, "./bot"};
}

program::Command command_of(const BotLine& line, const SourceFile& source) {
  Built built = build(source, line.toolchain);
  Run run = run_of(source, built);
  // d8 takes words for further scripts, unless they follow this.
  if (run.words.front() == "d8" && !source.words.empty()) run.words.emplace_back("--");
  run.words.insert(run.words.end(), source.words.begin(), source.words.end());
  program::Command command =
      program::resolve_command(program::join_words(run.words), line.folder, line.read);
  command.text = line.command;
  if (!source.beside.empty()) command.folder = built.folder / alone_name;
  if (!built.main_class.empty()) {
    // So that a run notices if it is removed.
    std::string name = built.main_class;
    std::replace(name.begin(), name.end(), '.', '/');
    command.files.push_back(built.folder / "classes" / (name + ".class"));
  }
  command.source = std::move(built.facts);
  command.source->run = std::move(run.shown);
  command.hold = std::move(built.hold);
  return command;
}

// A program that plays alone.
program::Command command_of(const BotLine& line) {
  std::vector<std::string> words = program::split_words(line.command);
  if (words.front().find('/') == std::string::npos) {
    return program::resolve_command(line.command, line.folder, line.read, line.game);
  }
  const fs::path file = (fs::absolute(line.folder) / words.front()).lexically_normal();
  program::check_program(file);
  Alone copy = alone(file);
  words.front() = copy.file.string();
  program::Command command =
      program::resolve_command(program::join_words(words), line.folder, line.read);
  command.text = line.command;
  command.hold = std::move(copy.hold);
  return command;
}

std::vector<std::exception_ptr> for_each(std::size_t count,
                                         const std::function<void(std::size_t)>& work_on) {
  std::vector<std::exception_ptr> failures(count);
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < count; i = next++) {
      try {
        work_on(i);
      } catch (...) {
        failures[i] = std::current_exception();
      }
    }
  };
  const std::size_t most = std::max(1U, std::thread::hardware_concurrency());
  std::vector<std::thread> others;
  try {
    for (std::size_t i = 1; i < std::min(most, count); ++i) others.emplace_back(work);
  } catch (const std::system_error&) {
    // No further thread can be made: those that exist do all.
  }
  work();
  for (std::thread& other : others) other.join();
  return failures;
}

}  // namespace

program::Command resolve(const BotLine& line) {
  if (line.command == random_command) {
    program::Command command = program::resolve_command("referee random", line.folder);
    command.text = line.command;
    return command;
  }
  auto source = find_source(line.command, line.folder, line.read, line.scripts_are_sources);
  if (source) {
    source->beside = line.beside;
    source->official = line.official;
    return command_of(line, *source);
  }
  if (line.alone) return command_of(line);
  return program::resolve_command(line.command, line.folder, line.read, line.game);
}

void give_official_heap(program::Command& command, std::size_t memory) {
  constexpr std::size_t enough = std::size_t{2400} << 20;
  const bool java = command.source && command.source->language == "Java";
  if (!java || (memory > 0 && memory < enough)) return;
  command.words.insert(command.words.begin() + 1, {"-Xmx2000m", "-Xms2000m"});
}

void prepare(std::span<const BotLine> lines) {
  std::vector<std::pair<SourceFile, unsigned>> sources;
  std::set<std::pair<fs::path, unsigned>> seen;
  for (const BotLine& line : lines) {
    auto source = find_source(line.command, line.folder, line.read);
    if (source && seen.emplace(source->file, line.toolchain).second) {
      source->official = line.official;
      sources.emplace_back(std::move(*source), line.toolchain);
    }
  }
  const auto failures =
      for_each(sources.size(), [&](std::size_t i) { build(sources[i].first, sources[i].second); });
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

std::vector<std::exception_ptr> try_all(std::span<const BotLine> lines) {
  return for_each(lines.size(), [&](std::size_t i) { static_cast<void>(resolve(lines[i])); });
}

unsigned toolchain_of(const BotLine& line) {
  if (!find_source(line.command, line.folder)) return 0;
  return line.toolchain == 0 ? newest_year() : line.toolchain;
}

}  // namespace referee::toolchain
