// referee compare: which games belong to a comparison, and which comparisons a log takes for one.
#include <fstream>
#include <string>

#include <nlohmann/json.hpp>

#include "compare.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Bots that do not take them answer something else, which is replaced and told.
TEST_F(Compare, TheExampleBotsTakeOpenings) {
  for (const std::string game : {"turn-right", "2187", "6561"}) {
    SCOPED_TRACE(game);
    const auto play = [&](const std::string& moves) {
      return referee({"compare", greedy(game) + " 0 " + moves, greedy(game) + " 1 " + moves,
                      "--game", game, "--openings", "4", "--max-pairs", "2", "--json"});
    };
    const Ended taken = play("{moves}");
    EXPECT_EQ(taken.err.find(" would have played "), std::string::npos) << taken.err;
    const Json faults = Json::parse(taken.out)["faults"];
    EXPECT_TRUE(faults["new"].empty() && faults["base"].empty()) << faults;
    if (game != "turn-right") continue;  // there they are told at once that they are wrong
    const Ended ignored = play("");
    EXPECT_NE(ignored.err.find(" would have played "), std::string::npos) << ignored.err;
  }
}

// The openings of records are compared with those that follow from the manifest.
TEST_F(Compare, RecordsWithOtherOpeningsAreNotOfThisComparison) {
  const auto play = [this](const std::string& plies, const std::string& out) {
    return compare(4, "turn-right", "referee random turn-right --seed 1 --begin {moves}",
                   "referee random turn-right --seed 2 --begin {moves}",
                   {"--elo", "0,1", "--max-pairs", "3", "--openings", plies, "--out", out});
  };
  const auto records_of = [this](const std::string& store) {
    for (const auto& entry : fs::directory_iterator(path(store))) {
      if (entry.path().extension() == ".jsonl") return entry.path().filename().string();
    }
    return std::string();
  };
  const Json four = play("4", "o");
  play("6", "p");
  expect(0, {"verify", "o"});
  const std::string file = "o/" + records_of("o");
  const std::string good = read(file);
  const std::string other = read("p/" + records_of("p"));
  const auto replaced = [](std::string text, const std::string& what, const std::string& by,
                           bool everywhere) {
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + by.size())) {
      text.replace(at, what.size(), by);
      if (!everywhere) break;
    }
    return text;
  };
  const auto expect_refused = [this](const std::string& games, const std::string& why) {
    const Ended ended = referee({"verify", "o"});
    EXPECT_EQ(ended.code, 1) << ended.out;
    EXPECT_EQ(ended.out.substr(0, games.size()), games);
    EXPECT_NE(ended.err.find(" does not begin as in this tournament: " + why), std::string::npos)
        << ended.err;
  };

  write(file, replaced(good, "\"given\":4", "\"given\":2", false));
  expect_refused("5 games, ", "its opening has 4 plies; the record says that it began with 2");
  write(file, replaced(good, "\"given\":4,", "", false));
  expect_refused("5 games, ", "its opening has 4 plies; the record says that it began with 0");
  std::string other_move = good;
  other_move[good.find("\"line\":\"", good.find("\"plies\":")) + 8] = 'Z';
  write(file, other_move);
  expect_refused("5 games, ", "ply 1 of its opening is ");

  const auto id = [this](const std::string& store) {
    return records_in(path(store)).at(0)["tournament"].get<std::string>();
  };
  write(file, replaced(other, id("p"), id("o"), true));
  expect_refused("0 games, ", "the record says that it began with 6 plies, but its opening has 4");
  // The comparison plays its own games instead.
  EXPECT_EQ(play("4", "o"), four);
}

}  // namespace
