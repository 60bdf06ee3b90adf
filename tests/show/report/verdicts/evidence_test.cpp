#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/show/report/live/display.hpp"
#include "referee/show/report/standings/ratings_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/catalogue.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;
using evidence::Comparison;
using statistics::Estimate;
using statistics::GameResult;
using statistics::Reach;

TEST(EstimateText, SaysWhatTheResultsSet) {
  EXPECT_EQ(estimate_text(Estimate::around(55.58, 27.68), 1), "+55.6 ± 27.7");
  EXPECT_EQ(estimate_text(Estimate::around(-0.04, 2), 1), "0.0 ± 2.0");
  Estimate one_end;
  one_end.reach = Reach::at_most;
  one_end.high = -277.4;
  EXPECT_EQ(estimate_text(one_end, 1), "at most -277.4");
  EXPECT_EQ(estimate_text(one_end.negated(), 1), "at least +277.4");
  EXPECT_EQ(estimate_text({}, 1), "unknown");
  Estimate wide = Estimate::around(5, 10);
  wide.conservative = true;
  wide.low = -3;
  wide.high = 22;
  EXPECT_EQ(estimate_text(wide, 0), "+5 (-3 to +22)");
}

TEST(SuperiorityText, IsNeverCertain) {
  EXPECT_EQ(superiority_text(0.5), "50.00 %");
  EXPECT_EQ(superiority_text(0.99994), "99.99 %");
  EXPECT_EQ(superiority_text(1), "over 99.99 %");
  EXPECT_EQ(superiority_text(1e-9), "under 0.01 %");
}

TEST(FiguresText, GoesOnInTheNextLineWhereTheTerminalEnds) {
  const std::vector<Figure> figures{{"Elo", "+1 ± 2", "rating difference, with its interval"},
                                    {"n", "3", "count"}};
  EXPECT_EQ(figures_text(figures, {false, 0}),
            "Elo  +1 ± 2  rating difference, with its interval\nn    3       count\n");
  EXPECT_EQ(figures_text(figures, {false, 36}),
            "Elo  +1 ± 2  rating difference, with\n             its interval\nn    3       "
            "count\n");
  EXPECT_EQ(figures_text(figures, {false, 24}),
            "Elo  +1 ± 2\n  rating difference,\n  with its interval\nn    3\n  count\n");
}

evidence::PairResult pair(std::uint64_t number) {
  evidence::PairResult result;
  result.games = {GameResult::win, number % 2 == 0 ? GameResult::loss : GameResult::win};
  result.new_points = 150 + static_cast<double>(number % 3);
  result.base_points = 148;
  result.hashes = {number};
  return result;
}

config::Event event(const char* game) {
  config::Event event;
  event.game = rules::find_game(game);
  return event;
}

// A comparison until its test decides, of pair(i) as `change` makes them.
Comparison until_decided(const evidence::ComparisonRules& rules,
                         const std::function<void(evidence::PairResult&, std::uint64_t)>& change) {
  Comparison comparison(rules);
  for (std::uint64_t i = 0; comparison.state() == Comparison::State::open; ++i) {
    evidence::PairResult result = pair(i);
    change(result, i);
    comparison.add(result);
  }
  return comparison;
}

TEST(VerdictText, NamesTheHypothesisAndItsRisk) {
  evidence::ComparisonRules rules;
  rules.elo = {0, 200};
  rules.risks = {0.05, 0.025};
  const Comparison comparison = until_decided(rules, [](auto&, auto) {});
  const std::string pairs = std::to_string(comparison.count()) + " pairs";
  const std::string verdict = verdict_text(comparison);
  // A bound of 0 says no more than the answer.
  EXPECT_EQ(verdict, "Better: keep the new bot (" + pairs +
                         "; an equal bot gets this answer in at most 1 of " +
                         (comparison.stopped_far() ? "100" : "20") + " comparisons).");
  EXPECT_EQ(
      ruling_text(event("turn-right"), comparison),
      "H1 (+200 normalised Elo) accepted after " + pairs +
          (comparison.stopped_far() ? ", by the far stop (the test for large differences)" : "") +
          ". A bot with 0 normalised Elo gets this far in at most " +
          (comparison.stopped_far() ? "1" : "5") + " % of all comparisons.");
  EXPECT_EQ(verdict_text(Comparison({})), "Undecided after 0 pairs, interrupted.");
  EXPECT_EQ(ruling_text(event("turn-right"), Comparison({})), "");
}

// A promise that rests on a limit says so, where no rule sets the limit.
TEST(VerdictText, NamesTheLimitThatItsPromiseRestsOn) {
  evidence::ComparisonRules rules;
  rules.by = evidence::Yardstick::points;
  rules.points = {0, 5, -20, 20};
  const auto decided = [&](const char* game, double difference, double first) {
    const Comparison comparison =
        until_decided(rules, [&](evidence::PairResult& result, std::uint64_t i) {
          result.new_points = result.base_points + (i == 0 ? first : difference);
        });
    return comparison.decision() == statistics::Decision::proceed
               ? verdict_text(comparison)
               : ruling_text(event(game), comparison);
  };
  EXPECT_TRUE(ends(decided("turn-right", 15, 15), "in at most 5 % of all comparisons."));
  const std::string beyond = "points: the rules allow more, and the largest difference was 30.";
  EXPECT_TRUE(
      decided("box", 15, 30)
          .ends_with("in at most 5 % of all comparisons, if none of its pairs loses more than 20 " +
                     beyond))
      << decided("box", 15, 30);
  EXPECT_TRUE(ends(decided("box", -15, -30), "if none of its pairs wins more than 20 " + beyond));
  EXPECT_TRUE(decided("box", 15, -30).starts_with("Undecided after ")) << decided("box", 15, -30);
  EXPECT_TRUE(decided("box", 15, -30).ends_with("--points-limit 60.")) << decided("box", 15, -30);
}

// Beside a verdict stands what it says, and no interval that holds the opposite.
TEST(Figures, ShowTheBoundOfTheDecision) {
  evidence::ComparisonRules rules;
  rules.by = evidence::Yardstick::points;
  rules.points = {0, 5, -200, 200};
  const auto text = [&](int sign) {
    const Comparison comparison =
        until_decided(rules, [&](evidence::PairResult& result, std::uint64_t i) {
          result.new_points = result.base_points + sign * (60 + static_cast<double>(i % 90));
        });
    return figures_text(figures_of(event("turn-right"), comparison), {});
  };
  EXPECT_TRUE(contains(text(1), ", at least +"));
  EXPECT_TRUE(contains(text(-1), ", at most "));
  EXPECT_TRUE(begins(text(1), "points ")) << "what the test is on stands first";
  rules = {};
  rules.elo = {0, 60};
  EXPECT_TRUE(begins(text(1), "Elo "));
  EXPECT_TRUE(contains(text(1), "normalised Elo  +"));
  EXPECT_TRUE(contains(text(1), ", at least +"));
}

// The first words are what to do, in the words of the question.
TEST(VerdictText, SaysWhichBotToKeep) {
  const auto verdict = [](double elo0, double elo1, GameResult result) {
    evidence::ComparisonRules rules;
    rules.elo = {elo0, elo1};
    rules.risks = {0.05, 0.01};
    const Comparison comparison =
        until_decided(rules, [&](evidence::PairResult& one, std::uint64_t i) {
          one.games = {result, i % 4 == 0 ? GameResult::draw : result};
        });
    return verdict_text(comparison);
  };
  const std::string not_better = verdict(0, 10, GameResult::loss);
  EXPECT_TRUE(begins(not_better, "Not better by 10 normalised Elo: keep the old bot. At most "));
  EXPECT_TRUE(contains(not_better, "; a bot with +10 normalised Elo gets this answer in at "));
  EXPECT_TRUE(begins(verdict(-20, 0, GameResult::win),
                     "Not weaker by 20 normalised Elo: keep the new bot. "));
  const std::string weaker = verdict(-20, 0, GameResult::loss);
  EXPECT_TRUE(begins(weaker, "Weaker: keep the old bot. At most -"));
}

// An answer holds for its hypothesis; which bot to keep is another question.
TEST(VerdictText, AdvisesNothingThatTheGamesSpeakAgainst) {
  evidence::ComparisonRules rules;
  rules.elo = {0, 100};
  const Comparison comparison =
      until_decided(rules, [](evidence::PairResult& one, std::uint64_t i) {
        const GameResult both = i % 11 < 6 ? GameResult::win : GameResult::loss;
        one.games = {both, both};
      });
  EXPECT_TRUE(begins(verdict_text(comparison),
                     "Not better by 100 normalised Elo, though more likely better than not ("));
}

// Who wins because the other one crashes has not been shown to be stronger.
TEST(VerdictText, SaysWhereFaultsHaveDecided) {
  const auto verdict = [](evidence::Role role, GameResult result, bool others_won) {
    evidence::ComparisonRules rules;
    rules.elo = {-100, 100};
    return verdict_text(until_decided(rules, [&](evidence::PairResult& one, std::uint64_t i) {
      const bool fault = i % 2 == 0;
      one.games = {GameResult::win, GameResult::loss};
      if (fault || others_won) one.games = {result, result};
      if (fault) one.faults.push_back({i, role, bot::FaultKind::crash});
    }));
  };
  const std::string won = verdict(evidence::Role::base_bot, GameResult::win, false);
  EXPECT_TRUE(begins(won, "Not weaker by 100 normalised Elo, by faults: the old bot failed in "));
  EXPECT_TRUE(contains(won, " games, and without these pairs the answer is undecided. ")) << won;
  EXPECT_TRUE(begins(verdict(evidence::Role::new_bot, GameResult::loss, false),
                     "Not better by 100 normalised Elo, by faults: the new bot failed in "));
  // The other half would have decided as well, in the end; so would the faults of the loser's
  // rival.
  EXPECT_FALSE(contains(verdict(evidence::Role::new_bot, GameResult::win, true), "by faults"));
}

// Never more than was shown, and at most one step less.
TEST(VerdictText, ItsBoundIsRoundedSoThatItHolds) {
  for (const GameResult result : {GameResult::win, GameResult::loss}) {
    const bool h1 = result == GameResult::win;
    for (std::uint64_t draws = 2; draws < 8; ++draws) {
      evidence::ComparisonRules rules;
      rules.elo = {-5, 5};
      Comparison comparison(rules);
      for (std::uint64_t i = 0; comparison.state() == Comparison::State::open; ++i) {
        evidence::PairResult one = pair(i);
        one.games = {result, i % draws == 0 ? result : GameResult::draw};
        comparison.add(one);
      }
      const std::string verdict = verdict_text(comparison);
      const std::string_view words = h1 ? " At least " : " At most ";
      const auto at = verdict.find(words);
      ASSERT_NE(at, std::string::npos) << verdict;
      const double told = std::stod(verdict.substr(at + words.size()));
      const double bound = comparison.strength().normalized_elo_bound.value();
      EXPECT_GE(h1 ? bound - told : told - bound, 0) << verdict;
      EXPECT_LT(std::abs(told - bound), std::abs(bound) >= 10 ? 1 : 0.1) << verdict;
    }
  }
}

TEST(VerdictText, SaysHowManyPairsMoreWouldDo) {
  evidence::ComparisonRules rules;
  rules.most_pairs = 40;
  Comparison comparison(rules);
  for (std::uint64_t i = 0; i < 40; ++i) comparison.add(pair(i % 3));
  EXPECT_EQ(verdict_text(comparison).substr(0, 30), "Undecided: of 40 pairs only 3 ");
  Comparison other(rules);
  for (std::uint64_t i = 0; i < 40; ++i) {
    evidence::PairResult one = pair(i);
    one.games = {i % 2 == 0 ? GameResult::win : GameResult::loss, GameResult::loss};
    if (i % 4 == 0) one.games = {GameResult::win, GameResult::win};
    other.add(one);
  }
  const std::string verdict = verdict_text(other);
  EXPECT_TRUE(begins(verdict, "Undecided after 40 pairs, better with a chance of "));
  EXPECT_TRUE(contains(verdict, " more would do, "));
  EXPECT_TRUE(ends(verdict, " in 9 of 10 cases (--max-pairs)."));
}

TEST(VerdictText, OfBotsThatPlayAlike) {
  const auto told = [](double elo0) {
    evidence::ComparisonRules rules;
    rules.elo = {elo0, elo0 + 20};
    return verdict_text(until_decided(rules, [](auto& one, auto) {
      one.games = {GameResult::win, GameResult::loss};
      one.alike = true;
    }));
  };
  const auto rest = [](const char* deals, const char* share) {
    return fmt::format(
        " The bots played the same moves in all of {} deals; if they played otherwise in {} % of "
        "the deals, that would be so in at most 1 of 20 comparisons.",
        deals, share);
  };
  EXPECT_EQ(told(0), "No difference: keep either bot." + rest("20", "13.91"));
  EXPECT_EQ(told(-20), "Not weaker: keep the new bot." + rest("51", "5.7"));
}

TEST(VerdictText, NamesWhoseFaultsMeasureNothing) {
  const auto verdict = [](std::uint64_t most, std::vector<evidence::Role> failing) {
    evidence::ComparisonRules rules;
    rules.most_pairs = most;
    const Comparison comparison =
        until_decided(rules, [&](evidence::PairResult& result, std::uint64_t i) {
          for (const auto role : failing) result.faults.push_back({i, role, bot::FaultKind::crash});
        });
    return verdict_text(comparison);
  };
  const std::string rest =
      ", which measures nothing about the new bot. Look at its faults first; referee match shows "
      "one game.";
  using evidence::Role;
  EXPECT_EQ(verdict(100, {Role::base_bot, Role::new_bot}),
            "Undecided: the base bot failed in each of the first 10 pairs" + rest);
  EXPECT_EQ(verdict(1, {Role::partner}), "Undecided: the partner failed in the first pair" + rest);
  EXPECT_EQ(verdict(2, {Role::base_bot, Role::partner}),
            "Undecided: the base bot or the partner failed in each of the first 2 pairs" + rest);
}

TEST(LinesOfAComparison, TellHowItStands) {
  std::ostringstream out;
  std::chrono::steady_clock::time_point now{};
  Shown shown;
  shown.comparison = true;
  shown.now = [&now] { return now; };
  LogLines progress(out, shown);
  Comparison comparison({});
  progress.happened(tournament::RunBegun{7, 40'000});
  match::MatchRecord record;
  record.game = rules::find_game("box");
  record.bots[0].name = "new";
  record.bots[1].name = "base";
  record.faults.push_back({rules::Seat::second, 3, {bot::FaultKind::crash, "it died"}, {}});
  progress.happened(tournament::MatchFinished{record, {}});
  now += 29s;
  comparison.add(pair(1));
  progress.pair_counted(comparison);
  progress.tick();
  now += 1s;
  progress.tick();
  progress.happened(tournament::RunStopping{2});
  progress.happened(tournament::RunStopping{1});
  progress.finish();
  const std::string text = out.str();
  EXPECT_TRUE(begins(text,
                     "7 matches played already\nfault: Box, base (player 2): crash at move 3: "
                     "it died\n1 pair, "));
  EXPECT_TRUE(ends(text,
                   "finishing 2 running matches; again to leave at once\nleaving at once\n"
                   "1 match played in 30.0 s, 1 fault; 6 matches beyond the pairs that count\n"));
}

TEST(LinesOfAComparison, CountFaultsOfOneKindBeyondTheFirst) {
  std::ostringstream out;
  Shown quiet;
  quiet.comparison = quiet.quiet = true;
  LogLines progress(out, quiet);
  match::MatchRecord record;
  record.game = rules::find_game("box");
  record.bots[0].name = "new";
  record.faults.push_back({rules::Seat::first, 1, {bot::FaultKind::timeout, "late"}, {}});
  for (int i = 0; i < 30; ++i) {
    record.faults[0].fault.reason = "late by " + std::to_string(i);
    progress.happened(tournament::MatchFinished{record, {}});
  }
  progress.tick();
  progress.finish();
  const std::string text = out.str();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 6);
  EXPECT_TRUE(ends(text, "fault: 25 more timeout faults of new in Box\n"));
}

evidence::EventGames box(std::vector<std::string> bots) {
  evidence::EventGames games;
  games.game = rules::find_game("box");
  games.bots = std::move(bots);
  return games;
}

TEST(Ratings, AreAnchoredAndSortedAndSayWhatTheyRestOn) {
  auto games = box({"old", "new", "idle"});
  games.games[{0, 1}] = {.wins = 3, .losses = 9, .draws = 0};
  const text::Json json = ratings_json(games, {"new"});
  EXPECT_EQ(json["anchor"], "new");
  EXPECT_EQ(json["bots"][0]["name"], "new");
  EXPECT_EQ(json["bots"][0]["elo"], 0);
  EXPECT_EQ(json["bots"][1]["name"], "old");
  EXPECT_NEAR(json["bots"][1]["elo"], -190.8, 0.1);  // 3 to 1
  EXPECT_GT(json["bots"][1]["error"], 100);
  EXPECT_TRUE(json["bots"][2]["elo"].is_null());
  EXPECT_EQ(ratings_json(games, {"stranger"})["anchor"], "old");
  const std::string text = ratings_text(games, {}, {false, 0});
  EXPECT_TRUE(begins(text, "Ratings: Elo with 95 % errors; old is 0."));
  EXPECT_TRUE(contains(text, "+191"));
  EXPECT_TRUE(contains(text, "idle     -    -       -      0"));
  EXPECT_TRUE(contains(text, "old      0    0  1 to 2     12"));
  EXPECT_EQ(json["bots"][1]["places"], (text::Json{1, 2}));
}

TEST(Ratings, TellWhatTheFirstSeatIsWorthAndWhetherTheyUseIt) {
  auto games = box({"old", "new"});
  games.games[{0, 1}] = {.wins = 150, .losses = 100, .draws = 50};
  auto& seats = games.seats_of[{0, 1}];
  seats.first = {.wins = 130, .losses = 40, .draws = 30};  // and 20, 60, 20 in the second seat
  const std::string fitted = ratings_text(games, {}, {false, 0});
  EXPECT_TRUE(contains(fitted, "\nThe first seat is worth +157 ± "));
  EXPECT_TRUE(
      contains(fitted, " Elo, which the ratings take into account. Equal bots would draw "));
  const text::Json json = ratings_json(games, {});
  EXPECT_EQ(json["first_seat"]["use"], "fitted");
  EXPECT_NEAR(json["first_seat"]["elo"], 157, 1);
  EXPECT_GT(json["draws"]["rate"], json["draws"]["low"]);
  seats.first = {.wins = 100, .losses = 30, .draws = 20};
  EXPECT_TRUE(contains(ratings_text(games, {}, {false, 0}), "so the ratings do without it."));
  seats.first = {.wins = 2, .losses = 0, .draws = 0};
  games.games[{0, 1}] = {.wins = 2, .losses = 1, .draws = 0};
  EXPECT_TRUE(
      contains(ratings_text(games, {}, {false, 0}), "The first seat got all points or none"));
}

TEST(Ratings, SayWhereNoOrderExplainsTheResults) {
  auto games = box({"rock", "paper", "scissors"});
  games.games = {{{0, 1}, {0, 40, 0}}, {{0, 2}, {40, 0, 0}}, {{1, 2}, {0, 40, 0}}};
  const std::string text = ratings_text(games, {}, {false, 0});
  EXPECT_TRUE(
      contains(text, "One rating for each bot does not explain these results (chi-square 120.0"));
  EXPECT_TRUE(contains(text, "0.0 of 40, expected 20.0"));
  EXPECT_EQ(ratings_json(games, {})["fit"]["misfits"].size(), 3U);
  games.games = {{{0, 1}, {30, 10, 0}}, {{0, 2}, {20, 20, 0}}, {{1, 2}, {10, 30, 0}}};
  EXPECT_FALSE(contains(ratings_text(games, {}, {false, 0}), "does not explain"));
}

// What is left out may be what a bot plays most.
TEST(Ratings, SayWhoseScoreTheRepetitionsChange) {
  auto games = box({"book", "other"});
  games.repeated = 60;
  games.games[{0, 1}] = {.wins = 20, .losses = 20, .draws = 0};
  games.all_games[{0, 1}] = {.wins = 80, .losses = 20, .draws = 0};
  const std::string text = ratings_text(games, {}, {false, 0});
  EXPECT_TRUE(contains(text, "With the repetitions book scores 80.0 % instead of 50.0 %"));
  games.all_games = games.games;
  EXPECT_FALSE(contains(ratings_text(games, {}, {false, 0}), "With the repetitions"));
}

TEST(Ratings, MatrixHasDifferencesAndChancesOfEachTwoBots) {
  auto games = box({"old", "new", "idle", "weak"});
  games.games[{0, 1}] = {.wins = 3, .losses = 9, .draws = 0};
  games.games[{0, 3}] = {.wins = 8, .losses = 4, .draws = 0};
  const RatingsView view{std::nullopt, true};
  EXPECT_FALSE(ratings_json(games, {}).contains("matrix"));
  const text::Json json = ratings_json(games, view);
  const text::Json& matrix = json["matrix"];
  ASSERT_EQ(matrix["bots"], (text::Json{"new", "old", "weak", "idle"}));
  // 3 to 1, and 2 to 1; the middle one is the anchor, so its differences have the list's errors.
  EXPECT_NEAR(matrix["difference"][0][1], 190.8, 0.1);
  EXPECT_NEAR(matrix["difference"][1][2], 120.4, 0.1);
  EXPECT_NEAR(matrix["difference"][0][2], 311.3, 0.1);
  EXPECT_EQ(matrix["error"][0][1], json["bots"][0]["error"]);
  EXPECT_EQ(matrix["error"][1][2], json["bots"][2]["error"]);
  EXPECT_GT(matrix["error"][0][2], matrix["error"][0][1]);
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t column = 0; column < 4; ++column) {
      const bool known = row != column && row < 3 && column < 3;
      EXPECT_EQ(matrix["reach"][row][column], known ? "two_sided" : "nothing");
      for (const char* key : {"difference", "error", "superiority"}) {
        EXPECT_NE(matrix[key][row][column].is_null(), known) << key << row << column;
      }
      if (!known) continue;
      const auto at = [&](const char* key, std::size_t one, std::size_t two) {
        return matrix[key][one][two].get<double>();
      };
      EXPECT_DOUBLE_EQ(at("difference", row, column), -at("difference", column, row));
      EXPECT_DOUBLE_EQ(at("superiority", row, column) + at("superiority", column, row), 1);
      EXPECT_EQ(at("superiority", row, column) > 0.5, row < column);
    }
  }
  const auto rounded = [&](const char* key, std::size_t row, std::size_t column, int digits) {
    return fixed(matrix[key][row][column].get<double>() * (digits > 0 ? 100 : 1), digits);
  };
  const std::string difference = "+191 ± " + rounded("error", 0, 1, 0);
  const std::string chance = rounded("superiority", 0, 1, 1);
  const std::string text = ratings_text(games, view, {false, 0});
  const auto differences = text.find(
      "\nHow many Elo the bot of the row is stronger than that of the column, with 95 % "
      "errors.\n\n   bot");
  const auto chances = text.find(
      "\nHow likely the bot of the row is stronger than that of the "
      "column, in per cent.\n\n   bot");
  ASSERT_NE(differences, std::string::npos) << text;
  ASSERT_NE(chances, std::string::npos) << text;
  EXPECT_LT(text.find("\n1  new"), text.find(difference, differences));
  EXPECT_LT(text.find(difference, differences), chances) << text;
  const auto row = text.find("\n1  new", chances);
  ASSERT_NE(row, std::string::npos) << text;
  EXPECT_LT(text.find(chance, row), text.find("\n2  old", row)) << text;
  games.games[{0, 1}] = {.wins = 0, .losses = 9, .draws = 0};
  const std::string one_sided = ratings_text(games, view, {false, 0});
  EXPECT_NE(one_sided.find(" stronger ", one_sided.find("How many Elo")), std::string::npos);
  EXPECT_NE(one_sided.find(" weaker", one_sided.find("How many Elo")), std::string::npos);
}

TEST(Ratings, OfACooperativeGameAreNone) {
  auto games = box({"a", "b"});
  games.game = rules::find_game("6561");
  EXPECT_TRUE(ratings_json(games, {}).is_null());
  EXPECT_EQ(ratings_text(games, {}, {false, 0}), "");
}

}  // namespace
}  // namespace referee::report
