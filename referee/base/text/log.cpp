#include "referee/base/text/log.hpp"

#include <fcntl.h>
#include <spdlog/cfg/env.h>
#include <spdlog/sinks/basic_file_sink.h>
#include <spdlog/sinks/stdout_color_sinks.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <iostream>
#include <memory>
#include <mutex>
#include <set>
#include <system_error>

#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"

namespace referee::text {
namespace {

using Sink = spdlog::sinks::stderr_color_sink_mt;

struct Log {
  std::shared_ptr<Sink> terminal = std::make_shared<Sink>();
  std::shared_ptr<spdlog::logger> logger = std::make_shared<spdlog::logger>("referee", terminal);
  std::mutex mutex;            // of what follows
  std::set<std::string> told;  // by log_once()

  Log() { terminal->set_pattern("%n: %^%l%$: %v"); }
};

Log& the_log() {
  static Log log;
  return log;
}

// A bot must not inherit the file.
void close_in_children(std::FILE* file) { ::fcntl(::fileno(file), F_SETFD, FD_CLOEXEC); }

// The library would make missing folders and try several times.
void require_writable(const std::string& name) {
  std::FILE* const file = std::fopen(name.c_str(), "ae");
  if (file == nullptr) {
    throw SystemError("write the log", name);
  }
  std::fclose(file);
}

spdlog::sink_ptr file_sink(const std::string& name) {
  require_writable(name);
  spdlog::file_event_handlers handlers;
  handlers.after_open = [](const spdlog::filename_t&, std::FILE* file) { close_in_children(file); };
  auto sink = std::make_shared<spdlog::sinks::basic_file_sink_mt>(name, false, handlers);
  sink->set_pattern("%Y-%m-%d %H:%M:%S.%f [%t] %l: %v");
  sink->set_level(spdlog::level::debug);
  return sink;
}

// By detail::Level.
constexpr std::array levels{spdlog::level::debug, spdlog::level::info, spdlog::level::warn,
                            spdlog::level::err};

}  // namespace

void set_up_log(const LogOptions& options) {
  Log& log = the_log();
  log.told.clear();
  log.logger->set_level(spdlog::level::info);
  spdlog::set_default_logger(log.logger);  // what SPDLOG_LEVEL applies to
  spdlog::cfg::load_env_levels();
  auto level = std::min(log.logger->level(), spdlog::level::err);
  if (options.verbose) level = std::min(level, spdlog::level::debug);
  log.terminal->set_level(level);
  log.logger->sinks() = {log.terminal};
  if (!options.file.empty()) {
    log.logger->sinks().push_back(file_sink(options.file));
    level = std::min(level, spdlog::level::debug);
  }
  log.logger->set_level(level);
  log.logger->flush_on(spdlog::level::debug);  // the last line before a crash counts most
  detail::debug_wanted = log.logger->should_log(spdlog::level::debug);
}

bool debug_on_stderr() noexcept {
  return debug_wanted() && the_log().terminal->should_log(spdlog::level::debug);
}

void hush_notes() noexcept {
  Log& log = the_log();
  log.terminal->set_level(std::max(log.terminal->level(), spdlog::level::warn));
}

void detail::tell(const std::string& line) { std::cerr << safe_text(line) + '\n'; }

void detail::log(Level level, fmt::string_view format, fmt::format_args args) {
  the_log().logger->log(levels.at(static_cast<std::size_t>(level)),
                        safe_text(fmt::vformat(format, args)));
}

void detail::log_once(Level level, fmt::string_view format, fmt::format_args args) {
  const std::string line = fmt::vformat(format, args);
  {
    Log& log = the_log();
    const std::lock_guard lock(log.mutex);
    if (!log.told.insert(line).second) return;
  }
  detail::log(level, "{}", fmt::make_format_args(line));
}

}  // namespace referee::text
