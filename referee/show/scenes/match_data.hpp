// Games as the page knows them: one line of JSON for each, read by src/data.ts. This is between
// the program and the page that is built into it, and may change with every version.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/scenes/scene_json.hpp"

namespace referee::scenes {

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

// The board, names and figures of one game, which all of its matches share.
text::Json game_data(const rules::GameInfo& game);

}  // namespace referee::scenes
