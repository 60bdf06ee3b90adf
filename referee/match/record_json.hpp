// A match record as one JSON object, and back. The format is documented in
// docs/match-record.schema.json.
//
// The order of the keys is fixed: what standings need comes first and the plies
// last, so that a reader may stop early.
#pragma once

#include <string>
#include <string_view>

#include "referee/match/record.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::match {

inline constexpr std::string_view record_schema = "referee-match";
inline constexpr int record_version = 1;

text::Json to_json(const MatchRecord& record);

// One line, without a newline; bytes that are not UTF-8 (only a bot's stderr can
// have them) are replaced.
std::string to_line(const MatchRecord& record);

// Throws JsonError naming the place. Unknown keys are accepted, so that records of
// later versions can be read; a higher `version` is not.
MatchRecord record_from_json(const text::JsonReader& reader);

// A bot's line with every byte outside printable ASCII, and the backslash, written
// as \xNN; and back. unescape_line throws std::invalid_argument.
std::string escape_line(std::string_view line);
std::string unescape_line(std::string_view text);

}  // namespace referee::match
