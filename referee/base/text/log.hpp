// The referee's messages about its own work, line by line: errors, warnings and notes on standard
// error, and on request what it is doing ("debug").
//
// Unless debug lines are on, each costs only the check of a flag, and nothing is formatted. Only
// log.cpp includes the library behind this (spdlog), because it takes long to compile.
//
// Lines may quote bots and files; what could disturb a terminal is escaped, see safe_text().
// Safe to call from several threads; a line is written as a whole.
#pragma once

#include <fmt/core.h>

#include <atomic>
#include <cstdint>
#include <string>
#include <utility>

namespace referee::text {

struct LogOptions {
  bool verbose = false;  // debug lines on standard error
  std::string file;      // all lines are appended to it, with time and thread; empty: no file
};

// Without a call errors and warnings go to standard error. The environment variable SPDLOG_LEVEL
// (debug, info, warning, error) sets the level of standard error where `verbose` does not; errors
// always appear. Replaces what an earlier call has set up. To be called while there are no other
// threads. Throws SystemError if the file cannot be written.
void set_up_log(const LogOptions& options);

// Whether debug lines go to standard error, where they would disturb a live display.
bool debug_on_stderr() noexcept;

// From now on notes go to the file only, if there is one (--quiet).
void hush_notes() noexcept;

namespace detail {
inline std::atomic<bool> debug_wanted = false;
enum class Level : std::uint8_t { debug, note, warning, error };
void log(Level level, fmt::string_view format, fmt::format_args args);
void log_once(Level level, fmt::string_view format, fmt::format_args args);
void tell(const std::string& line);
}  // namespace detail

// Whether debug lines are on. Check this before computing anything only for them.
inline bool debug_wanted() noexcept { return detail::debug_wanted.load(std::memory_order_relaxed); }

template <typename... Args>
void debug(fmt::format_string<Args...> format, Args&&... args) {
  if (debug_wanted()) [[unlikely]] {
    detail::log(detail::Level::debug, format, fmt::make_format_args(args...));
  }
}

// Information, not an error.
template <typename... Args>
void note(fmt::format_string<Args...> format, Args&&... args) {
  detail::log(detail::Level::note, format, fmt::make_format_args(args...));
}

template <typename... Args>
void warn(fmt::format_string<Args...> format, Args&&... args) {
  detail::log(detail::Level::warning, format, fmt::make_format_args(args...));
}

// The same, for what many threads or matches find: a line that was told before is not told again
// until the log is set up anew.
template <typename... Args>
void note_once(fmt::format_string<Args...> format, Args&&... args) {
  detail::log_once(detail::Level::note, format, fmt::make_format_args(args...));
}

template <typename... Args>
void warn_once(fmt::format_string<Args...> format, Args&&... args) {
  detail::log_once(detail::Level::warning, format, fmt::make_format_args(args...));
}

template <typename... Args>
void error(fmt::format_string<Args...> format, Args&&... args) {
  detail::log(detail::Level::error, format, fmt::make_format_args(args...));
}

// A line on standard error that is none of the log's: what goes on, where results are. It may quote
// bots, files and folders, too; what could disturb a terminal is escaped.
template <typename... Args>
void tell(fmt::format_string<Args...> format, Args&&... args) {
  detail::tell(fmt::format(format, std::forward<Args>(args)...));
}

}  // namespace referee::text
