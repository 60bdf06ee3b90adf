// The output of `referee match` and `referee replay`: the result of one match, and what a bot did
// when it was played again.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/replaying/replaying.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/record.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

// Result, number of moves, CPU time and peak memory of each bot, faults with all that is known of
// them (fault_card()), how a bot ended if that was unusual, and the headline. `hint` is the last
// line, which says how to see the moves; empty for none. `again` is the command that plays a failed
// move again; empty if there is none.
std::string match_text(const match::MatchRecord& record, const TextStyle& style,
                       std::string_view hint, const std::string& again = {});

// The kept part of the stderr of the bot of a seat (0 or 1), each line after a bar, safe for
// terminals.
std::string stderr_text(const match::MatchRecord& record, std::size_t seat);

// The lines of a text that a bot wrote, each behind a bar, safe for terminals.
std::vector<std::string> behind_bars(std::string_view text);

// ---- also used by the move by move view ----

// The end of a bot that has not failed, "left with exit code 3"; empty if it left as it should.
std::string unclean_end(const bot::Departure& departure);

// "alpha (red)", safe for terminals.
std::string bot_and_seat(const match::MatchRecord& record, rules::Seat seat);
// "alpha against beta"; "alpha, beta and gamma"; "alpha": safe for terminals.
std::string players_text(const match::MatchRecord& record);
// "alpha (red): 2 s; beta (black): 30 s, 1 s a turn" if the time limits of the two differ, else
// empty.
std::string own_limits_text(const match::MatchRecord& record);
// The reason of a fault and its remedy (config::reason_with_advice), safe for terminals.
std::string reason_text(const bot::Fault& fault);
// "alpha (red): illegal at move 7: the field A3 is brown; it wrote 'A3=6'"
std::string fault_text(const match::MatchRecord& record, const match::MatchFault& fault);
// A row for each seat (bot, score, status, times, memory), and how each bot ended if that was
// unusual.
std::string result_text(const match::MatchRecord& record, const TextStyle& style);

// The place where a record leaves the rules, and the reason: "move 5 is not legal: ...".
std::string misfit_text(const match::Misfit& misfit);

// `all` has at least one replay of the task.
text::Json outcomes_json(const replaying::Task& task, const std::vector<replaying::Replayed>& all);

// The number of replays with each outcome, the fault of the first that has one, and if asked for
// what the bot wrote to its standard error then.
std::string outcomes_text(const replaying::Task& task, const std::vector<replaying::Replayed>& all,
                          bool with_stderr, const TextStyle& style);

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
