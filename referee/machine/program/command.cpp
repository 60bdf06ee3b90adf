#include "referee/machine/program/command.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cctype>
#include <system_error>
#include <utility>

#include "referee/base/text/file.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/moved_files.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/program/python.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

// As a program of a command: this program itself.
constexpr std::string_view own_name = "referee";

constexpr std::string_view blanks = " \t\n\r\v\f";

bool is_blank(char c) { return blanks.find(c) != std::string_view::npos; }

// Reads one word's worth of shell quoting at a time.
class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<std::string> words() {
    for (; position_ < text_.size(); ++position_) {
      const char c = text_[position_];
      if (is_blank(c)) {
        finish_word();
      } else if (c == '\'') {
        single_quotes();
      } else if (c == '"') {
        double_quotes();
      } else if (c == '\\') {
        backslash();
      } else {
        push(c);
      }
    }
    finish_word();
    if (words_.empty()) throw CommandError("the command is empty; give a program, e.g. ./mybot");
    return std::move(words_);
  }

 private:
  void push(char c) {
    word_.push_back(c);
    in_word_ = true;
  }

  void finish_word() {
    if (in_word_) words_.push_back(std::exchange(word_, {}));
    in_word_ = false;
  }

  void single_quotes() {
    const auto end = text_.find('\'', position_ + 1);
    if (end == std::string_view::npos) unclosed('\'');
    word_.append(text_.substr(position_ + 1, end - position_ - 1));
    in_word_ = true;
    position_ = end;
  }

  void double_quotes() {
    in_word_ = true;
    while (++position_ < text_.size()) {
      const char c = text_[position_];
      if (c == '"') return;
      if (c == '\\' && position_ + 1 < text_.size() &&
          std::string_view("\"\\$`").find(text_[position_ + 1]) != std::string_view::npos) {
        ++position_;
      }
      word_.push_back(text_[position_]);
    }
    unclosed('"');
  }

  void backslash() {
    if (++position_ == text_.size()) {
      throw CommandError("the command ends in a single backslash; write \\\\ for a backslash");
    }
    push(text_[position_]);
  }

  [[noreturn]] static void unclosed(char quote) {
    throw CommandError(fmt::format("the command has a {0} without its closing {0}", quote));
  }

  std::string_view text_;
  std::size_t position_ = 0;
  std::vector<std::string> words_;
  std::string word_;
  bool in_word_ = false;
};

// See resolve_command: a real program is preferred to a script, unless that is one of pyenv's
// shims.
std::optional<fs::path> find_in_path(const std::string& name, const fs::path& folder) {
  std::optional<fs::path> script;
  for (const fs::path& candidate : in_search_path(name)) {
    if (build_of(candidate) != Build::script) return candidate;
    if (behind_shim(candidate, folder) != candidate) return candidate;
    if (!script) script = candidate;
  }
  return script;
}

// Whether only a shell can do what this word in place of a program says: "cd", "A=1".
bool is_shell_command(const std::string& word) {
  constexpr auto words = std::to_array<std::string_view>(
      {"cd", "source", ".", "export", "ulimit", "exec", "eval", "set", "umask", "alias"});
  const std::size_t equals = word.find('=');
  const auto is_of_a_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '_'; };
  return std::find(words.begin(), words.end(), word) != words.end() ||
         (equals != std::string::npos && equals > 0 &&
          std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(equals),
                      is_of_a_name));
}

fs::path find_program(const std::string& word, const fs::path& folder, std::string_view game) {
  if (word.find('/') != std::string::npos) {
    const fs::path file = (folder / word).lexically_normal();
    check_program(file);
    return behind_shim(file, folder);
  }
  if (auto found = find_in_path(word, folder)) {
    fs::path program = behind_shim(*found, folder);
    check_program(program);
    return program;
  }
  if (word == own_name) return fs::read_symlink("/proc/self/exe");
  std::error_code unknown;
  if (fs::is_directory(folder / word, unknown)) throw folder_as_program(folder / word);
  if (is_shell_command(word)) {
    throw CommandError(fmt::format("'{}' is for a shell, and no shell runs the command", word),
                       {What::shell, 0, word});
  }
  Fact flaw;
  if (fs::is_regular_file(folder / word)) check_is_no_source((folder / word).lexically_normal());
  if (fs::exists(folder / word)) flaw = {What::meant, 0, "./" + word};
  if (word == "random") flaw = {What::meant, 0, fmt::format("\"referee random {}\"", game)};
  throw CommandError(fmt::format("program '{}' is not in PATH", word), std::move(flaw));
}

// A file whose name has blanks, with words behind it.
Fact unquoted_file(std::string_view text, const fs::path& folder) {
  for (std::size_t end = text.size();
       (end = text.find_last_of(blanks, end - 1)) != std::string_view::npos && end > 0;) {
    const std::string name(text.substr(0, end));
    std::error_code ignored;
    if (name.find_first_of(blanks) == std::string::npos) break;
    if (!fs::is_regular_file(folder / name, ignored)) continue;
    return {What::unquoted, 0, fmt::format("{}{}", text::shell_word(name), text.substr(end))};
  }
  return {};
}

// Whether a shell would not pass on this word: "2>err.txt", "|", "&&".
bool is_shell_operator(std::string_view word) {
  constexpr auto signs = std::to_array<std::string_view>(
      {"|", "||", "&", "&&", ";", ";;", "|&", "<", "<<", "<<<", ">", ">>"});
  if (std::find(signs.begin(), signs.end(), word) != signs.end()) return true;
  const std::size_t sign = word.find_first_not_of("0123456789&");
  return sign != std::string_view::npos && word.substr(sign).starts_with('>');
}

// What a shell does with such a word; else empty.
std::string note_on_shells(const std::vector<std::string>& words) {
  const auto word = std::find_if(words.begin() + 1, words.end(), is_shell_operator);
  if (word == words.end()) return {};
  return fmt::format(
      "no shell runs the command: '{}' goes to the bot as a word, which writes no file and starts "
      "nothing; --logs DIR keeps what a bot writes to its standard error",
      *word);
}

// A shell would do something else with this command, or would have started a script of that name
// that comes earlier in PATH.
std::string note_on(const Command& command) {
  if (std::string note = note_on_shells(command.words); !note.empty()) return note;
  const std::string& word = command.words.front();
  if (word.find('/') != std::string::npos) return {};
  std::error_code ignored;
  if (is_executable_file(command.folder / word) &&
      !fs::equivalent(command.folder / word, command.program, ignored)) {
    return fmt::format("'{0}' is {1}; for the file in this folder give ./{0}", word,
                       command.program.string());
  }
  for (const fs::path& candidate : in_search_path(word)) {
    if (candidate == command.program || behind_shim(candidate, command.folder) == command.program) {
      return {};
    }
    return fmt::format("'{}' is {} here; a shell starts {}, which is a script", word,
                       command.program.string(), candidate.string());
  }
  return {};
}

// What a script names must not open a folder that the caller has not chosen: it is a program of the
// system or in PATH.
bool is_offered(const fs::path& interpreter) {
  const fs::path named = interpreter.lexically_normal();
  for (const std::string_view folder : {"/usr/", "/bin/", "/sbin/", "/opt/", "/nix/store/"}) {
    if (named.string().starts_with(folder)) return true;
  }
  const auto offered = in_search_path(named.filename().string());
  return std::find(offered.begin(), offered.end(), named) != offered.end();
}

// A script is started through its interpreter by us rather than by the kernel, so
// that `#!/usr/bin/env python3` finds the same python3 as the command `python3`. Returns how many
// words it has put in front of the script's own: they come from the script, not from the caller.
std::size_t expand_script(Command& command) {
  if (build_of(command.program) != Build::script) return 0;
  const std::string script = command.program.string();
  const std::string line = interpreter_line(command.program);
  if (line.find_first_not_of(blanks) == std::string::npos) {
    throw CommandError(fmt::format("script {} names no interpreter after #!", quote(script)));
  }
  std::vector<std::string> interpreter = split_words(line);
  if (fs::path(interpreter.front()).filename() == "env" && interpreter.size() > 1) {
    interpreter.erase(interpreter.begin());
    if (interpreter.front() == "-S" && interpreter.size() > 1) {
      interpreter.erase(interpreter.begin());
    }
  }
  const std::string& named = interpreter.front();
  try {
    // A relative one is relative to where the script runs, as the kernel has it.
    command.program = find_program(named, command.folder, "GAME");
  } catch (const CommandError& error) {
    throw CommandError(
        fmt::format("the interpreter of script {}: {}", quote(script), error.reason()),
        error.flaw());
  }
  if (named.find('/') != std::string::npos && !is_offered(command.folder / named)) {
    throw CommandError(
        fmt::format(
            "script {} names the interpreter {}, which is neither in PATH nor of the system",
            quote(script), named),
        {What::interpreter, 0, fmt::format("{} {}", named, script)});
  }
  command.words.front() = script;
  command.words.insert(command.words.begin(), interpreter.begin(), interpreter.end());
  return interpreter.size();
}

// All files, or all processes, would be no wall.
bool holds_all(const fs::path& folder) {
  return folder.empty() || folder == "/" || folder == "/proc" ||
         folder.string().starts_with("/proc/");
}

// Notes the files and folders that the words from `first` on name.
void find_named(Command& command, std::size_t first) {
  // This program's own words are verbs and games, also where a folder is called so.
  const bool is_own = command.words.front() == own_name;
  for (std::size_t i = first; i < command.words.size(); ++i) {
    for (const std::string_view name : names_in(command.words[i], command.folder)) {
      if (name.empty() || (is_own && name.find('/') == std::string_view::npos)) continue;
      std::error_code ignored;
      const fs::path path = (command.folder / name).lexically_normal();
      const fs::file_status status = fs::status(path, ignored);
      if (fs::is_regular_file(status)) command.files.push_back(path);
      if (fs::is_directory(status) && !holds_all(fs::canonical(path, ignored))) {
        command.folders.push_back(path);
      }
    }
  }
}

// What Python and Java find in the current folder without that the command names a file: the module
// of -m, the main class.
void find_implied(Command& command, bool is_script) {
  const std::string runtime = command.program.filename().string();
  const bool python = runtime.starts_with("python");
  if (python) command.user_base = python_user_base();
  if (is_script || (!python && runtime != "java")) return;
  for (std::size_t i = 1; i < command.words.size(); ++i) {
    std::string name = command.words[i];
    if (name.empty() || name.starts_with('-')) continue;
    if (python && command.words[i - 1] != "-m") continue;
    std::replace(name.begin(), name.end(), '.', '/');
    std::error_code ignored;
    const fs::path path = command.folder / name;
    const fs::path file = fs::path(path).concat(python ? ".py" : ".class");
    if (fs::is_regular_file(file, ignored)) command.files.push_back(file.lexically_normal());
    if (python && fs::is_regular_file(path / "__main__.py", ignored)) {
      command.files.push_back((path / "__main__.py").lexically_normal());
      // Python lists the folder in which it looks for the package.
      if (!is_shared_folder(command.folder)) command.folders.push_back(command.folder);
    }
    // From here on words are the bot's.
    break;
  }
}

void find_read(Command& command, const std::vector<std::string>& read) {
  for (const std::string& given : read) {
    const fs::path path = (command.folder / given).lexically_normal();
    std::error_code error;
    if (given.empty() || !fs::exists(path, error)) {
      throw CommandError(fmt::format("{}, which it is to read, does not exist{}", quote(path),
                                     text::nearest_path(path)));
    }
    if (holds_all(fs::canonical(path, error))) {
      throw CommandError(fmt::format("{} is more than a bot may be given to read", quote(path)));
    }
    command.read.push_back(path);
  }
}

// A script's folder is looked through for programs of 32 bits, but not without end.
constexpr int most_looked_at = 1000;

bool holds_compat_program(const fs::path& folder) {
  if (is_shared_folder(folder)) return false;
  std::error_code error;
  int looked_at = 0;
  for (fs::recursive_directory_iterator entry(folder, error), end;
       !error && entry != end && looked_at < most_looked_at; entry.increment(error), ++looked_at) {
    if (is_executable_file(entry->path()) && build_of(entry->path()) == Build::compat) return true;
  }
  return false;
}

// What a script will start is not known: it may be what its folder holds.
Abi abi_of(const Command& command) {
  if (build_of(command.program) == Build::compat) return Abi::compat;
  for (const fs::path& file : command.files) {
    const Build build = build_of(file);
    if (build == Build::compat) return Abi::both;
    if (build == Build::script && holds_compat_program(file.parent_path())) return Abi::both;
  }
  return Abi::native;
}

// The class that a JVM starts; `otherwise` if the words have none.
fs::path class_in(const std::vector<std::string>& words, const fs::path& otherwise) {
  constexpr std::array with_value{"-cp", "-classpath", "--class-path", "-p", "--module-path"};
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (std::find(with_value.begin(), with_value.end(), words[i]) != with_value.end()) {
      ++i;
    } else if (!words[i].starts_with('-')) {
      return words[i];
    }
  }
  return otherwise;
}

}  // namespace

std::vector<std::string> split_words(std::string_view text) { return Splitter(text).words(); }

std::string join_words(std::span<const std::string> words) {
  std::string text;
  for (const std::string& word : words) text::add_to_list(text, text::shell_word(word), " ");
  return text;
}

std::vector<std::string> command_words(std::string_view text, const fs::path& folder) {
  std::error_code ignored;
  const bool quoted = text.find_first_of(" \t\n'\"\\") != std::string_view::npos;
  if (!quoted || !fs::is_regular_file(folder / text, ignored)) return split_words(text);
  const std::string_view here = text.find('/') == std::string_view::npos ? "./" : "";
  return {std::string(here) + std::string(text)};
}

Command resolve_command(std::string_view text, const fs::path& folder,
                        const std::vector<std::string>& read, std::string_view game) {
  if (text.find('\0') != std::string_view::npos) {
    throw CommandError("the command contains a zero byte");
  }
  // The kernel allows programs about ten times as much.
  constexpr std::size_t longest = std::size_t{128} << 10;
  if (text.size() > longest) throw CommandError("the command is longer than 128 KiB");
  Command command;
  command.text = text;
  command.folder = fs::absolute(folder);
  command.words = command_words(text, command.folder);
  try {
    command.program = find_program(command.words.front(), command.folder, game);
  } catch (const CommandError& error) {
    Fact unquoted = unquoted_file(text, command.folder);
    if (unquoted.what == What::unknown) throw;
    throw CommandError(error.reason(), std::move(unquoted));
  }
  command.note = note_on(command);
  // The program is given its own absolute name, whatever the current directory is.
  if (command.words.front().find('/') != std::string::npos) {
    command.words.front() = command.program.string();
  }
  const std::size_t from_script = expand_script(command);
  find_named(command, std::max<std::size_t>(from_script, 1));
  find_implied(command, from_script > 0);
  find_read(command, read);
  command.abi = abi_of(command);
  command.sanitized = has_sanitizer(command.program);
  return command;
}

std::uint64_t static_data_of(const Command& command) {
  if (command.sanitized) return 0;
  std::uint64_t most = static_data_of(command.program);
  if (!is_wrapper(fs::path(command.words.front()).filename().string())) return most;
  for (const fs::path& file : command.files) most = std::max(most, static_data_of(file));
  return most;
}

void check_static_data(const Command& command, std::size_t memory) {
  const std::uint64_t bytes = static_data_of(command);
  if (memory == 0 || bytes <= memory) return;
  const std::uint64_t mebibytes = bytes / kernel::mebibyte + 1;
  throw CommandError(fmt::format("the static data of '{}' alone need {} MiB, more than its memory "
                                 "limit of {}",
                                 command.text, mebibytes, text::bytes_text(memory)),
                     {What::static_data, 0, std::to_string(std::bit_ceil(mebibytes))});
}

std::string short_name(std::string_view text, const fs::path& folder, unsigned parents) {
  try {
    const auto words = command_words(text, folder);
    fs::path named = words.front();
    if (words.size() > 1 && named.filename() == own_name && words[1] == "random") return words[1];
    for (std::size_t i = 1; i < words.size(); ++i) {
      std::error_code ignored;
      if (fs::is_regular_file(folder / words[i], ignored)) {
        named = words[i];
        break;
      }
    }
    if (named == words.front() && named.filename() == "java") named = class_in(words, named);
    named = named.lexically_normal();
    fs::path name = named.filename();
    for (fs::path above = named.parent_path(); parents > 0 && above.has_filename(); --parents) {
      name = above.filename() / name;
      above = above.parent_path();
    }
    return name.empty() ? "bot" : name.string();
  } catch (const CommandError&) {
    return "bot";
  }
}

}  // namespace referee::program
