// What stands for something in a command and is replaced in each match: {seed}, say.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "referee/match/match.hpp"

namespace referee::store {

// A number of the pair or match, 0..2^31-1, for bots without anything random of their own.
inline constexpr std::string_view seed_mark = "{seed}";
std::string seed_text(std::uint64_t seed);
// The recorded moves of the bot's own seat, joined by commas.
inline constexpr std::string_view moves_mark = "{moves}";

// Whether a word of the command contains the mark. False for a command that cannot be run.
bool has_mark(const match::Contestant& contestant, std::string_view mark);

// The same bot with `text` for the mark in its words. Its identity keeps the mark: the
// record tells what it stood for.
match::Contestant with_mark(match::Contestant contestant, std::string_view mark,
                            std::string_view text);

}  // namespace referee::store
