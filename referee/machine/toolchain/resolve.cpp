#include "referee/machine/toolchain/resolve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <system_error>
#include <thread>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/utf8.hpp"
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

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    names.push_back(at->path().filename().string());
  }
  if (error) {
    throw text::MachineError(
        fmt::format("cannot read the folder {}: {}", folder.string(), error.message()));
  }
  std::sort(names.begin(), names.end());
  return names;
}

// Why this is not a bot; nothing if it is one.
std::optional<std::string> objection(const fs::path& folder, const std::string& file,
                                     const std::string& command) {
  if (text::safe_text(file) != file) return "has a name that is not plain text; rename it";
  std::error_code ignored;
  const fs::file_status status = fs::symlink_status(folder / file, ignored);
  if (fs::is_symlink(status)) return "is a link; put the file itself there";
  if (fs::is_directory(status)) return "is a folder; only files are bots";
  if (!fs::is_regular_file(status)) return "is not a file that can be read";
  if (find_source(command, folder)) return std::nullopt;
  if (!program::is_executable_file(folder / file)) {
    return "is neither a source file in one of the official languages nor an executable program";
  }
  if (program::is_script_or_program(folder / file)) return std::nullopt;
  try {
    static_cast<void>(program::resolve_command(command, folder));
  } catch (const program::CommandError& error) {
    return error.what();
  }
  return std::nullopt;
}

// Why a bot cannot have this name, which configs and records hold.
std::optional<std::string> objection_to_name(const std::string& name) {
  try {
    static_cast<void>(text::JsonReader(name, "its name").name());
  } catch (const text::JsonError& error) {
    return std::string(error.what()) + "; rename the file";
  }
  return std::nullopt;
}

}  // namespace

BotFolder bots_in(const fs::path& folder, const std::vector<std::string>& others) {
  BotFolder result;
  std::map<std::string, int> stems;
  std::map<std::string, std::string> files;  // by commands
  for (const std::string& file : names_in(folder)) {
    if (file.starts_with('.') || std::find(others.begin(), others.end(), file) != others.end()) {
      continue;
    }
    const std::string command = text::shell_word("./" + file);
    if (auto why = objection(folder, file, command)) {
      result.skipped.push_back({file, std::move(*why)});
    } else {
      ++stems[fs::path(file).stem().string()];
      result.bots.push_back({file, command});
      files[command] = file;
    }
  }
  for (FolderBot& bot : result.bots) {
    const std::string stem = fs::path(bot.name).stem().string();
    if (stems[stem] == 1) bot.name = stem;
  }
  std::erase_if(result.bots, [&](const FolderBot& bot) {
    const auto why = objection_to_name(bot.name);
    if (why) result.skipped.push_back({files.at(bot.command), *why});
    return why.has_value();
  });
  const auto by_file = [](const SkippedFile& a, const SkippedFile& b) { return a.file < b.file; };
  std::sort(result.skipped.begin(), result.skipped.end(), by_file);
  return result;
}

}  // namespace referee::toolchain
