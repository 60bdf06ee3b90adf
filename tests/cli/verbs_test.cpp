// Verbs that play do so with the bots that they are given, and start nothing.
#include <set>

#include "in_process.hpp"

namespace {

using namespace cli_test;
using referee::bot::FaultKind;

struct Played {
  std::string verb;
  Words words;  // behind it
  int code = 0;
  int code_with_faults = 1;
};

class Verbs : public InProcess, public testing::WithParamInterface<Played> {
 protected:
  Verbs() {
    Json config = Json::parse(config_of("black-hole", 2, {{"a", bot(1)}, {"b", bot(2)}}));
    write("c.json", config.dump());
    config["format"] = "ladder";
    config.erase("rounds");
    write("ladder.json", config.dump());
    write("r.json",
          Json{{"game", "black-hole"},
               {"bot", bot(1)},
               {"checks", {{{"check", "no-faults"}, {"games", 4}, {"opponents", {bot(2)}}}}}}
              .dump());
  }
};

using InVerbs = InProcess;

TEST_F(InVerbs, LimitsOfOneSeatReachItsBotAlone) {
  const Json record = Json::parse(expect(0, {"match", "box", bot(1, "box"), bot(2, "box"), "--json",
                                             "--limit", "2:budget=5,turn_limit=2"}));
  EXPECT_EQ(record["bots"][0]["budget"], 30.0);
  EXPECT_EQ(record["bots"][1]["budget"], 5.0);
  EXPECT_EQ(record["bots"][1]["turn_limit"], 2.0);
}

// The bot that begins otherwise than the given moves is told, and told of.
TEST_F(InVerbs, AnswersThatGivenMovesReplaceAreEvents) {
  const Json record =
      Json::parse(expect(0, {"match", "black-hole", bot(1), bot(2), "--seed", "5", "--json"}));
  Json config = Json::parse(config_of("black-hole", 2, {{"a", bot(1)}, {"b", bot(2)}}));
  config["deal"] = record["deal"];
  config["moves"] = Json::array({record["plies"][0]["line"]});
  write("c.json", config.dump());
  std::set<std::string> replaced;
  for (const std::string& line :
       lines_of(referee({"tournament", "c.json", "--out", "o", "--json"}).out)) {
    const Json event = Json::parse(line);
    if (event["event"] == "answer_replaced") replaced.insert(event["bot"].get<std::string>());
  }
  EXPECT_EQ(replaced, std::set<std::string>{"b"});
  const Ended told = referee({"tournament", "c.json", "--out", "p"});
  const auto at = told.err.find("b would have played ");
  ASSERT_NE(at, std::string::npos) << told.err;
  EXPECT_EQ(told.err.find("would have played", at + 10), std::string::npos) << "once";
}

TEST_P(Verbs, PlayWithTheBotsOfTheirCaller) {
  const Words words = Words{GetParam().verb} + GetParam().words;
  const Ended good = referee(words);
  EXPECT_EQ(good.code, GetParam().code) << good.out << good.err;
  script_ = [](const scripted::Asked& asked) -> std::optional<referee::bot::Turn> {
    if (asked.bot.command->words.back() != "1") return std::nullopt;
    return scripted::fails(FaultKind::exit, "it left with exit code 7");
  };
  std::filesystem::remove_all(path("o"));
  const Ended bad = referee(words);
  EXPECT_EQ(bad.code, GetParam().code_with_faults) << bad.out << bad.err;
}

INSTANTIATE_TEST_SUITE_P(
    Each, Verbs,
    testing::Values(Played{"match", {"black-hole", "./bot 1", "./bot 2"}},
                    Played{"tournament", {"c.json", "--out", "o"}},
                    Played{"tournament", {"ladder.json", "--games", "6", "--out", "o"}},
                    Played{
                        "compare", {"black-hole", "./bot 1", "./bot 2", "--max-pairs", "10"}, 4, 1},
                    Played{"tune",
                           {"black-hole", "./bot 1 {x}", "--param", "x=1:0:9", "--pairs", "20",
                            "--max-pairs", "1", "--out", "o"},
                           4,
                           4},
                    Played{"regress", {"r.json"}},
                    Played{"check", {"black-hole", "./bot 1", "--games", "2"}}),
    [](const auto& played) { return played.param.verb + std::to_string(played.index); });

}  // namespace
