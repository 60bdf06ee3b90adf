// Turn Right: the real game against the naive one.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "rules/catalogue.hpp"
#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_turn_right.hpp"

namespace naive {
namespace {

Plan plan_turn_right(int plies) {
  Plan plan;
  plan.game = "turn-right";
  plan.naive = [](const std::string&) { return naive_turn_right(); };
  plan.plies = plies;
  return plan;
}

bool is_placement(const std::string& move) { return move.size() == 2; }

// White from the left and Black from the right, each in one out of `one_in`
// placements anywhere: large squares of one colour, often of both.
Chooser blocks(std::uint32_t one_in) {
  return [one_in](const NaiveGame& game, const std::vector<std::string>& moves,
                  rules::Stream& stream) -> std::string {
    if (!is_placement(moves[0]) || (one_in > 0 && stream.below(one_in) == 0)) return "";
    return game.to_move() == Seat::first ? moves.front() : moves.back();
  };
}

// How many games were won with so many game points; 3 only without forfeits.
int won_with(const Summary& summary, int game_points) {
  int games = 0;
  for (const rules::Result& result : summary.results) {
    const rules::SeatResult& white = result.seats[0];
    const rules::SeatResult& black = result.seats[1];
    if (white.forfeited || black.forfeited) continue;
    if (std::max(white.game_points, black.game_points) == game_points) ++games;
  }
  return games;
}

TEST(DifferentialTurnRight, RandomGames) {
  Plan plan = plan_turn_right(40000);
  plan.mutants = 12;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.games, 400);
  EXPECT_EQ(summary.longest_game, 61);
  EXPECT_GT(won_with(summary, 1), 5);
  EXPECT_GT(won_with(summary, 2), 100);
  EXPECT_GT(won_with(summary, 3), 20);
  EXPECT_GT(summary.refused_lines, summary.plies);
}

TEST(DifferentialTurnRight, Forfeits) {
  Plan plan = plan_turn_right(6000);
  plan.first_seed = 1000000;
  plan.forfeit_one_in = 60;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.one_forfeit, 50);
}

TEST(DifferentialTurnRight, LargeSquares) {
  for (const std::uint32_t one_in : {2U, 4U, 8U}) {
    Plan plan = plan_turn_right(4000);
    plan.chooser = blocks(one_in);
    const Summary summary = play_in_lockstep(plan);
    EXPECT_GT(won_with(summary, 3), 20) << one_in;
  }
}

// Both halves of the board full of 3x3 squares: whoever did not move wins.
TEST(DifferentialTurnRight, BothHaveA3x3) {
  Plan plan = plan_turn_right(3600);
  plan.chooser = blocks(0);
  const Summary summary = play_in_lockstep(plan);
  int won_by_white = 0;
  for (const rules::Result& result : summary.results) {
    if (result.seats[0].game_points == 3) ++won_by_white;
  }
  EXPECT_GT(won_by_white, 50);
}

// The real game with all pieces placed and so many circuits made, without a 3x3.
std::unique_ptr<rules::Game> after_circuits(int circuits) {
  for (std::uint64_t seed = 1;; ++seed) {
    auto game = rules::find_game("turn-right")->start("");
    rules::Stream stream(seed, "after circuits");
    for (int ply = 0; ply < 35 + circuits && !game->over(); ++ply) {
      rules::MoveLine line;
      game->random_move(stream, line);
      if (!game->play(line.view())) throw Difference("a random move is refused");
    }
    if (!game->over()) return game;
  }
}

std::string rotated(const std::string& circuit, std::uint32_t corners) {
  return circuit.substr(3 * corners) + "-" + circuit.substr(0, 3 * corners - 1);
}

std::string reversed(const std::string& circuit) {
  std::vector<std::string> corners = split(circuit, '-');
  std::reverse(corners.begin(), corners.end());
  return join(corners, '-');
}

TEST(DifferentialTurnRight, EveryCircuitOfUpTo10Corners) {
  const std::vector<std::string> circuits = naive_circuits(10);
  rules::Stream stream(1, "circuits");
  for (const int circuits_made : {0, 1, 2, 5, 6, 7, 8}) {
    const std::size_t most_corners = 2U * (static_cast<std::size_t>(circuits_made / 2 + 1) + 1U);
    const auto before = after_circuits(circuits_made);
    for (const std::string& circuit : circuits) {
      const std::size_t corners = (circuit.size() + 1) / 3;
      const auto game = before->clone();
      ASSERT_FALSE(game->play(reversed(circuit))) << reversed(circuit);
      const std::string line =
          rotated(circuit, 1 + stream.below(static_cast<std::uint32_t>(corners - 1)));
      const rules::Verdict verdict = game->play(line);
      ASSERT_EQ(static_cast<bool>(verdict), corners <= most_corners)
          << line << " after " << circuits_made << " circuits: " << verdict.reason();
      if (verdict) {
        ASSERT_EQ(game->relayed(), circuit);
      }
    }
  }
}

// Circuits of 4 and 6 corners: each one comes, and hardly any far too often.
TEST(DifferentialTurnRight, RandomCircuitsAreAllCircuits) {
  const std::vector<std::string> circuits = naive_circuits(6);
  const auto before = after_circuits(2);
  rules::Stream stream(1, "random circuits");
  std::map<std::string, int> seen;
  const int draws = 20 * static_cast<int>(circuits.size());
  for (int i = 0; i < draws; ++i) {
    rules::MoveLine line;
    before->random_move(stream, line);
    const auto game = before->clone();
    ASSERT_TRUE(game->play(line.view())) << line.view();
    ++seen[std::string(game->relayed())];
  }
  EXPECT_EQ(seen.size(), circuits.size());
  for (const std::string& circuit : circuits) {
    EXPECT_GE(seen[circuit], 1) << circuit;
    EXPECT_LE(seen[circuit], 60) << circuit;
  }
}

}  // namespace
}  // namespace naive
