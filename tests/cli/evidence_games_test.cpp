// referee compare: games from openings.
#include <string>

#include <nlohmann/json.hpp>

#include "compare.hpp"

namespace {

using namespace cli_test;

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
  const auto play = [this] {
    return compare(4, "turn-right", "referee random turn-right --seed 1 --begin {moves}",
                   "referee random turn-right --seed 2 --begin {moves}",
                   {"--elo", "0,1", "--max-pairs", "3", "--openings", "4", "--out", "o"});
  };
  const Json three = play();
  EXPECT_EQ(three["pairs"], 3);
  expect(0, {"verify", "o"});
  const std::string file = "o/" + record_files().front();
  const std::string good = read(file);
  const auto with = [&good](std::string_view after, std::string_view what, const std::string& by) {
    std::string text = good;
    return text.replace(text.find(what, text.find(after)), what.size(), by);
  };
  for (const auto& [changed, why] : std::vector<std::pair<std::string, std::string>>{
           {with("", "\"given\":4", "\"given\":2"),
            "its opening has 4 plies; the record says that it began with 2"},
           {with("", "\"given\":4,", ""),
            "its opening has 4 plies; the record says that it began with 0"},
           {with("\"plies\":", "\"line\":\"", "\"line\":\"Z"), "ply 1 of its opening is "}}) {
    write(file, changed);
    const Ended ended = referee({"verify", "o"});
    EXPECT_EQ(ended.code, 1);
    EXPECT_TRUE(ended.out.starts_with("5 games, ")) << ended.out;
    EXPECT_NE(ended.err.find(" does not begin as in this tournament: " + why), std::string::npos)
        << ended.err;
  }
  // The comparison plays its own game instead.
  EXPECT_EQ(play(), three);
}

}  // namespace
