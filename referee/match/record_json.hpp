// A match record as one JSON object, and back. The format is documented in
// docs/match-record.schema.json.
//
// The order of the keys is fixed: first what standings need, last the plies, so that a reader can
// stop early.
#pragma once

#include <string>
#include <string_view>

#include "referee/match/record.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::match {

inline constexpr std::string_view record_schema = "referee-match";
inline constexpr int record_version = 1;

text::Json to_json(const MatchRecord& record);

// One line, without a newline. Bytes that are not UTF-8, which only a bot's stderr can contain, are
// replaced.
std::string to_line(const MatchRecord& record);

// Its list of plies as in that line: `[{"seat":1,"line":"A3"},...]`.
std::string plies_text(const MatchRecord& record);

// Throws JsonError naming the place. Accepts unknown keys, so that later versions may add some, but
// no higher `version`.
MatchRecord record_from_json(const text::JsonReader& reader);

}  // namespace referee::match
