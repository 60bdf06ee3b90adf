#include "referee/machine/program/last_words.hpp"

#include <algorithm>

namespace referee::program {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

bool tells_of_memory(std::string_view last_words) {
  // C++, Python and Ruby, Java, C#, Rust, OCaml, Haskell and Lisp, Lua; Go, Node, Perl and others
  // that are out of memory; programs that ask the system for words.
  return contains_any(
      last_words, {"std::bad_alloc", "MemoryError", "OutOfMemoryError", "insufficient memory",
                   "Could not reserve enough space", "OutOfMemoryException", "memory allocation of",
                   "Out_of_memory", "eap exhausted", "not enough memory", "ut of memory",
                   "annot allocate memory"});
}

bool tells_of_java(std::string_view last_words) {
  return contains_any(last_words, {"Java Runtime Environment", "initialization of VM"});
}

bool may_be_last_words(std::string_view line) {
  return line.starts_with('#') || line.starts_with("Error occurred during initialization of VM") ||
         tells_of_memory(line);
}

bool tells_of_permission(std::string_view stderr_tail) {
  return contains_any(stderr_tail, {"Permission denied", "PermissionError", "EACCES"});
}

}  // namespace referee::program
