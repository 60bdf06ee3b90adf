#include "referee/machine/program/command_error.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace referee::program {
namespace {

std::string with_interpreter(const std::filesystem::path& file) {
  if (file.extension() == ".class") return "java -cp FOLDER CLASS";
  const std::string interpreter =
      file.extension() == ".jar" ? "java -jar" : interpreter_of(file.string());
  return interpreter + ' ' + file.string();
}

}  // namespace

std::string advice_on(const Fact& flaw) {
  switch (flaw.what) {
    case What::not_executable:
      return "try: chmod +x " + flaw.name;
    case What::unreadable:
      return "try: chmod +r " + flaw.name;
    case What::not_a_program:
      return fmt::format("give \"{}\"", with_interpreter(flaw.name));
    case What::unquoted:
      return fmt::format("a file whose name has blanks needs quotation marks: \"{}\"", flaw.name);
    case What::interpreter:
      return fmt::format("to run it with that, name it in the command: \"{}\"", flaw.name);
    case What::meant:
      return fmt::format("did you mean {}?", flaw.name);
    case What::shell:
      return flaw.name.find('=') == std::string::npos
                 ? std::string("name the program by its path; a config's bots run in its folder")
                 : fmt::format("give \"env {} COMMAND\", or \"environment\" in a config",
                               flaw.name);
    case What::library:
      return "on Debian and Ubuntu, as root: apt install libc6-i386 lib32stdc++6";
    case What::static_data:
      return fmt::format(
          "--limit memory={0}, or \"memory\": {0} in the bot's entry of a config, allows that",
          flaw.name);
    default:
      return {};
  }
}

std::string interpreter_of(const std::filesystem::path& file) {
  for (const auto& [ending, interpreter] :
       {std::pair{".pl", "perl"}, std::pair{".rb", "ruby"}, std::pair{".lua", "lua"}}) {
    if (file.extension() == ending) return interpreter;
  }
  return {};
}

CommandError::CommandError(const std::string& reason, Fact flaw)
    : InputError(flaw.what == What::unknown ? reason : reason + "; " + advice_on(flaw)),
      reason_(reason),
      flaw_(std::move(flaw)) {}

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

std::string_view words_of_memory(std::string_view last_words) noexcept {
  // C++, Python and Ruby, Java, C#, Rust, OCaml, Haskell and Lisp, Lua; Go, Node, Perl, GCC, LLVM
  // and others that are out of memory; programs that ask the system for words; older GCC.
  static constexpr std::array<std::string_view, 13> all{"std::bad_alloc",
                                                        "MemoryError",
                                                        "OutOfMemoryError",
                                                        "insufficient memory",
                                                        "Could not reserve enough space",
                                                        "OutOfMemoryException",
                                                        "memory allocation of",
                                                        "Out_of_memory",
                                                        "eap exhausted",
                                                        "not enough memory",
                                                        "ut of memory",
                                                        "annot allocate memory",
                                                        "irtual memory exhausted"};
  for (const std::string_view words : all) {
    if (last_words.find(words) != std::string_view::npos) return words;
  }
  return {};
}

bool tells_of_memory(std::string_view last_words) { return !words_of_memory(last_words).empty(); }

bool tells_of_java(std::string_view last_words) {
  return contains_any(last_words, {"Java Runtime Environment", "initialization of VM"});
}

bool may_be_last_words(std::string_view line) {
  return line.starts_with('#') || line.starts_with("Error occurred during initialization of VM") ||
         tells_of_memory(line);
}

std::string_view variable_missed(std::string_view last_words) {
  constexpr auto all = std::to_array<std::pair<std::string_view, std::string_view>>(
      {{"cannot open shared object file", "LD_LIBRARY_PATH"},
       {"No module named", "PYTHONPATH"},
       {"Cannot find module", "NODE_PATH"},
       {"Could not find or load main class", "CLASSPATH"},
       {"NoClassDefFoundError", "CLASSPATH"},
       {"ClassNotFoundException", "CLASSPATH"},
       {"in @INC", "PERL5LIB"},
       {"cannot load such file", "RUBYLIB"},
       {"no field package.preload", "LUA_PATH"}});
  const auto found = std::find_if(all.begin(), all.end(), [last_words](const auto& one) {
    return last_words.find(one.first) != std::string_view::npos;
  });
  return found == all.end() ? std::string_view() : found->second;
}

bool tells_of_permission(std::string_view stderr_tail) {
  return contains_any(stderr_tail, {"Permission denied", "PermissionError", "EACCES"});
}

}  // namespace referee::program
