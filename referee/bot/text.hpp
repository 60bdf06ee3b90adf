// Words for the reasons of faults: the same on every run.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/bot/command.hpp"
#include "referee/bot/limits.hpp"

namespace referee::bot {

// "30 s", "0.5 s"
std::string seconds_text(Duration duration);
// "1 MiB", "1000 bytes"
std::string bytes_text(std::size_t bytes);
// "signal 11 (Segmentation fault)"
std::string signal_text(int signal);
// "used more than its memory limit of 64 MiB (the key "memory" in a config)"
std::string memory_text(std::size_t limit);
// Does the end of a bot's stderr say, as common runtimes do, that memory ran out?
bool tells_of_memory(std::string_view stderr_tail);
// Does it say that a file could not be used?
bool tells_of_permission(std::string_view stderr_tail);
// What limits of files a bot met, by its own words, and which keys of a config allow
// more: "it ran out of open files (...)". Empty if it speaks of none.
std::string file_limits_text(std::string_view stderr_tail, const Limits& limits);
// "its limit for one file is 4 MiB (the bot's key "file_size" in a config)"
std::string file_size_text(std::size_t limit);
// Why a bot that made a system call of another architecture has ended.
std::string foreign_call_text(const Command& command);
// If a 32-bit program's loader says that it lacks a library: what to install. Else empty.
std::string library_text(std::string_view stderr_tail, Abi abi);
// What the refusal of these system calls means to a bot's author, and which key of
// a config would allow it: "it was refused a child process (...)".
std::string refusal_text(const std::vector<std::string>& calls);

}  // namespace referee::bot
