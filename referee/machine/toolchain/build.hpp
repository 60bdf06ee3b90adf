// Makes a program of a source, once for each source, compiler and command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/base/text/error.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/toolchain/source_file.hpp"

namespace referee::toolchain {

// A source that does not compile, or has no main class: a bot that failed, exit code 1.
class CompileError : public text::InputError {
 public:
  CompileError(const std::string& what, std::string output, std::string advice = {})
      : InputError(advice.empty() ? what : what + "; " + advice),
        output_(std::move(output)),
        advice_(std::move(advice)) {}
  // The output of the compiler, unchanged; may be empty.
  [[nodiscard]] const std::string& output() const noexcept { return output_; }
  // The remedy, also part of what(); empty if the compiler's output says it.
  [[nodiscard]] const std::string& advice() const noexcept { return advice_; }

 private:
  std::string output_;
  std::string advice_;
};

// The name of Alone's folder in the cache.
inline constexpr const char* alone_name = "alone";

struct Built {
  program::SourceFacts facts;
  std::uint64_t bytes = 0;  // of the source
  // The place of the result: `bot`, or the folder `classes`. For a source that runs as it is, its
  // copy, see Alone; copies of the files beside a source lie there, too, with their rights.
  std::filesystem::path folder;
  [[nodiscard]] std::filesystem::path copy(const std::string& name) const {
    return folder / alone_name / name;
  }
  std::shared_ptr<const void> hold;  // keeps that folder in the cache
  std::string main_class;            // of Java
  std::string output;                // the compiler's output: warnings
  double seconds = 0;                // the time that compiling took
};

// A file in a folder of the cache that otherwise holds only links to those files of its own folder
// that it may read. So it cannot see other files beside the original, such as another bot.
struct Alone {
  std::filesystem::path file;
  std::shared_ptr<const void> hold;  // keeps it in the cache
};
// The same content always has the same place. Throws program::CommandError if the file cannot be
// read or has more than 256 MiB, std::system_error if it cannot be copied.
Alone alone(const std::filesystem::path& file);

// Compiles `source` with the commands of `year` (0: the newest), or checks its syntax where it
// needs no compiling; if that has been done before, takes the result from the cache. Reports once
// (see text::note) the command, and a compiler whose version is not the official one. Throws
// CompileError; program::CommandError if the source cannot be read; text::MachineError if the
// compiler is missing.
Built build(const SourceFile& source, unsigned year);

}  // namespace referee::toolchain
