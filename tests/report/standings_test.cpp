#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "referee/report/standings_report.hpp"
#include "sample.hpp"

namespace referee::report {
namespace {

using tournament::EventStandings;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(StandingsText, AdversarialGame) {
  EXPECT_EQ(standings_text({sample_standings("box")}, {false, 0}),
            "Box (CodeCup 2025): 2 rounds, 6 of 12 matches, 23 to 36 plies\n"
            "Ranked by score.\n"
            "\n"
            "   bot    games  score    mean  W  D  L  as player 1  as player 2  faults  CPU/game   "
            "  most\n"
            "1  beta       4    801  200.25  3  0  1       200.00       200.50       0   2.00 ms  "
            "2.50 ms\n"
            "2  alpha      4    700  175.00  2  1  1       175.00       175.00       0     10 us   "
            " 12 us\n"
            "3  gamma      4    100   25.00  0  1  3         0.00        50.00       3    15.0 s   "
            "30.0 s\n"
            "\n"
            "gamma: 3 faults (2 illegal, 1 timeout)\n"
            "\n"
            "   mean score against       1       2       3\n"
            "1  beta                        150.50  250.00\n"
            "2  alpha               125.00          225.00\n"
            "3  gamma                 0.00   50.00\n");
}

TEST(StandingsText, GamePointsOnAnOrdinaryTerminal) {
  EXPECT_EQ(standings_text({sample_standings("turn-right")}, {false, 80}),
            "Turn Right (CodeCup 2006): 2 rounds, 6 of 12 matches, 23 to 36 plies\n"
            "Ranked by game points, then score, then fewer games lost by a fault.\n"
            "\n"
            "   bot    games  game points  score    mean  W  D  L  irregular\n"
            "1  beta       4            6    801  200.25  3  0  1          0\n"
            "2  alpha      4            4    700  175.00  2  1  1          0\n"
            "3  gamma      4            0    100   25.00  0  1  3          3\n"
            "\n"
            "   bot    as white  as black  faults  CPU/game     most\n"
            "1  beta     200.00    200.50       0   2.00 ms  2.50 ms\n"
            "2  alpha    175.00    175.00       0     10 us    12 us\n"
            "3  gamma      0.00     50.00       3    15.0 s   30.0 s\n"
            "\n"
            "gamma: 3 faults (2 illegal, 1 timeout)\n"
            "\n"
            "   mean score against       1       2       3\n"
            "1  beta                        150.50  250.00\n"
            "2  alpha               125.00          225.00\n"
            "3  gamma                 0.00   50.00\n");
}

TEST(StandingsText, TieBreakIsShownWhereItDecides) {
  EventStandings event = sample_standings("black-hole");
  EXPECT_FALSE(contains(standings_text({event}, {false, 0}), "among tied  "));
  event.rows[0].among_tied = 77;
  EXPECT_TRUE(contains(standings_text({event}, {false, 0}), "among tied  "));
}

TEST(StandingsText, CooperativeGamesHaveNoWins) {
  const std::string text = standings_text({sample_standings("6561")}, {false, 0});
  EXPECT_TRUE(contains(text, "the two bots of a game work together"));
  EXPECT_TRUE(contains(text, "score    mean    as A    as B"));
}

TEST(StandingsText, NothingPlayedYet) {
  EventStandings event = sample_standings("2187");
  event.played = 0;
  for (auto& row : event.rows) {
    row.total = {};
    row.by_seat = {};
    row.faults.clear();
  }
  EXPECT_EQ(standings_text({event}, {false, 0}),
            "2187 (CodeCup NIO 2016): 2 rounds, 0 of 12 matches\n"
            "Ranked by score; the two bots of a game work together.\n"
            "\n"
            "   bot    games  score  mean  as A  as B  faults  CPU/game  most\n"
            "1  beta       0      0     -     -     -       0         -     -\n"
            "2  alpha      0      0     -     -     -       0         -     -\n"
            "3  gamma      0      0     -     -     -       0         -     -\n");
}

TEST(StandingsText, NamesAreCutAndSafe) {
  EventStandings event = sample_standings("box");
  const std::string name = "\x1b[2J\u56f2\u7881" + std::string(40, 'x');
  event.rows[0].bot = event.bots[1] = name;
  const std::string text = standings_text({event}, {false, 0});
  EXPECT_FALSE(contains(text, "\x1b"));
  EXPECT_TRUE(contains(text, "1  \\x1b[2J\u56f2\u7881" + std::string(20, 'x') + "\u2026      4  "))
      << text;
  EXPECT_TRUE(contains(standings_markdown({event}), "\\\\x1b\\[2J"));
}

TEST(StandingsText, CrossTableOnlyForAFewBots) {
  EventStandings event = sample_standings("box");
  const auto grow_to = [&](std::size_t bots) {
    while (event.bots.size() < bots) {
      event.bots.push_back("further-" + std::to_string(event.bots.size()));
      event.rows.push_back(event.rows.back());
      event.rows.back().bot = event.bots.back();
    }
    event.cross.assign(bots, std::vector<tournament::Tally>(bots));
  };
  grow_to(cross_table_limit);
  EXPECT_TRUE(contains(standings_text({event}, {false, 80}), "mean score against"));
  grow_to(cross_table_limit + 1);
  EXPECT_FALSE(contains(standings_text({event}, {false, 80}), "mean score against"));
}

TEST(StandingsMarkdown, SeveralGames) {
  const std::string text =
      standings_markdown({sample_standings("6561"), sample_standings("black-hole")});
  EXPECT_TRUE(
      contains(text,
               "## 6561 (CodeCup 2016)\n"
               "\n"
               "2 rounds, 6 of 12 matches, 23 to 36 plies. Ranked by score; the two bots "
               "of a game work together.\n"
               "\n"
               "|  | bot | games | score | mean | as A | as B | faults | CPU/game | most |\n"
               "| ---: | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
               "| 1 | beta | 4 | 801 | 200.25 | 200.00 | 200.50 | 0 | 2.00 ms | 2.50 ms "
               "|\n"))
      << text;
  EXPECT_TRUE(contains(text, "\n## Black Hole (CodeCup 2018)\n")) << text;
  EXPECT_TRUE(contains(text, "\n- gamma: 3 faults (2 illegal, 1 timeout)\n\n|  | mean score"));
}

TEST(StandingsJson, FiguresOfABot) {
  const auto json = standings_json("abc", {sample_standings("turn-right")});
  EXPECT_EQ(json["schema"], "referee-standings");
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["tournament"], "abc");
  EXPECT_EQ(json["events"][0]["bots"][2].dump(),
            R"({"place":3,"name":"gamma","games":4,"score":100,"mean_score":25.0,)"
            R"("game_points":0,"board_points":50,"wins":0,"draws":1,"losses":3,)"
            R"("irregular_losses":3,"faults":{"illegal":2,"timeout":1},"by_seat":[)"
            R"({"seat":"white","games":2,"score":0,"mean_score":0.0,"game_points":0,)"
            R"("board_points":0,"wins":0,"draws":0,"losses":2},)"
            R"({"seat":"black","games":2,"score":100,"mean_score":50.0,"game_points":0,)"
            R"("board_points":50,"wins":0,"draws":1,"losses":1}]})");
  ASSERT_EQ(json["events"][0]["cross"].size(), 6U);
  EXPECT_EQ(json["events"][0]["cross"][0].dump(),
            R"({"bot":"alpha","against":"beta","games":2,"score":250,"mean_score":125.0,)"
            R"("game_points":2,"board_points":125,"wins":1,"draws":0,"losses":1})");
}

TEST(StandingsJson, DoesNotDependOnTimes) {
  EventStandings slow = sample_standings("box");
  for (auto& row : slow.rows) {
    row.cpu_us_total += 12'345;
    row.cpu_us_most += 1'234;
    row.wall_us_total += 99'999;
    row.wall_us_most += 9'999;
  }
  EXPECT_EQ(standings_json("abc", {slow}).dump(2),
            standings_json("abc", {sample_standings("box")}).dump(2));
}

}  // namespace
}  // namespace referee::report
