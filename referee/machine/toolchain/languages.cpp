#include "referee/machine/toolchain/languages.hpp"

#include <algorithm>

namespace referee::toolchain {
namespace {

constexpr std::array<Language, 11> all{{
    {"C", {".c"}, "gcc", "gcc", "-dumpfullversion", true, "c"},
    {"C++", {".cpp", ".cc", ".cxx", ".C", ".c++"}, "g++", "g++", "-dumpfullversion", true, "cpp"},
    {"Python 3", {".py"}, "python3", "python3", "--version", false, "python"},
    {"Java", {".java"}, "javac", "default-jdk-headless", "-version", true, "java"},
    {"Pascal", {".pas", ".pp", ".dpr"}, "fpc", "fp-compiler", "-iV", true, "pascal"},
    {"JavaScript", {".js"}, "node", "nodejs", "--version", false, "javascript"},
    {"Haskell", {".hs"}, "ghc", "ghc", "--numeric-version", true, "haskell"},
    {"OCaml", {".ml"}, "ocamlopt", "ocaml-nox", "-version", true, "ocaml"},
    {"Go", {".go"}, "go", "golang-go", "version", true, "go"},
    {"Rust", {".rs"}, "rustc", "rustc", "--version", true, "rust"},
    {"Python 2", {".py2"}, "python2", "python2", "--version", false, ""},
}};

constexpr std::array<unsigned, 6> known_years{2016, 2019, 2020, 2023, 2024, 2025};

constexpr std::string_view gcc_2020 =
    "gcc -Wall -pipe -O2 -march=native -g --std=c99 -o {out} {in} -lm";
constexpr std::string_view gxx_2020 =
    "g++ -Wall -pipe -O2 -march=native -g --std=c++17 -o {out} {in} -lm";
constexpr std::string_view gxx_2024 =
    "g++ -Wall -pipe -O2 -march=native -g --std=c++20 -o {out} {in} -lm";
constexpr std::string_view fpc = "fpc -Sog -O2 -viwn -g -Cr-t- -o{out} {in}";

// The lines of the pages of all years, see docs/guide/sources.md.
constexpr std::array rows{
    Recipe{"C", 2016, "4.6.3", "gcc -Wall -O2 -g -o {out} {in} -lm"},
    Recipe{"C", 2019, "7.3.0", "gcc -Wall -pipe -O2 -g --std=c99 -o {out} {in} -lm"},
    Recipe{"C", 2020, "7.4.0", gcc_2020},
    Recipe{"C", 2023, "9.4.0", gcc_2020},
    Recipe{"C", 2024, "11.3.0", gcc_2020},
    Recipe{"C", 2025, "13.2.0", gcc_2020},
    Recipe{"C++", 2016, "4.6.3", "g++ -Wall -O2 -g -std=c++0x -o {out} {in} -lm"},
    Recipe{"C++", 2019, "7.3.0", "g++ -Wall -pipe -O2 -g --std=c++17 -o {out} {in} -lm"},
    Recipe{"C++", 2020, "7.4.0", gxx_2020},
    Recipe{"C++", 2023, "9.4.0", gxx_2020},
    Recipe{"C++", 2024, "11.3.0", gxx_2024},
    Recipe{"C++", 2025, "13.2.0", gxx_2024},
    Recipe{"Python 3", 2024, "3.10.6", ""},
    Recipe{"Python 2", 2024, "2.7.18", ""},
    // Java 19 takes sources for UTF-8 wherever it runs. The virtual machine of the compiler itself
    // is kept small.
    Recipe{"Java", 2024, "19.0.2",
           "javac -J-Xmx1g -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -d . {in}"},
    Recipe{"Pascal", 2016, "2.4.4", fpc},
    Recipe{"Pascal", 2024, "3.2.2", fpc},
    Recipe{"JavaScript", 2024, "7.1.0", ""},
    Recipe{"Haskell", 2024, "8.8.4", "ghc --make -O3 -o {out} {in}"},
    Recipe{"OCaml", 2024, "4.13.1", "ocamlopt -o {out} {in}"},
    Recipe{"Go", 2024, "1.18.1", "go build -o {out} {in}"},
    // A crate's name follows from the file's, which may be no name of a crate.
    Recipe{"Rust", 2024, "1.66.1",
           "rustc -O --edition=2021 -C target-cpu=native --crate-name bot -o {out} {in}"},
};

}  // namespace

std::span<const Language> languages() noexcept { return all; }

const Language* language_of(const std::filesystem::path& file) noexcept {
  std::string ending = file.extension().string();
  if (ending.empty()) return nullptr;
  const auto has_ending = [&](const Language& language) {
    return std::find(language.endings.begin(), language.endings.end(), ending) !=
           language.endings.end();
  };
  const auto* found = std::find_if(all.begin(), all.end(), has_ending);
  if (found == all.end()) {
    ending = small_ending(file);
    found = std::find_if(all.begin(), all.end(), has_ending);
  }
  return found == all.end() ? nullptr : &*found;
}

std::string small_ending(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return ending;
}

std::span<const unsigned> years() noexcept { return known_years; }

Recipe recipe_for(const Language& language, unsigned year) {
  if (year == 0) year = newest_year();
  const Recipe* best = nullptr;
  for (const Recipe& row : rows) {
    if (row.language != language.title) continue;
    if (best == nullptr || row.year <= year) best = &row;
  }
  return {language.title, year, best->version, best->compile};
}

}  // namespace referee::toolchain
