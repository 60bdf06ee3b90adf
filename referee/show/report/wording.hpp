// Small pieces of the texts for people: colours, numbers, times.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/statistics/estimate.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

enum class Paint : std::uint8_t { none, bold, dim, red, green, yellow };

// `text` in that colour where the style has colours.
std::string painted(std::string_view text, Paint paint, const TextStyle& style);

// `text` in as many lines as it takes at the width of the style, each painted and ended; all but
// the first are indented by two blanks.
std::string wrapped_lines(const std::string& text, Paint paint, const TextStyle& style);

// The lines of a text, without their newlines. A newline at the end begins no further line.
std::vector<std::string> lines_of(std::string_view text);

// The name of a bot in a table: safe for terminals, in at most longest_bot_name columns.
inline constexpr int longest_bot_name = 32;
std::string bot_text(std::string_view name);

// "12.50", with that many digits after the point; halfway the digit that is farther from 0, as in
// browsers.
std::string fixed(double value, int digits);

// "20", "2.5", "0.25": at most two digits after the point.
std::string short_text(double value);

// "+5.0", "-0.3", "0.0": a sign before what is not 0 when it is shown.
std::string signed_text(double value, int digits);

// A count that is not known exactly: "8", "310", "4600": rounded up to two digits that count.
std::string about_text(double count);

// A rating and its error in tables: "+123" and "20"; "weaker" and "-" where the results set no
// lower end, as those of a bot that only lost (what the fit says of it is no bound); likewise
// "stronger"; "-" twice without games.
struct RatingWords {
  std::string elo;
  std::string error;
};
RatingWords rating_words(double elo, double error, statistics::Reach reach);

// The mean of `count` values with two digits; "-" if count is 0.
std::string mean_text(std::int64_t sum, std::uint64_t count);

// A measured time with about three digits: "85 us", "1.25 ms", "12.3 s".
std::string time_text(std::chrono::nanoseconds time);

// Time limits: "2 s", "30 s, 1 s a turn, 5 s for the first".
std::string limits_text(const kernel::TimeLimits& times);

// A time to wait: "45 s", "2 min 10 s", "3 h 05 min".
std::string wait_text(std::chrono::seconds time);

// The shortest wait for a processor that is mentioned.
inline constexpr std::chrono::milliseconds shortest_wait{10};

// A bot's line as tables and pages show it: match::escape_line(), and of a long one its beginning
// and its length.
std::string move_text(std::string_view line);

// What to say of a bot that ran for long before its first turn, see
// match::BotMeasurements::before_first_turn: "it ran for 400 ms before its first turn, with a
// budget of 2 s: ...". `most`: "up to ", or nothing.
std::string before_turn_words(std::chrono::nanoseconds before, std::chrono::nanoseconds budget,
                              std::string_view most = {});

// "812 KiB", "12.3 MiB"; "-" for 0, which means that it is not known.
std::string memory_used_text(std::size_t bytes);

}  // namespace referee::report
