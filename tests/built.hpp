// The programs that were built, as tests start them. The folder that they are in has a blank in its
// name, wherever the project stands, so a test that puts a path into a command without quotation
// marks fails everywhere, not only for somebody who has such a folder.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "referee/base/text/words.hpp"

namespace built {

// Where they are.
inline std::filesystem::path folder() { return REFEREE_PROGRAMS; }

// The file of the program `name`: "referee", "box-greedy".
inline std::filesystem::path file(std::string_view name) { return folder() / name; }

// The same as a word of a bot's command or of a shell's command line.
inline std::string word(std::string_view name) {
  return referee::text::shell_word(file(name).string());
}

}  // namespace built
