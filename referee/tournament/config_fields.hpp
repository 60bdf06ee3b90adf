// The fields that several kinds of config have in common. Each function reads one value
// and throws match::JsonError, which names its place and what would be right.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "referee/match/json_reader.hpp"
#include "referee/tournament/manifest.hpp"

namespace referee::tournament {

using match::JsonReader;

// A number of seconds, see match::duration_of_seconds.
bot::Duration read_duration(const JsonReader& reader);
Isolation read_isolation(const JsonReader& reader);
// The isolation that a config asks for, or `chosen` instead; with neither it is on. What a
// config requires is not given up: one of both has to go.
Isolation isolation_of(const JsonReader& config, const std::optional<Isolation>& chosen);
bot::ClockKind read_clock(const JsonReader& reader);
const rules::GameInfo& read_game(const JsonReader& reader);
std::uint64_t read_seed(const JsonReader& reader);

// A bot's name, command, limits and environment; its program is not looked for.
BotEntry read_bot(const JsonReader& reader);

// The text of a config's file. Throws std::system_error if it cannot be read.
std::string read_config_text(const std::filesystem::path& file);

}  // namespace referee::tournament
