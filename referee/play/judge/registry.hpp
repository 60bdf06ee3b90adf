// The games with judges that this process has loaded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/catalogue.hpp"

namespace referee::judge {

// A rules::GameFinder. What the caller typed may be the path of a folder with a game.json, relative
// to `folder` or to the current directory; its name is then known to this user's later calls, for
// records, which only have the name. A name that nobody typed is that of a game of this call. What
// a record or a manifest describes starts only the judge with its hash, and only from a folder that
// the caller has typed, in this call or an earlier one.
// Throws text::InputError and JudgeError.
const rules::GameInfo* find_outside(const rules::GameQuery& query);

class OutsideGame;
// The game of a folder that the caller typed. `read`, unless empty: what the caller lets its judge
// read besides, now and in later calls.
OutsideGame& outside_game_at(std::string_view folder, const std::vector<std::string>& read = {});

// For the rest of this call, games of the name that this folder has are those of its judge, even if
// another one judged. Remembers nothing. Throws text::InputError if there is no game.
void look_with(std::string_view folder);

}  // namespace referee::judge
