// The languages in which the official judge takes submissions, and the commands with which it
// compiled and ran them, year by year. docs/guide/sources.md has the same table for people.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

namespace referee::toolchain {

// The official limit on a submission, in bytes.
inline constexpr std::size_t most_source_bytes = 1'474'560;

struct Language {
  std::string_view title;                   // "C++"
  std::array<std::string_view, 5> endings;  // of file names, with their dot; the usual first,
                                            // the rest empty
  std::string_view compiler;                // the program that compiles it, or that runs it
  std::string_view package;                 // the package of it in Debian and Ubuntu
  std::string_view version_words;           // arguments that make it print its version
  bool compiled = true;                     // false: the source is run as it is
  std::string_view skeleton;                // its name in `referee new`: "cpp"; empty: none
};

// All languages, in the order of the official page.
std::span<const Language> languages() noexcept;

// The ending of a file's name in small letters.
std::string small_ending(const std::filesystem::path& file);

// The language of a file by the ending of its name, BOT.CPP being bot.cpp; null for other
// endings. A .py file is Python 3; its first line may say that it is Python 2, see
// find_source().
const Language* language_of(const std::filesystem::path& file) noexcept;

// One language's commands in one year of the official judge. Words that only say where the result
// goes, or that make a newer compiler do what the official one did by itself, are ours.
struct Recipe {
  std::string_view language;  // its title
  unsigned year = 0;          // the year asked for
  std::string_view version;   // of the official compiler: "11.3.0"
  std::string_view compile;   // words with {in} and {out}; empty if it is not compiled
};

// Years whose tables are known, the newest last.
std::span<const unsigned> years() noexcept;
inline unsigned newest_year() noexcept { return years().back(); }

// The command of `year` (0: the newest). If that year's page is not known for a language, the last
// known year before it counts, else the first one after it. `year` is one of years().
Recipe recipe_for(const Language& language, unsigned year);

// The file d8.js, as it was at build time: V8's shell `d8`, in which the official judge runs
// JavaScript, is in no package of Debian's, and this gives a source its functions under Node.
//
// It is a program for Node, which takes the name of a source and then that source's own words. It
// gives it readline(), which waits and returns undefined at the end of the input, print(), write(),
// printErr(), quit() and `arguments`, as in d8: print() flushes, write() does not. What only Node
// has (require, process, Buffer) is hidden from it.
std::string_view d8_shim() noexcept;

}  // namespace referee::toolchain
