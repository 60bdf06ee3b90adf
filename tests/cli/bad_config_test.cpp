// Configs with mistakes: each error names the place and says what would be right.
#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class BadConfig : public InFolder {
 protected:
  // `text` is refused with this message, and no file is created.
  void refused(const std::string& text, const std::string& message) const {
    SCOPED_TRACE(text);
    write("c.json", text);
    expect_error(2, "c.json: " + message, {"tournament", "c.json", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
};

// Two valid bots as they appear in a config.
const std::string bots = R"("bots": [{"name": "a", "command": "referee random box"}, )"
                         R"({"name": "b", "command": "referee random box"}])";

TEST_F(BadConfig, SyntaxErrorsHaveLineAndColumn) {
  refused("", "line 1, column 1: syntax error: it is empty");
  refused("{\"game\": \"box\",}",
          "line 1, column 16: syntax error while parsing object key - unexpected '}'; expected "
          "string literal");
  refused("{\n  \"game\": \"box\"\n  \"rounds\": 1\n}\n",
          "line 3, column 10: syntax error while parsing object - unexpected string literal; "
          "expected '}'");
  refused("{\"rounds\": 1e999}", "line 1, column 12: the number 1e999 is too big");
  refused("{\"game\": 1, \"game\": 2}", "the key \"game\" occurs twice in one object");
}

TEST_F(BadConfig, WrongTypes) {
  refused("[]", "must be an object, not a list");
  refused("{\"game\": 6561, " + bots + "}", "game: must be a text, not the number 6561");
  refused("{\"game\": \"box\", \"rounds\": \"five\", " + bots + "}",
          "rounds: must be a whole number from 1 to 1000000, not the text \"five\"");
  refused("{\"game\": \"box\", \"rounds\": 0, " + bots + "}",
          "rounds: must be a whole number from 1 to 1000000, not the number 0");
  refused("{\"game\": \"box\", \"rounds\": 2.5, " + bots + "}",
          "rounds: must be a whole number from 1 to 1000000, not the number 2.5");
  refused("{\"game\": \"box\", \"seed\": -1, " + bots + "}",
          "seed: must be a whole number from 0 to 9007199254740991, not the number -1");
  refused(R"({"game": "box", "bots": {"a": "./a"}})", "bots: must be a list, not an object");
  refused(R"({"game": "box", "bots": ["./a", "./b"]})",
          "bots[0]: must be an object, not the text \"./a\"");
  refused(R"({"game": "box", "bots": [{"name": "a", "command": ["./a"]}]})",
          "bots[0].command: must be a text, not a list");
  refused(R"({"games": {}})", "games: must be a list, not an object");
  refused(R"({"games": []})", "games: must list at least one game");
}

TEST_F(BadConfig, WrongWords) {
  refused("{\"game\": \"bx\", " + bots + "}", "game: unknown game \"bx\"; did you mean \"box\"?");
  refused("{\"game\": \"chess\", " + bots + "}",
          "game: unknown game \"chess\"; the games are " + list_of_games());
  refused("{\"game\": \"box\", \"clock\": \"sun\", " + bots + "}",
          "clock: must be \"cpu\" or \"wall\", not \"sun\"");
  refused("{\"game\": \"box\", \"isolation\": \"no\", " + bots + "}",
          "isolation: must be \"on\", \"off\" or \"require\", not \"no\"");
}

TEST_F(BadConfig, UnknownKeysNameTheNearestOne) {
  refused("{\"game\": \"box\", \"ronuds\": 5, " + bots + "}",
          "unknown key \"ronuds\"; did you mean \"rounds\"?");
  refused(R"({"game": "box", "bots": [{"nmae": "a", "command": "./a"}]})",
          "bots[0]: unknown key \"nmae\"; did you mean \"name\"?");
  refused("{\"games\": [{\"game\": \"box\", \"budgt\": 5, " + bots + "}]}",
          "games[0]: unknown key \"budgt\"; did you mean \"budget\"?");
  refused("{\"game\": \"box\", \"disk\": 5, " + bots + "}",
          "unknown key \"disk\" here; it belongs to a bot's entry in \"bots\"");
  refused("{\"games\": [{\"game\": \"box\", \"clock\": \"cpu\", " + bots + "}]}",
          "games[0]: unknown key \"clock\" here; it belongs to the top of the config");
  refused(R"({"game": "box", "bots": [{"name": "a", "command": "./a", "ponder": 1}]})",
          "bots[0]: unknown key \"ponder\" here; it belongs to the config around the bots");
}

TEST_F(BadConfig, Bots) {
  refused(R"({"game": "box", "bots": []})", "bots: must have at least two bots, not 0");
  refused(R"({"game": "box", "bots": [{"name": "a", "command": "referee random box"}]})",
          "bots: must have at least two bots, not 1");
  refused(R"({"game": "box", "bots": [{"name": "a", "command": "./a"},)"
          R"( {"name": "a", "command": "./b"}]})",
          "bots[1]: the name \"a\" is taken by an earlier bot; each bot needs its own");
  refused(R"({"game": "box"})", "the key \"bots\" is missing");
  refused("{" + bots + "}", "the key \"game\" is missing");
  refused(R"({"game": "box", "bots": [{"command": "./a"}]})",
          "bots[0]: the key \"name\" is missing");
  refused(R"({"game": "box", "bots": [{"name": "", "command": "./a"}]})",
          "bots[0].name: must not be empty");
}

TEST_F(BadConfig, APlanBeyondAllMeasure) {
  const auto config = [](std::size_t count) {
    std::vector<std::pair<std::string, std::string>> many;
    for (std::size_t i = 0; i < count; ++i) {
      many.emplace_back("bot" + std::to_string(i), "referee random box");
    }
    return config_of("box", 1'000'000, many);
  };
  refused(config(33),
          "plays 1056000000 matches in all, more than the 1000000000 that a tournament may have; "
          "lower \"rounds\" or the number of bots");
  write("most.json", config(32));
  EXPECT_TRUE(expect(0, {"tournament", "most.json", "--out", "most", "--plan-only"})
                  .starts_with("992000000 matches planned in most, "));
  write("c.json", config(33));
  expect(0, {"tournament", "c.json", "--rounds", "1", "--out", "o", "--plan-only"});
}

TEST_F(BadConfig, RequiredIsolationIsNotTrustedAway) {
  for (const char* verb : {"tournament", "regress"}) {
    write("c.json", verb == std::string("tournament")
                        ? "{\"game\": \"box\", \"isolation\": \"require\", " + bots + "}"
                        : R"({"game": "box", "isolation": "require", "bot": "referee random box",)"
                          R"( "checks": [{"check": "no-faults"}]})");
    expect_error(2,
                 "c.json: isolation: is \"require\", and --trust turns isolation off; drop one of "
                 "the two",
                 {verb, "c.json", "--trust", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
}

TEST_F(BadConfig, Budgets) {
  for (const char* budget : {"-1", "0", "1e9", "1e-10"}) {
    std::string shown = Json::parse(budget).dump();
    refused("{\"game\": \"box\", \"budget\": " + std::string(budget) + ", " + bots + "}",
            "budget: must be a number of seconds from 0.000001 to 1000000, not " + shown);
  }
  refused("{\"game\": \"box\", \"budget\": \"30 s\", " + bots + "}",
          "budget: must be a number, not the text \"30 s\"");
}

TEST_F(BadConfig, PlacesInAConfigOfSeveralGames) {
  refused("{\"games\": [{\"game\": \"box\", " + bots + "}, {\"game\": \"box\", \"budget\": -2, " +
              bots + "}]}",
          "games[1].budget: must be a number of seconds from 0.000001 to 1000000, not -2");
}

TEST_F(BadConfig, FilesThatAreNone) {
  expect_error(2, "'none.json' does not exist", {"tournament", "none.json"});
  fs::create_directory(path("folder"));
  expect_error(2, "'folder' is a folder; name a config file, e.g. configs/demo.json",
               {"tournament", "folder"});
}

TEST_F(BadConfig, OptionsOfTheCommandLine) {
  write("c.json", small_config("box", 1));
  expect_error(2, "--limit: budget=-3: must be a number of seconds from 0.000001 to 1000000",
               {"tournament", "c.json", "--limit", "budget=-3"});
  for (const Words& words : std::vector<Words>{{"tournament"},
                                               {"tournament", "c.json", "--rounds", "0"},
                                               {"tournament", "c.json", "--jobs", "0"},
                                               {"tournament", "c.json", "--clock", "moon"},
                                               {"tournament", "c.json", "d.json"}}) {
    EXPECT_EQ(referee(words).code, 2) << words.back();
  }
  EXPECT_FALSE(fs::exists(path("results")));
}

}  // namespace
