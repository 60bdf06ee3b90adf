#include "referee/machine/program/runtimes.hpp"

#include <fmt/core.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/executable.hpp"

namespace referee::program {
namespace {

RuntimeNote note_on_interpreter(const std::string& name) {
  try {
    const Command command = resolve_command(name, "/");
    std::string advice = command.note;
    if (build_of(command.program) == Build::script || command.words.size() > 1) {
      advice =
          "is a script; if it starts others, its bot needs --limit processes=N, or \"processes\": "
          "N in "
          "a config";
    }
    return {name, true, command.program.string(), advice};
  } catch (const CommandError& error) {
    return {name, false, "", error.what()};
  }
}

RuntimeNote note_on_compat_programs() {
  const std::string name = "32-bit programs";
  if (!runs_compat_programs()) return {name, false, "", compat_advice()};
  const char* loader = "/lib/ld-linux.so.2";
  if (std::filesystem::exists(loader)) return {name, true, loader, ""};
  return {name, true, "statically linked ones",
          "others need a loader; " + advice_on({What::library})};
}

}  // namespace

std::vector<RuntimeNote> describe_runtimes() {
  std::vector<RuntimeNote> notes{
      {"programs of this machine", true, "C, C++, Rust, Go and others", ""},
      note_on_compat_programs()};
  for (const char* name : {"python3", "java", "node", "perl", "ruby", "php", "lua", "mono"}) {
    notes.push_back(note_on_interpreter(name));
  }
  if (::geteuid() == 0) {
    notes.push_back({"bots in closed folders of other users", false, "",
                     "root's bots have none of root's rights: run referee as the owner (sudo -u "
                     "OWNER referee ...), or chmod o+x the folder"});
  }
  return notes;
}

namespace {

using Words = std::vector<std::string>;

std::string_view file_name(std::string_view word) {
  return word.substr(word.rfind('/') + 1);  // npos + 1 is 0
}

// Where `java` is; the end if this is another command.
Words::const_iterator find_java(const Words& words) {
  const auto is_java = [](const std::string& word) { return file_name(word) == "java"; };
  if (is_java(words.front())) return words.begin();
  if (!is_wrapper(file_name(words.front()))) return words.end();
  return std::find_if(words.begin(), words.end(), is_java);
}

bool chooses_collector(const std::string& word) {
  return word.starts_with("-XX:+Use") && word.ends_with("GC");
}

// Of an option such as -Xmx200m; 0 if it has no number.
std::size_t bytes_of(std::string_view option) {
  option.remove_prefix(4);
  std::size_t number = 0;
  const auto read = std::from_chars(option.data(), option.data() + option.size(), number);
  if (read.ptr == option.data() + option.size()) return number;
  const auto unit = std::string_view("kmgt").find(static_cast<char>(*read.ptr | 0x20));
  // As much as any machine has.
  constexpr std::size_t most = std::size_t{1} << 46;
  if (unit == std::string_view::npos) return number;
  const unsigned shift = 10 * static_cast<unsigned>(unit + 1);
  return number > most >> shift ? most : number << shift;
}

// The JVM itself needs 40 MiB with small programs, and more with larger ones. Measured with OpenJDK
// 17, whose heap was filled: up to 24 of 64 MiB are possible, 150 of 256.
std::size_t heap_percentage(std::size_t mebibytes) {
  const std::size_t itself = 40 + mebibytes / 8;
  const std::size_t heap = mebibytes > itself + 8 ? mebibytes - itself : 8;
  return std::clamp<std::size_t>(heap * 100 / std::max<std::size_t>(mebibytes, 1), 1, 90);
}

}  // namespace

std::optional<Command> fitted(const Command& command, std::size_t memory) {
  if (memory == 0) return std::nullopt;
  const auto java = find_java(command.words);
  if (java == command.words.end()) return std::nullopt;
  const std::size_t size = std::max<std::size_t>(memory / kernel::mebibyte, 1);
  const std::size_t heap = heap_percentage(size);
  Words more{fmt::format("-XX:MaxRAM={}m", size), fmt::format("-XX:MaxRAMPercentage={}", heap),
             fmt::format("-XX:MinRAMPercentage={}", heap)};
  if (std::none_of(java, command.words.end(), chooses_collector)) {
    more.emplace_back("-XX:+UseSerialGC");
  }
  Command result = command;
  result.words.insert(result.words.begin() + (java - command.words.begin()) + 1, more.begin(),
                      more.end());
  return result;
}

std::size_t java_needs(const Command& command) {
  std::size_t heap = 0;
  for (const std::string& word : command.words) {
    if (word.starts_with("-Xms") || word.starts_with("-Xmx")) heap = std::max(heap, bytes_of(word));
  }
  struct sysinfo machine {};
  if (heap == 0 && ::sysinfo(&machine) == 0) {
    heap = std::size_t{machine.totalram} * machine.mem_unit / 64;
  }
  // What is left of it by the measure of heap_percentage().
  return (heap + 40 * kernel::mebibyte) / 7 * 8;
}

namespace {

namespace fs = std::filesystem;

std::string first_word(const fs::path& file) {
  std::ifstream in(file);
  std::string word;
  in >> word;
  return word;
}

std::string version_for(const fs::path& folder, const fs::path& root) {
  const char* variable = std::getenv("PYENV_VERSION");
  if (variable != nullptr && *variable != '\0') {
    const std::string all = variable;
    return all.substr(0, all.find(':'));
  }
  for (fs::path place = fs::absolute(folder);; place = place.parent_path()) {
    if (const std::string word = first_word(place / ".python-version"); !word.empty()) return word;
    if (place == place.parent_path()) break;
  }
  return first_word(root / "version");
}

}  // namespace

fs::path behind_shim(const fs::path& file, const fs::path& folder) {
  if (file.parent_path().filename() != "shims") return file;
  const fs::path root = file.parent_path().parent_path();
  const std::string version = version_for(folder, root);
  if (version.empty() || version == ".." || version.find('/') != std::string::npos) return file;
  const fs::path program = root / "versions" / version / "bin" / file.filename();
  std::error_code ignored;
  return fs::is_regular_file(program, ignored) ? program : file;
}

fs::path python_user_base() {
  fs::path base;
  if (const char* chosen = std::getenv("PYTHONUSERBASE")) {
    base = chosen;
  } else if (const char* home = std::getenv("HOME")) {
    base = fs::path(home) / ".local";
  }
  return base.is_absolute() && !python_packages(base).empty() ? base : fs::path();
}

std::vector<fs::path> python_packages(const fs::path& user_base) {
  std::vector<fs::path> found;
  if (user_base.empty()) return found;
  std::error_code error;
  for (fs::directory_iterator entry(user_base / "lib", error), end; !error && entry != end;
       entry.increment(error)) {
    if (entry->path().filename().string().starts_with("python")) found.push_back(entry->path());
  }
  return found;
}

}  // namespace referee::program
