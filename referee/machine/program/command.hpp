// A bot's command line: split into words, its program found and checked.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command_error.hpp"
#include "referee/machine/program/executable.hpp"

namespace referee::program {

// How a bot that was given as a source file became a program.
struct SourceFacts {
  std::filesystem::path file;  // the source, absolute; other bots may not read it
  std::string hash;            // its SHA-256
  std::string language;        // "C++"
  unsigned toolchain = 0;      // the year whose commands were used
  std::string compiler;        // what is here: "g++ 12.2.0"
  std::string compile;         // the command that compiled it; empty if it runs as it is
  std::string run;             // the command that runs it: "./bot", "python3 bot.py"

  friend bool operator==(const SourceFacts&, const SourceFacts&) = default;
};

struct Command {
  std::string text;                // as the user wrote it
  std::vector<std::string> words;  // never empty
  std::filesystem::path program;   // the file to execute, absolute
  std::filesystem::path folder;    // where the bot runs: its current directory
  // The files that its other words name, as far as they exist, absolute. A word may be a list with
  // colons, which may follow an option's equals sign: `-cp bot.jar:classes`. Words that come from
  // the first line of a script name nothing: the caller chooses which files a bot may open.
  std::vector<std::filesystem::path> files;
  std::vector<std::filesystem::path> folders;  // never the root
  // Further files and folders that it may read, by its config or --read; absolute, there.
  std::vector<std::filesystem::path> read;
  // Files of the other bots that it plays with, which walls hide from it; see set_apart().
  std::vector<std::filesystem::path> of_others;
  // Python's packages of this user, which it finds through the variable PYTHONUSERBASE; else empty.
  std::filesystem::path user_base;
  // Built with a sanitizer, which maps terabytes that it never uses: its used memory is checked,
  // its mapped memory is not limited.
  bool sanitized = false;
  // One line if the caller's shell would do something else with it, or start another program; else
  // empty.
  std::string note;
  // Both kinds if the program is not a 32-bit one but names one, or names a script in whose folder
  // there is one.
  Abi abi = Abi::native;
  // Set for a source file, which toolchain::resolve() resolves, not resolve_command().
  std::optional<SourceFacts> source;
  // Held as long as its files must not be removed; may be null.
  std::shared_ptr<const void> hold;

  friend bool operator==(const Command&, const Command&) = default;
};

// Splits `text` as a POSIX shell splits words: blanks separate, single quotes
// keep everything, double quotes keep all but \" \\ \$ \`, a backslash keeps the
// next character. No variable, pattern, pipe or redirection is expanded; no shell
// runs. Throws CommandError for an unclosed quote, a trailing backslash or no
// word at all.
std::vector<std::string> split_words(std::string_view text);

// A text that split_words() splits into these words.
std::string join_words(std::span<const std::string> words);

// The words of a command that is relative to `folder`: those of split_words(). But a text that as a
// whole is the path of a file is that one word, even with blanks and quotation marks in it.
std::vector<std::string> command_words(std::string_view text, const std::filesystem::path& folder);

// Splits `text` and finds its program: a word with a slash is relative to
// `folder`, any other is looked for in PATH. In PATH a script (a file that begins
// with #!) gives way to a real program of the same name further on, because
// wrappers such as pyenv's need child processes, which bots may not have by
// default. `referee`, if it is not in PATH, is this program itself. Throws CommandError if the
// program is missing, a directory, not executable, built for another kind of machine, or lacks its
// loader, for a script whose interpreter is neither of the system nor in PATH, and if the text is
// longer than 128 KiB or has a zero byte. `read`: what it may read besides, relative to `folder`;
// throws CommandError for what is not there. `game`: its name in advice.
Command resolve_command(std::string_view text, const std::filesystem::path& folder,
                        const std::vector<std::string>& read = {}, std::string_view game = "GAME");

// Bytes of the static data of the program that it starts: static_data_of() its program, or, of one
// like `nice`, the largest of the programs that its words name. 0 if they are not limited.
std::uint64_t static_data_of(const Command& command);

// Throws CommandError if these are more than `memory` bytes (0: no limit): the kernel would end the
// program before its first instruction.
void check_static_data(const Command& command, std::size_t memory);

// The name of a bot without a given one: the file name of the first file of its
// command line besides the program (an interpreter's script says more than the
// interpreter), else of its program; "bot" if the text is not a command. Files are looked for from
// `folder`. `parents`: with that many folders before it, if it has them.
std::string short_name(std::string_view text, const std::filesystem::path& folder,
                       unsigned parents = 0);

}  // namespace referee::program
