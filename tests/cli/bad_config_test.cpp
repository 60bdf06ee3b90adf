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

// One of each kind; the readers' own tests have the others.
TEST_F(BadConfig, IsRefusedWithThePlaceAndWhatWouldBeRight) {
  const std::string box = R"({"game": "box", )";
  for (const auto& [text, message] : std::vector<std::pair<std::string, std::string>>{
           {"", "line 1, column 1: syntax error: it is empty"},
           {"{\n  \"game\": \"box\"\n  \"rounds\": 1\n}\n",
            "line 3, column 10: syntax error" + std::string(others_words)},
           {R"({"rounds": 1e999})", "line 1, column 12: the number 1e999 is too big"},
           {"[]", "must be an object, not a list"},
           {R"({"games": {}})", "games: must be a list, not an object"},
           {R"({"games": []})", "games: must list at least one game"},
           {box + R"("rounds": 0, )" + bots + "}",
            "rounds: must be a whole number from 1 to 1000000, not the number 0"},
           {box + R"("seed": -1, )" + bots + "}",
            "seed: must be a whole number from 0 to 9007199254740991, not the number -1"},
           {box + R"("bots": ["./a", "./b"]})", "bots[0]: must be an object, not the text \"./a\""},
           {box + R"("bots": [{"name": "a", "command": ["./a"]}]})",
            "bots[0].command: must be a text, not a list"},
           {R"({"game": "bx", )" + bots + "}", "game: unknown game \"bx\"; did you mean \"box\"?"},
           {R"({"game": "chess", )" + bots + "}",
            "game: unknown game \"chess\"; the games are " + list_of_games()},
           {box + R"("isolation": "no", )" + bots + "}",
            "isolation: must be \"on\", \"off\" or \"require\", not \"no\""},
           {box + R"("ronuds": 5, )" + bots + "}",
            "unknown key \"ronuds\"; did you mean \"rounds\"?"},
           {box + R"("bots": [{"nmae": "a", "command": "./a"}]})",
            "bots[0]: unknown key \"nmae\"; did you mean \"name\"?"},
           {box + R"("disk": 5, )" + bots + "}",
            "unknown key \"disk\" here; it belongs to a bot's entry in \"bots\""},
           {R"({"games": [{"game": "box", "clock": "cpu", )" + bots + "}]}",
            "games[0]: unknown key \"clock\" here; it belongs to the top of the config"},
           {box + R"("bots": [{"name": "a", "command": "./a", "ponder": 1}]})",
            "bots[0]: unknown key \"ponder\" here; it belongs to the config around the bots"},
           {box + R"("clock": "sun", )" + bots + "}",
            "clock: must be \"cpu\" or \"wall\", not \"sun\""},
           {box + R"("bots": [{"name": "a", "command": "./a"}, {"name": "a", "command": "./b"}]})",
            "bots[1]: the name \"a\" is taken by an earlier bot; each bot needs its own"},
           {R"({"game": "box"})", "the key \"bots\" is missing"},
           {"{" + bots + "}", "the key \"game\" is missing"},
           {box + R"("bots": [{"name": "", "command": "./a"}]})",
            "bots[0].name: must not be empty"},
           {R"({"games": [{"game": "box", )" + bots + R"(}, {"game": "box", "budget": -2, )" +
                bots + "}]}",
            "games[1].budget: must be a number of seconds from 0.000001 to 1000000, not -2"}}) {
    refused(text, message);
  }
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
