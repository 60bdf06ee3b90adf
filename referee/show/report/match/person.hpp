// A person who plays at the terminal.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/sitting.hpp"
#include "referee/show/report/form.hpp"
#include "rules/by_seat.hpp"

namespace referee::report {

// Lines of standard input, read so that Ctrl-C is not waited for.
class TypedLines {
 public:
  explicit TypedLines(const std::atomic<bool>& interrupted) : interrupted_(interrupted) {}

  // The next line without its end; nothing at the end of the input. Throws bot::Interrupted.
  std::optional<std::string> next();

 private:
  const std::atomic<bool>& interrupted_;
  std::string typed_;  // not given yet
  bool ended_ = false;
};

// The board at the terminal; says what the others do, as soon as the game no longer hides it.
class SharedBoard final : public match::SittingBoard {
 public:
  // Says nothing of the first `known` moves. Draws the last position. `own`: the seat of the
  // person; nothing: there are several.
  SharedBoard(const match::MatchPlan& plan, rules::BySeat<std::string> names,
              std::optional<match::Seat> own, std::ostream& out, TextStyle style,
              std::size_t known);

  void moved(const match::Ply& ply, int number, match::Duration cpu, match::Duration wall) override;
  void failed(const match::MatchFault& fault) override;

  // "mybot (red)"
  [[nodiscard]] std::string player(match::Seat seat) const;

 private:
  rules::BySeat<std::string> names_;
  std::optional<match::Seat> own_;
  std::ostream& out_;
  TextStyle style_;
  std::size_t shown_;  // number of moves

  void show_moves();
};

// The person has left; the game has no end.
struct Left {};

class Person final : public match::Player {
 public:
  struct Table {
    const SharedBoard& board;
    TypedLines& lines;
    std::ostream& out;
    TextStyle style;
    const match::Sitting& sitting;
    // Returns the move that a bot would play here, or why it does not say.
    std::function<std::string()> hint;
  };

  // Makes the moves of `given` first, and then asks.
  Person(Table table, match::Seat seat, std::vector<std::string> given);

  // Throws match::TakenBack, match::Resigned, Left and bot::Interrupted.
  match::Answer answer(std::string_view lines) override;
  void dismiss(std::string_view, const match::Fault&) override {}
  void part(std::string_view) override {}

 private:
  void show_lines(std::string_view lines) const;
  void show_board();
  void list_moves(std::string_view part) const;
  // A word that is not a move: true if it was one of those.
  bool obey(const std::string& word);
  void take_back() const;

  Table table_;
  match::Seat seat_;
  std::vector<std::string> given_;
  std::size_t next_ = 0;
  std::string count_;  // of the legal moves, for the prompt below a board
};

}  // namespace referee::report
