// `referee play --window`: the game in a browser.
#pragma once

#include <functional>

#include "referee/cli/browser.hpp"
#include "referee/play/match/sitting.hpp"

namespace referee::cli {

// Plays in a browser, one game after the other, until Ctrl-C. `ended` is called with each finished
// game, on this thread, and returns whether it was saved; nothing if it is saved nowhere. Throws
// like match::run().
void play_in_window(match::SittingOptions sitting, const ServeOptions& serve,
                    const std::function<std::optional<bool>(const match::MatchRecord&)>& ended);

}  // namespace referee::cli
