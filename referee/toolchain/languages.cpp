#include "referee/toolchain/languages.hpp"

#include <algorithm>
#include <array>

namespace referee::toolchain {
namespace {

using Endings = std::span<const std::string_view>;

constexpr std::array<std::string_view, 1> c_endings{".c"};
constexpr std::array<std::string_view, 5> cpp_endings{".cpp", ".cc", ".cxx", ".C", ".c++"};
constexpr std::array<std::string_view, 1> python_endings{".py"};
constexpr std::array<std::string_view, 1> python2_endings{".py2"};
constexpr std::array<std::string_view, 1> java_endings{".java"};
constexpr std::array<std::string_view, 3> pascal_endings{".pas", ".pp", ".dpr"};
constexpr std::array<std::string_view, 1> javascript_endings{".js"};
constexpr std::array<std::string_view, 1> haskell_endings{".hs"};
constexpr std::array<std::string_view, 1> ocaml_endings{".ml"};
constexpr std::array<std::string_view, 1> go_endings{".go"};
constexpr std::array<std::string_view, 1> rust_endings{".rs"};

enum Index : std::size_t {
  c,
  cpp,
  python,
  java,
  pascal,
  javascript,
  haskell,
  ocaml,
  go,
  rust,
  python2
};

constexpr std::array<Language, 11> all{{
    {"C", c_endings, "gcc", "gcc", "-dumpfullversion", true, "c"},
    {"C++", cpp_endings, "g++", "g++", "-dumpfullversion", true, "cpp"},
    {"Python 3", python_endings, "python3", "python3", "--version", false, "python"},
    {"Java", java_endings, "javac", "default-jdk-headless", "-version", true, "java"},
    {"Pascal", pascal_endings, "fpc", "fp-compiler", "-iV", true, "pascal"},
    {"JavaScript", javascript_endings, "node", "nodejs", "--version", false, "javascript"},
    {"Haskell", haskell_endings, "ghc", "ghc", "--numeric-version", true, "haskell"},
    {"OCaml", ocaml_endings, "ocamlopt", "ocaml-nox", "-version", true, "ocaml"},
    {"Go", go_endings, "go", "golang-go", "version", true, "go"},
    {"Rust", rust_endings, "rustc", "rustc", "--version", true, "rust"},
    {"Python 2", python2_endings, "python2", "python2", "--version", false, ""},
}};

constexpr std::array<unsigned, 6> known_years{2016, 2019, 2020, 2023, 2024, 2025};

// One line of a year's page. Words that only say where the result goes, or that make a newer
// compiler do what the official one did by itself, are ours.
struct Row {
  Index language;
  unsigned year;
  std::string_view version;
  std::string_view compile;
  std::string_view official;
};

constexpr std::string_view gcc_2020 =
    "gcc -Wall -pipe -O2 -march=native -g --std=c99 -o {out} {in} -lm";
constexpr std::string_view gcc_2020_page = "gcc -Wall -pipe -O2 -march=native -g --std=c99 -lm";
constexpr std::string_view gxx_2020 =
    "g++ -Wall -pipe -O2 -march=native -g --std=c++17 -o {out} {in} -lm";
constexpr std::string_view gxx_2020_page = "g++ -Wall -pipe -O2 -march=native -g --std=c++17 -lm";
constexpr std::string_view gxx_2024 =
    "g++ -Wall -pipe -O2 -march=native -g --std=c++20 -o {out} {in} -lm";
constexpr std::string_view gxx_2024_page = "g++ -Wall -pipe -O2 -march=native -g --std=c++20 -lm";
constexpr std::string_view fpc = "fpc -Sog -O2 -viwn -g -Cr-t- -o{out} {in}";
constexpr std::string_view fpc_page = "fpc -Sog -O2 -viwn -g -Cr-t-";

constexpr std::array rows{
    Row{c, 2016, "4.6.3", "gcc -Wall -O2 -g -o {out} {in} -lm", "gcc -Wall -O2 -g -lm"},
    Row{c, 2019, "7.3.0", "gcc -Wall -pipe -O2 -g --std=c99 -o {out} {in} -lm",
        "gcc -Wall -pipe -O2 -g --std=c99 -lm"},
    Row{c, 2020, "7.4.0", gcc_2020, gcc_2020_page},
    Row{c, 2023, "9.4.0", gcc_2020, gcc_2020_page},
    Row{c, 2024, "11.3.0", gcc_2020, gcc_2020_page},
    Row{c, 2025, "13.2.0", gcc_2020, gcc_2020_page},
    Row{cpp, 2016, "4.6.3", "g++ -Wall -O2 -g -std=c++0x -o {out} {in} -lm",
        "g++ -Wall -O2 -g -std=c++0x -lm"},
    Row{cpp, 2019, "7.3.0", "g++ -Wall -pipe -O2 -g --std=c++17 -o {out} {in} -lm",
        "g++ -Wall -pipe -O2 -g --std=c++17 -lm"},
    Row{cpp, 2020, "7.4.0", gxx_2020, gxx_2020_page},
    Row{cpp, 2023, "9.4.0", gxx_2020, gxx_2020_page},
    Row{cpp, 2024, "11.3.0", gxx_2024, gxx_2024_page},
    Row{cpp, 2025, "13.2.0", gxx_2024, gxx_2024_page},
    Row{python, 2024, "3.10.6", "", "python3"},
    Row{python2, 2024, "2.7.18", "", "python2"},
    // Java 19 takes sources for UTF-8 wherever it runs. The virtual machine of the compiler itself
    // is kept small.
    Row{java, 2024, "19.0.2",
        "javac -J-Xmx1g -J-XX:+UseSerialGC -J-XX:TieredStopAtLevel=1 -encoding UTF-8 -d . {in}",
        "javac; java -Xmx2000m -Xms2000m -XX:+UseSerialGC"},
    Row{pascal, 2016, "2.4.4", fpc, fpc_page},
    Row{pascal, 2024, "3.2.2", fpc, fpc_page},
    Row{javascript, 2024, "7.1.0", "", "d8 --single-threaded"},
    Row{haskell, 2024, "8.8.4", "ghc --make -O3 -o {out} {in}", "ghc --make -O3"},
    Row{ocaml, 2024, "4.13.1", "ocamlopt -o {out} {in}", "ocamlopt -o"},
    Row{go, 2024, "1.18.1", "go build -o {out} {in}", "go build"},
    // A crate's name follows from the file's, which may be no name of a crate.
    Row{rust, 2024, "1.66.1",
        "rustc -O --edition=2021 -C target-cpu=native --crate-name bot -o {out} {in}",
        "rustc -O --edition=2021 -C target-cpu=native"},
};

}  // namespace

std::span<const Language> languages() noexcept { return all; }

const Language* language_of(const std::filesystem::path& file) noexcept {
  std::string ending = file.extension().string();
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
  const Row* best = nullptr;
  for (const Row& row : rows) {
    if (&all.at(row.language) != &language) continue;
    if (best == nullptr || row.year <= year) best = &row;
  }
  return {&language, year, best->version, best->compile, best->official};
}

}  // namespace referee::toolchain
