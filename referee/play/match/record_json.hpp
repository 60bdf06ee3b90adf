// A match record as one JSON object, and back: docs/match-record.schema.json. And the events of a
// match that is being played.
//
// The order of the keys is fixed: first what standings need, last the plies, so that a reader can
// stop early.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record.hpp"
#include "rules/catalogue.hpp"

namespace referee::match {

// A number if readers of JSON, which know doubles, keep each of its digits; else its text.
text::Json points_json(const rules::Points& points);

inline constexpr std::string_view record_schema = "referee-match";
inline constexpr int record_version = 1;

text::Json to_json(const MatchRecord& record);

// One line, without a newline. Bytes that are not UTF-8, which only a bot's stderr can contain, are
// replaced.
std::string to_line(const MatchRecord& record);

// How much of a record is read.
enum class Extent : std::uint8_t {
  // What a summary needs (see store::MatchSummary), which ends where the plies begin, if the keys
  // come in the order in which to_line() writes them: the plies may be damaged. Texts and lists
  // that a summary does not need stay empty.
  front,
  whole,
};

struct ReadLine {
  MatchRecord record = {};
  std::uint64_t moves = 0;  // see moves_hash(); 0 if to_line() would have written another line
  std::string_view measured = {};  // its text with the key; empty: there is none
};

// Reads the text of a record of one of these games. Throws JsonError naming `source` and the place.
// Accepts unknown keys, so that later versions may add some, but no higher `version`.
ReadLine read_line(std::string_view line, const std::string& source, Extent extent,
                   const rules::Games& games = rules::own_games());
MatchRecord record_of_line(std::string_view line, const std::string& source,
                           const rules::Games& games = rules::own_games());

// Recognises a game that has been played before: equal for two matches of one game exactly if deal,
// moves and the maker of each move, a bot or the jury, are equal. Two different games have the same
// number by an accident of one in 2^64. Never 0. Only for comparisons within one process: other
// builds may compute other numbers.
std::uint64_t moves_hash(const MatchRecord& record);

// The same, from two parts of the line that to_line() writes: the deal between its quotation marks,
// and everything behind the bracket with which the plies begin.
std::uint64_t moves_hash(std::string_view deal, std::string_view plies) noexcept;

// What happens in a match while it is played: one JSON object for each event, as
// docs/events.schema.json describes them. They are the lines of `tournament --json` and of a run's
// live file, and what the live page shows. `match` is the number of a match.
//
// A match that begins: its number, game, round, seed and the names of its bots.
std::string started_line(const MatchRecord& match);
// `number`: of the move, from 1.
std::string move_line(std::uint64_t match, int number, const Ply& ply, Duration cpu, Duration wall);
// `advice`: what would have avoided it; may be empty.
std::string fault_line(std::uint64_t match, const std::string& bot, const MatchFault& fault,
                       const std::string& advice = {});
std::string finished_line(const MatchRecord& record);

// Reads one of these: `started` adds a match or begins it again, `move` and `fault` add to it, and
// `finished` removes it. Others, as later versions may have, change nothing. Throws JsonError.
void add_event(std::vector<MatchRecord>& running, const text::JsonReader& event,
               const rules::Games& games);

}  // namespace referee::match
