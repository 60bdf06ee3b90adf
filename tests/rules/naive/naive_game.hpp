// A second, plain implementation of the five games, written from the settled
// rules and the original pages alone, to compare the real one with.
//
// It is slow on purpose: boards are vectors, a move is legal when it stands in a
// list of all legal moves, and every result is counted anew from the position.
// Nothing here may be taken from the real games, or the same mistake would stand
// in both; of rules/ only the interface's value types are used. Where the two
// differ, the settled rules say which one is wrong.
#pragma once

#include <array>
#include <memory>
#include <optional>
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

std::unique_ptr<NaiveGame> naive_6561();
std::unique_ptr<NaiveGame> naive_2187();
std::unique_ptr<NaiveGame> naive_turn_right();
// These two throw std::invalid_argument where the text is not a deal.
std::unique_ptr<NaiveGame> naive_box(const std::string& deal);
std::unique_ptr<NaiveGame> naive_black_hole(const std::string& deal);

// Turn Right: all circuits of up to `most_corners` corners, each once, in the
// relayed form.
std::vector<std::string> naive_circuits(int most_corners);

// 6561 and 2187: the values of all pieces on the board, in no order.
std::vector<int> naive_values(const NaiveGame& game);

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

}  // namespace naive
