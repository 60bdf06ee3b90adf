// Checks a judge in one position: its list of moves, and lines that are none.
#pragma once

#include <chrono>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/external_game.hpp"
#include "rules/random.hpp"

namespace referee::judge {

// A judge breaks its contract; the text is shown as it is.
struct Broken {
  std::string name;
  std::string text;
};

// Lines that programs often take for something else: digits that are not ASCII, long numbers,
// signs, 1_0, decimals, other scripts, a line of `longest` bytes. None is a usual move.
std::vector<std::string> odd_lines(std::size_t longest);

// A legal move with something wrong in it; sometimes it is another legal move.
std::string spoilt(std::string line, rules::Stream& stream);

class PositionCheck {
 public:
  // `tests`: the judge answers `test`. Otherwise another process of it plays the game up to there
  // for each line: then that is no part of the dialogue, and `longest` is its time in all. `heard`:
  // the dialogue of the game.
  PositionCheck(std::size_t longest_move, bool tests, std::chrono::nanoseconds longest,
                Dialogue*& heard);

  // Tests all moves and lines that are none: nothing must change by that. Throws Broken and
  // JudgeError.
  void look(ExternalGame& game, rules::Stream& stream);
  // Lines of bots, from which others are made where no moves are listed.
  void learn(const std::vector<std::string>& lines);

  // Everything that can be seen of a position.
  static std::string shown(const ExternalGame& game);
  [[nodiscard]] std::string last_of_dialogue() const;

  [[nodiscard]] std::size_t listed() const noexcept { return listed_; }
  [[nodiscard]] std::size_t refused() const noexcept { return refused_; }
  // Of the odd lines: those that have not been tried, and all.
  [[nodiscard]] std::pair<std::size_t, std::size_t> untried() const noexcept {
    return {odd_lines_.size() - tried_, odd_lines_.size()};
  }
  // Some that are legal, but not in the list of moves.
  [[nodiscard]] const std::set<std::string>& accepted() const noexcept { return accepted_; }

 private:
  // Adds to the odd lines, for the first few of these that are JSON.
  void learn_structure(const std::string& line);
  std::set<std::string> list_moves(const ExternalGame& game, rules::Stream& stream);
  void spoil(ExternalGame& game, const std::set<std::string>& moves, rules::Stream& stream);
  void test_line(ExternalGame& game, const std::set<std::string>& moves, const std::string& line);

  const std::size_t longest_move_;
  std::vector<std::string> odd_lines_;
  int structures_ = 0;  // lines whose structure is among them
  const bool tests_;
  std::chrono::nanoseconds left_;
  Dialogue*& heard_;
  std::set<std::string> models_;
  bool complete_ = false;  // all legal moves were listed
  int played_ = 0;         // refused lines, in this position
  std::size_t tried_ = 0;  // of the odd lines
  std::size_t listed_ = 0;
  std::size_t refused_ = 0;
  std::set<std::string> accepted_;
};

}  // namespace referee::judge
