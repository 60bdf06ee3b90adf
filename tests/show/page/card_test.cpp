// Pictures of results: what they say.
#include "referee/show/page/card.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <string>

#include "referee/play/match/record_json.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::page {
namespace {

using report::contains;
using report::count;
using report::sample_record;

TEST(Card, OfAMatchHasItsSentenceItsScoresAndItsBoard) {
  auto match = sample_record("box", 3);
  match.bots[0].name = "a<b";
  const std::string card = match_card(match);
  EXPECT_TRUE(
      card.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1200 630\""));
  EXPECT_EQ(count(card, "<svg"), 2U);
  EXPECT_EQ(count(card, "</svg>"), 2U);
  EXPECT_TRUE(contains(card, "a&lt;b</text>"));
  EXPECT_FALSE(contains(card, "a<b"));
  EXPECT_GT(count(card, "<polygon"), 40U);
}

TEST(Card, OfATournamentHasAnIntervalForEachBotAndTheDecisiveGame) {
  auto match = sample_record("box", 3);
  match.match = 1;  // the line of the file
  match.round = 1;
  match.bots[0].name = "beta";
  match.bots[1].name = "alpha";
  match.scores[0].status = rules::Status::win;
  match.scores[1].status = rules::Status::lose;
  match.scores[0].result.score = 61;
  match.scores[1].result.score = 40;
  test::TemporaryFolder folder;
  const auto log = folder.path() / "games.jsonl";
  std::ofstream(log) << match::to_line(match) << '\n';
  tournament::GamesPlayed played;
  played.add(store::summary_of(match));
  match.match = 0;
  match.scores[0].result.score = 51;
  played.add(store::summary_of(match));
  auto event = report::sample_standings("box");
  event.planned = event.played;
  const std::string card = tournament_card("run", log, {event}, played);
  EXPECT_TRUE(contains(card, ">Box, 6 matches of run<"));
  EXPECT_TRUE(contains(card, ">56.00<"));
  EXPECT_TRUE(contains(card, "mean score, with 95 % intervals"));
  EXPECT_TRUE(contains(card, " of 6: beta – alpha, 61 to 40<"));
  EXPECT_EQ(count(card, "<svg"), 2U);
  // gamma has played no game that is known: no interval.
  EXPECT_EQ(count(card, "<circle"), 2U);
  const bool knockout_has_none = !contains(
      tournament_card("run", log, {report::sample_standings("box", formats::FormatKind::knockout)},
                      played),
      "intervals");
  EXPECT_TRUE(knockout_has_none);
}

// Where a bot has only won or only lost, the fit is no bound: the word is all that there is to say.
TEST(Card, OfALadderHasIntervalsOnlyWithBothEnds) {
  auto event = report::sample_standings("box", formats::FormatKind::ladder);
  event.rows[0].format->ladder->reach = statistics::Reach::at_least;
  event.rows[2].format->ladder->reach = statistics::Reach::at_most;
  const std::string card = tournament_card("run", "none.jsonl", {event}, {});
  EXPECT_TRUE(contains(card, ">stronger<"));
  EXPECT_TRUE(contains(card, ">weaker<"));
  EXPECT_EQ(count(card, "<circle"), 1U);
  EXPECT_EQ(count(card, "stroke-width=\"3\""), 1U);
}

TEST(Card, OfATournamentHasTheFirstSixBots) {
  tournament::GamesPlayed played;
  played.add(store::summary_of(sample_record("box", 3)));
  for (const std::size_t bots : {5U, 6U, 7U, 12U}) {
    auto event = report::sample_standings("box");
    event.rows.resize(bots, event.rows.back());
    for (std::size_t i = 0; i < bots; ++i) {
      event.rows[i].place = static_cast<int>(i) + 1;
      event.rows[i].bot = "bot-" + std::to_string(i + 1);
    }
    const std::string card = tournament_card("run", "none.jsonl", {event}, played);
    EXPECT_EQ(count(card, ">bot-"), std::min<std::size_t>(bots, 6) + 1) << card;  // a sentence
    EXPECT_FALSE(contains(card, ">bot-7<"));
    EXPECT_EQ(contains(card, "; the first 6 of " + std::to_string(bots) + " bots<"), bots > 6);
  }
}

}  // namespace
}  // namespace referee::page
