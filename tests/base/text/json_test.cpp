// Reading JSON that others wrote: what an error says and where.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/json_text.hpp"
#include "referee/base/text/words.hpp"

namespace {

using referee::text::Json;
using referee::text::JsonError;
using referee::text::JsonReader;
using referee::text::parse_json;

// The message with which `call` fails.
template <typename Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const JsonError& error) {
    return error.what();
  }
  return "(no error)";
}

std::string parse_error(std::string_view text) {
  return error_of([&] { (void)parse_json(text, "x.json"); });
}

TEST(ParseJson, TakesAWholeText) {
  EXPECT_EQ(parse_json(" {\"b\": [1, 2.5, null], \"a\": true}\n", "x").dump(),
            R"({"b":[1,2.5,null],"a":true})");
}

TEST(ParseJson, NamesLineAndColumnOfASyntaxError) {
  EXPECT_EQ(parse_error(""), "x.json: line 1, column 1: syntax error: it is empty");
  EXPECT_TRUE(parse_error("{").starts_with("x.json: line 1, column 2: syntax error"));
  EXPECT_TRUE(parse_error("{} x").starts_with("x.json: line 1, column 4: syntax error"));
  EXPECT_TRUE(parse_error("{\n  \"a\": 1\n  \"b\": 2}").starts_with("x.json: line 3, column 5: "))
      << parse_error("{\n  \"a\": 1\n  \"b\": 2}");
  EXPECT_TRUE(parse_error("{\"a\": 1,}").starts_with("x.json: line 1, column 9: syntax error"));
  EXPECT_TRUE(parse_error("[1,\n\n,2]").starts_with("x.json: line 3, column 1: syntax error"));
  EXPECT_TRUE(parse_error("\"\xff\"").starts_with("x.json: line 1, column 2: syntax error"));
}

TEST(ParseJson, RefusesAKeyThatStandsTwice) {
  const std::string message = "x.json: the key \"a\" occurs twice in one object";
  EXPECT_EQ(parse_error(R"({"a": 1, "b": 2, "a": 3})"), message);
  EXPECT_EQ(parse_error(R"([{"b": {"a": 1, "a": 1}}])"), message);
  EXPECT_EQ(parse_error(R"({"a": {"a": {"a": 1}}, "b": [{"a": 1}, {"a": 1}]})"), "(no error)");
}

TEST(ParseJson, RefusesANumberThatNobodyCanHold) {
  EXPECT_EQ(parse_error("{\n\"a\": 1e999}"),
            "x.json: line 2, column 6: the number 1e999 is too big");
  EXPECT_EQ(parse_error("[1, -1e4000, 2]"),
            "x.json: line 1, column 5: the number -1e4000 is too big");
}

TEST(ParseJson, RefusesANestingThatWouldOverflowTheStack) {
  for (const std::size_t depth : {101U, 1'000'000U}) {
    EXPECT_EQ(parse_error(std::string(depth, '[') + std::string(depth, ']')),
              "x.json: objects and lists are nested more than 100 deep");
  }
  EXPECT_EQ(parse_error(std::string(100, '[') + std::string(100, ']')), "(no error)");
}

std::string reader_error(const char* json, void (*use)(const JsonReader&)) {
  const Json value = Json::parse(json);
  return error_of([&] { use(JsonReader(value, "x.json:")); });
}

TEST(JsonReader, SaysWhatAValueIsAndWhatItShouldBe) {
  const auto text = [](const JsonReader& reader) { (void)reader.text(); };
  EXPECT_EQ(reader_error("1", text), "x.json: must be a text, not the number 1");
  const auto name = [](const JsonReader& reader) { (void)reader.at("a").text(); };
  EXPECT_EQ(reader_error(R"({"a": null})", name), "x.json: a: must be a text, not null");
  EXPECT_EQ(reader_error(R"({"a": {}})", name), "x.json: a: must be a text, not an object");
  EXPECT_EQ(reader_error(R"({"a": []})", name), "x.json: a: must be a text, not a list");
  EXPECT_EQ(reader_error(R"({"a": true})", name), "x.json: a: must be a text, not true");
  EXPECT_EQ(reader_error(R"({"a": false})", name), "x.json: a: must be a text, not false");
  EXPECT_EQ(reader_error(R"({"a": 1.5})", name), "x.json: a: must be a text, not the number 1.5");

  const auto boolean = [](const JsonReader& reader) { (void)reader.at("a").boolean(); };
  EXPECT_EQ(reader_error(R"({"a": "yes"})", boolean),
            "x.json: a: must be true or false, not the text \"yes\"");
  const auto number = [](const JsonReader& reader) { (void)reader.at("a").number(); };
  EXPECT_EQ(reader_error(R"({"a": "1"})", number),
            "x.json: a: must be a number, not the text \"1\"");
  const auto items = [](const JsonReader& reader) { (void)reader.at("a").items(); };
  EXPECT_EQ(reader_error(R"({"a": "1"})", items), "x.json: a: must be a list, not the text \"1\"");
}

TEST(JsonReader, WholeNumbersHaveARange) {
  const auto integer = [](const JsonReader& reader) { (void)reader.at("a").integer(-3, 5); };
  const std::string right = "x.json: a: must be a whole number from -3 to 5, not ";
  EXPECT_EQ(reader_error(R"({"a": 6})", integer), right + "the number 6");
  EXPECT_EQ(reader_error(R"({"a": -4})", integer), right + "the number -4");
  EXPECT_EQ(reader_error(R"({"a": 1.0})", integer), right + "the number 1.0");
  EXPECT_EQ(reader_error(R"({"a": "1"})", integer), right + "the text \"1\"");
  EXPECT_EQ(reader_error(R"({"a": 18446744073709551615})", integer),
            right + "the number 18446744073709551615");
  EXPECT_EQ(reader_error(R"({"a": 9223372036854775808})", integer),
            right + "the number 9223372036854775808");
  EXPECT_EQ(reader_error(R"({"a": 5})", integer), "(no error)");
  EXPECT_EQ(reader_error(R"({"a": -3})", integer), "(no error)");
}

TEST(JsonReader, NamesAreShortAndPrintable) {
  const auto name = [](const JsonReader& reader) { (void)reader.at("a").name(); };
  EXPECT_EQ(reader_error(R"({"a": ""})", name), "x.json: a: must not be empty");
  for (const char* text : {R"({"a": "x\ny"})", R"({"a": "\u009b1m"})", R"({"a": "x\u202ey"})"}) {
    EXPECT_EQ(reader_error(text, name),
              "x.json: a: must not contain line breaks, control characters or marks of writing "
              "direction");
  }
  const std::string longest = R"({"a": ")" + std::string(200, 'x') + "\"}";
  EXPECT_EQ(reader_error(longest.c_str(), name), "(no error)");
  const std::string longer = R"({"a": ")" + std::string(201, 'x') + "\"}";
  EXPECT_EQ(reader_error(longer.c_str(), name), "x.json: a: must have at most 200 characters");
}

TEST(JsonReader, PlacesFollowTheKeys) {
  const auto deep = [](const JsonReader& reader) {
    (void)reader.at("games").item(1).at("bots").item(0).at("name");
  };
  EXPECT_EQ(reader_error(R"({"games": [1, {"bots": [{}]}]})", deep),
            "x.json: games[1].bots[0]: the key \"name\" is missing");
  EXPECT_EQ(reader_error(R"({"games": [1, 2]})", deep),
            "x.json: games[1]: must be an object, not the number 2");
  const auto missing = [](const JsonReader& reader) { (void)reader.at("game"); };
  EXPECT_EQ(reader_error("{}", missing), "x.json: the key \"game\" is missing");
}

TEST(JsonReader, FindIsNothingForAMissingKey) {
  const Json value = Json::parse(R"({"a": null})");
  const JsonReader reader(value, "x:");
  EXPECT_FALSE(reader.find("b").has_value());
  EXPECT_TRUE(reader.find("a").has_value());
  EXPECT_EQ(error_of([] {
              const Json list = Json::array();
              (void)JsonReader(list, "x:").find("a");
            }),
            "x: must be an object, not a list");
}

TEST(JsonReader, OnlyNamesThePlaceWhereAKeyIsKnown) {
  const auto only = [](const JsonReader& reader) {
    reader.only({"game", "budget"}, {{{"memory", "budge"}, "a bot's entry"}});
  };
  EXPECT_EQ(reader_error(R"({"memory": 1})", only),
            "x.json: unknown key \"memory\" here; it belongs to a bot's entry");
  EXPECT_EQ(reader_error(R"({"budget": 1})", only), "(no error)");
  EXPECT_EQ(reader_error(R"({"budgets": 1})", only),
            "x.json: unknown key \"budgets\"; did you mean \"budget\"?");
}

TEST(JsonReader, OnlyNamesTheNearestKnownKey) {
  const auto only = [](const JsonReader& reader) {
    reader.only({"game", "rounds", "budget", "bots", "seed"});
  };
  EXPECT_EQ(reader_error(R"({"game": 1, "bots": 2})", only), "(no error)");
  EXPECT_EQ(reader_error(R"({"game": 1, "budgte": 2})", only),
            "x.json: unknown key \"budgte\"; did you mean \"budget\"?");
  EXPECT_EQ(reader_error(R"({"Rounds": 1})", only),
            "x.json: unknown key \"Rounds\"; did you mean \"rounds\"?");
  EXPECT_EQ(reader_error(R"({"bot": 1})", only),
            "x.json: unknown key \"bot\"; did you mean \"bots\"?");
  EXPECT_EQ(reader_error(R"({"colour": 1})", only),
            "x.json: unknown key \"colour\"; known keys are \"game\", \"rounds\", \"budget\", "
            "\"bots\", \"seed\"");
  EXPECT_EQ(reader_error("[]", only), "x.json: must be an object, not a list");
}

TEST(JsonText, WritesNothingThatMovesATerminal) {
  const auto written = [](std::string_view text) {
    referee::text::JsonText json;
    json.value(text);
    return std::move(json).take();
  };
  EXPECT_EQ(written("M\u00fcller"), "\"M\u00fcller\"");
  EXPECT_EQ(written("\x1b[2J"), "\"\\u001b[2J\"");
  EXPECT_EQ(written("a\u009b2J"), "\"a\\u009b2J\"");
  EXPECT_EQ(written("\u202egnp"), "\"\\u202egnp\"");
  EXPECT_EQ(written("\u2066x\u2069"), "\"\\u2066x\\u2069\"");
  EXPECT_EQ(written("\u2065\u202f"), "\"\u2065\u202f\"");
  EXPECT_EQ(written("\x9b"), "\"\ufffd\"");
}

}  // namespace
