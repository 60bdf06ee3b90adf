#include "referee/show/report/live/display.hpp"

#include <fmt/core.h>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

namespace referee::report {

void CountingDisplay::changed(const tournament::ProgramChanged& program) {
  say(fmt::format(
      "the program of \"{}\" in {} has been changed; this run goes on with a copy of the one that "
      "it began with",
      text::safe_text(program.bot), program.game->name));
}

void CountingDisplay::replaced(const tournament::AnswerReplaced& answer) {
  if (quiet_) return;
  say(replaced_text(text::safe_text(answer.bot),
                    fmt::format("{} at move {} of match {}", text::safe_text(answer.answer),
                                answer.number, answer.match)));
}

void CountingDisplay::voided(const tournament::MatchVoided& match) {
  count_.add_void();
  say(text::safe_text(fmt::format("match {}, {} - {}: {}; it is played again", match.match,
                                  match.bots[0], match.bots[1], match.why)));
}

// All of them are listed after the run.
void CountingDisplay::left_open(const tournament::MatchLeftOpen& match) {
  constexpr int most_told = 3;
  if (++left_open_ > most_told || quiet_) return;
  say(text::safe_text(fmt::format("match {}, {} - {}, has no result: {}", match.match.number,
                                  match.match.bots[0], match.match.bots[1], match.why)));
}

void CountingDisplay::stopping(std::size_t running) {
  const bool again = std::exchange(stopping_, true);
  if (quiet_) return;
  const std::string how =
      again ? "leaving at once"
            : fmt::format("finishing {}; again to leave at once",
                          text::plural(running, "running match", "running matches"));
  say(how + (kept_ ? "; the same command continues" : ""));
}

}  // namespace referee::report
