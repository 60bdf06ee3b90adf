// What programs write when they fail, as common runtimes word it.
#pragma once

#include <initializer_list>
#include <string_view>

namespace referee::program {

// Is one of `words` a part of `text`?
bool contains_any(std::string_view text, std::initializer_list<std::string_view> words);
// Does the end of what a bot wrote say, as common runtimes do, that memory ran out?
bool tells_of_memory(std::string_view last_words);
// Is it a JVM that says so?
bool tells_of_java(std::string_view last_words);
// Whether this line on standard output, which is not a move, may be the first of such words.
bool may_be_last_words(std::string_view line);
// Does it say that a file could not be used?
bool tells_of_permission(std::string_view stderr_tail);

}  // namespace referee::program
