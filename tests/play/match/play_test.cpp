// Matches without faults: all games between hand-made players; and which lines each player reads,
// word for word, farewells included.
#include <gtest/gtest.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "rules/box/board.hpp"
#include "rules/by_seat.hpp"
#include "rules/recorded_game.hpp"
#include "support.hpp"

namespace {

using namespace match_test;
using namespace std::chrono_literals;
using referee::match::play;

// By seat.
rules::BySeat<std::vector<Answer>> answers_of(const MatchRecord& record) {
  rules::BySeat<std::vector<Answer>> answers;
  for (const auto& ply : record.plies) {
    answers[rules::index(ply.seat)].push_back({ply.line, std::nullopt, false, {}, {}});
  }
  return answers;
}

class EveryGame : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] MatchPlan plan(std::uint64_t seed) const {
    return MatchPlan::from_seed(game(GetParam()), seed);
  }
};

INSTANTIATE_TEST_SUITE_P(Games, EveryGame, testing::ValuesIn(game_names()),
                         [](const auto& one) { return test_name(one.param); });

TEST_P(EveryGame, IsPlayedToItsEndAndRecorded) {
  for (const std::uint64_t seed : {0U, 1U, 2U}) {
    const Played played(plan(seed));
    const MatchRecord& record = played.record;
    EXPECT_EQ(record.game, &game(GetParam()));
    EXPECT_EQ(record.seed, seed);
    EXPECT_EQ(record.deal, game(GetParam()).deal(seed));
    EXPECT_TRUE(record.faults.empty());
    ASSERT_GT(record.plies.size(), 20U);
    // Playing by the rules alone must give the same lines and the same result.
    const auto again = record.game->start(record.deal);
    for (const auto& ply : record.plies) {
      ASSERT_FALSE(again->over());
      EXPECT_EQ(again->to_move(), ply.seat);
      EXPECT_FALSE(ply.jury);
      ASSERT_TRUE(again->play(ply.line));
      EXPECT_EQ(again->relayed(), ply.relayed);
    }
    EXPECT_TRUE(again->over());
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(record.scores[i].result, again->result().seats[i]);
    }
  }
}

TEST_P(EveryGame, StatusesAreThoseOfTheBoard) {
  bool decided = false;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    const MatchRecord record = Played(plan(seed), {}, seed).record;
    for (const auto& score : record.scores) {
      const std::string_view right = score.result.outcome == rules::Outcome::win    ? "WIN"
                                     : score.result.outcome == rules::Outcome::lose ? "LOSE"
                                                                                    : "DRAW";
      EXPECT_EQ(name(score.status), right);
      decided = decided || right == "WIN";
    }
    const std::string pair =
        std::string(name(record.scores[0].status)) + std::string(name(record.scores[1].status));
    EXPECT_TRUE(pair == "WINLOSE" || pair == "LOSEWIN" || pair == "DRAWDRAW") << pair;
  }
  EXPECT_EQ(decided, !game(GetParam()).cooperative);
}

TEST_P(EveryGame, BothPlayersPartOnceAndAreNeverDismissed) {
  const Played played(plan(3));
  for (const Seat seat : {Seat::first, Seat::second}) {
    EXPECT_EQ(played.player(seat).parted, 1);
    EXPECT_EQ(played.player(seat).dismissed, 0);
  }
}

TEST_P(EveryGame, TheSamePlayersOnTheSameSeedMakeTheSameRecord) {
  const std::string one = without_measured(Played(plan(11)).record).dump();
  const std::string two = without_measured(Played(plan(11)).record).dump();
  EXPECT_EQ(one, two);
  EXPECT_NE(one, without_measured(Played(plan(12)).record).dump());
}

TEST_P(EveryGame, ARecordedGameCanBePlayedAgain) {
  const Played played(plan(5));
  auto answers = answers_of(played.record);
  ReplayPlayer first(answers[0]);
  ReplayPlayer second(answers[1]);
  const MatchRecord again = play(played.plan, {&first, &second});
  EXPECT_EQ(without_measured(again), without_measured(played.record));
  EXPECT_EQ(first.left() + second.left(), 0U);
}

TEST_P(EveryGame, TurnsAreMeasured) {
  const Played played(plan(6));
  const auto& measured = played.record.measured;
  const std::size_t plies = played.record.plies.size();
  EXPECT_EQ(measured.cpu, std::vector<referee::kernel::Duration>(plies, 3us));
  EXPECT_EQ(measured.wall, std::vector<referee::kernel::Duration>(plies, 5us));
  for (const Seat seat : {Seat::first, Seat::second}) {
    const auto turns = static_cast<int>(played.player(seat).reads.size());
    EXPECT_EQ(measured.bots[rules::index(seat)].cpu, turns * 3us);
    EXPECT_EQ(measured.bots[rules::index(seat)].wall, turns * 5us);
  }
}

TEST(Play, PlayersWithoutAnswersFailAtOnce) {
  const MatchPlan plan = MatchPlan::from_seed(game("box"), 1);
  ReplayPlayer first({});
  ReplayPlayer second({});
  const MatchRecord record = play(plan, {&first, &second});
  ASSERT_EQ(record.faults.size(), 2U);
  EXPECT_EQ(record.faults[0].fault.reason, ReplayPlayer::exhausted);
  EXPECT_EQ(record.faults[0].ply, 1);
  EXPECT_EQ(record.faults[1].ply, 2);
  EXPECT_EQ(record.plies.size(), 1U);  // the jury's move for the first
}

TEST(Play, LinesThatCameBeforeTheirTurnAreMarked) {
  const Played played(MatchPlan::from_seed(game("black-hole"), 4));
  auto answers = answers_of(played.record);
  answers[0][1].early = true;   // ply 3
  answers[1][14].early = true;  // ply 30
  ReplayPlayer first(answers[0]);
  ReplayPlayer second(answers[1]);
  const MatchRecord again = play(played.plan, {&first, &second});
  EXPECT_EQ(again.measured.early, (std::vector<int>{3, 30}));
  EXPECT_EQ(without_measured(again), without_measured(played.record));
}

TEST(Play, AnIllegalLineThatCameBeforeItsTurnIsMarked) {
  const MatchPlan plan = MatchPlan::from_seed(game("black-hole"), 4);
  for (const bool early : {true, false}) {
    ReplayPlayer first({{"A9=1", std::nullopt, early, {}, {}}});
    ReplayPlayer second({});
    const MatchRecord record = play(plan, {&first, &second});
    EXPECT_EQ(record.faults.at(0).fault.kind, FaultKind::illegal);
    EXPECT_EQ(record.measured.early, early ? std::vector<int>{1} : std::vector<int>());
  }
}

TEST(Play, WhatAPlayerThrowsGoesThrough) {
  class Thrower final : public Player {
   public:
    Answer answer(std::string_view) override { throw referee::bot::Interrupted(); }
    void dismiss(std::string_view, const Fault&) override {}
    void part(std::string_view) override {}
  };
  Thrower first;
  Thrower second;
  EXPECT_THROW((void)play(MatchPlan::from_seed(game("6561"), 1), {&first, &second}),
               referee::bot::Interrupted);
}

TEST(Play, ADealThatIsNoneIsRefused) {
  ReplayPlayer first({});
  ReplayPlayer second({});
  EXPECT_THROW((void)play({&game("black-hole"), 1, "nonsense"}, {&first, &second}),
               std::invalid_argument);
}

using Lines = std::vector<std::string>;

// Writes the lines it was given and remembers what it reads.
class Speaker final : public Player {
 public:
  explicit Speaker(Lines says) : says_(std::move(says)) {}
  Answer answer(std::string_view lines) override {
    reads.emplace_back(lines);
    Answer answer;
    answer.line = says_.at(reads.size() - 1);
    return answer;
  }
  void dismiss(std::string_view lines, const Fault&) override {
    farewell = "!" + std::string(lines);
  }
  void part(std::string_view lines) override { farewell = lines; }

  Lines reads;
  std::string farewell = "(still here)";

 private:
  Lines says_;
};

struct Spoken {
  Spoken(std::string_view name, const std::string& deal, const Lines& moves)
      : first(every_second(moves, 0)), second(every_second(moves, 1)) {
    record = referee::match::play({&game(name), std::nullopt, deal}, {&first, &second});
  }
  static Lines every_second(const Lines& moves, std::size_t from) {
    Lines result;
    for (std::size_t i = from; i < moves.size(); i += 2) result.push_back(moves[i]);
    return result;
  }
  Speaker first;
  Speaker second;
  MatchRecord record;
};

Lines words(const std::string& text) {
  std::istringstream in(text);
  Lines result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

// The game on Black Hole's page.
const std::string& recorded_black_hole() {
  static const std::string moves =
      "D3=15 B1=9 C5=14 B4=15 B3=13 D4=14 E1=12 B2=6 A2=11 E3=3 B5=10 E2=4 B7=9 A3=10 G1=8 C2=12 "
      "C3=7 D1=2 A4=1 C4=13 F3=6 B6=8 D5=5 G2=11 H1=3 D2=5 A1=4 F1=7 A6=2 C6=1";
  return moves;
}

TEST(Lines, BlackHole) {
  const Lines moves = words(recorded_black_hole());
  const Spoken spoken("black-hole", "E4 F2 A5 A7 C1", moves);
  Lines red{"E4\nF2\nA5\nA7\nC1\nStart\n"};
  Lines blue{"E4\nF2\nA5\nA7\nC1\nD3=15\n"};
  for (std::size_t i = 1; i + 1 < moves.size(); i += 2) red.push_back(moves[i] + "\n");
  for (std::size_t i = 2; i < moves.size(); i += 2) blue.push_back(moves[i] + "\n");
  EXPECT_EQ(spoken.first.reads, red);
  EXPECT_EQ(spoken.second.reads, blue);
  // Blue's last move is not relayed.
  EXPECT_EQ(spoken.first.farewell, "Quit\n");
  EXPECT_EQ(spoken.second.farewell, "Quit\n");
  EXPECT_EQ(spoken.record.scores[0].result.score, 84);
  EXPECT_EQ(spoken.record.scores[1].result.score, 66);
  EXPECT_EQ(spoken.record.scores[0].status, referee::match::Status::win);
}

TEST(Lines, BoxAsTheOfficialSystemRecordedIt) {
  std::ifstream in(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
  std::string row;
  std::getline(in, row);
  ASSERT_TRUE(std::getline(in, row));
  const rules::RecordFormat& format = *rules::find_game("box")->record_format;
  const auto recorded = rules::parse_recorded(format, row, rules::RecordedColumns(format));
  const auto colours = rules::box::parse_deal(recorded.deal).colours;
  const Lines nine = words(row.substr(row.rfind(',') + 1));  // the start tile first
  Lines moves;
  for (const auto& move : recorded.moves) moves.push_back(move.line);
  const Spoken spoken("box", recorded.deal, moves);

  rules::BySeat<Lines> right;
  for (std::size_t i = 1; i < nine.size(); ++i) {
    std::string lines;
    if (i <= 2) lines += std::string(1, colours[i - 1]) + "\n" + nine[0] + "\n";
    lines += (i == 1 ? "Start" : nine[i - 1]) + "\n" + nine[i].substr(2, 6) + "\n";
    right[(i - 1) % 2].push_back(lines);
  }
  EXPECT_EQ(spoken.first.reads, right[0]);
  EXPECT_EQ(spoken.second.reads, right[1]);
  EXPECT_EQ(spoken.first.farewell, "Quit\n");
  EXPECT_EQ(spoken.second.farewell, "Quit\n");
  EXPECT_EQ(spoken.record.scores[0].result.score, recorded.scores[0]);
  EXPECT_EQ(spoken.record.scores[1].result.score, recorded.scores[1]);
}

TEST(Lines, TheMergeGames) {
  for (const char* name : {"6561", "2187"}) {
    const Played played(MatchPlan::from_seed(game(name), 1));
    const auto& plies = played.record.plies;
    Lines first{"A\n"};
    Lines second{"B\n" + plies[0].line + "\n"};
    for (std::size_t i = 2; i < plies.size(); i += 2) first.push_back(plies[i - 1].line + "\n");
    for (std::size_t i = 3; i < plies.size(); i += 2) second.push_back(plies[i - 1].line + "\n");
    EXPECT_EQ(played.first.reads, first);
    EXPECT_EQ(played.second.reads, second);
    EXPECT_EQ(played.first.farewell, "Quit\n");
    EXPECT_EQ(played.second.farewell, "Quit\n");
  }
}

TEST(Lines, TurnRightSaysNothingAtItsEnd) {
  const Played played(MatchPlan::from_seed(game("turn-right"), 1));
  const auto& plies = played.record.plies;
  ASSERT_EQ(plies.size(), 61U);
  EXPECT_EQ(played.first.reads.front(), "Start\n");
  EXPECT_EQ(played.second.reads.front(), plies[0].line + "\n");
  for (std::size_t i = 1; i < plies.size(); ++i) {
    const auto& reader = i % 2 == 0 ? played.first : played.second;
    EXPECT_EQ(reader.reads.at(i / 2), plies[i - 1].relayed + "\n") << "ply " << i + 1;
  }
  EXPECT_EQ(played.first.farewell, "");
  EXPECT_EQ(played.second.farewell, "");
}

TEST(Lines, AfterATakeoverTheOtherBotReadsTheJurysMoves) {
  const Played played(MatchPlan::from_seed(game("box"), 9), {{3, FaultKind::exit}});
  const auto& plies = played.record.plies;
  for (std::size_t i = 3; i < plies.size(); i += 2) {
    const std::string& read = played.second.reads.at(i / 2);
    EXPECT_EQ(read.substr(0, 10), plies[i - 1].relayed + "\n") << "ply " << i + 1;
    EXPECT_TRUE(plies[i - 1].jury);
  }
}

}  // namespace
