// Placeholders in commands, such as {seed}, that are replaced in each match.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "referee/play/match/players.hpp"

namespace referee::config {

// A number for the match, 0..2^31-1, so that deterministic bots can vary their games. All matches
// of a pair, or of a tournament's round, have the same.
inline constexpr std::string_view seed_mark = "{seed}";
std::string seed_text(std::uint64_t seed);
// The recorded or given moves of the bot's own seat, joined by commas.
inline constexpr std::string_view moves_mark = "{moves}";

// Whether a word of the command contains the mark. False for a command that cannot be run.
bool has_mark(const match::Contestant& contestant, std::string_view mark);

// The same bot with the mark replaced by `text`. Its identity keeps the mark; the record
// shows what replaced it.
match::Contestant with_mark(match::Contestant contestant, std::string_view mark,
                            std::string_view text);

}  // namespace referee::config
