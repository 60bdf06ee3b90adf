// The description of a fault for a bot's author: what the bot had read and written, the legal
// moves, its time, its last words, and the board.
#pragma once

#include <string>
#include <vector>

#include "referee/play/match/fault_scene.hpp"
#include "referee/show/report/style.hpp"

namespace referee::report {

// The scene of a fault; null if too little is known of it.
const match::FaultScene* scene_of(const std::vector<match::FaultScene>& scenes,
                                  const match::MatchFault& fault);

struct FaultCardOptions {
  bool board = true;
  // The command that plays the failed move again, if any.
  std::string again;
};

// The fault's line and, indented below it, all that is known. All output of the bot is made safe
// for terminals.
std::string fault_card(const match::MatchRecord& record, const match::FaultScene& scene,
                       const TextStyle& style, const FaultCardOptions& options);

// "1.2 s of CPU time in this turn; 3.4 s of 5 s used": on the clock of the match. Empty if the
// record has no times.
std::string time_used_text(const match::MatchRecord& record, const match::FaultScene& scene);

}  // namespace referee::report
