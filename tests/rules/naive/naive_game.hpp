// A second, plain implementation of each game, written from the settled rules and
// the original pages alone, to compare the real one with. Each has a header and a
// source of its own, naive_NAME, and a test that compares both, differential_NAME_test.
//
// It is slow on purpose: boards are vectors, a move is legal if it is in a
// list of all legal moves, and every result is counted anew from the position.
// Nothing here may be taken from the real games, or both would make the same
// mistake; of rules/ only the interface's value types are used. Where the two
// differ, the settled rules say which one is wrong.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/game.hpp"

namespace naive {

using rules::Seat;

class NaiveGame {
 public:
  NaiveGame() = default;
  virtual ~NaiveGame() = default;

  [[nodiscard]] virtual Seat to_move() const = 0;
  [[nodiscard]] virtual bool over() const = 0;

  // What `seat` has to read since it was last asked, each line ended by '\n'.
  // To be asked at the seat's turn, after its forfeit and after the end.
  virtual std::string lines(Seat seat) = 0;

  // Every line that is a legal move now, or nothing where there are too many to
  // list (Turn Right's larger circuits).
  [[nodiscard]] virtual std::optional<std::vector<std::string>> legal_moves() const = 0;
  // How many moves these lines are: in Turn Right each circuit has several lines.
  [[nodiscard]] virtual std::optional<std::size_t> move_count() const {
    const auto lines = legal_moves();
    return lines ? std::optional(lines->size()) : std::nullopt;
  }
  [[nodiscard]] virtual bool legal(const std::string& line) const = 0;

  // Plays a legal move and returns it as the opponent reads it.
  virtual std::string play(const std::string& line) = 0;

  virtual void forfeit(Seat seat) = 0;

  // As if the game ended with this position.
  [[nodiscard]] virtual rules::Result result() const = 0;

  [[nodiscard]] virtual std::unique_ptr<NaiveGame> clone() const = 0;

 protected:
  NaiveGame(const NaiveGame&) = default;
  NaiveGame& operator=(const NaiveGame&) = default;
};

// What the seats have not read yet.
class Mail {
 public:
  void send(Seat seat, const std::string& line) {
    if (!closed_[index(seat)]) unread_[index(seat)] += line + "\n";
  }

  // The last line that the seat gets; what it has not read by now (an opponent's
  // final move) it never reads. An empty farewell is no line at all.
  void close(Seat seat, const std::string& farewell) {
    if (closed_[index(seat)]) return;
    closed_[index(seat)] = true;
    unread_[index(seat)] = farewell.empty() ? "" : farewell + "\n";
  }

  std::string take(Seat seat) {
    std::string lines = unread_[index(seat)];
    unread_[index(seat)].clear();
    return lines;
  }

 private:
  std::array<std::string, 2> unread_;
  std::array<bool, 2> closed_ = {false, false};
};

// The words of a text between single separators; an empty text is one empty word.
inline std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (c == separator) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  return words;
}

// The other way round.
inline std::string join(const std::vector<std::string>& words, char separator) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += separator;
    text += words[i];
  }
  return text;
}

// Plays moves that are separated by blanks. Throws std::logic_error at one that is not legal.
inline void play_all(NaiveGame& game, const std::string& moves) {
  for (const std::string& move : split(moves, ' ')) {
    if (game.over() || !game.legal(move)) throw std::logic_error("not legal: " + move);
    game.play(move);
  }
}

}  // namespace naive
