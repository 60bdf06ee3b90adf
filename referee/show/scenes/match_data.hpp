// All positions of a recorded game, for displays (docs/scene.schema.json), and games as the page
// knows them: one line of JSON for each, read by src/data.ts. That is between the program and the
// page that is built into it, and may change with every version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/scenes/scene_json.hpp"

namespace referee::scenes {

inline constexpr std::string_view scenes_schema = "referee-scenes";
inline constexpr int scenes_version = 1;

// The positions before the first move and after each one, as far as the record follows the rules.
// In brief a judge that draws nothing is not asked: then the record says all that a page shows of
// them.
struct RecordScenes {
  text::Json scenes = text::Json::array();  // as SceneWriter makes them
  // The lines that the seats were sent: [move they came before, seat, lines]. Not in brief.
  text::Json sent = text::Json::array();
  std::string misfit;  // where and why the record leaves the rules, if it does
};
RecordScenes scenes_of(const match::MatchRecord& record, Detail detail);

// The whole document, with the board.
text::Json scenes_document(const match::MatchRecord& record);

// The position after `ply` moves, or the last one that the record leads to, as an SVG picture.
std::string picture_of(const match::MatchRecord& record, int ply);

// What is known of a match beside its record.
struct MatchPlace {
  std::uint64_t number = 0;              // by which people ask for it
  std::optional<std::int64_t> official;  // the number it was played under elsewhere
  std::string again;                     // the command that plays a failed move again; may be empty
};

// All about one match: who played, result, moves, times, positions, faults, and what the bots
// wrote. Detail::brief leaves out the lines that the bots read, all but the end of what they
// wrote to stderr, and whatever SceneWriter leaves out.
text::Json match_data(const match::MatchRecord& record, const MatchPlace& place, Detail detail);

// The event `fault` of docs/events.schema.json, with its game and what a person reads of it.
text::Json fault_event(const match::MatchRecord& match, const match::MatchFault& fault);

// The board, names and figures of one game, which all of its matches share.
text::Json game_data(const rules::GameInfo& game);

}  // namespace referee::scenes
