#include "referee/show/report/match/show.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "rules/scene.hpp"
#include "rules/two_seats.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using bot::FaultKind;
using match::MatchRecord;

struct ShownText {
  bool whole;
  std::string text;

  [[nodiscard]] bool has(const std::string& part) const {
    return text.find(part) != std::string::npos;
  }
  [[nodiscard]] int count(const std::string& part) const {
    int times = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
      ++times;
    }
    return times;
  }
};

ShowOptions plain() {
  ShowOptions options;
  options.style.width = 0;
  return options;
}

ShownText show(const MatchRecord& record, const ShowOptions& options = plain()) {
  std::ostringstream out;
  const bool whole = show_match(out, record, options);
  return {whole, out.str()};
}

ShowOptions without_boards() {
  ShowOptions options = plain();
  options.boards = Boards::none;
  return options;
}

// What is said about a record that does not fit the rules.
std::string trouble(const MatchRecord& record) {
  const ShownText shown = show(record, without_boards());
  EXPECT_FALSE(shown.whole);
  EXPECT_TRUE(shown.has("\n" + end_text(record) + "\n")) << "the result is shown in any case";
  const std::string before = "The record does not fit the rules from here on: ";
  const std::size_t at = shown.text.find(before);
  if (at == std::string::npos) return "nothing";
  const std::size_t begin = at + before.size();
  return shown.text.substr(begin, shown.text.find('\n', begin) - begin);
}

TEST(Show, EveryGameToItsEndWithABoardAfterEachPly) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 7);
    const ShownText shown = show(record);
    EXPECT_TRUE(shown.whole) << game.name << '\n' << shown.text;
    EXPECT_EQ(shown.count(" CPU, "), static_cast<int>(record.plies.size())) << game.name;
    const auto last = game.start(record.deal);
    for (const auto& ply : record.plies) ASSERT_TRUE(last->play(ply.line));
    EXPECT_EQ(shown.count(last->draw()), 1) << game.name;
  }
}

// With colours the boards are drawn from the scenes; without them nothing is different.
TEST(Show, BoardsInColour) {
  for (const rules::GameInfo& game : rules::games()) {
    const auto record = sample_record(game.name, 7);
    ShowOptions options;
    options.boards = Boards::last;
    options.style.colour = true;
    const std::string coloured = show(record, options).text;
    std::string plain;
    for (std::size_t i = 0; i < coloured.size(); ++i) {
      if (coloured[i] == '\x1b') i = coloured.find('m', i) + 1;
      while (i < coloured.size() && coloured[i] == '\x1b') i = coloured.find('m', i) + 1;
      if (i < coloured.size()) plain += coloured[i];
    }
    const auto last = game.start(record.deal);
    for (const auto& ply : record.plies) ASSERT_TRUE(last->play(ply.line));
    const rules::Scene scene = last->scene();
    EXPECT_TRUE(contains(plain, scene.status));
    for (const std::string& note : scene.notes) EXPECT_TRUE(contains(plain, note));
    const std::size_t paints =
        static_cast<std::size_t>(std::count(coloured.begin(), coloured.end(), '\x1b'));
    EXPECT_GE(paints, 2 * scene.looks.size());
    bool last_move = false;
    bool scoring = false;
    for (const rules::Mark& mark : scene.marks) {
      last_move = last_move || mark.kind == rules::Mark::Kind::last;
      scoring = scoring || mark.kind == rules::Mark::Kind::scoring;
    }
    EXPECT_EQ(coloured.find(";1;4m>") != std::string::npos, last_move) << game.name;
    EXPECT_EQ(coloured.find(";1m*") != std::string::npos, scoring || game.name == "black-hole")
        << game.name;
  }
}

TEST(Show, Head) {
  auto record = sample_record("black-hole", 3);
  record.tournament = "0123456789abcdef";
  record.match = 12;
  record.round = 2;
  record.clock = kernel::ClockKind::wall;
  record.isolated = false;
  record.measured.started = "2025-01-01T00:00:00Z";
  const std::string head =
      "Black Hole (CodeCup 2018), match 12, round 2 of tournament 0123456789abcdef, 30 "
      "moves\n"
      "alpha (red): ./alpha --fast\n"
      "beta (blue): python3 beta.py\n"
      "seed 3, clock wall, budget 5 s, isolation off, begun 2025-01-01T00:00:00Z\n"
      "deal " +
      record.deal + "\n\n";
  EXPECT_EQ(show(record).text.substr(0, head.size()), head);
}

TEST(Show, PliesSayWhoMovedHowAndHowLong) {
  auto record = sample_record("box", 5, {sample_fault(4, FaultKind::timeout, "too long")});
  record.measured.early = {3};
  const ShownText shown = show(record, without_boards());
  EXPECT_TRUE(shown.whole);
  EXPECT_TRUE(
      shown.has("   1  player 1  alpha  Jch (relayed: Jc453126h)  101 us CPU, 1.20 ms wall\n"))
      << shown.text;
  EXPECT_TRUE(
      shown.has("103 us CPU, 1.20 ms wall, early\n"
                "beta (player 2): timeout at move 4: too long\n"
                "  read    "));
  EXPECT_TRUE(shown.has("\n\n   4  player 2  beta   "));
  EXPECT_EQ(shown.count("played by the jury"), static_cast<int>(record.plies.size()) / 2 - 1);
}

TEST(Show, AFaultIsToldOnceWithBoardsOfOneStyle) {
  const auto record = sample_record("box", 5, {sample_fault(4, FaultKind::timeout, "too long")});
  ShowOptions options;
  options.style.colour = true;
  options.first_ply = options.last_ply = 4;
  const ShownText shown = show(record, options);
  EXPECT_EQ(shown.count("too long"), 1) << shown.text;
  EXPECT_EQ(shown.count("player 2 to move: "), 1) << "before the fault\n" << shown.text;
  EXPECT_FALSE(shown.has("  A 3 1 5")) << "not as Game::draw() has it\n" << shown.text;
  options.first_ply = options.last_ply = 2;
  EXPECT_EQ(show(record, options).count("too long"), 1);
}

TEST(Show, NothingButBoardsIsWiderThanTheTerminal) {
  for (const rules::GameInfo& game : rules::games()) {
    auto record = sample_record(game.name, 7, {sample_fault(3, FaultKind::illegal, "no")});
    record.faults[0].line = std::string(60, '7');
    record.bots[0].name = std::string(60, 'x');
    record.bots[1].command = "python3 bot.py " + std::string(50, 'y') + " " + std::string(50, 'z');
    record.clock = kernel::ClockKind::wall;
    ShowOptions options = without_boards();
    options.style = {false, 80};
    options.first_ply = 4;  // the fault without its board
    std::istringstream lines(show(record, options).text);
    for (std::string line; std::getline(lines, line);) {
      EXPECT_LE(text::display_width(line), 80) << game.name << ": " << line;
    }
  }
}

// Behind the moves that change them; the last ones are those of the result.
TEST(Show, SaysThePointsAsTheyChange) {
  const auto record = sample_record("turn-right", 5);
  const std::string last = "wall  " + record.scores[0].result.board_points.value().text() + " - " +
                           record.scores[1].result.board_points.value().text() + "\n";
  const ShownText shown = show(record, without_boards());
  EXPECT_EQ(shown.text.rfind(" - "), shown.text.rfind(last) + last.find(" - ")) << shown.text;
  EXPECT_GE(shown.count(" - "), 1);
  EXPECT_LT(shown.count(" - "), static_cast<int>(record.plies.size())) << "only where they change";
}

TEST(Show, FaultsThatEndTheGame) {
  const auto right = sample_record("turn-right", 5, {sample_fault(40, FaultKind::exit, "left")});
  EXPECT_EQ(right.plies.size(), 39U);
  const ShownText shown = show(right, without_boards());
  EXPECT_TRUE(shown.whole);
  // After 35 placements black makes the first circuit, at move 36, so ply 40 is black's.
  EXPECT_TRUE(shown.has("\nbeta (black): exit at move 40: left\n  read    b2-")) << shown.text;
  const auto both = sample_record("6561", 5,
                                  {sample_fault(2, FaultKind::crash, "signal 11"),
                                   sample_fault(5, FaultKind::crash, "signal 6")});
  EXPECT_EQ(both.plies.size(), 4U);
  EXPECT_TRUE(show(both).whole);
}

TEST(Show, RangeOfPliesAndLastBoard) {
  const auto record = sample_record("black-hole", 3);
  ShowOptions options;
  options.boards = Boards::last;
  options.first_ply = 5;
  options.last_ply = 8;
  const ShownText shown = show(record, options);
  EXPECT_TRUE(shown.whole);
  EXPECT_EQ(shown.count(" CPU, "), 4);
  EXPECT_TRUE(shown.has("   5  red"));
  EXPECT_TRUE(shown.has("   8  blue"));
  const auto game = record.game->start(record.deal);
  for (std::size_t i = 0; i < 8; ++i) ASSERT_TRUE(game->play(record.plies[i].line));
  EXPECT_EQ(shown.count(game->draw()), 1);
}

TEST(Show, RecordsThatDoNotFitTheRules) {
  const auto good = sample_record("black-hole", 3, {sample_fault(10, FaultKind::exit, "left")});
  ASSERT_TRUE(show(good).whole);

  auto record = good;
  record.deal = "nonsense";
  EXPECT_EQ(trouble(record).substr(0, 47), "the deal cannot be played: deal of Black Hole: ");
  record = good;
  record.plies[4].line = record.plies[3].line;
  EXPECT_EQ(trouble(record).substr(0, 21), "move 5 is not legal: ");
  record = good;
  record.plies[4].line = "\x1b[2J";
  EXPECT_EQ(trouble(record).find('\x1b'), std::string::npos);
  record = good;
  record.plies[2].seat = rules::Seat::second;
  EXPECT_EQ(trouble(record), "at move 3 it was the other seat's turn");
  record = good;
  record.plies[2].relayed = "A1=1";
  EXPECT_EQ(trouble(record), "move 3 is relayed as '" + good.plies[2].relayed + "'");
  record = good;
  record.plies.pop_back();
  EXPECT_EQ(trouble(record), "it ends, but the game is not over");
  record = good;
  record.plies.push_back(record.plies.back());
  EXPECT_EQ(trouble(record), "the game was over before move 31");
  record = good;
  record.faults[0].seat = rules::other(record.faults[0].seat);
  EXPECT_EQ(trouble(record), "the fault at move 10 came in the other seat's turn");
  record = good;
  record.faults[0].ply = 31;
  EXPECT_EQ(trouble(record), "the fault at move 31 came after the end of the game");
  record = good;
  record.faults[0].ply = 50;
  EXPECT_EQ(trouble(record), "the fault at move 50 lies beyond the record's end");
}

TEST(Show, NothingFromABotReachesTheTerminalAsItIs) {
  auto record = sample_record("2187", 3, {sample_fault(6, FaultKind::illegal, "what \x1b[2J")});
  record.faults[0].line = "\x1b]0;title\a";
  record.bots[0] = {"\x1b[31malpha", "./a\r\n", "", {}};
  record.tournament = "\x1b[5m";
  record.measured.started = "\x1b[5m";
  record.measured.bots[0].departure.refused = {"\x1b[5m"};
  record.measured.bots[0].departure.stderr_tail = "\x1b[2J\x9b";
  record.measured.bots[0].departure.stderr_total = 5;
  ShowOptions options;
  options.bot_stderr = true;
  const ShownText shown = show(record, options);
  EXPECT_TRUE(shown.has("  | \\x1b[2J\\x9b\n"));
  EXPECT_TRUE(shown.has("it wrote '\\x1b]0;title\\x07'"));
  for (const char c : shown.text) ASSERT_TRUE(c == '\n' || (c >= 32 && c < 127)) << int{c};
}

TEST(Show, WithoutMeasurements) {
  auto record = sample_record("2187", 3);
  record.measured = {};
  record.seed.reset();
  const ShownText shown = show(record, without_boards());
  EXPECT_TRUE(shown.whole);
  EXPECT_FALSE(shown.has(" CPU, "));
  EXPECT_TRUE(shown.has("\nclock cpu, budget 60 s, isolation on\n")) << shown.text;
}

}  // namespace
}  // namespace referee::report
