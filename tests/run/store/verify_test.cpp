// Checked files and folders: what is a game, what is none, and what disagrees with the rules.
#include "referee/run/store/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/error.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/match.hpp"
#include "referee/run/store/store_writer.hpp"
#include "rules/by_seat.hpp"
#include "tests/run/store/support.hpp"

namespace referee::store {
namespace {

using test::contains;

// A game of random moves that was really played.
match::MatchRecord played(const rules::GameInfo& game, std::uint64_t seed,
                          const rules::BySeat<match::BotIdentity>& bots) {
  match::RandomPlayer one(match::random_stream(seed, rules::Seat::first));
  match::RandomPlayer two(match::random_stream(seed, rules::Seat::second));
  return match::run_without_bots(match::MatchPlan::from_seed(game, seed), {}, game.budget,
                                 {&one, &two}, bots);
}

class Verifying : public testing::Test {
 protected:
  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    test::write_file(folder_.path() / name, text);
    return (folder_.path() / name).string();
  }
  [[nodiscard]] std::optional<std::string> why(const std::vector<std::string>& paths) const {
    return test::error_of<text::InputError>([&] { verify(paths); });
  }
  // A record of 30 moves.
  static text::Json good(std::uint64_t seed = 1) {
    return text::parse_json(match::to_line(played(*rules::find_game("black-hole"), seed,
                                                  {{{"a", "./a", "", {}}, {"b", "./b", "", {}}}})),
                            "record");
  }
  // A tournament of two rounds of Box, and the lines of its four matches.
  [[nodiscard]] Store store() const { return Store::create(folder_.path() / "o", cup()); }
  static config::Manifest cup() { return test::manifest({test::event("box", {"a", "b"}, 2)}); }
  static text::Json line(std::uint64_t number) {
    const config::Manifest manifest = cup();
    const match::MatchRecord as_recorded = test::record(manifest, number);
    match::MatchRecord record =
        played(*as_recorded.game, as_recorded.seed.value(), as_recorded.bots);
    record.tournament = manifest.id();
    record.match = number;
    record.round = as_recorded.round;
    return text::parse_json(match::to_line(record), "record");
  }
  static void append(const Store& store, const std::vector<text::Json>& lines) {
    StoreWriter writer(store);
    for (const text::Json& line : lines) writer.append(line.dump());
  }
  // Official games: the columns, and two games.
  static std::vector<std::string> table() {
    const std::string text = test::read_file(csv());
    std::vector<std::string> rows;
    for (std::size_t begin = 0; rows.size() < 3;) {
      const std::size_t end = text.find('\n', begin);
      rows.push_back(text.substr(begin, end - begin));
      if (rows.back().ends_with('\r')) rows.back().pop_back();
      begin = end + 1;
    }
    return rows;
  }
  static std::string csv() {
    return std::string(REFEREE_SOURCE_DIR) + "/tests/data/box/recorded.csv";
  }

  const test::TemporaryFolder folder_;
};

TEST_F(Verifying, GamesThatAgree) {
  const Store made = store();
  append(made, {line(0), line(1), line(2), line(3)});
  const Verified found = verify({made.folder().string()});
  EXPECT_TRUE(found.good());
  EXPECT_EQ(found.games, 4U);
  EXPECT_EQ(found.moves, line(0)["plies"].size() + line(1)["plies"].size() +
                             line(2)["plies"].size() + line(3)["plies"].size());
  EXPECT_TRUE(found.list.empty());
  const Verified official = verify({csv()});
  EXPECT_TRUE(official.good());
  EXPECT_EQ(official.games, 220U);
  EXPECT_EQ(official.moves, 6074U);
}

TEST_F(Verifying, LinesMayEndAsOnWindows) {
  const Verified found =
      verify({file("r.jsonl", good().dump() + "\r\n" + good(2).dump() + " \r\n")});
  EXPECT_TRUE(found.good());
  EXPECT_EQ(found.games, 2U);
}

TEST_F(Verifying, NamesTheLineOfAFile) {
  text::Json record = good();
  const int right = record["result"]["seats"][0]["score"];
  record["result"]["seats"][0]["score"] = 100;
  const std::string path = file("r.jsonl", record.dump() + "\n" + good().dump() + "\n");
  const Verified found = verify({path});
  EXPECT_FALSE(found.good());
  EXPECT_EQ(found.games, 2U);
  EXPECT_EQ(found.disagreeing, 1U);
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].place, path + ": line 1");
  EXPECT_EQ(found.list[0].what,
            "seat 1: score 100 in the record, " + std::to_string(right) + " by the rules");
}

TEST_F(Verifying, NamesTheMatchOfAStore) {
  const Store made = store();
  text::Json record = line(2);
  const std::string relayed = record["plies"][2]["relayed"];
  record["plies"][2]["relayed"] = "Aa123456h";
  append(made, {line(0), record});
  const Verified found = verify({made.folder().string()});
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].place, made.folder().string() + ": match 2");
  EXPECT_EQ(found.list[0].what, "move 3, seat 1, '" +
                                    record["plies"][2]["line"].get<std::string>() +
                                    "': is relayed as '" + relayed + "', not as 'Aa123456h'");
}

// Without any games there is nothing that could agree.
TEST_F(Verifying, NoGamesAreNoAgreement) {
  for (const std::string& path : {store().folder().string(), file("head.csv", table()[0] + "\n")}) {
    const Verified found = verify({path});
    EXPECT_EQ(found.games, 0U) << path;
    EXPECT_FALSE(found.good()) << path;
  }
}

TEST_F(Verifying, ALineThatDoesNotCountIsNoAgreement) {
  const Store made = store();
  std::string damaged = line(0).dump();
  damaged.replace(damaged.find("\"plies\":[") + 9, 3, "###");
  text::Json moved = line(3);
  moved["match"] = 1;
  moved["round"] = 1;
  test::write_file(made.folder() / "matches-0001.jsonl",
                   damaged + "\n" + moved.dump() + "\n" + line(2).dump() + "\n");
  const Verified found = verify({made.folder().string()});
  EXPECT_EQ(found.games, 1U);
  EXPECT_EQ(found.disagreeing, 0U);
  EXPECT_EQ(found.unchecked, 2U) << "one damaged, one under the number of another";
  EXPECT_FALSE(found.good());
}

TEST_F(Verifying, LinesThatAreNoRecordsAreNoGamesThatDisagree) {
  const std::string path = file("r.jsonl", good().dump() + "\n{}\nhello}\n{\"schema\": \"x\"}\n");
  const Verified found = verify({path});
  EXPECT_EQ(found.games, 1U);
  EXPECT_EQ(found.disagreeing, 0U);
  EXPECT_EQ(found.unchecked, 3U);
  ASSERT_EQ(found.list.size(), 3U);
  EXPECT_EQ(found.list[0].place, path + ": line 2");
  EXPECT_EQ(found.list[0].what, "the key \"schema\" is missing");
  EXPECT_TRUE(found.list[1].what.starts_with("line 1, column 1: syntax error"))
      << found.list[1].what;
  EXPECT_EQ(found.list[2].what, "schema: must be \"referee-match\": this is not a match record");
  EXPECT_EQ(verify({file("notes.txt", "my notes\non bots\n")}).games, 0U);
}

TEST_F(Verifying, NamesAWrongRowAndAWrongScoreOfATable) {
  const auto rows = table();
  std::string score = rows[1];
  const auto at = score.find(",85,LOSE");
  ASSERT_NE(at, std::string::npos);
  score.replace(at, 3, ",86");
  const std::string path =
      file("games.csv", rows[0] + "\r\nnonsense\n" + score + "\r\n\n" + rows[2]);
  const Verified found = verify({path});
  EXPECT_EQ(found.disagreeing, 2U);
  ASSERT_GE(found.list.size(), 2U);
  EXPECT_EQ(found.list[0].place, path + ": line 2");
  EXPECT_TRUE(found.list[1].place.starts_with(path + ": line 3, game ")) << found.list[1].place;
  EXPECT_TRUE(contains(found.list[1].what, "86")) << found.list[1].what;
}

// Two tournaments have games of the same numbers.
TEST_F(Verifying, OfSeveralPathsEachCounts) {
  const auto rows = table();
  std::string as_first = rows[2];
  as_first.replace(0, as_first.find(','), rows[1].substr(0, rows[1].find(',')));
  const Verified found =
      verify({file("r.json", good().dump()), file("a.csv", rows[0] + "\n" + rows[1] + "\n"),
              file("b.csv", rows[0] + "\n" + as_first + "\n"), file("q.json", good(2).dump())});
  EXPECT_EQ(found.games, 4U);
  EXPECT_EQ(found.repeated, 0U);
  EXPECT_TRUE(found.good());
}

TEST_F(Verifying, NoticesAnOfficialGameThatIsThereTwice) {
  const auto rows = table();
  const std::string game = ", game " + rows[1].substr(0, rows[1].find(','));
  const std::string both =
      file("a.csv", rows[0] + "\n" + rows[1] + "\n" + rows[2] + "\n" + rows[1] + "\n");
  Verified found = verify({both});
  EXPECT_EQ(found.repeated, 1U);
  EXPECT_EQ(found.disagreeing, 0U);
  EXPECT_FALSE(found.good());
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].place, both + ": line 4" + game);
  EXPECT_EQ(found.list[0].what, "the game already appears in " + both + ": line 2");

  const std::string one = file("a.csv", rows[0] + "\n" + rows[1] + "\n");
  const std::string other = file("b.csv", rows[0] + "\n" + rows[2] + "\n" + rows[1] + "\n");
  found = verify({one, other});
  EXPECT_EQ(found.repeated, 1U);
  ASSERT_EQ(found.list.size(), 1U);
  EXPECT_EQ(found.list[0].place, other + ": line 3" + game);
  EXPECT_EQ(found.list[0].what, "the game already appears in " + one + ": line 2");
}

TEST_F(Verifying, SaysWhatATableIsAndWhatToDo) {
  const auto rows = table();
  const auto with = [&rows](char separator) {
    std::string text = rows[0] + "\n" + rows[1] + "\n";
    std::replace(text.begin(), text.end(), ',', separator);
    return text;
  };
  const std::string path = file("t.csv", with(';'));
  EXPECT_EQ(why({path}),
            "'" + path +
                "' is a table of official games whose columns are separated by semicolons; commas "
                "are needed: save it as CSV with commas, or try: tr ';' , < FILE > NEW.csv");
  static_cast<void>(file("t.csv", with('\t')));
  EXPECT_TRUE(contains(why({path}), "official games whose columns are separated by tabs; "));
  static_cast<void>(file("t.csv", "Spiel;Runde;Spieler 1;Spieler 2\n1;1;x;y\n"));
  EXPECT_TRUE(contains(
      why({path}),
      "neither records nor a table of official games that can be read: it begins with "
      "'Spiel;Runde;Spieler '...; name its columns in the first line, separated by commas, in any "
      "order: " +
          rows[0] + " for Box"));
  // As spreadsheets save it.
  EXPECT_TRUE(verify({file("t.csv", "\xEF\xBB\xBF" + rows[0] + "\n" + rows[1] + "\n")}).good());
}

TEST_F(Verifying, AFileThatCannotBeReadDoesNotHideTheOthers) {
  const std::string empty = file("empty.json", "");
  EXPECT_EQ(why({empty}), "'" + empty + "' is empty");
  const std::string record = file("r.json", good().dump());
  const Verified found = verify({empty, file("t.csv", "Spiel;Runde\n"), record});
  EXPECT_EQ(found.games, 1U);
  EXPECT_EQ(found.unread, 2U);
  EXPECT_FALSE(found.good());
  // A path that leads nowhere is a mistake of the command.
  const std::string nowhere = (folder_.path() / "r.jso").string();
  EXPECT_EQ(why({record, nowhere}),
            "'" + nowhere + "' does not exist; did you mean " + record + "?");
}

}  // namespace
}  // namespace referee::store
