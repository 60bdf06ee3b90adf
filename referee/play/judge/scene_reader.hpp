// Boards and positions as judges describe them, see docs/reference/judge.md.
#pragma once

#include "referee/play/judge/answers.hpp"
#include "rules/scene.hpp"

namespace referee::judge {

// Reads the answer to `layout`. Throws BadAnswer.
rules::Layout read_layout(const Lines& lines);

// Reads the answer to `scene`. `over`: the game is over, so nothing is to be entered. Throws
// BadAnswer.
rules::Scene read_scene(const Lines& lines, const rules::Layout& layout, bool over);

}  // namespace referee::judge
