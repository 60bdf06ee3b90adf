// The last words of programs that fail, as common runtimes word them.
#pragma once

#include <initializer_list>
#include <string_view>

namespace referee::program {

// Whether one of `words` is a part of `text`.
bool contains_any(std::string_view text, std::initializer_list<std::string_view> words);
// Whether the end of a program's output says, as common runtimes and compilers do, that memory ran
// out; and the words that say so, else empty.
bool tells_of_memory(std::string_view last_words);
std::string_view words_of_memory(std::string_view last_words) noexcept;
// Whether it is a JVM that says so.
bool tells_of_java(std::string_view last_words);
// Whether this line on standard output, which is not a move, may be the first of such words.
bool may_be_last_words(std::string_view line);
// The variable by which a loader or runtime looks for what these words say it did not find: a
// library, a module, a class. Empty if they say nothing of the kind.
std::string_view variable_missed(std::string_view last_words);
// Whether it says that a file could not be used.
bool tells_of_permission(std::string_view stderr_tail);

}  // namespace referee::program
