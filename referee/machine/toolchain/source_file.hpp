// What the text of a source file says: its language, the class with main() in Java, and the other
// files that it uses.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {

struct SourceFile {
  std::filesystem::path file;  // absolute
  const Language* language = nullptr;
  std::vector<std::string> words;  // the bot's arguments
  // The part of what it may read that lies in its folder or below: an interpreted source
  // finds that beside itself. Absolute. Empty for one that is compiled.
  std::vector<std::filesystem::path> companions = {};
  // Whether its caller lets it read all of its folder, so that it is played there.
  bool stays = false;
  // See BotLine.
  std::vector<std::filesystem::path> beside = {};
};

// The source that a bot's command begins with, relative to `folder`; nothing if it begins with
// anything else. A file is a source by the ending of its name. But a script (its first line begins
// with #!) that may be executed, and a program for this machine, are programs whatever their names;
// and a name without a slash that is in PATH means the file there. `read`: further files that the
// bot may read, relative to `folder`. `scripts`: also those that may be executed are sources.
std::optional<SourceFile> find_source(std::string_view command, const std::filesystem::path& folder,
                                      const std::vector<std::string>& read = {},
                                      bool scripts = false);

// Finds the main class of a Java source.

// The name, with its package, of the class, interface, record or enum at the top of `source` that
// has a `static ... void main(`: the one called `preferred` (the name of the file), else the first
// one. Empty if no class has one. Comments, strings and nested classes are skipped.
std::string java_main_class(std::string_view source, std::string_view preferred);

// Reasons why a source does not compile although its author's machine compiles it: missing files
// lie beside it, or its text is not UTF-8.

// Files beside `source`, in its folder or below, that are missing by `output`, the words of a
// compiler: it names them, a module or class of their name, or a symbol in them. Relative to the
// folder of `source`; at most three.
std::vector<std::string> missed_files(const std::filesystem::path& source, std::string_view output);

// The first line that is not UTF-8, from 1; nothing if all are.
std::optional<std::size_t> line_not_utf8(std::string_view text);

// Advice on a source whose compiling failed with these words; empty if they do not say.
std::string compile_advice(const std::filesystem::path& source, std::string_view text,
                           std::string_view output);

}  // namespace referee::toolchain
