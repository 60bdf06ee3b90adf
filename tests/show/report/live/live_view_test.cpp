#include "referee/show/report/live/live_view.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

#include "referee/analysis/evidence/comparison.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/run/store/store_writer.hpp"
#include "tests/run/store/support.hpp"
#include "tests/show/report/sample.hpp"

namespace referee::report {
namespace {

using namespace std::chrono_literals;
using test::TemporaryFolder;

// Enough of a terminal to see what stays on it: rows of text, a cursor, and the sequences
// that the view uses. Everything else is a failure of the test. Colours are left out.
class Screen {
 public:
  explicit Screen(int columns) : columns_(columns) {}

  void write(std::string_view text) {
    while (!text.empty()) {
      if (text.starts_with("\x1b[")) {
        text.remove_prefix(sequence(text));
        continue;
      }
      const text::Character character = text::first_character(text);
      put(text.substr(0, character.bytes));
      text.remove_prefix(character.bytes);
    }
  }
  // Rows to the last that has something on it, without blanks at their ends.
  [[nodiscard]] std::string text() const {
    std::string all;
    for (const auto& row : rows_) {
      std::string line;
      for (const std::string& cell : row) line += cell;
      line.erase(line.find_last_not_of(' ') + 1);
      all += line + '\n';
    }
    while (all.ends_with("\n\n") || all == "\n") all.pop_back();
    return all;
  }

 private:
  std::size_t sequence(std::string_view text) {
    const std::size_t end = text.find_first_of("AKJmhl");
    const std::string arguments(text.substr(2, end - 2));
    switch (text[end]) {
      case 'A':
        row_ -= std::min(row_, static_cast<std::size_t>(std::stoi(arguments)));
        break;
      case 'J':
        rows_.resize(row_ + 1);
        [[fallthrough]];
      case 'K':
        if (row_ < rows_.size()) rows_[row_].resize(std::min(column_, rows_[row_].size()));
        break;
      case 'm':
        break;
      default:
        EXPECT_EQ(arguments, "?2026");
    }
    return end + 1;
  }
  void put(std::string_view character) {
    if (character == "\r") {
      column_ = 0;
    } else if (character == "\n") {
      ++row_;
      column_ = 0;  // as a terminal does with output processing
    } else {
      EXPECT_LT(column_, static_cast<std::size_t>(columns_) - 1) << "a line that is too long";
      if (rows_.size() <= row_) rows_.resize(row_ + 1);
      auto& cells = rows_[row_];
      if (cells.size() <= column_) cells.resize(column_ + 1, " ");
      cells[column_++] = character;
    }
  }

  int columns_;
  std::vector<std::vector<std::string>> rows_;
  std::size_t row_ = 0;
  std::size_t column_ = 0;
};

class LiveViewTest : public testing::Test {
 protected:
  static config::Manifest cup(const std::string& game) {
    return test::manifest({test::event(game, {"alpha", "beta", "gamma"}, 20)});
  }
  explicit LiveViewTest(const std::string& game = "box")
      : store_(store::Store::create(folder_.path() / "o", cup(game))) {}

  LiveView view(bool colour = false) {
    Shown shown;
    shown.store = &store_;
    shown.now = [this] { return now_; };
    return {out_, shown, colour, [this] { return size_; }};
  }
  // Match `number`, which takes a second; faults are reported only at its end.
  void play(LiveView& view, std::uint64_t number,
            const std::vector<match::MatchFault>& faults = {}) {
    const config::Pairing pairing = schedule_.at(number);
    const auto& event = store_.manifest().events[0];
    tournament::MatchStart start;
    start.number = number;
    start.pairing = pairing;
    start.game = event.game;
    for (std::size_t seat = 0; seat < 2; ++seat) {
      start.bots[seat] = event.bots[pairing.bots[seat]].name;
    }
    view.happened(start);
    now_ += 1s;
    auto record = sample_record(event.game->name, number, faults);
    record.match = number;
    record.round = pairing.round;
    record.seed = pairing.seed;
    for (std::size_t seat = 0; seat < 2; ++seat) record.bots[seat].name = start.bots[seat];
    view.happened(tournament::MatchFinished{record, {}});
  }
  std::string screen() {
    Screen screen(1000);
    screen.write(out_.str());
    return screen.text();
  }

  TemporaryFolder folder_;
  store::Store store_;
  config::Schedule schedule_{store_.manifest()};
  std::ostringstream out_;
  std::chrono::steady_clock::time_point now_{1000s};
  LiveView::Size size_{70, 24};
};

TEST_F(LiveViewTest, ShowsHowFarWhoPlaysAndWhoLeads) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  for (std::uint64_t i = 0; i < 12; ++i) play(shown, i);
  tournament::MatchStart start;
  start.number = 12;
  start.pairing = schedule_.at(12);
  start.game = rules::find_game("box");
  start.bots = {"alpha", "beta"};
  shown.happened(start);
  now_ += 3s;
  shown.tick();
  const std::string text = screen();
  std::string bar;
  for (int i = 0; i < 56; ++i) bar += "\u2501";
  EXPECT_TRUE(begins(text, bar + " 12/120  10 %\nabout 2 min 15 s left, 0.80/s\n"
                                 "match 12  Box, round 3: alpha \u2013 beta, 3 s\n\n"
                                 "Box (CodeCup 2025): 20 rounds, 12 of 120 matches, "));
  EXPECT_TRUE(contains(text, "\n   bot    games    mean "));
  for (const char* place : {"\n1  ", "\n2  ", "\n3  "}) EXPECT_TRUE(contains(text, place));
  EXPECT_TRUE(contains(text, " \u00b1 ")) << "errors of ratings\n" << text;
  EXPECT_TRUE(contains(text, " alpha      8 "));
}

// Sums say little while bots have played unequal numbers of games.
TEST_F(LiveViewTest, RanksByMeanAndSaysSo) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  for (std::uint64_t i = 0; i < 6; ++i) play(shown, i);
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(contains(screen(), ": 20 rounds, 6 of 120 matches, "));
  EXPECT_FALSE(contains(screen(), "ranked by mean"));
  play(shown, 6);
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(contains(screen(), "   bot    games  ranked by mean "));
}

TEST_F(LiveViewTest, FaultsStayAboveAndTheBlockGoes) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  play(shown, 0, {sample_fault(3, bot::FaultKind::crash, "signal 11")});
  const std::string fault =
      "fault: Box, match 0, alpha (player 1): crash at move 3: signal 11\n  see: referee show " +
      store_.folder().string() + " 0 --plies 3\n  again: referee replay " +
      store_.folder().string() + " 0\n";
  EXPECT_TRUE(begins(screen(), fault + "\u2501"));
  EXPECT_TRUE(contains(screen(), "1 fault, "));
  play(shown, 1);
  shown.happened(tournament::RunStopping{1});
  const std::string stopping =
      "finishing 1 running match; again to leave at once; the same command\n  continues\n";
  EXPECT_TRUE(begins(screen(), fault + stopping));
  shown.happened(tournament::RunStopping{1});
  const std::string leaving = "leaving at once; the same command continues\n";
  shown.finish();
  EXPECT_EQ(screen(), fault + stopping + leaving +
                          "2 matches played in 2.00 s (1.00/s), 1 fault; 118 still to play\n");
}

TEST_F(LiveViewTest, FitsEverySize) {
  LiveView shown = view(true);
  size_ = {1, 1};
  shown.happened(tournament::RunBegun{0, 120});
  std::uint64_t match = 0;
  for (const auto& [columns, rows] : std::vector<std::pair<int, int>>{
           {1, 1}, {2, 2}, {5, 3}, {12, 4}, {20, 5}, {40, 6}, {79, 10}, {200, 50}, {0, 0}}) {
    size_ = {columns, rows};
    out_.str("");
    play(shown, match++);
    shown.tick();
    now_ += 200ms;
    shown.tick();
    std::string last = out_.str();
    last = last.substr(last.rfind("\x1b[?2026h"));
    Screen screen(std::max(columns, 2));
    screen.write(last);
    const std::string text = screen.text();
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), std::max(rows, 1)) << columns << text;
  }
}

// When a terminal becomes narrower, a wide line takes several rows.
TEST_F(LiveViewTest, GoesUpFurtherWhereTheTerminalHasBecomeNarrower) {
  LiveView shown = view();
  size_ = {60, 2};  // one line: "0 of 120 matches", 16 columns
  shown.happened(tournament::RunBegun{0, 120});
  shown.tick();
  size_ = {10, 2};
  out_.str("");
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(begins(out_.str(), "\x1b[?2026h\r\x1b[1A")) << out_.str().substr(1);
}

TEST_F(LiveViewTest, IsDrawnTenTimesASecondAtMost) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  shown.tick();
  out_.str("");
  now_ += 50ms;
  shown.tick();
  EXPECT_EQ(out_.str(), "");
  now_ += 50ms;
  shown.tick();
  EXPECT_NE(out_.str(), "");
}

TEST_F(LiveViewTest, CountsWhatHasBeenPlayedBefore) {
  store::StoreWriter writer(store_);
  for (std::uint64_t i = 0; i < 4; ++i) {
    writer.append(match::to_line(test::record(store_.manifest(), i)));
  }
  LiveView shown = view();
  shown.happened(tournament::RunBegun{4, 120});
  play(shown, 4);
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(contains(screen(), "120 matches, 4 played already, 116 to play\n"));
  EXPECT_TRUE(contains(screen(), ": 20 rounds, 5 of 120 matches, "));
}

TEST_F(LiveViewTest, OfACheckHasItsTitleAndCountsFaults) {
  Shown shown;
  shown.title = "2/6 x";
  shown.now = [this] { return now_; };
  LiveView view(out_, shown, false, [this] { return size_; });
  view.happened(tournament::RunBegun{0, 120});
  play(view, 0, {sample_fault(3, bot::FaultKind::crash, "signal 11")});
  view.tick();
  EXPECT_TRUE(begins(screen(), "2/6 x\n\u2501"));
  EXPECT_TRUE(contains(screen(), "1 fault, 1.00/s"));
  EXPECT_FALSE(contains(out_.str(), "signal 11")) << "above the block, at any time";
  view.finish();
  EXPECT_EQ(screen(), "");
}

TEST_F(LiveViewTest, OfAComparisonHasTheStateOfItsTest) {
  Shown shown;
  shown.comparison = true;
  shown.store = &store_;
  shown.now = [this] { return now_; };
  LiveView view(out_, shown, false, [this] { return size_; });
  view.happened(tournament::RunBegun{0, 120});
  view.tick();
  EXPECT_EQ(screen(), "no pair yet\n");
  evidence::Comparison comparison({});
  for (std::uint64_t i = 0; i < 40; ++i) {
    evidence::PairResult pair;
    pair.games = {statistics::GameResult::win, static_cast<statistics::GameResult>(i % 3)};
    pair.new_points = 60 + static_cast<double>(i % 5);
    pair.base_points = 58;
    pair.hashes = {i};
    comparison.add(pair);
  }
  now_ += 1s;
  view.pair_counted(comparison);
  // Whole parts, the verdict so far first; what does not fit is left out.
  for (const int columns : {160, 80, 45}) {
    size_.columns = columns;
    now_ += 1s;
    view.tick();
    const std::string line = screen();
    EXPECT_TRUE(begins(line, "40 pairs, "));
    EXPECT_FALSE(contains(line, "\u2026")) << columns << ": " << line;
    EXPECT_EQ(contains(line, "LLR"), columns == 160) << columns << ": " << line;
    EXPECT_EQ(contains(line, "Elo"), columns >= 80) << columns << ": " << line;
  }
}

// Of matches that were over before only the kinds of their faults are known.
TEST_F(LiveViewTest, CountsFaultsThatItHasNotSeen) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  auto record = sample_record("box", 0, {sample_fault(3, bot::FaultKind::crash, "signal 11")});
  shown.found({store::summary_of(record)});
  record.match = 1;
  shown.ended(store::summary_of(record));
  shown.finish();
  EXPECT_TRUE(contains(screen(), "fault: 2 crash faults of "));
  EXPECT_TRUE(contains(screen(), ", 2 faults; 118 still to play"));
}

TEST_F(LiveViewTest, AnExceptionLeavesTheTerminalInOrder) {
  {
    LiveView shown = view();
    shown.happened(tournament::RunBegun{0, 120});
    shown.tick();
    EXPECT_NE(screen(), "");
  }
  EXPECT_EQ(screen(), "");
}

class CooperativeLiveViewTest : public LiveViewTest {
 protected:
  CooperativeLiveViewTest() : LiveViewTest("6561") {}
};

TEST_F(CooperativeLiveViewTest, ShowsTheErrorOfTheMean) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  for (std::uint64_t i = 0; i < 6; ++i) play(shown, i);
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(contains(screen(), " \u00b1 "));
  EXPECT_FALSE(contains(screen(), "Elo"));
}

TEST_F(LiveViewTest, TellsAFaultWhileTheMatchGoesOn) {
  LiveView shown = view();
  shown.happened(tournament::RunBegun{0, 120});
  tournament::MatchStart start;
  start.number = 0;
  start.pairing = schedule_.at(0);
  start.game = rules::find_game("box");
  start.bots = {"alpha", "beta"};
  shown.happened(start);
  const auto fault = sample_fault(3, bot::FaultKind::crash, "signal 11");
  shown.happened(tournament::BotFailed{0, "alpha", fault});
  const std::string line = "fault: Box, match 0, alpha (player 1): crash at move 3: signal 11\n";
  EXPECT_TRUE(begins(screen(), line));
  EXPECT_TRUE(contains(screen(), "1 fault"));
  // Not a second time at the end.
  auto record = sample_record("box", 0, {fault});
  record.match = 0;
  shown.happened(tournament::MatchFinished{record, {}});
  now_ += 1s;
  shown.tick();
  EXPECT_TRUE(contains(screen(), " 1/120 ")) << screen();
  EXPECT_EQ(screen().find(line, 1), std::string::npos) << screen();
  EXPECT_TRUE(contains(screen(), "1 fault, ")) << screen();
}

}  // namespace
}  // namespace referee::report
