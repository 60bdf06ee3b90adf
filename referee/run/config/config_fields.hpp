// The fields that several kinds of config have in common. Each function reads one value
// and throws text::JsonError, which names its place and what would be right.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/run/config/manifest.hpp"

namespace referee::config {

// A number of seconds, see match::duration_of_seconds.
kernel::Duration read_duration(const text::JsonReader& reader);
// Those of match::time_keys that are there, of the official machine.
kernel::TimeLimits read_times(const text::JsonReader& reader);
void write_times(text::Json& json, const kernel::TimeLimits& times);
Isolation read_isolation(const text::JsonReader& reader);
// The isolation that a config asks for, or `chosen`, which overrides it; with neither it is on.
// Throws if the config has "require" and `chosen` is "off".
Isolation isolation_of(const text::JsonReader& config, const std::optional<Isolation>& chosen);
kernel::ClockKind read_clock(const text::JsonReader& reader);
// The game that the caller typed in a config; null for `games`: one of this program.
const rules::GameInfo& read_game(const text::JsonReader& reader,
                                 const std::filesystem::path& folder, rules::TypedGames* games);
// The same for a game of any number of seats; read_game() refuses one that two cannot play.
const rules::GameInfo& read_any_game(const text::JsonReader& reader,
                                     const std::filesystem::path& folder, rules::TypedGames* games);
// The same for bots that are compared: a game that one plays alone, or else one of two.
const rules::GameInfo& read_compared_game(const text::JsonReader& reader,
                                          const std::filesystem::path& folder,
                                          rules::TypedGames* games);
// There is no game of this name.
[[noreturn]] void fail_for_game(const text::JsonReader& reader);
// The year of the official commands with which sources are compiled.
unsigned read_toolchain(const text::JsonReader& reader);
// The given speed of this machine relative to the official one.
double read_speed(const text::JsonReader& reader);
std::uint64_t read_seed(const text::JsonReader& reader);

// The number of rounds of an event.
inline constexpr int most_rounds = 1'000'000;
int read_rounds(const text::JsonReader& reader);
// Faults in a row after which a bot plays no more.
int read_give_up_after(const text::JsonReader& reader);

// The keys of a bot's entry.
std::vector<std::string_view> bot_keys();

// A bot's name, command, limits (its times as they are written) and environment; its program is not
// searched for. The keys `also` are allowed besides, of which only "note" is read.
BotEntry read_bot(const text::JsonReader& reader, const std::vector<std::string_view>& also = {});
// A list of at least `least` bots, each with a name of its own.
std::vector<BotEntry> read_bots(const text::JsonReader& list,
                                const std::vector<std::string_view>& also,
                                std::size_t least = rules::usual_seats);
// The game as so many bots play it: alone, or else with all its seats, or as many as there are
// bots.
const rules::GameInfo& seated(const rules::GameInfo& game, const text::JsonReader& bots,
                              std::size_t count);

// Gives a bot the limits that a command line has for it, in place of its own.
void give_limits(BotEntry& bot, const match::LimitList& limits, double speed);

}  // namespace referee::config
