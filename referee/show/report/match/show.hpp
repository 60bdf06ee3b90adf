// A recorded game move by move.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <ostream>
#include <string>

#include "referee/play/match/record.hpp"
#include "referee/show/report/form.hpp"
#include "rules/game_info.hpp"

namespace referee::report {

// The position as Game::draw() has it; in a style with colours drawn from its scene instead: pieces
// in their colours, `>` before those of the last move, `*` before those that give points, then the
// score and its parts.
std::string board_text(const rules::GameInfo& info, const rules::Game& game,
                       const TextStyle& style);
// The same for the person in this seat, who plays: no more than that person may know.
std::string board_text_for(rules::Seat person, const rules::GameInfo& info, const rules::Game& game,
                           const TextStyle& style);

// The boards to draw.
enum class Boards : std::uint8_t {
  all,   // after each ply that is shown
  last,  // after the last ply that is shown
  none,
};

struct ShowOptions {
  Boards boards = Boards::all;
  // The first ply that is shown, counted from 1; those before are played silently.
  int first_ply = 1;
  int last_ply = std::numeric_limits<int>::max();
  bool bot_stderr = false;  // beside each move, the standard error of its bot
  std::string again;        // the command that plays a failed move again, if any
  // The number of the game where it was played.
  std::optional<std::int64_t> official_number;
  TextStyle style;
};

// Plays the recorded game again and writes what happened: who played and how, each ply with its
// times, the board, faults where they happened, the result. A record that does not fit the rules is
// shown as far as it does, with the reason; the result is the record's in any case. All output of
// bots is made safe for terminals. Returns whether the record could be replayed to its end.
bool show_match(std::ostream& out, const match::MatchRecord& record, const ShowOptions& options);

}  // namespace referee::report
