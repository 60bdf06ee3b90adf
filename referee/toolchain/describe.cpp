#include "referee/toolchain/describe.hpp"

#include <fmt/core.h>

#include "referee/toolchain/compiler.hpp"
#include "referee/toolchain/languages.hpp"

namespace referee::toolchain {

std::vector<LanguageNote> describe_languages() {
  std::vector<LanguageNote> notes;
  for (const Language& language : languages()) {
    LanguageNote note;
    note.language = language.title;
    note.official = recipe_for(language, newest_year()).version;
    if (const auto compiler = find_compiler(language)) {
      note.available = true;
      note.compiler = compiler->title();
    } else {
      note.advice = fmt::format("{} is not installed; {}", language.compiler,
                                how_to_install(language.package));
    }
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace referee::toolchain
