#include "referee/machine/program/last_words.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <initializer_list>
#include <string_view>
#include <utility>

namespace referee::program {

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
