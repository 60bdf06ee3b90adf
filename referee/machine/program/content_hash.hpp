// What a program is: the hash of its content, and its git commit.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "referee/machine/program/command.hpp"

namespace referee::program {

// A hash that changes when the bot changes, not when it is moved: the SHA-256 of the program as 64
// hexadecimal digits or, where the command line names files, the SHA-256 of the joined hexadecimal
// digits of the program's and of each file's; of each folder in `read`, the number of its files and
// their bytes. For a source that was compiled it is made of the source, the compiler and its
// command instead of the output: compilers write times and folders into that. Throws CommandError
// if a file cannot be read.
std::string content_hash(const Command& command);

// The contents of one of the paths in `read`.
struct ReadFacts {
  std::string path;         // as it was given
  std::string hash;         // SHA-256 of a file; empty for a folder
  std::uint64_t files = 0;  // in a folder and below it; at most 100,000 are counted
  std::uint64_t bytes = 0;

  friend bool operator==(const ReadFacts&, const ReadFacts&) = default;
};
// Throws CommandError if a file cannot be read.
ReadFacts read_facts(const std::string& given, const std::filesystem::path& folder);

// The git checkout in which a file lies.

// The hash of the commit, 40 or 64 hexadecimal digits, of the git checkout in which the file lies;
// empty if none exists or can be read. Later changes in the checkout do not show. Reads the files
// of `.git`, runs nothing, and never throws.
std::string commit_at(const std::filesystem::path& file) noexcept;

}  // namespace referee::program
