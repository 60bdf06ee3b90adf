// What rules/game.hpp promises, kept by every game of the catalogue.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/recorded_game.hpp"

namespace rules {
namespace {

std::string random_line(const Game& game, Stream& stream) {
  MoveLine line;
  game.random_move(stream, line);
  return std::string(line.view());
}

// All that can be seen of a position without changing it. The lines are taken
// from copies.
std::string seen(const Game& game) {
  std::string text = game.draw() + "over " + std::to_string(game.over()) + " relayed " +
                     std::string(game.relayed()) + "\n";
  if (!game.over()) text += "to move " + std::to_string(index(game.to_move())) + "\n";
  const Result results = game.result();
  for (const Seat seat : {Seat::first, Seat::second}) {
    const SeatResult& result = results.seats[index(seat)];
    text += std::to_string(result.score) + " " + std::to_string(result.game_points) + " " +
            text_of(result.board_points, "-") + " " +
            std::to_string(static_cast<int>(result.outcome)) + " " +
            std::to_string(result.forfeited) + "\n";
    game.clone()->take_lines(seat, text);
  }
  return text;
}

// A game of two juries, everything that is said in it as one text.
std::string jury_game(const GameInfo& info, std::uint64_t seed) {
  const auto game = info.start(info.deal(seed));
  std::array<Stream, 2> juries = {Stream(seed, "jury-1"), Stream(seed, "jury-2")};
  std::string text;
  while (!game->over()) {
    const Seat mover = game->to_move();
    game->take_lines(mover, text);
    const std::string line = random_line(*game, juries[index(mover)]);
    const Verdict verdict = game->play(line);
    EXPECT_TRUE(verdict) << info.name << " seed " << seed << ": " << line << ": "
                         << verdict.reason();
    if (!verdict) break;
    text += "> " + line + "\n";
  }
  game->take_lines(Seat::first, text);
  game->take_lines(Seat::second, text);
  return text + seen(*game);
}

// Its moves only, and its scores.
std::string jury_moves(const GameInfo& info, std::uint64_t seed) {
  const auto game = info.start(info.deal(seed));
  std::array<Stream, 2> juries = {Stream(seed, "jury-1"), Stream(seed, "jury-2")};
  std::string text;
  while (!game->over()) {
    const std::string line = random_line(*game, juries[index(game->to_move())]);
    EXPECT_TRUE(game->play(line));
    text += line + ' ';
  }
  for (const SeatResult& seat : game->result().seats) text += std::to_string(seat.score) + ' ';
  return text;
}

class Contract : public testing::TestWithParam<std::string_view> {
 protected:
  const GameInfo& info() const { return *find_game(GetParam()); }
};

TEST_P(Contract, JuryGamesAreTheSameOnEveryRun) {
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, max_seed}) {
    EXPECT_EQ(jury_game(info(), seed), jury_game(info(), seed)) << seed;
  }
  EXPECT_NE(jury_game(info(), 1), jury_game(info(), 2));
}

// Without it each seat reads the whole deal before the first move.
TEST_P(Contract, SaysWhetherItsDealIsSecret) {
  const auto told = [&](std::string_view deal) {
    std::string lines;
    const auto game = info().start(deal);
    game->take_lines(Seat::first, lines);
    game->take_lines(Seat::second, lines);
    return lines;
  };
  const std::string first = info().deal(1);
  EXPECT_FALSE(info().secret_deal && first.empty());
  for (std::uint64_t seed = 2; seed < 40 && !info().secret_deal; ++seed) {
    const std::string deal = info().deal(seed);
    EXPECT_EQ(told(deal) == told(first), deal == first) << seed;
  }
}

// Plays on with two copies, in turn, and looks whether the others notice.
TEST_P(Contract, ClonesAreIndependent) {
  Stream stream(7, "clones");
  auto game = info().start(info().deal(7));
  for (int ply = 0; !game->over() && ply < 70; ++ply) {
    const std::string before = seen(*game);
    const auto copy = game->clone();
    ASSERT_EQ(seen(*copy), before);

    ASSERT_TRUE(copy->play(random_line(*copy, stream)));
    std::string lines;
    copy->take_lines(Seat::first, lines);
    copy->take_lines(Seat::second, lines);
    if (!copy->over()) copy->forfeit(Seat::first);
    ASSERT_EQ(seen(*game), before) << "after moves on a copy";

    const auto kept = game->clone();
    ASSERT_TRUE(game->play(random_line(*game, stream)));
    ASSERT_EQ(seen(*kept), before) << "after moves on the original";

    const std::string after = seen(*game);
    game = game->clone();  // a copy outlives what it was copied from
    ASSERT_EQ(seen(*game), after);
  }
}

TEST_P(Contract, RefusedLinesChangeNothing) {
  Stream stream(3, "refused");
  const auto game = info().start(info().deal(3));
  while (!game->over()) {
    const std::string before = seen(*game);
    for (const std::string& line :
         {std::string(), std::string("nonsense"), std::string(5000, 'a'), std::string(3, '\0')}) {
      const Verdict verdict = game->play(line);
      ASSERT_FALSE(verdict);
      ASSERT_FALSE(verdict.reason().empty());
      ASSERT_LT(verdict.reason().size(), 300U) << "reasons stand in tables";
    }
    ASSERT_EQ(seen(*game), before);
    ASSERT_TRUE(game->play(random_line(*game, stream)));
  }
}

// Where there are many, some of them.
TEST_P(Contract, LegalMovesAreLegalAndDifferAndHoldTheRandomOnes) {
  constexpr std::uint32_t most = 400;
  Stream stream(11, "legal");
  const auto game = info().start(info().deal(11));
  while (!game->over()) {
    const std::uint32_t count = game->legal_count();
    ASSERT_GT(count, 0U);
    std::set<std::string> listed;
    const std::uint32_t step = 1 + (count - 1) / most;
    std::uint32_t looked_at = 0;
    for (std::uint32_t i = 0; i < count; i += step, ++looked_at) {
      MoveLine line;
      game->legal_move(i, line);
      const Verdict verdict = game->clone()->play(line.view());
      ASSERT_TRUE(verdict) << line.view() << ": " << verdict.reason();
      listed.emplace(line.view());
    }
    ASSERT_EQ(listed.size(), looked_at);
    const std::string random = random_line(*game, stream);
    if (step == 1) {
      ASSERT_EQ(listed.count(random), 1U) << random;
    }
    ASSERT_TRUE(game->play(random));
  }
}

// Move number below(n) of the legal ones, and nothing else is drawn.
TEST_P(Contract, ARandomMoveIsTheLegalOneThatIsDrawn) {
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3}}) {
    Stream stream(seed, "jury-2");
    const auto game = info().start(info().deal(seed));
    while (!game->over()) {
      const std::uint32_t count = game->legal_count();
      Stream twin = stream;
      MoveLine drawn;
      MoveLine listed;
      drawn.append("left over");
      game->random_move(stream, drawn);
      game->legal_move(count > 1 ? twin.below(count) : 0, listed);
      ASSERT_EQ(drawn.view(), listed.view());
      if (count > 1) {
        ASSERT_EQ(Stream(stream).next(), twin.next());
      }
      ASSERT_TRUE(game->play(drawn.view()));
    }
  }
}

// Written down once; they must never change, or the jury's moves in old records would not come out
// the same again.
TEST_P(Contract, RandomGamesStayTheSameForEver) {
  const std::map<std::string_view, std::uint64_t> written{
      {"6561", 17569540438827508440ULL},      {"2187", 11605508579592671744ULL},
      {"turn-right", 1854740858839661701ULL}, {"box", 9262367795755425068ULL},
      {"black-hole", 5059572430205976837ULL}, {"zero-point-one", 10435536282909066003ULL},
      {"sudoku", 371130170719934137ULL}};
  const auto found = written.find(info().name);
  if (found == written.end()) GTEST_SKIP() << "not one of ours";
  std::string games;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) games += jury_moves(info(), seed);
  EXPECT_EQ(Stream::fnv1a64(games), found->second);
}

TEST_P(Contract, DrawingIsPlainAndNarrow) {
  Stream stream(5, "draw");
  const auto game = info().start(info().deal(5));
  while (true) {
    const std::string drawing = game->draw();
    ASSERT_FALSE(drawing.empty());
    ASSERT_EQ(drawing.back(), '\n');
    std::size_t width = 0;
    for (const char c : drawing) {
      width = c == '\n' ? 0 : width + 1;
      ASSERT_LE(width, 79U) << drawing;
      ASSERT_TRUE(c == '\n' || (c >= ' ' && c <= '~')) << drawing;
    }
    if (game->over()) break;
    ASSERT_TRUE(game->play(random_line(*game, stream)));
  }
}

TEST_P(Contract, ForfeitingTwiceIsTheSameAsOnce) {
  const auto game = info().start(info().deal(9));
  game->forfeit(Seat::first);
  const std::string once = seen(*game);
  if (!game->over()) game->forfeit(Seat::first);
  EXPECT_EQ(seen(*game), once);
  EXPECT_EQ(game->over(), !info().takeover);
  EXPECT_EQ(game->result().seats[0].score, 0);
  EXPECT_TRUE(game->result().seats[0].forfeited);
  EXPECT_FALSE(game->result().seats[1].forfeited);
  std::string farewell;
  game->take_lines(Seat::first, farewell);
  const std::string expected = info().protocol.says_quit ? "Quit\n" : "x\n";
  EXPECT_EQ(farewell, expected);
  game->take_lines(Seat::first, farewell);
  EXPECT_EQ(farewell, expected) << "given twice";
}

TEST_P(Contract, TwoForfeitsEndTheGame) {
  const auto game = info().start(info().deal(9));
  game->forfeit(Seat::first);
  if (!game->over()) game->forfeit(Seat::second);
  ASSERT_TRUE(game->over());
  if (!info().takeover) return;
  const Result result = game->result();
  for (const SeatResult& seat : result.seats) {
    EXPECT_EQ(seat.score, 0);
    EXPECT_EQ(seat.outcome, Outcome::draw);
    EXPECT_TRUE(seat.forfeited);
  }
}

// Random games, some with a forfeit, keep to what the game says about itself.
TEST_P(Contract, FiguresOfTheGameHold) {
  const PointScale& scale = info().point_scale;
  EXPECT_GT(scale.gain, 0);
  EXPECT_GT(scale.limit, scale.gain);
  EXPECT_EQ(scale.usual, !info().cooperative && info().ranking.front() == RankingKey::score);
  EXPECT_LE(info().longest_move, MoveLine::capacity);
  std::int64_t farthest = 0;
  int most_game_points = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const auto game = info().start(info().deal(seed));
    Stream stream(seed, "moves");
    for (int ply = 0; !game->over(); ++ply) {
      if (seed % 5 == 0 && ply == static_cast<int>(seed % 30)) {
        game->forfeit(game->to_move());
        continue;
      }
      const std::string line = random_line(*game, stream);
      ASSERT_LE(line.size(), info().longest_move) << line;
      ASSERT_TRUE(game->play(line));
    }
    const auto seats = game->result().seats;
    farthest = std::max(farthest, std::abs(seats[0].score - seats[1].score));
    for (const SeatResult& seat : seats) {
      ASSERT_GE(seat.game_points, 0);
      most_game_points = std::max(most_game_points, seat.game_points);
    }
  }
  if (scale.exact) {
    EXPECT_LE(farthest, scale.limit);
  }
  EXPECT_GT(farthest, 0);
  EXPECT_EQ(most_game_points, info().most_game_points);
}

// Two clients that hear and say nothing but the lines of the game come to its end.
TEST_P(Contract, ClientsFollowTheProtocol) {
  for (const std::uint64_t seed : {std::uint64_t{1}, std::uint64_t{2}}) {
    const auto game = info().start(info().deal(seed));
    std::array<Client, 2> clients{Client(info()), Client(info())};
    const auto tell = [&](Seat seat) {
      std::string lines;
      game->take_lines(seat, lines);
      Client& client = clients[index(seat)];
      for (std::string_view rest = lines; !rest.empty();) {
        const std::size_t end = rest.find('\n');
        ASSERT_EQ(client.state(), Client::State::listening) << lines;
        client.read(rest.substr(0, end));
        rest.remove_prefix(end + 1);
      }
    };
    Stream stream(seed, "clients");
    while (!game->over()) {
      const Seat mover = game->to_move();
      tell(mover);
      ASSERT_EQ(clients[index(mover)].state(), Client::State::to_answer);
      MoveLine move;
      clients[index(mover)].random_move(stream, move);
      ASSERT_TRUE(game->play(move.view())) << move.view();
    }
    for (const Seat seat : {Seat::first, Seat::second}) {
      std::string lines;
      game->take_lines(seat, lines);
      if (lines.empty()) continue;
      // The last move is not relayed, but Quit is.
      EXPECT_EQ(lines, "Quit\n");
      clients[index(seat)].read("Quit");
      EXPECT_EQ(clients[index(seat)].state(), Client::State::left);
    }
  }
}

class RecordContract : public Contract {};

// Games written down as their official records have them, and read again.
TEST_P(RecordContract, RecordsComeBackAsTheSameRow) {
  const RecordFormat& format = *info().record_format;
  const std::string header(format.header());
  EXPECT_EQ(header_distance(format, header), 0U);
  EXPECT_TRUE(is_recorded_header(format, header));
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const bool fails = seed % 4 == 3;
    RecordedGame record;
    record.number = static_cast<std::int64_t>(seed);
    record.round = 1;
    record.players = {"a, b", "c"};
    record.deal = info().deal(seed);
    const auto game = info().start(record.deal);
    if (fails) game->forfeit_for(Seat::first, "TIMEOUT");
    Stream stream(seed, "moves");
    while (!game->over()) {
      const Seat mover = game->to_move();
      const std::string line = random_line(*game, stream);
      ASSERT_TRUE(game->play(line));
      record.moves.push_back({mover, line, std::string(game->relayed())});
    }
    for (const std::size_t seat : {0U, 1U}) {
      const SeatResult result = game->result().seats[seat];
      record.scores[seat] = result.score;
      record.statuses[seat] = status_of(result.outcome);
    }
    if (fails) record.statuses[0] = Status::timeout;
    EXPECT_EQ(replay(info(), record), std::vector<std::string>{});

    const std::string row = to_row(format, record, true);
    const std::string file = header_line(format, true) + "\n" + row + "\n";
    const auto games = parse_recorded_file(format, file);
    ASSERT_EQ(games.size(), 1U);
    EXPECT_EQ(games[0].moves, record.moves);
    EXPECT_EQ(games[0].players, record.players);
    EXPECT_EQ(to_row(format, games[0], true), row);
    EXPECT_EQ(replay(info(), games[0]), std::vector<std::string>{});
    RecordedGame wrong = games[0];
    wrong.scores[1] += 1;
    EXPECT_EQ(replay(info(), wrong).size(), 1U);
    if (record.moves.empty()) continue;
    wrong = games[0];
    wrong.moves.pop_back();
    EXPECT_FALSE(replay(info(), wrong).empty());
  }
}

std::vector<std::string_view> names(bool (*wanted)(const GameInfo&)) {
  std::vector<std::string_view> names;
  for (const GameInfo& game : games()) {
    if (wanted(game)) names.push_back(game.name);
  }
  return names;
}

std::string name_of_test(const testing::TestParamInfo<std::string_view>& test) {
  std::string name(test.param);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

bool any(const GameInfo&) { return true; }
bool has_records(const GameInfo& game) { return game.record_format != nullptr; }

INSTANTIATE_TEST_SUITE_P(AllGames, Contract, testing::ValuesIn(names(any)), name_of_test);
INSTANTIATE_TEST_SUITE_P(RecordedGames, RecordContract, testing::ValuesIn(names(has_records)),
                         name_of_test);

}  // namespace
}  // namespace rules
