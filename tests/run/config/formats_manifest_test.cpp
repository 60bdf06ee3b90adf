// Formats in configs and manifests.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/run/config/config.hpp"
#include "referee/run/config/schedule.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

std::string config(const std::string& keys, const std::string& game = "box", int bots = 4) {
  std::string text =
      "{\"game\": \"" + game + "\", " + keys + (keys.empty() ? "" : ", ") + "\"bots\": [";
  for (int i = 0; i < bots; ++i) {
    text += std::string(i == 0 ? "" : ", ") + "{\"name\": \"b" + std::to_string(i) +
            "\", \"command\": \"sh\"}";
  }
  return text + "]}";
}

Manifest parse(const std::string& text, const Overrides& overrides = {}) {
  return parse_config(text, "c.json", ".", overrides);
}

TEST(FormatConfig, GivesTheSameManifestAgain) {
  const std::vector<std::string> configs{
      "",
      R"("format": "round-robin", "rounds": 3)",
      R"("format": "gauntlet", "challengers": 3)",
      R"("format": "swiss", "rounds": 7)",
      R"("format": "swiss", "rounds": 7, "seats": "one")",
      R"("format": "knockout", "deals": 5)",
      R"("format": "knockout", "tie_break": 3)",
      R"("format": "knockout")",
      R"("format": "official", "swiss_rounds": 3, "qualify": 2, "rounds": 4, "seats": "one")"};
  std::vector<std::string> ids;
  for (const std::string& keys : configs) {
    const Manifest manifest = parse(config(keys));
    const text::Json json = to_json(manifest);
    const Manifest again = manifest_from_json(text::JsonReader(json, "manifest:"));
    EXPECT_EQ(again.events, manifest.events) << keys;
    EXPECT_EQ(again.id(), manifest.id()) << keys;
    EXPECT_EQ(to_json(again), json) << keys;
    EXPECT_EQ(std::count(ids.begin(), ids.end(), manifest.id()), 0) << keys;
    ids.push_back(manifest.id());
  }
}

TEST(PlayedBy, IsKeptInManifestsOfCompareAndRegress) {
  Manifest manifest = parse(config(""));
  std::vector<std::string> ids{manifest.id()};
  EXPECT_FALSE(to_json(manifest).contains("played_by"));
  for (const PlayedBy command : {PlayedBy::compare, PlayedBy::regress}) {
    manifest.played_by = command;
    const text::Json json = to_json(manifest);
    EXPECT_EQ(json["played_by"], name(command));
    EXPECT_EQ(manifest_from_json(text::JsonReader(json, "manifest:")).played_by, command);
    EXPECT_EQ(std::count(ids.begin(), ids.end(), manifest.id()), 0);
    ids.push_back(manifest.id());
  }
  text::Json wrong = to_json(manifest);
  wrong["played_by"] = "chance";
  try {
    manifest_from_json(text::JsonReader(wrong, "manifest:"));
    ADD_FAILURE();
  } catch (const text::JsonError& error) {
    EXPECT_STREQ(error.what(),
                 "manifest: played_by: must be \"compare\" or \"regress\", not \"chance\"");
  }
}

TEST(FormatConfig, LeavesManifestsOfRoundRobinsAsTheyWere) {
  const text::Json json = to_json(parse(config(R"("rounds": 3)")));
  std::vector<std::string> keys;
  for (const auto& [key, value] : json.at("games").at(0).items()) keys.push_back(key);
  EXPECT_EQ(keys, (std::vector<std::string>{"game", "format", "rounds", "budget", "bots"}));
  EXPECT_EQ(json.at("games").at(0).at("format"), "round-robin");
}

TEST(FormatConfig, IsSetForEachGame) {
  const Manifest manifest = parse(
      R"({"rounds": 9, "games": [
           {"game": "box", "format": "knockout",
            "bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"}]},
           {"game": "black-hole", "format": "swiss",
            "bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"}]}]})");
  EXPECT_EQ(manifest.events[0].format.kind, formats::FormatKind::knockout);
  EXPECT_EQ(manifest.events[1].format.kind, formats::FormatKind::swiss);
  EXPECT_EQ(manifest.events[1].rounds, 9);
  EXPECT_EQ(Schedule(manifest).size(), 2U + 18U);
}

struct Wrong {
  std::string keys;
  std::string error;
  std::string game = "box";
};

TEST(FormatConfig, SaysWhatIsWrong) {
  const std::vector<Wrong> list{
      {R"("format": "swis")", "c.json: format: unknown format \"swis\"; did you mean \"swiss\"?"},
      {R"("format": "league")",
       "c.json: format: unknown format \"league\"; the formats are round-robin, gauntlet, swiss, "
       "knockout, official"},
      {R"("challengers": 1)",
       "c.json: challengers: belongs to the format \"gauntlet\", not to \"round-robin\""},
      {R"("format": "knockout", "seats": "one")",
       "c.json: seats: belongs to the format \"swiss\" or \"official\", not to \"knockout\""},
      {R"("format": "gauntlet", "challengers": 4)",
       "c.json: challengers: must be a whole number from 1 to 3, not the number 4"},
      {R"("format": "swiss", "seats": "two")",
       "c.json: seats: must be \"both\" or \"one\", not \"two\""},
      {R"("format": "swiss", "rounds": 1001)",
       "c.json: rounds: a Swiss tournament has at most 1000 rounds, not 1001"},
      {R"("format": "knockout", "rounds": 3)",
       "c.json: rounds: a knockout has as many rounds as it needs; \"deals\" says how many deals "
       "each pairing plays"},
      {R"("format": "swiss", "tie_break": 2)",
       "c.json: tie_break: belongs to the format \"knockout\", not to \"swiss\""},
      {R"("format": "knockout", "deals": 0)",
       "c.json: deals: must be a whole number from 1 to 10000, not the number 0"},
      {R"("format": "official", "qualify": 2)", "the key \"swiss_rounds\" is missing"},
      {R"("format": "official", "swiss_rounds": 2)", "the key \"qualify\" is missing"},
      {R"("format": "official", "swiss_rounds": 2, "qualify": 5)",
       "c.json: qualify: must be a whole number from 2 to 4, not the number 5"},
      {R"("format": "swiss")",
       "c.json: format: \"swiss\" needs winners, and in 6561 both bots work together; choose "
       "\"round-robin\" or \"gauntlet\"",
       "6561"},
      {R"("format": "knockout")", "\"knockout\" needs winners, and in 2187", "2187"},
      {R"("format": "official", "swiss_rounds": 2, "qualify": 2)",
       "\"official\" needs winners, and in 2187", "2187"}};
  for (const Wrong& wrong : list) {
    const auto error =
        test::error_of<text::JsonError>([&] { parse(config(wrong.keys, wrong.game)); });
    EXPECT_TRUE(test::contains(error, wrong.error))
        << wrong.keys << " gives: " << error.value_or("no error");
  }
  EXPECT_NO_THROW(parse(config(R"("format": "gauntlet")", "6561")));
}

TEST(FormatConfig, SaysWhereTooManyRoundsAreFrom) {
  Overrides overrides;
  overrides.rounds = 2000;
  EXPECT_EQ(
      test::error_of<text::JsonError>(
          [&] { parse(config(R"("format": "swiss", "rounds": 3)"), overrides); }),
      "c.json: format: a Swiss tournament has at most 1000 rounds, not 2000 as --rounds says");
  EXPECT_EQ(test::error_of<text::JsonError>([] {
              parse(R"({"rounds": 2000, "games": [)" + config(R"("format": "swiss")") + "]}");
            }),
            "c.json: games[0].format: a Swiss tournament has at most 1000 rounds, not 2000 as "
            "\"rounds\" of all games says");
}

TEST(FormatConfig, RefusesRoundsFromTheCommandLineForAKnockout) {
  Overrides overrides;
  overrides.rounds = 5;
  const auto error =
      test::error_of<text::JsonError>([&] { parse(config(R"("format": "knockout")"), overrides); });
  EXPECT_TRUE(test::contains(error, "leave out --rounds")) << error.value_or("no error");
  EXPECT_EQ(parse(config(R"("format": "swiss")"), overrides).events[0].rounds, 5);
}

}  // namespace
}  // namespace referee::config
