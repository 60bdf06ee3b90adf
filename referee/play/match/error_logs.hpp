// All that bots write to their standard error, in files: a folder for each bot, and in it a file
// for each of its games in which it wrote something, "GAME-000017-seat-1-against-greedy.log".
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/bot/bot.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {

// The most bytes in a file. Later output of the bot is left out, and a last line says how much that
// was.
inline constexpr std::uint64_t most_log_bytes = std::uint64_t{8} << 20;

// The files of one game. Not thread-safe.
class ErrorLogs {
 public:
  // `number`: the match's, which is in the names. Files of an earlier try are removed. Throws as
  // text::make_real_folder(), also for a bot's folder.
  ErrorLogs(const std::filesystem::path& folder, std::string_view game, std::uint64_t number,
            const rules::BySeat<std::string>& bots);

  // The sinks for the output of both bots; this object must outlive the game.
  rules::BySeat<bot::ErrorSink> sinks();
  // Writes the rest. Returns how many of the two files lack something. Throws text::SystemError if
  // a file could not be written. To be called once, after the game.
  int finish();

 private:
  struct Log {
    std::filesystem::path file;
    int above = -1;        // the folder of all logs
    text::Descriptor out;  // once something is written
    std::string unwritten;
    std::uint64_t written = 0;
    std::uint64_t left_out = 0;
    int error = 0;  // errno of the first write that failed

    void take(std::string_view bytes) noexcept;
    void write() noexcept;
    void open() noexcept;
  };
  text::Descriptor folder_;
  rules::BySeat<Log> logs_;
};

}  // namespace referee::match
