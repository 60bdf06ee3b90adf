// What a fuzz target says before it gives up.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace fuzz {

inline void check(bool fine, const char* what, std::string_view detail = {}) {
  if (fine) return;
  std::fprintf(stderr, "broken: %s\n%.*s\n", what, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

}  // namespace fuzz
