// Words for the reasons of faults: the same on every run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/kernel/limits.hpp"
#include "referee/program/command.hpp"

namespace referee::bot {

// How to get more of something: "--threads N, or "threads": N in a config, allows more".
std::string allows_text(std::string_view key, std::string_view value, std::string_view what);
// The same with twice the limit, counted in `unit`: "--disk 16, or "disk": 16 in a config, allows
// more".
std::string more_text(std::string_view key, std::size_t limit, std::size_t unit);
// "used more than its memory limit of 64 MiB (--memory 128, or "memory": 128 in a config, allows
// more)"
std::string memory_text(std::size_t limit);
// The same for a JVM that needs that many bytes at its start, with a sufficient value.
std::string java_memory_text(std::size_t limit, std::size_t needed);
// What limits of files a bot met, by its own words, and which keys of a config allow
// more: "it ran out of open files (...)". Empty if it speaks of none.
std::string file_limits_text(std::string_view stderr_tail, const kernel::Limits& limits);
// "its limit for one file is 4 MiB (--file-size 8, or "file_size": 8 in a config, allows more)"
std::string file_size_text(std::size_t limit);
// Why a bot that made a system call of another architecture has ended.
std::string foreign_call_text(const program::Command& command);
// If a 32-bit program's loader says that it lacks a library: what to install. Else empty.
std::string library_text(std::string_view stderr_tail, program::Abi abi);
// If a program before the bot's complains that it may not do what it is for: what to do. Else
// empty.
std::string wrapper_text(std::string_view last_words);
// What the refusal of these system calls means to a bot's author, and which key of
// a config would allow it: "it was refused a child process (...)".
std::string refusal_text(const std::vector<std::string>& calls);

}  // namespace referee::bot
