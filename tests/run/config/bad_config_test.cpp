// Configs with mistakes: each error names the place and says what would be right.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/config/config.hpp"
#include "referee/run/config/schedule.hpp"
#include "rules/catalogue.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

Manifest of_text(const std::string& text) { return parse_config(text, "c.json", ".", {}); }

std::string refusal_of_text(const std::string& text) {
  return test::error_of<text::JsonError>([&] { static_cast<void>(of_text(text)); })
      .value_or("accepted");
}

std::string list_of_games() {
  std::string list;
  for (const rules::GameInfo& game : rules::games()) {
    list += (list.empty() ? "" : ", ") + std::string(game.name);
  }
  return list;
}

// Two valid bots as they appear in a config.
const std::string valid_bots = R"("bots": [{"name": "a", "command": "cat"}, )"
                               R"({"name": "b", "command": "cat"}])";

// One of each kind; the readers' own tests have the others.
TEST(BadConfig, IsRefusedWithThePlaceAndWhatWouldBeRight) {
  const std::string box = R"({"game": "box", )";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "line 1, column 1: syntax error: it is empty"},
           {R"({"rounds": 1e999})", "line 1, column 12: the number 1e999 is too big"},
           {"[]", "must be an object, not a list"},
           {R"({"games": {}})", "games: must be a list, not an object"},
           {R"({"games": []})", "games: must list at least one game"},
           {box + R"("rounds": 0, )" + valid_bots + "}",
            "rounds: must be a whole number from 1 to 1000000, not the number 0"},
           {box + R"("seed": -1, )" + valid_bots + "}",
            "seed: must be a whole number from 0 to 9007199254740991, not the number -1"},
           {box + R"("bots": ["./a", "./b"]})", "bots[0]: must be an object, not the text \"./a\""},
           {box + R"("bots": [{"name": "a", "command": ["./a"]}]})",
            "bots[0].command: must be a text, not a list"},
           {R"({"game": "bx", )" + valid_bots + "}",
            "game: unknown game \"bx\"; did you mean \"box\"?"},
           {R"({"game": "chess", )" + valid_bots + "}",
            "game: unknown game \"chess\"; the games are " + list_of_games()},
           {box + R"("isolation": "no", )" + valid_bots + "}",
            "isolation: must be \"on\", \"off\" or \"require\", not \"no\""},
           {box + R"("ronuds": 5, )" + valid_bots + "}",
            "unknown key \"ronuds\"; did you mean \"rounds\"?"},
           {box + R"("bots": [{"nmae": "a", "command": "./a"}]})",
            "bots[0]: unknown key \"nmae\"; did you mean \"name\"?"},
           {box + R"("disk": 5, )" + valid_bots + "}",
            "unknown key \"disk\" here; it belongs to a bot's entry in \"bots\""},
           {R"({"games": [{"game": "box", "clock": "cpu", )" + valid_bots + "}]}",
            "games[0]: unknown key \"clock\" here; it belongs to the top of the config"},
           {box + R"("bots": [{"name": "a", "command": "./a", "ponder": 1}]})",
            "bots[0]: unknown key \"ponder\" here; it belongs to the config around the bots"},
           {box + R"("clock": "sun", )" + valid_bots + "}",
            "clock: must be \"cpu\" or \"wall\", not \"sun\""},
           {box + R"("bots": [{"name": "a", "command": "./a"}, {"name": "a", "command": "./b"}]})",
            "bots[1]: the name \"a\" is taken by an earlier bot; each bot needs its own"},
           {R"({"game": "box"})", "the key \"bots\" is missing"},
           {"{" + valid_bots + "}", "the key \"game\" is missing"},
           {box + R"("bots": [{"name": "", "command": "./a"}]})",
            "bots[0].name: must not be empty"},
           {R"({"games": [{"game": "box", )" + valid_bots + R"(}, {"game": "box", "budget": -2, )" +
                valid_bots + "}]}",
            "games[1].budget: must be a number of seconds from 0.000001 to 1000000, not -2"}}) {
    EXPECT_EQ(refusal_of_text(text), "c.json: " + message) << text;
  }
  // What follows are a library's words.
  EXPECT_TRUE(refusal_of_text("{\n  \"game\": \"box\"\n  \"rounds\": 1\n}\n")
                  .starts_with("c.json: line 3, column 10: syntax error"));
}

TEST(BadConfig, APlanBeyondAllMeasure) {
  const auto config = [](std::size_t count, int rounds) {
    std::string many;
    for (std::size_t i = 0; i < count; ++i) {
      many += fmt::format(R"({}{{"name": "bot{}", "command": "cat"}})", i == 0 ? "" : ", ", i);
    }
    return fmt::format(R"({{"game": "box", "rounds": {}, "bots": [{}]}})", rounds, many);
  };
  EXPECT_EQ(refusal_of_text(config(33, 1'000'000)),
            "c.json: plays 1056000000 matches in all, more than the 1000000000 that a tournament "
            "may have; lower \"rounds\" or the number of bots");
  EXPECT_EQ(Schedule(of_text(config(32, 1'000'000))).planned(), 992'000'000U);
  EXPECT_EQ(Schedule(of_text(config(33, 1))).planned(), 1056U);
}

}  // namespace
}  // namespace referee::config
