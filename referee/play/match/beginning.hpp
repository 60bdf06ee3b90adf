// How a game begins, as users give it: the game, its deal and moves, and the default opponent.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/match.hpp"
#include "rules/game_info.hpp"

namespace referee::match {

// Moves that vary from pair to pair, for bots that always play the same: each pair of games, with
// the seats exchanged, begins with one of them.
struct Openings {
  // The number of random legal moves, of both seats together, after which no single move ends the
  // game. Fewer are played if a number of tries finds no such moves.
  int random_plies = 0;
  std::vector<std::vector<std::string>> lines;  // or one of these

  [[nodiscard]] bool none() const noexcept { return random_plies == 0 && lines.empty(); }
  friend bool operator==(const Openings&, const Openings&) = default;
};
inline constexpr int most_random_plies = 1000;

// The game for two seats, for all that knows only such games. Throws text::InputError for one that
// two cannot play; and for a match that is not one of two.
const rules::GameInfo& for_two(const rules::GameInfo& game);
void require_two(const rules::GameInfo& game, std::size_t bots);

struct Beginning {
  std::optional<std::string> deal;  // instead of the deal of the match's seed
  std::vector<std::string> moves;   // the first moves of the game, of both seats in turn
  Openings openings;                // instead of moves

  // Whether games begin as usual.
  [[nodiscard]] bool usual() const noexcept { return !deal && moves.empty() && openings.none(); }
  // The first moves of a game on this plan: `moves`, or the opening that follows from the seed of
  // its pair. Throws std::invalid_argument if the plan's deal is invalid.
  [[nodiscard]] std::vector<std::string> moves_of(const MatchPlan& plan, std::uint64_t seed) const;
  // The match to play; a given deal has no seed.
  [[nodiscard]] MatchPlan plan(const rules::GameInfo& game, std::uint64_t seed) const {
    return deal ? MatchPlan{&game, std::nullopt, *deal} : MatchPlan::from_seed(game, seed);
  }

  friend bool operator==(const Beginning&, const Beginning&) = default;
};

// The reason why a match cannot begin so: the deal is invalid, a move (which is named) is not
// legal, or the moves end the game. Empty if it can.
std::string why_unplayable(const MatchPlan& plan, const std::vector<std::string>& moves);

// One opening in each line of a text that is not empty and does not begin with '#'.
std::vector<std::vector<std::string>> openings_of_text(const std::string& text);

// The words of a text, separated by blanks and newlines: moves, or the parts of a deal.
std::vector<std::string> words_of_text(const std::string& text);

// A deal that was recorded elsewhere may end where its game did, but another game on it may be
// longer: then the rest is that of the deal of seed 0, word by word.
std::string whole_deal(const rules::GameInfo& game, const std::string& deal);

// The moves of one seat among the first of a game, joined by commas. The moves must be legal.
std::string moves_of_seat(const MatchPlan& plan, const std::vector<std::string>& moves, Seat seat);

// A game as a user types it, at the end of a command line that is shown: its name, or for a game
// with a judge the path of its folder from the current one, quoted for a shell where that is
// needed: "./hex".
std::string game_word(const rules::GameInfo& game);

// The command of the default opponent, a bot that plays random moves. `options`: " --seed 1".
// `referee random` does not understand the lines of judges; with a judge it is the bot without a
// process, whose moves follow from the match's seed.
inline std::string random_bot(const rules::GameInfo& game, std::string_view options = {}) {
  if (game.outside) return std::string(toolchain::random_command);
  return "referee random " + std::string(game.name) + std::string(options);
}

}  // namespace referee::match
