// All positions of a recorded game, for displays: docs/scene.schema.json.
#pragma once

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
struct RecordScenes {
  text::Json scenes = text::Json::array();  // as SceneWriter makes them
  // The lines that both seats were sent: [move they came before, seat, lines]. Not in brief.
  text::Json sent = text::Json::array();
  std::string misfit;  // where and why the record leaves the rules, if it does
};
RecordScenes scenes_of(const match::MatchRecord& record, Detail detail);

// The whole document, with the board.
text::Json scenes_document(const match::MatchRecord& record);

// The position after `ply` moves, or the last one that the record leads to, as an SVG picture.
std::string picture_of(const match::MatchRecord& record, int ply);

}  // namespace referee::scenes
