// The games with judges that this process has loaded.
#pragma once

#include <string_view>

#include "rules/game_info.hpp"

namespace referee::judge {

// Whether this is the path of a game's folder, rather than a game's name.
bool is_path(std::string_view name) noexcept;

// A rules::GameFinder. `name` may be
// - the path of a folder with a game.json, relative to `folder` or to the current directory; its
//   name is then known to this user's later calls too, for records that only have the name;
// - the name of a game that was met, in this call or an earlier one. With `facts` (a manifest's,
//   with the folder relative to `folder`) the game that they describe, whether its judge is there
//   or not.
// Throws text::InputError and JudgeError.
const rules::GameInfo* find_outside(std::string_view name, std::string_view facts,
                                    std::string_view folder);

class OutsideGame;
// The game of a folder, as find_outside() has it.
OutsideGame& outside_game_at(std::string_view folder);

}  // namespace referee::judge
