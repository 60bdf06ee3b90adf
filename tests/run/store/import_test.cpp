// Imported competitions: what they become, and what is refused.
#include "referee/run/store/import.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/analysis/evidence/rating_games.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/tournament/standings.hpp"
#include "rules/by_seat.hpp"
#include "rules/recorded_game.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

std::string header() { return std::string(rules::find_game("box")->record_format->header()); }

std::vector<std::string> recorded_rows() {
  const std::string text =
      test::read_file(std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv");
  std::vector<std::string> rows;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    rows.push_back(text.substr(begin, end - begin));
    begin = end + 1;
  }
  rows.erase(rows.begin());
  return rows;
}

// The first rows, with names a-b, b-c, c-a, a-b, ... if `named`.
std::string file_of(std::size_t count, bool named = false) {
  std::string text = header();
  if (named) text += ',' + std::string(rules::player_columns);
  text += '\n';
  const std::vector<std::string> rows = recorded_rows();
  for (std::size_t i = 0; i < count; ++i) {
    text += rows.at(i);
    if (named) text += std::string(",") + "abc"[i % 3] + "," + "bca"[i % 3];
    text += '\n';
  }
  return text;
}

std::string error_of(const std::string& text, const PlayerNames& names = {}) {
  try {
    import_games({{"games.csv", "games", text}}, names);
  } catch (const ImportError& error) {
    return error.what();
  }
  return "accepted";
}

std::string error_of_names(const std::string& text) {
  try {
    parse_player_names(text, "names.csv");
  } catch (const ImportError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Import, NamedGamesAreATournamentOfTheirPlayers) {
  const Competition competition = import_games({{"games.csv", "games", file_of(7, true)}}, {});
  EXPECT_TRUE(competition.named);
  ASSERT_EQ(competition.records.size(), 7U);
  const config::Event& event = competition.manifest.events.at(0);
  EXPECT_EQ(name(event.format.kind), "recorded");
  EXPECT_EQ(event.format.source, "games");
  ASSERT_EQ(event.bots.size(), 3U);
  EXPECT_EQ(event.bots[2].name, "c");
  EXPECT_EQ(event.format.matches[2].bots, (rules::BySeat<std::size_t>{2, 0}));
  EXPECT_EQ(competition.records[2].bots[0].name, "c");
  EXPECT_EQ(competition.records[2].match, 2U);
  EXPECT_EQ(competition.records[2].tournament, competition.manifest.id());

  const config::Schedule schedule(competition.manifest);
  EXPECT_EQ(schedule.size(), 7U);
  EXPECT_EQ(schedule.at(2).bots, (rules::BySeat<std::size_t>{2, 0}));
  EXPECT_EQ(schedule.at(2).round, competition.records[2].round);
  const auto number = std::stoll(recorded_rows()[2]);
  EXPECT_EQ(schedule.recorded(2)->number, number);
}

TEST(Import, TheManifestComesBackFromItsJson) {
  const config::Manifest manifest =
      import_games({{"games.csv", "games", file_of(4, true)}}, {}).manifest;
  const text::Json json = config::to_json(manifest);
  const config::Manifest again = config::manifest_from_json(text::JsonReader(json, "manifest:"));
  EXPECT_EQ(again.id(), manifest.id());
  EXPECT_EQ(again.events, manifest.events);
  for (const auto& [pointer, value] : std::vector<std::pair<std::string, text::Json>>{
           {"/games/0/matches/0/2", 3},
           {"/games/0/matches/0/2", 1},  // meets itself
           {"/games/0/matches/0/1", 0},
           {"/games/0/matches/0", text::Json::array({1, 2, 0})},
           {"/games/0/matches", text::Json::array()},
           {"/games/0/source", ""},
           {"/games/0/rounds", 3}}) {
    text::Json wrong = json;
    wrong[text::Json::json_pointer(pointer)] = value;
    EXPECT_THROW(config::manifest_from_json(text::JsonReader(wrong, "manifest:")), text::JsonError)
        << pointer << value;
  }
}

TEST(Import, AnotherContentIsAnotherTournament) {
  const std::string text = file_of(3);
  const std::string id = import_games({{"games.csv", "games", text}}, {}).manifest.id();
  EXPECT_EQ(import_games({{"elsewhere/games.csv", "games", text}}, {}).manifest.id(), id);
  EXPECT_NE(import_games({{"games.csv", "other", text}}, {}).manifest.id(), id);
  const std::vector<std::string> rows = recorded_rows();
  const std::string swapped = header() + '\n' + rows[0].substr(0, rows[0].find(',')) +
                              rows[1].substr(rows[1].find(',')) + '\n';
  const std::string plain = header() + '\n' + rows[0] + '\n';
  EXPECT_NE(import_games({{"games.csv", "games", swapped}}, {}).manifest.id(),
            import_games({{"games.csv", "games", plain}}, {}).manifest.id());
}

TEST(Import, NobodysGamesAreThoseOfTheSeats) {
  const Competition competition = import_games({{"games.csv", "games", file_of(3)}}, {});
  EXPECT_FALSE(competition.named);
  const config::Event& event = competition.manifest.events.at(0);
  ASSERT_EQ(event.bots.size(), 2U);
  EXPECT_EQ(event.bots[0].name, "player 1");
  EXPECT_EQ(event.bots[1].name, "player 2");
}

TEST(Import, EachFileIsAnEvent) {
  const Competition competition =
      import_games({{"one.csv", "one", file_of(2)}, {"two.csv", "two", file_of(3)}}, {});
  ASSERT_EQ(competition.manifest.events.size(), 2U);
  EXPECT_EQ(competition.records.size(), 5U);
  EXPECT_EQ(config::Schedule(competition.manifest).at(4).event, 1U);
  const std::string number = std::to_string(std::stoll(recorded_rows()[0]));
  EXPECT_EQ(
      import_games({{"one.csv", "one", file_of(1)}, {"two.csv", "two", file_of(3)}}, {}).notes,
      std::vector<std::string>{"two.csv: game " + number +
                               " of line 2 also appears in one.csv, line 2; it counts twice"});
}

TEST(Import, AStoreOfItCanBeRankedAndTakesNothingTwice) {
  const test::TemporaryFolder folder;
  const Competition competition = import_games({{"games.csv", "games", file_of(7, true)}}, {});
  const auto store = Store::create(folder.path() / "o", competition.manifest);
  EXPECT_EQ(write_missing(store, competition), 7U);
  EXPECT_EQ(write_missing(store, competition), 0U);
  EXPECT_EQ(store.files().size(), 1U);
  tournament::Standings standings(store.manifest());
  evidence::RatingGames games(store.manifest());
  const auto report = store.read([&](const MatchSummary& match, std::string_view) {
    standings.add(match);
    games.add(match);
    EXPECT_FALSE(match.seats[0].cpu_us);
  });
  EXPECT_EQ(report.records, 7U);
  EXPECT_EQ(report.notes, std::vector<std::string>{});
  const tournament::EventStandings ranked = standings.ranked().at(0);
  EXPECT_EQ(ranked.played, 7U);
  EXPECT_EQ(ranked.planned, 7U);
  std::int64_t score = 0;
  for (const tournament::Row& row : ranked.rows) {
    score += row.total.score;
    EXPECT_EQ(row.cpu.count(), 0U);
  }
  std::int64_t right = 0;
  for (const auto& record : competition.records) {
    for (const auto& seat : record.scores) right += seat.result.score;
  }
  EXPECT_EQ(score, right);
}

TEST(Import, PairsOfGamesPlayedElsewhereAreNotKnown) {
  const Competition competition = import_games({{"games.csv", "games", file_of(4)}}, {});
  const evidence::RatingGames games(competition.manifest);
  EXPECT_FALSE(games.events().at(0).has_pairs());
}

TEST(Import, ErrorsNameFileAndLine) {
  const std::string good = file_of(2);
  EXPECT_EQ(error_of(good), "accepted");
  EXPECT_EQ(error_of(header() + "\n"), "games.csv: it has no games");
  std::string other = good;
  std::replace(other.begin(), other.end(), ',', ';');
  EXPECT_TRUE(error_of(other).starts_with(
      "'games.csv' is a table of official games whose columns are separated by semicolons; "))
      << error_of(other);
  EXPECT_TRUE(error_of("what\n").starts_with("games.csv: line 1: unknown column 'what'; "));
  EXPECT_TRUE(error_of(good + "1,2\n").starts_with("games.csv: line 4: the row has 2 columns, "));
  const std::string number = std::to_string(std::stoll(recorded_rows()[0]));
  EXPECT_EQ(error_of(good + recorded_rows()[0] + "\n"),
            "games.csv: line 4: game " + number + " already appears in line 2");
  const std::string row = recorded_rows()[2];
  std::string wrong = row;
  wrong.replace(wrong.rfind(' ') + 1, 2, "Hh");  // the last tile on the first one
  EXPECT_TRUE(error_of(good + wrong + "\n")
                  .starts_with("games.csv: line 4: game " + std::to_string(std::stoll(row)) +
                               " disagrees with the rules: move "))
      << error_of(good + wrong + "\n");
  EXPECT_EQ(
      error_of(header() + ",player1,player2\n" + row + ",a,\x1b\n"),
      "games.csv: line 2: the name of a player: must not contain line breaks, control characters "
      "or marks of "
      "writing direction");
  EXPECT_EQ(error_of(header() + ",player1,player2\n" + row + ",a,\xff\n"),
            "games.csv: line 2: the name of a player must be UTF-8");
}

TEST(Import, NamesFromAList) {
  const std::string row = recorded_rows()[0];
  const auto number = std::stoll(row);
  const std::string text = header() + '\n' + row + '\n';
  const PlayerNames names = parse_player_names(
      "game,player1,player2\r\n" + std::to_string(number) + ",Ann,\"B, C\"\r\n", "names.csv");
  const Competition competition = import_games({{"games.csv", "games", text}}, names);
  EXPECT_TRUE(competition.named);
  EXPECT_EQ(competition.records[0].bots[1].name, "B, C");
  EXPECT_EQ(error_of(file_of(2), names),
            "games.csv: line 3: the list of players does not say who played game " +
                std::to_string(std::stoll(recorded_rows()[1])));
  const std::string quoted =
      "\"User2\",\"Game\",\"Country\",\"User1\"\nB," + std::to_string(number) + ",nl,A\n";
  EXPECT_EQ(parse_player_names(quoted, "names.csv"),
            (PlayerNames{{number, {std::string("A"), std::string("B")}}}));
  EXPECT_EQ(error_of_names(""), "names.csv: it names no players");
  EXPECT_EQ(error_of_names("game,a,b\n"),
            "names.csv: line 1: the first line must be game,player1,player2");
  const std::string head = "game,player1,player2\n";
  EXPECT_EQ(error_of_names(head + "x,a,b\n"),
            "names.csv: line 2: must be the number of a game and the names of two players");
  EXPECT_EQ(error_of_names(head + "1,a\n"),
            "names.csv: line 2: must be the number of a game and the names of two players");
  EXPECT_EQ(error_of_names(head + "1,a,a\n"), "names.csv: line 2: both players have the same name");
  EXPECT_EQ(error_of_names(head + "1,a,b\n1,a,b\n"), "names.csv: line 3: game 1 is there twice");
  EXPECT_EQ(error_of_names(head + "1,\"a,b\n"),
            "names.csv: line 2: a cell begins with a double quote and does not end with one");
}

// The form of the contest's own lists.
std::string contest_file(bool with_notes = false) {
  std::string text =
      "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Color1,Color2,Moves";
  text += with_notes ? ",Note\n" : "\n";
  const std::vector<std::string> rows = recorded_rows();
  for (std::size_t i = 0; i < 4; ++i) {
    const auto cells = rules::csv_cells(rows.at(i));
    const bool swiss = i < 2;
    text += cells[0] + "," + cells[1] + (swiss ? ",swiss,Ann ," : ",final,Bob,") + cells[4] + "," +
            cells[5] + (swiss ? ",Bob," : ",Ann ,") + cells[6] + "," + cells[7] + "," + cells[2] +
            "," + cells[3] + "," + cells[8] + (with_notes ? ",why\n" : "\n");
  }
  return text;
}

TEST(Import, TheContestsOwnFormIsKept) {
  const std::string text = contest_file();
  const Competition competition = import_games({{"games.csv", "games", text}}, {});
  EXPECT_TRUE(competition.named);
  EXPECT_EQ(competition.notes, std::vector<std::string>{});
  const config::Event& event = competition.manifest.events.at(0);
  EXPECT_EQ(event.format.columns, text.substr(0, text.find('\n')));
  EXPECT_EQ(event.format.matches[1].phase, "swiss");
  EXPECT_EQ(event.format.matches[2].phase, "final");
  EXPECT_EQ(event.bots.at(0).name, "Ann ") << "with the blank at its end";
  const text::Json json = config::to_json(competition.manifest);
  const config::Manifest again = config::manifest_from_json(text::JsonReader(json, "manifest:"));
  EXPECT_EQ(again.events, competition.manifest.events);
  EXPECT_EQ(again.id(), competition.manifest.id());
}

TEST(Import, ColumnsThatNobodyReadsAreNamed) {
  const std::string plain = contest_file();
  const Competition competition = import_games({{"games.csv", "games", contest_file(true)}}, {});
  EXPECT_EQ(competition.notes, std::vector<std::string>{"games.csv: 1 column is not read: 'Note'"});
  EXPECT_EQ(competition.manifest.id(),
            import_games({{"games.csv", "games", plain}}, {}).manifest.id());
  std::string wrong = plain;
  wrong.replace(wrong.find("swiss"), 5, "maybe");
  EXPECT_EQ(error_of(wrong),
            "games.csv: line 2: column isswiss is 'maybe', it must be swiss or final");
}

TEST(Import, NoConfigHasTheFormat) {
  const std::string config =
      R"({"game": "box", "format": "recorded", "bots": [{"name": "a", "command": "sh"},
          {"name": "b", "command": "sh"}]})";
  try {
    config::parse_config(config, "c.json", ".", {});
    FAIL() << "accepted";
  } catch (const text::JsonError& error) {
    EXPECT_STREQ(error.what(),
                 "c.json: format: is that of games played elsewhere, which `referee import` brings "
                 "in");
  }
}

}  // namespace
}  // namespace referee::store
