#include "referee/analysis/replaying/under_tool.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/places.hpp"

namespace referee::replaying {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail(std::string_view what, const fs::path& place) {
  throw text::SystemError(what, place);
}

// Looked for before, so that an error is the only thing that is said.
void check_there_is(const std::string& tool) {
  if (tool.find('/') != std::string::npos) {
    if (::access(tool.c_str(), X_OK) == 0) return;
  } else {
    if (!program::in_search_path(tool).empty()) return;
    errno = ENOENT;
  }
  throw text::InputError(
      fmt::format("--under: '{}' could not be started: {}", tool, std::strerror(errno)));
}

std::string write_input(const std::string& input) {
  std::string name = (text::temporary_folder() / "referee-input-XXXXXX").string();
  const text::Descriptor file(::mkstemp(name.data()));
  if (!file) fail("make", name);
  if (const int error = text::write_all(file.get(), input); error != 0) {
    throw text::SystemError("write", name, error);
  }
  return name;
}

// gdb, gdb-multiarch, rust-gdb
bool is_gdb(const std::string& word) {
  const std::string name = fs::path(word).filename().string();
  return name != "gdbserver" && (name.starts_with("gdb") || name.ends_with("-gdb"));
}

// Python's own debugger reads what is typed from the terminal, since standard input is the bot's.
bool is_pdb(const std::vector<std::string>& words) {
  return words.size() == 3 && fs::path(words[0]).filename().string().starts_with("python") &&
         words[1] == "-m" && words[2] == "pdb";
}
constexpr const char* pdb_program =
    "import pdb, runpy, sys\n"
    "sys.argv = sys.argv[1:]\n"
    "with open('/dev/tty') as typed:\n"
    "    pdb.Pdb(stdin=typed, stdout=sys.stderr).runcall(\n"
    "        runpy.run_path, sys.argv[0], run_name='__main__')\n";

bool is_python(const std::string& program) {
  return fs::path(program).filename().string().starts_with("python");
}

// The tool's words, then the bot's.
std::vector<std::string> words_of(const std::string& tool, const program::Command& command,
                                  const std::string& redirections) {
  std::vector<std::string> words = program::split_words(tool);
  if (is_gdb(words.front())) {
    if (words.size() > 1 && words.back() == "--args") words.pop_back();
    // The compiler saw a copy.
    if (command.source) {
      words.insert(words.end(), {"-d", command.source->file.parent_path().string()});
    }
    // `run` takes a whole command line; words after --args would be forgotten.
    std::string run = "run";
    for (std::size_t i = 1; i < command.words.size(); ++i) {
      run += ' ' + text::shell_word(command.words[i]);
    }
    words.insert(words.end(),
                 {"-ex", fmt::format("{} {}", run, redirections), command.program.string()});
    return words;
  }
  if (is_pdb(words)) words = {words[0], "-c", pdb_program};
  // A module of Python's, a debugger or a profiler, takes a script and not an interpreter.
  const bool module = is_python(words.front()) && is_python(command.program.string());
  if (!module) words.push_back(command.program.string());
  words.insert(words.end(), command.words.begin() + 1, command.words.end());
  return words;
}

}  // namespace

void run_under_tool(const std::string& tool, const program::Command& command,
                    const std::vector<std::string>& environment, const ToolInput& input) {
  check_there_is(program::split_words(tool).front());
  std::string all;
  for (const std::string& turn : input.turns) all += turn;
  const std::string file = write_input(all);
  const bool debugger = is_gdb(program::split_words(tool).front());
  std::string redirections = "< " + text::shell_word(file);
  if (debugger && input.stop) {
    const FedPipes pipes = feed_in_debugger({command.program, input.turns, input.ply});
    redirections = fmt::format("< {} > {}", text::shell_word(pipes.in().string()),
                               text::shell_word(pipes.out().string()));
  }
  std::vector<std::string> words = words_of(tool, command, redirections);
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  for (const std::string& variable : environment) {
    const std::size_t equals = variable.find('=');
    ::setenv(variable.substr(0, equals).c_str(), variable.c_str() + equals + 1, 1);
  }
  if (!debugger) {
    const int in = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (in < 0 || ::dup2(in, STDIN_FILENO) < 0) fail("read", file);
  }
  if (::chdir(command.folder.c_str()) != 0) fail("enter", command.folder);
  // Once the tool runs, nobody else can say it.
  text::tell("The bot reads {}.", file);
  ::execvp(pointers.front(), pointers.data());
  fail("start", words.front());
}

}  // namespace referee::replaying
