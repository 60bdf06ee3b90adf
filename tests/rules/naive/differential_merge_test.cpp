// 6561 and 2187: the real games against the naive ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "tests/rules/naive/lockstep.hpp"
#include "tests/rules/naive/naive_merge.hpp"

namespace naive {
namespace {

Plan plan_6561(int plies) {
  Plan plan;
  plan.game = "6561";
  plan.naive = [](const std::string&) { return naive_6561(); };
  plan.plies = plies;
  return plan;
}

Plan plan_2187(int plies) {
  Plan plan = plan_6561(plies);
  plan.game = "2187";
  plan.naive = [](const std::string&) { return naive_2187(); };
  return plan;
}

bool is_slide(const std::string& move) { return move.size() == 1; }

// How many fields are empty when the slides are over, at best; -1: the game ends
// before the next placement.
int most_empty(const NaiveGame& game) {
  if (game.over()) return -1;
  const std::vector<std::string> moves = *game.legal_moves();
  if (!is_slide(moves[0])) return static_cast<int>(moves.size());
  int best = -1;
  for (const std::string& move : moves) {
    const auto after = game.clone();
    after->play(move);
    best = std::max(best, most_empty(*after));
  }
  return best;
}

// Places anywhere and slides so that much of the board becomes empty: such games
// last long, up to the end after 1000 moves.
std::string tidy(const NaiveGame& game, const std::vector<std::string>& moves,
                 rules::Stream& stream) {
  const std::uint32_t random = stream.below(static_cast<std::uint32_t>(moves.size()));
  if (!is_slide(moves[0])) return moves[random];
  std::string best_move = moves[random];
  int best = -1;
  for (const std::string& move : moves) {
    const auto after = game.clone();
    after->play(move);
    const int empty = most_empty(*after);
    if (empty > best) {
      best = empty;
      best_move = move;
    }
  }
  return best_move;
}

// Worth more the larger the pieces are and the fewer.
double worth(const NaiveGame& game) {
  double worth = 0;
  for (const int value : naive_values(game)) worth += std::pow(value, 1.5) - 2;
  return worth;
}

// The best way to make the slides that are due, put behind `plan`; what the board
// is worth then, or a negative number where the game would end.
double best_slides(const NaiveGame& game, std::vector<std::string>& plan) {
  if (game.over()) return -1000;
  const std::vector<std::string> moves = *game.legal_moves();
  if (!is_slide(moves[0])) return worth(game);
  double best = -2000;
  std::vector<std::string> best_plan;
  for (const std::string& move : moves) {
    const auto after = game.clone();
    after->play(move);
    std::vector<std::string> rest;
    const double value = best_slides(*after, rest);
    if (value <= best) continue;
    best = value;
    best_plan = {move};
    best_plan.insert(best_plan.end(), rest.begin(), rest.end());
  }
  plan.insert(plan.end(), best_plan.begin(), best_plan.end());
  return best;
}

// Plays for large pieces: the best of many random ways to place all pieces of a
// cycle, slides included, is played to its end.
Chooser growing(int tries) {
  std::vector<std::string> plan;
  return [plan, tries](const NaiveGame& game, const std::vector<std::string>&,
                       rules::Stream& stream) mutable -> std::string {
    if (plan.empty()) {
      double best = -3000;
      for (int i = 0; i < tries; ++i) {
        std::vector<std::string> candidate;
        const auto after = game.clone();
        while (!after->over() && !is_slide(after->legal_moves()->front())) {
          const auto moves = *after->legal_moves();
          candidate.push_back(moves[stream.below(static_cast<std::uint32_t>(moves.size()))]);
          after->play(candidate.back());
        }
        const double value = best_slides(*after, candidate);
        if (value <= best) continue;
        best = value;
        plan = candidate;
      }
    }
    const std::string move = plan.front();
    plan.erase(plan.begin());
    return move;
  };
}

// Blue, red, red, blue side by side in row 1 and then to the left: all vanish.
std::string first_or_left(const NaiveGame& game, const std::vector<std::string>& moves,
                          rules::Stream&) {
  return game.legal("L") ? "L" : moves[0];
}

std::int64_t largest_score(const Summary& summary) {
  std::int64_t largest = 0;
  for (const rules::Result& result : summary.results) {
    largest = std::max({largest, result.seats[0].score, result.seats[1].score});
  }
  return largest;
}

void random_games(Plan plan) {
  plan.forfeit_one_in = 80;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(summary.games, 50);
  EXPECT_GT(summary.one_forfeit, 5);
  EXPECT_GT(summary.two_forfeits, 5);
  EXPECT_GT(summary.refused_lines, summary.plies);
  EXPECT_GT(summary.accepted_lines, summary.plies);
}

void long_games(Plan plan) {
  plan.chooser = tidy;
  plan.mutants = 3;
  plan.forfeit_one_in = 1500;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_EQ(summary.longest_game, 1000);
}

// Pieces far beyond those of random games.
void large_pieces(Plan plan, int least) {
  plan.chooser = growing(60);
  plan.mutants = 1;
  plan.samples = 1;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_GT(largest_score(summary), least);
}

TEST(Differential6561, RandomGames) { random_games(plan_6561(20000)); }

TEST(Differential6561, LongGames) { long_games(plan_6561(12000)); }

TEST(Differential2187, RandomGames) { random_games(plan_2187(20000)); }

TEST(Differential2187, LongGames) { long_games(plan_2187(12000)); }

TEST(Differential6561, LargePieces) { large_pieces(plan_6561(1000), 243); }

TEST(Differential2187, LargePieces) { large_pieces(plan_2187(1000), 243); }

TEST(Differential2187, EmptyBoardEndsTheGame) {
  Plan plan = plan_2187(5);
  plan.chooser = first_or_left;
  const Summary summary = play_in_lockstep(plan);
  EXPECT_EQ(summary.games, 1);
  EXPECT_EQ(summary.longest_game, 5);
  EXPECT_EQ(largest_score(summary), 4);
}

}  // namespace
}  // namespace naive
