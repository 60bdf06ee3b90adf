// Makes a program of a source, once for each source, compiler and command.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>

#include "referee/bot/command.hpp"
#include "referee/text/error.hpp"
#include "referee/toolchain/source_file.hpp"

namespace referee::toolchain {

// A source that does not compile, or has no main class: a bot that failed, exit code 1.
class CompileError : public text::InputError {
 public:
  CompileError(const std::string& what, std::string output)
      : InputError(what), output_(std::move(output)) {}
  // What the compiler wrote, unchanged; may be empty.
  [[nodiscard]] const std::string& output() const noexcept { return output_; }

 private:
  std::string output_;
};

struct Built {
  bot::SourceFacts facts;
  std::uint64_t bytes = 0;  // of the source
  // Where the result lies: `bot`, or the folder `classes`; empty if it runs as it is.
  std::filesystem::path folder;
  std::shared_ptr<const void> hold;  // keeps that folder in the cache
  std::string main_class;            // of Java
  std::string output;                // what the compiler wrote: warnings
  double seconds = 0;                // how long compiling took
};

// Compiles `source` with the commands of `year` (0: the newest), or checks its syntax where it
// needs no compiling; if that has been done before, it takes the result from the cache. What is new
// is said once, see text::note: the command, and where the compiler's version is not the official
// one. Throws CompileError; bot::CommandError if the source cannot be read; text::MachineError if
// there is no compiler.
Built build(const SourceFile& source, unsigned year);

}  // namespace referee::toolchain
