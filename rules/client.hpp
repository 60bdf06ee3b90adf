// The other side of the protocol: a bot's knowledge of a game from the lines that it has read and
// written. For the bots inside this program and for tests.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "rules/game_info.hpp"

namespace rules {

class Client {
 public:
  explicit Client(const GameInfo& info) : info_(info), protocol_(info.protocol) {}

  enum class State {
    listening,  // has to read a line
    to_answer,  // has to write a move
    left,       // was told to leave, or knows that the game is over
  };
  [[nodiscard]] State state() const noexcept { return state_; }

  // Takes one line without its newline. Throws std::invalid_argument, saying what was expected,
  // if the protocol does not allow the line at this point. Precondition: state() == listening.
  void read(std::string_view line);

  // Writes a uniformly random legal move. Precondition: state() == to_answer.
  void random_move(Stream& stream, MoveLine& out);

  // Writes this move. A refused one changes nothing, and an answer is still due.
  // Precondition: state() == to_answer.
  Verdict move(std::string_view line);

 private:
  void read_first(std::string_view line);
  void read_seat(std::string_view line);
  void read_opponent(std::string_view line);
  void play(std::string_view line);
  void after_move();

  const GameInfo& info_;
  const Protocol& protocol_;
  std::vector<std::string> preamble_;
  std::unique_ptr<Game> game_;  // set once the game has begun
  Seat seat_ = Seat::first;
  bool expects_hint_ = false;
  State state_ = State::listening;
};

}  // namespace rules
