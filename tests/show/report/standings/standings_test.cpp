#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/standings/ratings_report.hpp"
#include "referee/show/report/standings/standings_report.hpp"
#include "referee/show/report/standings/standings_tables.hpp"
#include "referee/show/report/table.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using tournament::EventStandings;

TEST(StandingsText, AdversarialGame) {
  EXPECT_EQ(standings_text({sample_standings("box")}, {false, 0}, true),
            "Box (CodeCup 2025): 2 rounds, 6 of 12 matches, 23 to 36 moves\n"
            "Ranked by score, then fewer games lost by a fault.\n"
            "\n"
            "   bot    games  score    mean  W  D  L  as player 1  as player 2  faults  CPU/game   "
            "  95 %     most\n"
            "1  beta       4    801  200.25  3  0  1       200.00       200.50       0   2.00 ms  "
            "2.50 ms  2.50 ms\n"
            "2  alpha      4    700  175.00  2  1  1       175.00       175.00       0     10 us   "
            " 12 us    12 us\n"
            "3  gamma      4    100   25.00  0  1  3         0.00        50.00       3    15.0 s   "
            "30.0 s   30.0 s\n"
            "\n"
            "gamma: 3 faults (2 illegal, 1 timeout)\n"
            "\n"
            "   mean score against       1       2       3\n"
            "1  beta                        150.50  250.00\n"
            "2  alpha               125.00          225.00\n"
            "3  gamma                 0.00   50.00\n");
}

TEST(StandingsText, SaysWhoPlaysUnderOtherLimits) {
  EventStandings event = sample_standings("box");
  event.times = {std::chrono::seconds(30), {}};
  event.own_times["beta"] = {std::chrono::seconds(2), std::chrono::milliseconds(500), {}};
  const std::string line =
      "beta plays under limits of its own: 2 s, 0.5 s a turn (the others: 30 s)\n";
  EXPECT_TRUE(contains(standings_text({event}, {false, 0}), "\n\n" + line));
  EXPECT_TRUE(contains(standings_markdown({event}), "\n- " + line));
  const text::Json rows = standings_json("id", {event})["events"][0]["bots"];
  EXPECT_EQ(rows[0]["budget"], 2.0);
  EXPECT_EQ(rows[0]["turn_limit"], 0.5);
  EXPECT_FALSE(rows[1].contains("budget"));
}

TEST(StandingsText, SaysThatMeansRank) {
  auto event = sample_standings("box");
  event.by_mean = true;
  EXPECT_EQ(event_ranking(event),
            "Ranked by mean score so far, as not all bots have played as many games.");
  EXPECT_TRUE(contains(standings_table(event).text({}), "200.25"));
  event.selection = "round 2";
  EXPECT_EQ(event_ranking(event),
            "Ranked by mean score, as not all bots have played as many games.");
  event.planned = 0;
  EXPECT_EQ(event_ranking(event), "Ranked by mean score.");
  EXPECT_EQ(event_extent(event), "2 rounds, 6 matches, 23 to 36 moves");
  event = sample_standings("turn-right");
  event.by_mean = true;
  EXPECT_EQ(ranking_keys(event),
            "mean game points so far, as not all bots have played as many games");
}

TEST(StandingsText, GamePointsOnAnOrdinaryTerminal) {
  EXPECT_EQ(standings_text({sample_standings("turn-right")}, {false, 80}, true),
            "Turn Right (CodeCup 2006): 2 rounds, 6 of 12 matches, 23 to 36 moves\n"
            "Ranked by game points, then score, then fewer games lost by a fault.\n"
            "\n"
            "   bot    games  game points  score    mean  W  D  L  irregular\n"
            "1  beta       4            6    801  200.25  3  0  1          0\n"
            "2  alpha      4            4    700  175.00  2  1  1          0\n"
            "3  gamma      4            0    100   25.00  0  1  3          3\n"
            "\n"
            "   bot    as white  as black  faults  CPU/game     95 %     most\n"
            "1  beta     200.00    200.50       0   2.00 ms  2.50 ms  2.50 ms\n"
            "2  alpha    175.00    175.00       0     10 us    12 us    12 us\n"
            "3  gamma      0.00     50.00       3    15.0 s   30.0 s   30.0 s\n"
            "\n"
            "gamma: 3 faults (2 illegal, 1 timeout)\n"
            "\n"
            "   mean score against       1       2       3\n"
            "1  beta                        150.50  250.00\n"
            "2  alpha               125.00          225.00\n"
            "3  gamma                 0.00   50.00\n");
}

// A bot that only lost, or only won, has no interval: its Elo says so, and no form has an error.
TEST(StandingsText, OneSidedRatingsAreToldInOneWay) {
  EventStandings event = sample_standings("box", formats::FormatKind::ladder);
  event.rows[0].format->ladder->reach = statistics::Reach::at_least;
  event.rows[2].format->ladder->reach = statistics::Reach::at_most;
  const std::string text = standings_text({event}, {false, 0});
  EXPECT_TRUE(contains(text, "1  beta   stronger   -  "));
  EXPECT_TRUE(contains(text, "2  alpha       +60  30  "));
  EXPECT_TRUE(contains(text, "3  gamma    weaker   -  "));
  EXPECT_TRUE(contains(standings_csv({event}, false), ",120.4,,"));
  text::Json json = standings_json("id", {event});
  add_tables(json, {event});
  const text::Json& bots = json["events"][0]["bots"];
  EXPECT_EQ(bots[0]["reach"], "at_least");
  EXPECT_EQ(bots[0]["elo"], 120.4);
  EXPECT_TRUE(bots[0]["error"].is_null());
  EXPECT_EQ(bots[1]["error"], 30.2);
  EXPECT_TRUE(contains(json["events"][0]["table"].dump(), R"(["stronger","120.4"],["-",""])"));
}

// A comparison plans more games than anybody plays.
TEST(StandingsText, OfAComparisonTellsItsPairs) {
  EventStandings event = sample_standings("box");
  event.rounds = 1'000'000;
  event.planned = 2'000'000;
  event.played = 121;
  EXPECT_EQ(event_extent(event), "121 games, 60 pairs, 23 to 36 moves");
  event.planned = 8'000'000;
  EXPECT_EQ(event_extent(event), "121 games, 15 pairs, 23 to 36 moves");
}

TEST(StandingsText, TieBreakIsShownWhereItDecides) {
  EventStandings event = sample_standings("black-hole");
  EXPECT_FALSE(contains(standings_text({event}, {false, 0}), "among tied  "));
  event.rows[0].among_tied = 77;
  EXPECT_TRUE(contains(standings_text({event}, {false, 0}), "among tied  "));
}

TEST(StandingsText, CooperativeGamesHaveNoWins) {
  const std::string text = standings_text({sample_standings("6561")}, {false, 0}, true);
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
    row.cpu = {};
  }
  EXPECT_EQ(
      standings_text({event}, {false, 0}, true),
      "2187 (CodeCup NIO 2016): 2 rounds, 0 of 12 matches\n"
      "Ranked by score, then fewer games lost by a fault; the two bots of a game work together.\n"
      "\n"
      "   bot    games  score  mean  as A  as B  faults  CPU/game  95 %  most\n"
      "1  beta       0      0     -     -     -       0         -     -     -\n"
      "2  alpha      0      0     -     -     -       0         -     -     -\n"
      "3  gamma      0      0     -     -     -       0         -     -     -\n");
}

TEST(StandingsText, OneBlockWithTheMainColumnsAndWholeNames) {
  EventStandings event = sample_standings("turn-right");
  const std::string head =
      "Turn Right (CodeCup 2006): 2 rounds, 6 of 12 matches, 23 to 36 moves\n"
      "Ranked by game points, then score, then fewer games lost by a fault.\n\n";
  EXPECT_EQ(standings_text({event}, {false, 80}),
            head +
                "   bot    games  game points  score    mean  W  D  L  irregular  faults\n"
                "1  beta       4            6    801  200.25  3  0  1          0       0\n"
                "2  alpha      4            4    700  175.00  2  1  1          0       0\n"
                "3  gamma      4            0    100   25.00  0  1  3          3       3\n"
                "\n"
                "gamma: 3 faults (2 illegal, 1 timeout)\n");
  // Columns go before names are cut.
  event.rows[0].bot = event.bots[1] = std::string(20, 'b');
  EXPECT_TRUE(
      contains(standings_text({event}, {false, 80}),
               "   bot                   games  game points  score  W  D  L  irregular  faults\n"
               "1  bbbbbbbbbbbbbbbbbbbb      4            6    801  3  0  1          0       0\n"));
  EXPECT_TRUE(contains(standings_text({event}, {false, 64}),
                       "   bot                   game points  score  irregular  faults\n"
                       "1  bbbbbbbbbbbbbbbbbbbb            6    801          0       0\n"));
}

TEST(StandingsText, NamesAreSafeAndCutOnlyForWantOfRoom) {
  EventStandings event = sample_standings("box");
  const std::string name = "\x1b[2J\u56f2\u7881" + std::string(40, 'x');
  event.rows[0].bot = event.bots[1] = name;
  const std::string text = standings_text({event}, {false, 0});
  EXPECT_FALSE(contains(text, "\x1b"));
  const std::string shown = "1  \\x1b[2J\u56f2\u7881";
  EXPECT_TRUE(contains(text, shown + std::string(40, 'x') + "      4  "));
  EXPECT_TRUE(contains(standings_text({event}, {false, 60}),
                       shown + std::string(14, 'x') + "\u2026      4  "));
  EXPECT_TRUE(contains(standings_markdown({event}), "\\\\x1b\\[2J"));
}

TEST(StandingsMarkdown, FaultLinesAreItemsWhateverTheBotsAreCalled) {
  EventStandings event = sample_standings("box");
  event.rows[0].bot = event.bots[1] = "# x";
  event.rows[0].faults = {{"crash", 1}};
  event.rows[1].bot = event.bots[0] = "1. a|`b`";
  event.rows[1].faults = {{"timeout", 2}};
  const std::string text = standings_markdown({event});
  EXPECT_TRUE(contains(text, "\n- \\# x: 1 fault (1 crash)\n"));
  EXPECT_TRUE(contains(text, "\n- 1\\. a\\|\\`b\\`: 2 faults (2 timeout)\n"));
}

TEST(StandingsText, WarnsOfTimeOutsOnABusyMachine) {
  EventStandings event = sample_standings("box");
  event.rows[0].faults = {{"timeout", 14}};
  event.rows[0].starved = 14;
  const std::string text = standings_text({event}, {false, 0});
  EXPECT_TRUE(contains(text,
                       "\nbeta: 14 faults (14 timeout)\n"
                       "beta: all 14 time-outs may have come because the machine was busy: it "
                       "waited for a processor for a tenth of its time or more; give the machine "
                       "less to do, or charge CPU time with \"clock\": \"cpu\"\n"));
  event.rows[0].starved = 3;
  EXPECT_TRUE(contains(standings_markdown({event}), "- beta: 3 of its 14 time-outs may have come"));
}

// A game of each of two rounds between the first two of sample_standings().
void play_sample(const std::string& game, tournament::GamesPlayed& played) {
  for (int round = 1; round <= 2; ++round) {
    store::MatchSummary match;
    match.game = game;
    match.match = static_cast<std::uint64_t>(round);
    match.round = round;
    match.bots = {"beta", "alpha"};
    match.seats[0].score = 150 + round;
    match.seats[1].score = 125;
    played.add(match);
  }
}

// The last word is who is first, with the game where there are several; nothing of chosen matches.
TEST(StandingsText, EndsWithWhoIsFirst) {
  StandingsReport report;
  report.events = {sample_standings("box")};
  report.style = {false, 0};
  const auto form = [&](std::string_view name) {
    return form_named(standings_forms(), name).write(report);
  };
  const std::string without = form("text");
  play_sample("box", report.played.emplace());
  const auto headline = headline_of(report.events[0], *report.played);
  ASSERT_TRUE(headline);
  const std::string sentence = headline->who + ' ' + headline->rest;
  EXPECT_EQ(form("text"), without + '\n' + sentence + '\n');
  EXPECT_TRUE(contains(form("markdown"), '\n' + markdown_paragraph(sentence) + '\n'));
  EXPECT_FALSE(contains(form("csv"), headline->rest));
  report.events.push_back(sample_standings("turn-right"));
  play_sample("turn-right", *report.played);
  EXPECT_TRUE(contains(form("text"), "\nBox: " + sentence + '\n'));
  EXPECT_TRUE(contains(form("text"), "\nTurn Right: "));
}

TEST(StandingsText, SaysHowManyMatchesRepeatOthers) {
  EventStandings event = sample_standings("turn-right");
  event.repeated = {{{0, 1}, 1}};
  const std::string line =
      "1 match repeats an earlier one move by move (1 between alpha and beta), which is not new "
      "evidence; bots that draw random numbers from a {seed} in their command play another game "
      "in each round";
  EXPECT_TRUE(contains(standings_text({event}, {false, 0}), "\n\n" + line + "\n"));
  EXPECT_TRUE(contains(standings_markdown({event}), "\n\n1 match repeats an earlier one"));
}

TEST(StandingsText, NoLineIsBrokenWithinAWord) {
  for (const rules::GameInfo& game : rules::games()) {
    EventStandings event = sample_standings(game.name);
    event.rows[0].faults = {{"crash", 3}, {"illegal", 10}, {"memory", 7}, {"timeout", 2}};
    event.rows[0].starved = 2;
    event.repeated = {{{0, 1}, 20}, {{0, 2}, 4}};
    const std::vector<EventStandings> events{event};
    std::string text = standings_text(events, {false, 60}) +
                       words_text(events, {false, 60}, false) +
                       words_text(events, {false, 60}, true);
    while (!text.empty()) {
      const std::string line = text.substr(0, text.find('\n'));
      text.erase(0, line.size() + 1);
      EXPECT_LE(text::display_width(line), 60) << game.name << ": " << line;
    }
  }
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
  EXPECT_TRUE(contains(standings_text({event}, {false, 80}, true), "mean score against"));
  grow_to(cross_table_limit + 1);
  EXPECT_FALSE(contains(standings_text({event}, {false, 80}, true), "mean score against"));
}

TEST(StandingsText, TellsWhatEachFormatRanksBy) {
  using formats::FormatKind;
  const auto text = [](FormatKind format, std::string_view game) {
    return standings_text({sample_standings(game, format)}, {false, 0}, true);
  };
  const std::string gauntlet = text(FormatKind::gauntlet, "6561");
  EXPECT_TRUE(contains(gauntlet,
                       "Ranked by role, challengers first, then score, then fewer games lost by a "
                       "fault; the two bots of a game work together.\n"));
  EXPECT_TRUE(contains(gauntlet,
                       "   bot          role  games  score    mean    as A    as B  faults  "
                       "CPU/game     95 %     most\n"
                       "1  beta   challenger      4    801"));
  EXPECT_TRUE(contains(gauntlet, "3  gamma       other"));
  const std::string swiss = text(FormatKind::swiss, "black-hole");
  EXPECT_TRUE(contains(swiss,
                       "Ranked by Swiss points, then Buchholz, then score, then score among "
                       "those still tied.\n"));
  EXPECT_TRUE(contains(swiss, "   bot    points  Buchholz  games  score    mean  W  D  L  as red"));
  EXPECT_TRUE(contains(swiss, "1  beta      2.5       4.5      4    801"));
  EXPECT_TRUE(contains(swiss, "2  alpha       2         5      4    700"));
  const std::string knockout = text(FormatKind::knockout, "box");
  EXPECT_TRUE(contains(knockout, "Ranked by rounds survived.\n"));
  EXPECT_TRUE(contains(knockout, "1  beta          2      4"));
  const std::string official = text(FormatKind::official, "turn-right");
  EXPECT_TRUE(contains(official,
                       "Ranked by stage: first the qualified, by game points, then score, then "
                       "fewer games lost by a fault, in the final round robin alone; then the "
                       "others, by Swiss points, then Buchholz, then game points"));
  EXPECT_TRUE(contains(
      official,
      "   bot    stage  final game points  final score  Swiss  Buchholz  games  game points"));
  EXPECT_TRUE(contains(official, "1  beta   final                  3          155    2.5"));
  EXPECT_TRUE(contains(official, "3  gamma  Swiss                  -            -    1.5"));
}

TEST(StandingsText, TellsTheTimeOfTheClockThatCounted) {
  EventStandings event = sample_standings("box");
  event.clock = kernel::ClockKind::wall;
  for (int i = 1; i <= 100; ++i) event.rows[0].wall.add(i * 1000);
  const std::string text = standings_text({event}, {false, 0}, true);
  EXPECT_TRUE(contains(text, "time/game     95 %    most\n"));
  EXPECT_TRUE(contains(text, "  50.5 ms  95.2 ms  100 ms\n")) << "to 1.6 %\n" << text;
  EXPECT_TRUE(contains(text, "        -        -       -\n")) << "no wall times are known\n"
                                                              << text;
}

TEST(StandingsCsv, OneRowForEachBot) {
  EventStandings event = sample_standings("turn-right");
  event.rows[1].bot = "a,\"b\"";
  const std::string text = standings_csv({event, sample_standings("6561")}, false);
  EXPECT_EQ(text.substr(0, text.find('\n', text.find('\n') + 1) + 1),
            "game,format,place,bot,group,swiss_points,buchholz,rounds_survived,final_game_points,"
            "final_score,games,score,mean_score,game_points,board_points,wins,draws,losses,"
            "among_tied,first_seat_games,first_seat_score,first_seat_mean_score,"
            "first_seat_game_points,first_seat_board_points,first_seat_wins,first_seat_draws,"
            "first_seat_losses,second_seat_games,second_seat_score,second_seat_mean_score,"
            "second_seat_game_points,second_seat_board_points,second_seat_wins,"
            "second_seat_draws,second_seat_losses,irregular_losses,illegal,timeout,exit,crash,"
            "memory,flood,launch,given_up\n"
            "turn-right,round-robin,1,beta,,,,,,,4,801,200.25,6,400,3,0,1,,2,400,200.00,2,200,1,0,"
            "1,2,401,200.50,4,200,2,0,0,0,0,0,0,0,0,0,0,0\n");
  EXPECT_TRUE(contains(text, "\nturn-right,round-robin,2,\"a,\"\"b\"\"\",,"));
  EXPECT_TRUE(contains(text, ",3,2,1,0,0,0,0,0,0\n")) << "gamma's faults\n" << text;
  EXPECT_TRUE(contains(text, "\n6561,round-robin,1,beta,,,,,,,4,801,200.25,,400,,,,,2,"));
}

TEST(StandingsCsv, FormatsAndTimes) {
  const std::string text =
      standings_csv({sample_standings("turn-right", formats::FormatKind::official)}, true);
  EXPECT_TRUE(contains(text,
                       ",cpu_us_mean,cpu_us_p95,cpu_us_most,wall_us_mean,wall_us_p95,"
                       "wall_us_most\n"));
  EXPECT_TRUE(contains(text, "\nturn-right,official,1,beta,final,2.5,4.5,,3,155,4,801,"));
  EXPECT_TRUE(contains(text, "\nturn-right,official,3,gamma,Swiss,1.5,5.5,,,,4,100,"));
  EXPECT_TRUE(contains(text, ",2000,2500,2500,,,\n"));
}

// The page, the terminal and spreadsheets have the same columns and cells.
TEST(StandingsTables, AreThoseOfTheTerminalAndOfSpreadsheets) {
  for (const char* game : {"turn-right", "box", "6561"}) {
    for (const auto format : {formats::FormatKind::round_robin, formats::FormatKind::gauntlet,
                              formats::FormatKind::swiss, formats::FormatKind::knockout,
                              formats::FormatKind::official}) {
      const EventStandings event = sample_standings(game, format);
      text::Json json = standings_json("id", {event});
      add_tables(json, {event});
      const text::Json& table = json["events"][0]["table"];
      EXPECT_EQ(table["ranking"], event_ranking(event));
      std::string head;
      bool ranked = false;
      const std::string csv = standings_csv({event}, true);
      for (const text::Json& column : table["columns"]) {
        head += (head.empty() ? "| " : " | ") + column["head"].get<std::string>();
        ranked = ranked || column.contains("ranks");
        const std::string key = column["key"];
        EXPECT_TRUE(key.empty() ||
                    contains("," + csv.substr(0, csv.find('\n')) + ",", "," + key + ","))
            << key;
      }
      EXPECT_TRUE(ranked) << "something decides";
      const std::string markdown = standings_markdown({event});
      EXPECT_TRUE(contains(markdown, head + " |\n")) << head;
      for (const text::Json& row : table["rows"]) {
        std::string line = "|";
        for (const text::Json& cell : row) {
          line += " " + (cell.is_array() ? cell[0] : cell).get<std::string>() + " |";
        }
        EXPECT_TRUE(contains(markdown, line + "\n")) << line;
      }
    }
  }
}

TEST(StandingsTables, WarnOfWhatIsNoEvidence) {
  EventStandings event = sample_standings("box");
  event.repeated[{0, 1}] = 2;
  event.rows[2].starved = 1;
  event.rows[0].ran_before_turn = 3;
  event.rows[0].longest_before_turn_us = 400'000;
  const std::vector<std::string> lines = warning_lines(event);
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_TRUE(begins(lines[0], "gamma: its time-out may have come"));
  EXPECT_EQ(
      lines[1],
      "beta: in 3 of 4 games it ran for up to 400 ms before its first turn, with a budget of " +
          text::seconds_text(event.times.budget) +
          ": a bot that takes its time from its own start has lost that; with \"start\": "
          "\"turn\" in game.json it is started when it is asked");
  EXPECT_TRUE(begins(lines[2], "2 matches repeat an earlier one"));
  EXPECT_TRUE(contains(standings_text({event}, {false, 0}), '\n' + lines[1] + '\n'));
  EXPECT_TRUE(warning_lines(sample_standings("box")).empty());
}

TEST(StandingsCsv, CrossTable) {
  const std::string text = cross_csv({sample_standings("box")});
  EXPECT_TRUE(
      begins(text,
             "game,bot,against,games,score,mean_score,game_points,board_points,wins,draws,losses\n"
             "box,alpha,beta,2,250,125.00,,125,1,0,1\n"));
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 7);
}

TEST(StandingsMarkdown, Ratings) {
  evidence::EventGames games = sample_games("box");
  EXPECT_TRUE(contains(standings_markdown({sample_standings("box")}, {games}, {"beta"}),
                       "\n\n### Ratings\n\nElo with 95 % errors; beta is 0. Places are those that "
                       "the results leave open, with 95 % for all bots together.\n\n| bot | Elo | "
                       "± | place | games | points |\n"));
  const std::string matrix =
      standings_markdown({sample_standings("box")}, {games}, {std::nullopt, true});
  for (const char* head :
       {"\n\nHow many Elo the bot of the row is stronger than that of the column, "
        "with 95 % errors.\n\n|  | bot | 1 | 2 | 3 |\n",
        "\n\nHow likely the bot of the row is stronger than that of the column, in "
        "per cent.\n\n|  | bot | 1 | 2 | 3 |\n"}) {
    EXPECT_TRUE(contains(matrix, head));
  }
  games.bots.pop_back();
  games.games.erase({0, 2});
  games.pairs.ww = 2;
  const std::string two = standings_markdown({sample_standings("box")}, {games}, {});
  EXPECT_TRUE(contains(two, "\nalpha against beta, 2 pairs: "));
  EXPECT_TRUE(contains(two, "| LOS | "));
}

TEST(StandingsMarkdown, SeveralGames) {
  const std::string text =
      standings_markdown({sample_standings("6561"), sample_standings("black-hole")});
  EXPECT_TRUE(
      contains(text,
               "## 6561 (CodeCup 2016)\n"
               "\n"
               "2 rounds, 6 of 12 matches, 23 to 36 moves. Ranked by score, then fewer games "
               "lost by a fault; the two bots of a game work together.\n"
               "\n"
               "|  | bot | games | score | mean | as A | as B | faults | CPU/game | 95 % | most |\n"
               "| ---: | :--- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"
               "| 1 | beta | 4 | 801 | 200.25 | 200.00 | 200.50 | 0 | 2.00 ms | 2.50 ms "
               "| 2.50 ms |\n"));
  EXPECT_TRUE(contains(text, "\n## Black Hole (CodeCup 2018)\n"));
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

TEST(StandingsJson, WhatFormatsRankBy) {
  const auto json =
      standings_json("abc", {sample_standings("turn-right", formats::FormatKind::official)});
  const auto& event = json["events"][0];
  EXPECT_EQ(event["format"], "official");
  EXPECT_EQ(event["bots"][0]["group"], "final");
  EXPECT_EQ(event["bots"][0]["swiss_points"], 2.5);
  EXPECT_EQ(event["bots"][0]["buchholz"], 4.5);
  EXPECT_EQ(event["bots"][0]["final_game_points"], 3);
  EXPECT_EQ(event["bots"][0]["final_score"], 155);
  EXPECT_EQ(event["bots"][2]["group"], "Swiss");
  EXPECT_FALSE(event["bots"][2].contains("final_score"));
}

TEST(StandingsJson, TimesStandInABlockOfTheirOwn) {
  const std::vector<EventStandings> events{sample_standings("box")};
  auto json = standings_json("abc", events);
  add_times(json, events);
  EXPECT_EQ(json["events"][0]["times"]["bots"][0].dump(),
            R"({"name":"beta","cpu_us":{"games":4,"mean":2000.0,"p95":2500,"most":2500},)"
            R"("wall_us":null})");
  json["events"][0].erase("times");
  EXPECT_EQ(json, standings_json("abc", events));
}

TEST(StandingsText, TurnsByMoveAndNearestToALimit) {
  const std::vector<EventStandings> events{sample_standings("box")};
  std::vector<tournament::EventTurns> turns(1);
  std::vector<tournament::TurnsAt>& alpha = turns[0].bots["alpha"];
  alpha.resize(28);
  alpha[0] = {2, 3000, 2000};
  alpha[3] = {1, 4500, 4500};
  alpha[27] = {2, 60, 40};
  turns[0].bots["beta"] = {{}, {1, 1000, 1000}};
  turns[0].nearest = {{"alpha", 7, 4, false, 28'500'000, 30'000'000},
                      {"beta", 1, 2, true, 1000, 2000}};
  EXPECT_EQ(
      turn_times_text(events, turns, {}),
      "\nBox: CPU time of a turn, on average\n"
      "at move      1-4  5-8  9-12  13-16  17-20  21-24  25-28  longest\n"
      "beta     1.00 ms    -     -      -      -      -      -  1.00 ms\n"
      "alpha    2.50 ms    -     -      -      -      -  30 us  4.50 ms\n"
      "\n"
      "Nearest to a limit, of time that was used so far (time-outs are faults, and not here):\n"
      "  alpha in match 7 at move 4: 28.5 s of 30.0 s (95.0 %)\n"
      "  beta in match 1 at move 2: 1.00 ms of 2.00 ms a turn (50.0 %)\n");
  turns[0] = {};
  EXPECT_TRUE(contains(turn_times_text(events, turns, {}), "\nno times are known\n"));
}

TEST(StandingsJson, TimesOnAFasterMachineAreToldAsOfficialOnesToo) {
  std::vector<EventStandings> events{sample_standings("box")};
  events[0].speed = 2;
  auto json = standings_json("abc", events);
  add_times(json, events);
  EXPECT_EQ(json["events"][0]["times"]["speed"], 2);
  EXPECT_EQ(json["events"][0]["times"]["bots"][0]["official_us"].dump(),
            R"({"games":4,"mean":4000.0,"p95":5000,"most":5000})");
  events[0].clock = kernel::ClockKind::wall;
  add_times(json, events);
  EXPECT_EQ(json["events"][0]["times"]["bots"][0]["official_us"], nullptr);
}

TEST(StandingsJson, DoesNotDependOnTimes) {
  EventStandings slow = sample_standings("box");
  for (auto& row : slow.rows) {
    row.cpu.add(12'345);
    row.wall.add(99'999);
  }
  EXPECT_EQ(standings_json("abc", {slow}).dump(2),
            standings_json("abc", {sample_standings("box")}).dump(2));
}

}  // namespace
}  // namespace referee::report
