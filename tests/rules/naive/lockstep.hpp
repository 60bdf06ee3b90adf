// Plays the naive and the real implementation of a game in lock step and throws
// at the first difference, with the game, seed, ply, line and both answers.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "rules/game.hpp"
#include "rules/random.hpp"
#include "tests/rules/naive/naive_game.hpp"

namespace naive {

class Difference : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

// Which of the legal moves is played, where the naive game can list them. An
// empty answer leaves it to the real game's random move.
using Chooser = std::function<std::string(
    const NaiveGame& game, const std::vector<std::string>& moves, rules::Stream& stream)>;

struct Plan {
  std::string game;  // its name in the catalogue
  std::function<std::unique_ptr<NaiveGame>(const std::string& deal)> naive;
  Chooser chooser;  // may be empty
  std::uint64_t first_seed = 1;
  int plies = 0;           // games are played until so many moves have been made
  int forfeit_one_in = 0;  // a seat forfeits in about one ply of so many; 0: never
  int mutants = 6;         // spoiled lines tried in every ply
  int samples = 3;         // legal moves tried on copies in every ply
};

struct Summary {
  int games = 0;
  int plies = 0;
  int longest_game = 0;
  int refused_lines = 0;   // spoiled lines that both refuse
  int accepted_lines = 0;  // spoiled lines and samples that both accept
  int one_forfeit = 0;     // games with so many forfeits
  int two_forfeits = 0;
  std::vector<rules::Result> results;  // of every game
};

// Throws Difference.
Summary play_in_lockstep(const Plan& plan);

}  // namespace naive
