// Recorded official games: they agree with our rules, and a record that was
// tampered with does not.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "rules/box/box.hpp"
#include "rules/by_seat.hpp"
#include "tests/rules/box/support.hpp"

namespace rules::box::test {
namespace {

using Found = std::vector<std::string>;
using Statuses = std::pair<std::string_view, std::string_view>;

Statuses statuses(const RecordedGame& game) {
  return {name(game.statuses[0]), name(game.statuses[1])};
}

void expect_agreement(const std::vector<RecordedGame>& games) {
  for (const RecordedGame& game : games) {
    for (const std::string& difference : replay(game)) {
      ADD_FAILURE() << "game " << game.number << ": " << difference;
    }
  }
}

TEST(RecordedGames, all_agree) {
  const std::string folder = REFEREE_SHARED_DIR "/data/box";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "needs recorded games in ../shared";
  std::size_t count = 0;
  std::set<Statuses> everywhere;
  for (const char part : {'1', '2', '3'}) {
    const auto games = parse_recorded_file(read_file(folder + "/official-test-" + part + ".csv"));
    expect_agreement(games);
    count += games.size();
    for (const RecordedGame& game : games) everywhere.insert(statuses(game));
  }
  EXPECT_EQ(count, 3716U);
  std::set<Statuses> here;
  for (const RecordedGame& game : fixture()) here.insert(statuses(game));
  EXPECT_EQ(here, everywhere) << "the fixture must have every pair of statuses that occurs";
}

TEST(RecordedGames, of_the_fixture_agree) {
  const auto games = fixture();
  EXPECT_EQ(games.size(), 220U);
  expect_agreement(games);
  int faults = 0;
  for (const RecordedGame& game : games) {
    if (is_fault(game.statuses[0]) || is_fault(game.statuses[1])) ++faults;
  }
  EXPECT_EQ(faults, 20);
}

// A short official game, in which seat one wins.
struct Row {
  std::string number = "261823";
  std::string round = "18";
  std::string colour_1 = "1";
  std::string colour_2 = "4";
  std::string score_1 = "226";
  std::string status_1 = "WIN";
  std::string score_2 = "74";
  std::string status_2 = "LOSE";
  std::string moves =
      "Hh461235h Fi641253h Ih163542v Ji342615h El543216h Dh634125h Oh543261h Go254613v "
      "Mc416523h Hf164253v Bg634512h Na351264h Do543126h Bf352146v Nm654231h Ed563214v "
      "Ho541632h Bn263415h Ks521364v Lk546321h Cb241536v Kq321546v Aa562143h Ja365412v";

  [[nodiscard]] std::string text() const {
    return number + ',' + round + ',' + colour_1 + ',' + colour_2 + ',' + score_1 + ',' + status_1 +
           ',' + score_2 + ',' + status_2 + ',' + moves;
  }
  [[nodiscard]] Found disagreements() const { return replay(parse_recorded(text())); }
};

TEST(RecordedRow, is_read_into_deal_and_moves) {
  const RecordedGame game = parse_recorded(Row().text());
  EXPECT_EQ(game.number, 261823);
  EXPECT_EQ(game.round, 18);
  EXPECT_EQ(game.scores, (rules::BySeat<std::int64_t>{226, 74}));
  EXPECT_EQ(statuses(game), (Statuses{"WIN", "LOSE"}));
  EXPECT_EQ(game.deal.substr(0, 24), "1 4 461235 641253 163542");
  EXPECT_EQ(parse_deal(game.deal).tile_count, game.moves.size() + 1);
  EXPECT_EQ(game.moves[0], (RecordedMove{Seat::first, Row().moves.substr(10, 2) + Row().moves[18],
                                         Row().moves.substr(10, 9)}));
  EXPECT_EQ(game.moves[1].seat, Seat::second);
  EXPECT_EQ(game.moves[2].seat, Seat::first);
  EXPECT_EQ(Row().disagreements(), Found{});
}

TEST(RecordedMoves, make_the_record_again_when_played) {
  for (const RecordedGame& record : fixture()) {
    const auto game = start(record.deal);
    for (const RecordedMove& move : record.moves) {
      ASSERT_FALSE(game->over());
      ASSERT_EQ(game->to_move(), move.seat);
      ASSERT_TRUE(game->play(move.line));
    }
    ASSERT_TRUE(game->over());
  }
}

TEST(TamperedRow, with_an_illegal_move_is_detected) {
  Row row;
  row.moves.replace(10, 2, "Aa");
  const Found found = row.disagreements();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0], "move 1 (" + row.moves.substr(10, 9) +
                          ") is not legal: the tile touches no other tile along an edge (a corner "
                          "is not enough)");
}

TEST(TamperedRow, with_a_move_off_the_board_is_detected) {
  Row row;
  row.moves.replace(10, 2, "Pt");
  const Found found = row.disagreements();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_NE(found[0].find("does not fit on the board"), std::string::npos);
}

TEST(TamperedRow, with_a_move_too_many_is_detected) {
  Row row;
  row.moves += " Hh123456h";
  const auto last = std::to_string(parse_recorded(row.text()).moves.size());
  EXPECT_EQ(row.disagreements(),
            Found{"move " + last + " (Hh123456h): the game was over before it"});
}

TEST(TamperedRow, with_a_move_too_few_is_detected) {
  Row row;
  row.moves.resize(row.moves.size() - 10);
  const Found found = row.disagreements();
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found[0], "the game is not over after the last recorded move");
}

TEST(TamperedRow, with_another_score_is_detected) {
  Row row;
  row.score_1 = "299";
  EXPECT_EQ(row.disagreements(),
            Found{"score1 is 299 in the record, by our rules " + Row().score_1});
  row = Row();
  row.score_2 = "1";
  EXPECT_EQ(row.disagreements(), Found{"score2 is 1 in the record, by our rules " + Row().score_2});
}

TEST(TamperedRow, with_another_status_is_detected) {
  Row row;
  row.status_1 = "DRAW";
  EXPECT_EQ(row.disagreements(), Found{"status1 is DRAW in the record, by our rules WIN"});
  row = Row();
  row.status_2 = "WIN";
  EXPECT_EQ(row.disagreements(), Found{"status2 is WIN in the record, by our rules LOSE"});
}

TEST(TamperedRow, with_another_colour_or_tile_is_detected) {
  Row row;
  row.colour_1 = "2";
  EXPECT_FALSE(row.disagreements().empty());
  row = Row();
  for (std::size_t at = 2; at < row.moves.size(); at += 10) row.moves.replace(at, 6, "654321");
  EXPECT_FALSE(row.disagreements().empty());
}

TEST(TamperedRow, with_a_fault_that_was_none_is_detected) {
  Row row;
  row.status_1 = "TIMEOUT";
  EXPECT_EQ(row.disagreements(),
            Found{"score1 is " + Row().score_1 + " in the record, by our rules 0"});
  row.score_1 = "0";
  EXPECT_EQ(row.disagreements(), Found{});
}

TEST(RowWithTwoFaults, may_end_anywhere_and_is_scored_0_0) {
  Row row;
  row.status_1 = "ILLEGAL";
  row.status_2 = "EXIT";
  row.score_1 = row.score_2 = "0";
  EXPECT_EQ(row.disagreements(), Found{});
  row.moves.resize(9 + 10 * 4);
  EXPECT_EQ(row.disagreements(), Found{});
  row.moves.resize(9);
  EXPECT_EQ(row.disagreements(), Found{});
  row.score_2 = "84";
  EXPECT_EQ(row.disagreements(), Found{"score2 is 84 in the record, by our rules 0"});
}

template <typename Parse>
std::string error_of(Parse parse) {
  try {
    parse();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "accepted";
}

std::string error_of(const Row& row) {
  return error_of([&row] { return parse_recorded(row.text()); });
}

TEST(RecordedRow, that_cannot_be_read_names_the_column) {
  const auto with = [](std::string Row::*field, const std::string& value) {
    Row row;
    row.*field = value;
    return error_of(row);
  };
  const std::string tile =
      ", it must be nine characters: row A-P, column a-t, the digits 1 to 6, each once, and h or v";
  const std::string status = ", it must be WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT";
  EXPECT_EQ(with(&Row::number, "x"), "column game is 'x', it must be a whole number, 0 or more");
  EXPECT_EQ(with(&Row::number, "99999999999999999999"),
            "column game is '99999999999999999999', it must be a whole number, 0 or more");
  EXPECT_EQ(with(&Row::number, "9007199254740993"),
            "column game is '9007199254740993', it must be a whole number from 0 to "
            "9007199254740992");
  EXPECT_EQ(with(&Row::round, "0"), "column round is '0', it must be a whole number, 1 or more");
  EXPECT_EQ(with(&Row::colour_1, "7"), "column color1 is '7', it must be a colour, 1-6");
  EXPECT_EQ(with(&Row::colour_2, ""), "column color2 is '', it must be a colour, 1-6");
  EXPECT_EQ(with(&Row::colour_2, "1"),
            "column color2 is '1', it must be another colour than color1");
  EXPECT_EQ(with(&Row::score_1, "-1"),
            "column score1 is '-1', it must be a whole number, 0 or more");
  EXPECT_EQ(with(&Row::score_2, "8 "),
            "column score2 is '8 ', it must be a whole number, 0 or more");
  EXPECT_EQ(with(&Row::status_1, "win"), "column status1 is 'win'" + status);
  EXPECT_EQ(with(&Row::status_2, ""), "column status2 is ''" + status);
  EXPECT_EQ(with(&Row::moves, ""), "column moves is ''" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534h "), "column moves is ''" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534h Qa216534h"), "column moves is 'Qa216534h'" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534h Au216534h"), "column moves is 'Au216534h'" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534h Aa216533h"), "column moves is 'Aa216533h'" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534h Aa216534x"), "column moves is 'Aa216534x'" + tile);
  EXPECT_EQ(with(&Row::moves, "Hh216534v"),
            "column moves is 'Hh216534v', it must be begun by the start tile at Hh, horizontally, "
            "like Hh216534h");
  std::string many = "Hh216534h";
  for (int i = 0; i < 39; ++i) many += " Aa216534h";
  EXPECT_EQ(with(&Row::moves, many),
            "column moves is 'Hh216534h Aa216534h '..., it must be at most 39 tiles");
  EXPECT_EQ(error_of([] { return parse_recorded("1,2,3"); }),
            "the row has 3 columns, it must have 9: " + recorded_header);
}

TEST(RecordedFile, takes_columns_in_any_order_and_names) {
  const RecordedGame plain = parse_recorded(Row().text());
  const std::string row = to_row(plain);
  EXPECT_EQ(row, Row().text());
  EXPECT_EQ(plain.players, (rules::BySeat<std::string>{}));
  const std::string header = recorded_header + ",player2,player1\r\n\n";
  const auto games = parse_recorded_file(header + row + ",\"a, \"\"b\"\"\",c\r\n");
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].players, (rules::BySeat<std::string>{"c", "a, \"b\""}));
  EXPECT_EQ(games[0].line, 3U);
  EXPECT_EQ(games[0].deal, plain.deal);
  EXPECT_EQ(to_row(games[0]), row);
  EXPECT_EQ(to_row(games[0], true), row + ",c,\"a, \"\"b\"\"\"");
  const auto turned =
      parse_recorded_file("moves,game,round,color1,color2,score2,status2,score1,status1\n" +
                          row.substr(row.rfind(',') + 1) + ",7,1,3,2,85,LOSE,215,WIN\n");
  EXPECT_EQ(turned[0].number, 7);
  EXPECT_EQ(turned[0].scores, (rules::BySeat<std::int64_t>{215, 85}));
  EXPECT_EQ(turned[0].statuses[0], Status::win);
}

TEST(RecordedFile, refuses_names_that_are_none_and_quotes_that_do_not_match) {
  const std::string header = recorded_header + ",player1,player2\n";
  const auto error = [&](const std::string& names) {
    return error_of([&] { return parse_recorded_file(header + Row().text() + names); });
  };
  EXPECT_EQ(error(",,b"), "line 2: column player1 is '', it must be a name");
  EXPECT_EQ(error(",a,"), "line 2: column player2 is '', it must be a name");
  EXPECT_EQ(error(",a,a"), "line 2: column player2 is 'a', it must be another name than player1");
  EXPECT_EQ(error(",a,\"b"), "line 2: a cell begins with a double quote and does not end with one");
  EXPECT_EQ(error(",\"a\"b,c"), "line 2: after a cell in quotes there must be a comma, not 'b'");
  EXPECT_EQ(error(",a"), "line 2: the row has 10 columns, it must have 11: " + recorded_header +
                             ",player1,player2");
}

TEST(RecordedFile, names_the_line_that_cannot_be_read) {
  const std::string header = recorded_header + '\n';
  EXPECT_TRUE(parse_recorded_file(header).empty());
  EXPECT_EQ(parse_recorded_file(header + Row().text()).size(), 1U);
  EXPECT_EQ(parse_recorded_file(header + Row().text() + '\n' + Row().text() + '\n').size(), 2U);
  const auto error = [](const std::string& text) {
    return error_of([&text] { return parse_recorded_file(text); });
  };
  const std::string known =
      "; the columns are " + recorded_header + " and, if there are any, player1,player2";
  EXPECT_EQ(error(""), "line 1: unknown column ''" + known);
  EXPECT_EQ(error("game,rund"), "line 1: unknown column 'rund'" + known);
  EXPECT_EQ(error("game,game"), "line 1: the column game is there twice");
  EXPECT_EQ(error("game,round"), "line 1: the column color1 is missing");
  EXPECT_EQ(error(recorded_header + ",player2"), "line 1: the column player1 is missing");
  EXPECT_EQ(error(header + Row().text() + "\nnothing\n"),
            "line 3: the row has 1 columns, it must have 9: " + recorded_header);
}

}  // namespace
}  // namespace rules::box::test
