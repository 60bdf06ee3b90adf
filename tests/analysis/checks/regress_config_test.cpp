// Regression configs with mistakes in them: each is named with its place and what would be right.
#include "checks.hpp"

namespace referee::checks {
namespace {

class BadConfigs : public Checks {
 protected:
  [[nodiscard]] std::string error_of(const std::string& text) const {
    try {
      static_cast<void>(parse_regress(text, "r.json", folder_.path(), {}));
    } catch (const text::JsonError& error) {
      return error.what();
    }
    return "no error";
  }
  void refused(const std::string& text, const std::string& message) const {
    EXPECT_EQ(error_of(text), "r.json: " + message) << text;
  }
  // One check of Box.
  void check_refused(const std::string& check, const std::string& message,
                     const std::string& game = "box") const {
    refused(R"({"game": ")" + game + R"(", "bot": "./bot", "checks": [{)" + check + "}]}",
            "checks[0]" + message);
  }
};

TEST_F(BadConfigs, TheConfigAsAWhole) {
  // What follows are the words of the JSON library.
  EXPECT_TRUE(error_of("{\"bot\": 1,}").starts_with("r.json: line 1, column 11: syntax error"))
      << error_of("{\"bot\": 1,}");
  refused(R"({"bto": "x"})", "unknown key \"bto\"; did you mean \"bot\"?");
  refused(R"({"game": "bx"})", "game: unknown game \"bx\"; did you mean \"box\"?");
  refused(R"({"game": "box"})", "the key \"bot\" is missing");
  refused(R"({"bot": "./bot"})", "the key \"checks\" is missing");
  refused(R"({"bot": "./bot", "checks": []})", "checks: must list at least one check");
  refused(R"({"bot": "./bot", "checks": [{"check": "no-faults"}]})",
          "checks[0]: the key \"game\" is missing, here or for all checks at the top");
}

TEST_F(BadConfigs, Bots) {
  refused(R"({"bot": 5, "checks": []})",
          "bot: must be a bot's command, or an object with \"command\" or \"source\"");
  refused(R"({"bot": {"nmae": "a", "command": "./a"}, "checks": []})",
          "bot: unknown key \"nmae\"; did you mean \"name\"?");
  const std::string missing =
      "bot \"nobody\": program '" + (folder_.path() / "nobody").string() + "' does not exist";
  refused(R"({"bot": "./nobody", "checks": []})", "bot: " + missing);
  refused(R"({"bot": {"command": "./nobody"}, "checks": []})", "bot.command: " + missing);
  check_refused(R"("check": "no-faults", "opponents": "./a")",
                ".opponents: must be a list, not the text \"./a\"");
  check_refused(R"("check": "no-faults", "opponents": [])",
                ".opponents: must list at least one bot");
  check_refused(
      R"("check": "no-faults", "opponents": [{"name": "bot", "command": "./other"}])",
      ".opponents[0]: the name \"bot\" is taken by an earlier bot; each bot needs its own");
}

TEST_F(BadConfigs, Checks) {
  check_refused("", ": the key \"check\" is missing");
  check_refused(R"("check": "nofaults")",
                ".check: unknown check \"nofaults\"; did you mean \"no-faults\"?");
  check_refused(R"("check": "elegance")",
                ".check: unknown check \"elegance\"; the checks are no-faults, not-weaker, score, "
                "move-time, same-moves, plays-on");
  check_refused(R"("check": "no-faults", "name": "a/b")",
                ".name: must not begin with a point and must not contain a slash: it names a "
                "folder too");
  refused(
      R"({"game": "box", "bot": "./bot", "checks": [{"check": "no-faults"},)"
      R"( {"check": "no-faults"}]})",
      "checks[1]: an earlier check has the name \"no-faults\" too; give one of them a \"name\"");
  check_refused(R"("check": "no-faults", "gmaes": 2)",
                ": unknown key \"gmaes\"; did you mean \"games\"?");
  check_refused(R"("check": "no-faults", "games": 3)",
                ".games: must be an even number, because each deal is played in both seats, not 3");
  check_refused(R"("check": "no-faults", "games": 0)",
                ".games: must be a whole number from 2 to 100000, not the number 0");
  check_refused(R"("check": "no-faults", "budget": 0)",
                ".budget: must be a number of seconds from 0.000001 to 1000000, not 0");
}

TEST_F(BadConfigs, ScoreAndMoveTime) {
  check_refused(R"("check": "score")", ": the key \"at_least\" is missing");
  check_refused(R"("check": "score", "at_least": "many")",
                ".at_least: must be a number, not the text \"many\"");
  check_refused(R"("check": "score", "at_least": 1, "games": 2, "seeds": [1])",
                ".seeds: leave out \"games\" or this list, which says how many there are");
  check_refused(R"("check": "score", "at_least": 1, "seeds": [])",
                ".seeds: must list at least one seed");
  check_refused(R"("check": "score", "at_least": 1, "seeds": [1, 2, 1])",
                ".seeds[2]: the seed 1 occurs twice in the list");
  check_refused(R"("check": "move-time")", ": the key \"at_most\" is missing");
  check_refused(R"("check": "move-time", "at_most": -1)",
                ".at_most: must be a number of seconds from 0.000001 to 1000000, not -1");
  check_refused(R"("check": "move-time", "at_most": 1, "clock": "sun")",
                ".clock: must be \"cpu\" or \"wall\", not \"sun\"");
}

TEST_F(BadConfigs, ABoundWithAKeyOfItsOwnIsReadWithAWord) {
  testing::internal::CaptureStderr();
  const auto regress = parse_regress(
      R"({"game": "box", "bot": "./bot", "checks": [{"check": "not-weaker", "base": "./bot",
          "elo0": -30, "elo1": -5}]})",
      "r.json", folder_.path(), {});
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_TRUE(test::contains(
      told, "r.json: checks[0]: \"elo0\" and \"elo1\" are one key now: \"elo\": [LO, HI]"))
      << told;
  const auto& elo = regress.checks.at(0)->comparison()->rules().elo;
  EXPECT_EQ(std::pair(elo.elo0, elo.elo1), std::pair(-30.0, -5.0));
}

TEST_F(BadConfigs, NotWeaker) {
  const std::string base = R"("check": "not-weaker", "base": "./bot")";
  check_refused(R"("check": "not-weaker")", ": the key \"base\" is missing");
  for (const char* keys : {R"(, "elo": [5, 0])", R"(, "elo0": 5)"}) {
    check_refused(
        base + keys,
        ": \"elo\": the first (5) must be below the second (0), and both between -4000 and "
        "4000");
  }
  for (const std::string value : {"-5", "[]", "[-5]", "[-5,0,5]", "\"-5,0\""}) {
    check_refused(base + R"(, "elo": )" + value,
                  ".elo: must be [LO, HI], two numbers, not " + value);
  }
  check_refused(base + R"(, "elo": [-5, "0"])", ".elo[1]: must be a number, not the text \"0\"");
  for (const char* key : {"elo", "points"}) {
    check_refused(fmt::format(R"({}, "{}": [-5, 0], "{}1": 0)", base, key, key),
                  fmt::format(".{}: leave out \"{}0\" and \"{}1\", which are the two numbers here",
                              key, key, key));
  }
  check_refused(base + R"(, "by": "luck")", ".by: must be \"wins\" or \"points\", not \"luck\"");
  check_refused(base + R"(, "by": "wins", "points": [-5, 0])",
                ": \"points\" and \"limit\" are about points; a question about wins has \"elo\"");
  check_refused(base + R"(, "by": "points", "elo": [-5, 0])",
                ": \"elo\" and \"model\" are about wins; a question about points has \"points\"");
  check_refused(
      base + R"(, "by": "points", "points": [3, 0])",
      ": \"points\": the first (3) must be below the second (0), and both between -400 and "
      "400");
  check_refused(base + R"(, "model": "bayesian")",
                ".model: must be \"normalized\" or \"logistic\", not \"bayesian\"");
  check_refused(base + R"(, "alpha": 0.6)",
                ".alpha: must be a risk from 0.000001 to below 0.5, not 0.6");
  check_refused(base + R"(, "partner": "./a")",
                ".partner: is for cooperative games, and Box is not one");
  check_refused(R"("check": "not-weaker", "base": "./other", "by": "wins")",
                ": 6561 is cooperative and has no winner: only points can compare bots, by "
                "\"points\"",
                "6561");
  check_refused(R"("check": "not-weaker", "base": "./other", "by": "points",)"
                R"( "limit": 5)",
                ": \"limit\" is for games without limits of their own; in Black Hole the rules set "
                "it to 150",
                "black-hole");
}

TEST_F(BadConfigs, Records) {
  const std::string same = R"("check": "same-moves", "records": )";
  check_refused(R"("check": "same-moves")", ": the key \"records\" is missing");
  check_refused(same + "[]", ".records: must name at least one file or folder");
  check_refused(same + R"(["none.json"])",
                ".records[0]: '" + (folder_.path() / "none.json").string() + "' does not exist");
  record("g.json", "box", rules::Seat::first);
  check_refused(
      same + R"("g.json")",
      ".records: no game of Box has a bot \"bot\"; the bots there are \"mine\", \"rival\": "
      "say with \"as\" whose moves are meant");
  check_refused(same + R"("g.json", "game": "6561")", ".records: there is no game of 6561");
  check_refused(same + R"("g.json", "match": 9)", ".records: there is no match 9");
  check_refused(same + R"("g.json", "as": "mine", "plies": 0)",
                ".plies: must be a whole number from 1 to 10000, not the number 0");
  const std::string on = R"("check": "plays-on", "records": "g.json", "as": "mine")";
  check_refused(on, ": the key \"plies\" is missing");
  check_refused(on + R"(, "plies": [])", ".plies: must list at least one ply");
  check_refused(on + R"(, "plies": 500)",
                ".plies: no game of the records goes on after that many moves");
  std::filesystem::create_directory(folder_.path() / "folder");
  check_refused(same + R"("folder")", ".records: the folder '" +
                                          (folder_.path() / "folder").string() +
                                          "' is not a tournament: it has no manifest.json");
  check_refused(same + R"("/dev/zero")", ".records: '/dev/zero' is neither a file nor a folder");
  test::write_file(folder_.path() / "bad.json", "{\"schema\": 1}\n");
  EXPECT_EQ(error_of(R"({"game": "box", "bot": "./bot", "checks": [{)" + same + R"("bad.json"}]})"),
            (folder_.path() / "bad.json").string() +
                ": line 1: schema: must be a text, not the number 1");
}

}  // namespace
}  // namespace referee::checks
