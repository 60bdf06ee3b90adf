// What a bot is made of: the files that belong to it, their hash, and whether they have changed.
//
// To a bot belong its program and the files that its command names, whatever their size; of the
// folders in which these lie, and of those that the command names, the files that count; and what
// it is given to read. Which files count:
//
// Data, and all else that is no code: in a folder of the bot's own.
//
// Code, that is programs, scripts, modules and classes: if the program, or a file that counts, has
// the file's name, with or without its ending, as a word. So one of many programs in a folder
// belongs only to those that start it.
//
// In the folder to which commands are relative, and in those above it, where people keep much else:
// only what is named so, data also by its ending ("*.nnue"). Of a folder that is named there, and
// of one that the command names: all.
//
// Never counted are the folders that belong to all programs (is_shared_folder(), the system's,
// those of PATH, the referee's own), files of the other bots, names with a dot in front, folders of
// installed packages and caches, sources of compiled languages and what compilers leave, logs and
// pages, what the referee has written (see is_of_the_referee()), and files that this process
// writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/program/command.hpp"
#include "referee/machine/program/file_mark.hpp"

namespace referee::program {

// Beyond these, names and sizes count, not contents.
inline constexpr std::size_t most_own_files = 1000;
inline constexpr std::uint64_t most_own_bytes = std::uint64_t{256} << 20;
// At most so many entries of folders are looked at for a bot.
inline constexpr std::size_t most_own_entries = 100'000;

// How much of a bot its hash covers. A manifest says which it has.
enum class Covers : std::uint8_t {
  program,  // the program, the files that the command names, and how much is in `read`: until 1.0
  folder,   // all that belongs to it
};

struct OwnFile {
  std::filesystem::path path;
  std::filesystem::path root;  // the folder of the bot that it was found in; empty: in `read`
  std::string name;            // the same wherever the bot lies; files are in the order of names
  std::uint64_t bytes = 0;
};

struct Contents {
  std::vector<std::filesystem::path> named;    // the program and the command's files
  std::vector<OwnFile> files;                  // those besides whose contents count
  std::vector<OwnFile> left_out;               // those of which only name and size count
  std::vector<std::filesystem::path> roots;    // the bot's folders in which something may count
  std::vector<std::filesystem::path> folders;  // all that were looked into
  bool cut = false;                            // there are more entries than are looked at
};

// Looks into folders. Throws nothing for what cannot be read: that does not count.
Contents contents_of(const Command& command, Covers covers = Covers::folder);

// "3000 files with 3100 MiB, 'mine/data/a' first"; empty if nothing is left out.
std::string left_out_text(const Contents& contents);

// Stands for a bot that plays random legal moves in every game, also those that `referee random`
// does not know. It is not a process; it resolves to the referee's own program.
inline constexpr std::string_view random_command = "@random";

// A hash that changes when the bot changes, not when it is moved: the SHA-256 of the program as 64
// hexadecimal digits or, where more belongs to the bot, the SHA-256 of the joined hexadecimal
// digits of the program's and of each file's that the command names, with the name and hash of each
// other. Covers::program leaves these out and has, of each folder in `read`, the number of its
// files and their bytes. For a source that was compiled it is made of the source, the compiler and
// its command instead of the output: compilers write times and folders into that. Throws
// CommandError if a file cannot be read.
std::string content_hash(const Command& command, const Contents& contents, Covers covers);
std::string content_hash(const Command& command, Covers covers = Covers::folder);

// The SHA-256 of a file, from memory if it has had the same FileMark since it was last read. Throws
// CommandError if it cannot be read.
std::string file_hash(const std::filesystem::path& file);

// "its newest file is 'mine/weights.txt'", for people who wonder what has changed; empty for a bot
// of which nothing counts besides what its command names.
std::string newest_text(const Contents& contents);

// Notes in each of these commands which files are the others': walls hide them from it, so they do
// not belong to it.
void set_apart(std::span<Command* const> commands);

}  // namespace referee::program
