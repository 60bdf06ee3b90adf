// Moves of Sudoku as lines, and the deals.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "rules/sudoku/position.hpp"

namespace rules::sudoku {

// Which rules are played; the deal of a game says so.
enum class Variant : std::uint8_t {
  usual,         // with Jelmer's rule; the deal is empty
  without_rule,  // without it
  // For who follows a game and is not told: moves are judged without the rule, and listed with it,
  // which keeps to both.
  either,
};
inline constexpr std::string_view without_rule_deal = "without-jelmers-rule";
inline constexpr std::string_view either_deal = "with-or-without-jelmers-rule";

// Throws std::invalid_argument for a text that is not a deal.
Variant parse_deal(std::string_view deal);

inline constexpr std::size_t longest_move = 4;  // "Dg7!"

struct Move {
  std::optional<std::size_t> cell;  // none: a claim alone
  int digit = 0;
  bool claim = false;
};

// Nothing for a line that does not have the form of a move.
std::optional<Move> parse_move(std::string_view line) noexcept;
// "Dg7!"
std::string to_text(const Move& move);
// "Dg"
std::string cell_name(std::size_t cell);

// Every legal move, in the order that sudoku.hpp gives; at least one.
std::vector<Move> legal_moves(const Position& position, Variant variant);

// Whether a claim without a move is right.
bool may_claim(const Position& position, Variant variant);

}  // namespace rules::sudoku
