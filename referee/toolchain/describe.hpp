// Which languages this machine can compile and run, for `referee doctor`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::toolchain {

struct LanguageNote {
  std::string_view language;  // "C++"
  bool available = false;
  std::string compiler;       // what is here: "g++ 12.2.0"
  std::string_view official;  // the newest official version: "13.2.0"
  std::string advice;         // how to get it; empty if it is there
};

// All languages, in the order of the official page. Asks compilers that are new here for their
// versions.
std::vector<LanguageNote> describe_languages();

}  // namespace referee::toolchain
