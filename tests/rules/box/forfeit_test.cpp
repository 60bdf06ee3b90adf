// Faults: what a forfeited seat reads, how its turns go on, and what is scored.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

// A recorded game that somebody won without a fault.
RecordedGame record_with_a_winner() {
  for (const RecordedGame& record : fixture()) {
    if (record.statuses[0] == Status::win && !is_fault(record.statuses[1])) return record;
  }
  throw std::logic_error("the fixture has no game that seat one won");
}

TEST(Forfeit, drops_what_the_seat_has_not_read_and_tells_it_quit_once) {
  const auto game = start(example_deal);
  game->forfeit(Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "Quit\n");
  EXPECT_EQ(lines(*game, Seat::first), "");
  play_all(*game, {"Ikv", "Ifv"});
  EXPECT_EQ(lines(*game, Seat::first), "");
}

TEST(Forfeit, leaves_the_turn_and_its_tile_to_the_jury) {
  const auto game = start(example_deal);
  EXPECT_EQ(lines(*game, Seat::first), "3\nHh216534h\nStart\n364521\n");
  game->forfeit(Seat::first);
  EXPECT_FALSE(game->over());
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "Quit\n");
  play_all(*game, {"Ikv"});
  EXPECT_EQ(lines(*game, Seat::second), "2\nHh216534h\nIk364521v\n462513\n");
  play_all(*game, {"Ifv"});
  EXPECT_EQ(lines(*game, Seat::first), "");
  play_all(*game, {"Fch"});
  EXPECT_EQ(lines(*game, Seat::second), "Fc326451h\n314625\n");
}

TEST(Forfeit, of_the_seat_that_is_not_on_turn_works_the_same) {
  const auto game = start(example_deal);
  game->forfeit(Seat::second);
  EXPECT_EQ(game->to_move(), Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "3\nHh216534h\nStart\n364521\n");
  EXPECT_EQ(lines(*game, Seat::second), "Quit\n");
  play_all(*game, {"Ikv"});
  EXPECT_EQ(lines(*game, Seat::second), "");
}

TEST(Forfeit, twice_is_the_same_as_once) {
  const auto game = start(example_deal);
  game->forfeit(Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "Quit\n");
  const Result once = game->result();
  game->forfeit(Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "");
  EXPECT_EQ(game->result(), once);
  EXPECT_FALSE(game->over());
}

TEST(Forfeit, changes_neither_tiles_nor_moves) {
  const std::string deal = info().deal(4);
  const auto plain = start(deal);
  const auto forfeited = start(deal);
  forfeited->forfeit(Seat::second);
  Stream one(4, "jury-1");
  Stream other_one(4, "jury-1");
  play_randomly_to_the_end(*plain, one);
  play_randomly_to_the_end(*forfeited, other_one);
  EXPECT_EQ(plain->relayed(), forfeited->relayed());
  for (const std::size_t seat : {0U, 1U}) {
    EXPECT_EQ(plain->result().seats[seat].board_points,
              forfeited->result().seats[seat].board_points);
  }
}

TEST(Forfeit, at_the_end_gives_the_other_seat_its_lines_and_quit) {
  const auto game = start(info().deal(4));
  Stream stream(4, "jury-1");
  game->forfeit(Seat::first);
  EXPECT_EQ(lines(*game, Seat::first), "Quit\n");
  MoveLine line;
  while (!game->over()) {
    if (game->to_move() == Seat::second) lines(*game, Seat::second);
    game->random_move(stream, line);
    play_all(*game, {line.view()});
  }
  EXPECT_EQ(lines(*game, Seat::first), "");
  EXPECT_EQ(lines(*game, Seat::second), "Quit\n");
}

TEST(Forfeit, by_both_ends_the_game_at_once_without_a_score) {
  const auto game = start(example_deal);
  lines(*game, Seat::first);
  play_all(*game, {"Ikv"});
  game->forfeit(Seat::second);
  EXPECT_EQ(lines(*game, Seat::second), "Quit\n");
  play_all(*game, {"Ifv"});
  game->forfeit(Seat::first);
  EXPECT_TRUE(game->over());
  EXPECT_EQ(lines(*game, Seat::first), "Quit\n");
  EXPECT_EQ(lines(*game, Seat::first), "");
  EXPECT_EQ(lines(*game, Seat::second), "");
  for (const SeatResult& seat : game->result().seats) {
    EXPECT_EQ(seat.score, 0);
    EXPECT_EQ(seat.outcome, Outcome::draw);
    EXPECT_TRUE(seat.forfeited);
  }
}

TEST(Forfeit, by_both_is_a_draw_whatever_lies_on_the_board) {
  const RecordedGame record = record_with_a_winner();
  const auto game = start(record.deal);
  for (const RecordedMove& move : record.moves) {
    if (game->result().seats[0].outcome != Outcome::draw) break;
    play_all(*game, {move.line});
  }
  const auto before = game->result().seats;
  ASSERT_NE(before[0].outcome, Outcome::draw);
  game->forfeit(Seat::first);
  EXPECT_EQ(game->result().seats[0],
            (SeatResult{0, 0, before[0].board_points, before[0].outcome, true}));
  EXPECT_EQ(game->result().seats[1], before[1]);
  game->forfeit(Seat::second);
  for (const std::size_t seat : {0U, 1U}) {
    EXPECT_EQ(game->result().seats[seat],
              (SeatResult{0, 0, before[seat].board_points, Outcome::draw, true}));
  }
}

TEST(Result, is_a_draw_before_anybody_has_a_square) {
  const Result result = start(example_deal)->result();
  for (const SeatResult& seat : result.seats) {
    EXPECT_EQ(seat, (SeatResult{150, 0, 0, Outcome::draw, false}));
  }
}

TEST(Result, follows_from_the_difference_in_points) {
  int wins = 0;
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const auto game = start(info().deal(seed));
    Stream stream(seed, "jury-2");
    play_randomly_to_the_end(*game, stream);
    const auto seats = game->result().seats;
    const std::int64_t difference =
        seats[0].board_points.value().whole() - seats[1].board_points.value().whole();
    if (difference == 0) continue;
    ++wins;
    const SeatResult& winner = seats[difference > 0 ? 0 : 1];
    const SeatResult& loser = seats[difference > 0 ? 1 : 0];
    EXPECT_EQ(winner.outcome, Outcome::win);
    EXPECT_EQ(loser.outcome, Outcome::lose);
    EXPECT_EQ(winner.score, 200 + std::abs(difference));
    EXPECT_EQ(loser.score, std::max<std::int64_t>(0, 100 - std::abs(difference)));
    EXPECT_EQ(winner.game_points, 0);
  }
  EXPECT_GT(wins, 10);
}

TEST(Score, rewards_the_difference_and_is_never_negative) {
  EXPECT_EQ(score(0, 0), 150);
  EXPECT_EQ(score(17, 17), 150);
  EXPECT_EQ(score(18, 17), 201);
  EXPECT_EQ(score(17, 18), 99);
  EXPECT_EQ(score(100, 1), 299);
  EXPECT_EQ(score(1, 100), 1);
  EXPECT_EQ(score(0, 100), 0);
  EXPECT_EQ(score(100, 0), 300);
  EXPECT_EQ(score(5, 130), 0);
  EXPECT_EQ(score(130, 5), 325);
}

// An official game: 84 and LOSE against a seat that timed out and has 0.
TEST(Result, of_the_seat_that_plays_on_can_be_a_loss_against_nothing) {
  int found = 0;
  for (const RecordedGame& record : fixture()) {
    if (!is_fault(record.statuses[0]) || record.statuses[1] != Status::lose) continue;
    ++found;
    for (const std::size_t fault : {std::size_t{0}, std::size_t{5}, record.moves.size() - 1}) {
      const auto game = start(record.deal);
      for (std::size_t ply = 0; ply < record.moves.size(); ++ply) {
        if (ply == fault) game->forfeit(Seat::first);
        play_all(*game, {record.moves[ply].line});
      }
      const auto seats = game->result().seats;
      EXPECT_EQ(seats[0].score, 0);
      EXPECT_TRUE(seats[0].forfeited);
      EXPECT_EQ(seats[1].score, record.scores[1]);
      EXPECT_LT(seats[1].score, 100);
      EXPECT_EQ(seats[1].outcome, Outcome::lose);
      EXPECT_EQ(seats[0].outcome, Outcome::win) << "by the board, not by the score";
      EXPECT_GT(seats[0].board_points, seats[1].board_points);
    }
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace rules::box::test
