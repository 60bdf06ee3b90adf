#include "referee/show/report/match/headline.hpp"

#include <gtest/gtest.h>

#include "sample.hpp"

namespace referee::report {
namespace {

using match::Status;
using rules::Seat;

match::MatchRecord ended(std::string_view game, Status first, int score_of_first, Status second,
                         int score_of_second) {
  match::MatchRecord record = sample_record(game, 5);
  record.scores[0].status = first;
  record.scores[0].result.score = score_of_first;
  record.scores[1].status = second;
  record.scores[1].result.score = score_of_second;
  return record;
}

void fail(match::MatchRecord& record, Seat seat, bot::FaultKind kind) {
  record.faults.push_back(sample_fault(3, kind, "no"));
  record.faults.back().seat = seat;
}

TEST(Headline, WhoWonAgainstWhom) {
  auto record = ended("box", Status::lose, 94, Status::win, 206);
  EXPECT_EQ(headline(record), "beta won against alpha, 206 to 94");
  EXPECT_EQ(winner_of(record), Seat::second);
  record.bots[1].name = "be\x1bta";
  EXPECT_EQ(headline(record), "be\\x1bta won against alpha, 206 to 94");
}

TEST(Headline, ADrawAndAGamePlayedTogether) {
  const auto drawn = ended("box", Status::draw, 150, Status::draw, 150);
  EXPECT_EQ(headline(drawn), "Drawn, 150 to 150");
  EXPECT_EQ(winner_of(drawn), std::nullopt);
  EXPECT_EQ(headline(ended("6561", Status::draw, 148, Status::draw, 148)), "148 points together");
}

TEST(Headline, FailuresAreToldByTheirKind) {
  auto record = ended("box", Status::win, 200, Status::exit, 0);
  fail(record, Seat::second, bot::FaultKind::given_up);
  EXPECT_EQ(headline(record), "alpha won against beta, 200 to 0; beta failed (given up)");
  // The board of the seat that plays on may be lost.
  record.scores[0].status = Status::lose;
  EXPECT_EQ(winner_of(record), Seat::first);
  record.scores[0].status = Status::illegal;
  fail(record, Seat::first, bot::FaultKind::illegal);
  EXPECT_EQ(headline(record), "Drawn, 200 to 0; alpha failed (illegal); beta failed (given up)");
  // Recorded elsewhere, without its fault.
  EXPECT_EQ(headline(ended("box", Status::timeout, 0, Status::win, 80)),
            "beta won against alpha, 80 to 0; alpha failed (timeout)");
}

}  // namespace
}  // namespace referee::report
