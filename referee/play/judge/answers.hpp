// The lines of a judge's answers, taken apart: docs/reference/judge.md says what they are.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/by_seat.hpp"
#include "rules/game.hpp"
#include "rules/scene.hpp"

namespace referee::judge {

using rules::Seat;
using Lines = std::vector<std::string_view>;

// The mistake in an answer, for JudgeProcess::fail().
struct BadAnswer {
  std::string what;
};

// The lines of a text, without their newlines.
Lines lines_of(std::string_view text);
// Takes the first word off `line`, and the blank after it.
std::string_view take_word(std::string_view& line);
// Whether the judge refuses a line.
bool is_refusal(const Lines& lines);
// The rest of an answer that is one line and begins with `word`. Throws BadAnswer if it is another:
// "must say " and `form`.
std::string_view only_line(const Lines& lines, std::string_view word, std::string_view form);
// A whole number that is all of `text`. Throws BadAnswer if it is not a number or out of range.
std::int64_t number_in(std::string_view text, std::int64_t least, std::int64_t most);
// "1", "2", ..., of so many seats. Throws BadAnswer.
Seat seat_in(std::string_view text, std::size_t seats = rules::usual_seats);

// Result lines, from `first` on up to the end or a line "over". Throws BadAnswer.
struct ReadResult {
  rules::Result result;
  bool over = false;     // with a line "over" at its end
  std::size_t next = 0;  // the line after it
};
ReadResult read_result(const Lines& lines, std::size_t first, int most_game_points,
                       std::size_t seats = rules::usual_seats);

// A state: whose turn it is, or how the game ended. The seats' lines are appended to theirs.
struct ReadState {
  std::vector<rules::Conviction> convictions;
  std::optional<Seat> turn;           // nothing: the game is over
  std::chrono::milliseconds limit{};  // of that turn; 0: none
  bool hidden = false;                // the last moves, from the other seats
  std::string exit_line;              // of that turn, see rules::Game::exit_line()
  rules::Result result;               // valid if the game is over
};
ReadState read_state(const Lines& lines, std::size_t first, int most_game_points,
                     rules::BySeat<std::string>& told);

// What `layout` and `scene` answer: scene_reader.cpp.
// Reads the answer to `layout`. Throws BadAnswer.
rules::Layout read_layout(const Lines& lines);

// Reads the answer to `scene`. `over`: the game is over, so nothing is to be entered. Throws
// BadAnswer.
rules::Scene read_scene(const Lines& lines, const rules::Layout& layout, bool over,
                        std::size_t seats = rules::usual_seats);

// The requests to a judge in one game, and its answers.
struct Exchange {
  std::string request;
  std::string answer;  // lines, each with its newline
};
using Dialogue = std::vector<Exchange>;

// The last three exchanges, each beginning with a newline.
std::string last_of(const Dialogue& dialogue);

// The first difference of two answers: "line 2 of the answer to `count` differs at character 7: it
// was 'count 3' at first, and is now 'count 4'". Long lines are cut around that place.
std::string difference(const Exchange& first, std::string_view now);

}  // namespace referee::judge
