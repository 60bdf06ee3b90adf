// Reading JSON that others wrote: what an error says and where.
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

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

TEST(DumpedJson, IsUtf8WhateverItsTextsHold) {
  EXPECT_EQ(referee::text::dump(Json{{"a", "caf\xe9"}}), "{\"a\":\"caf\ufffd\"}");
  EXPECT_EQ(referee::text::dump(Json{{"a", 1}}, 2), "{\n  \"a\": 1\n}");
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
  std::string wide;
  for (int i = 0; i < 200; ++i) wide += "\u65e5";  // three bytes each
  EXPECT_EQ(reader_error((R"({"a": ")" + wide + "\"}").c_str(), name), "(no error)");
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

namespace referee::text {
namespace {

// JsonCursor reads what nlohmann's parser reads, and accepts nothing else.

Json value_at(JsonCursor& cursor) {
  switch (cursor.next()) {
    case '{': {
      Json object = Json::object();
      cursor.object([&](std::string_view key) {
        const std::string name(key);
        object[name] = value_at(cursor);
        return true;
      });
      return object;
    }
    case '[': {
      Json list = Json::array();
      cursor.list([&] { list.push_back(value_at(cursor)); });
      return list;
    }
    case '"':
      return std::string(cursor.string());
    case 't':
    case 'f':
      return cursor.boolean();
    case 'n':
      EXPECT_EQ(cursor.skip(), "null");
      return nullptr;
    default: {
      const JsonNumber number = cursor.number();
      return number.is_whole ? Json(number.whole) : Json(number.real);
    }
  }
}

// Whether it is read; then as nlohmann's parser reads it, and passed over alike.
bool is_read(const std::string& text) {
  std::optional<Json> read;
  try {
    JsonCursor cursor(text);
    read = value_at(cursor);
    cursor.end();
  } catch (const NotJson&) {
    read.reset();
  }
  try {
    JsonCursor cursor(text);
    cursor.skip();
    cursor.end();
    EXPECT_TRUE(read) << text;
  } catch (const NotJson&) {
    EXPECT_FALSE(read) << text;
  }
  if (read) {
    EXPECT_EQ(*read, Json::parse(text, nullptr, false)) << text;
  }
  return read.has_value();
}

constexpr std::string_view sample =
    R"({"a":[1,-2,0,-0,3.5,1e3,-1.25E-7,9223372036854775807,-9223372036854775808],"b":{"c":null,)"
    R"("d":true,"e":false,"":{}},"text":"\" \\ \/ \b\f\n\r\t \u00e9 \ud83d\ude00 \u0000",)"
    "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\\n\":[[],[[]],{\"x\":[]}],"
    R"("long":"0123456789abcdef0123456789abcdef0123456789abcdef","escaped\tkey":1 , "z" : 2 })";

TEST(JsonCursor, ReadsWhatTheParserReads) {
  for (const std::string& text :
       {std::string(sample), std::string("1"), std::string("\"x\""), std::string("[]"),
        std::string("{}"), std::string("true"), std::string("\xef\xbb\xbf{}"),
        std::string(" {\"a\" :\t[ 1 , 2 ]\n}"), std::string("[1e-400]"),
        std::string("[9223372036854775808,-9223372036854775809]")}) {
    EXPECT_TRUE(is_read(text)) << text;
  }
}

TEST(JsonCursor, NothingIsReadThatTheParserRefuses) {
  std::mt19937 random(5);
  const auto below = [&](std::size_t count) { return random() % count; };
  unsigned read = 0;
  for (int i = 0; i < 30'000; ++i) {
    std::string text(sample);
    for (auto changes = 1 + below(3); changes > 0; --changes) {
      const std::size_t at = below(text.size());
      switch (below(4)) {
        case 0:
          text[at] = static_cast<char>(below(256));
          break;
        case 1:
          text.erase(at, 1 + below(10));
          break;
        case 2:
          text.insert(at, text.substr(below(text.size()), 1 + below(30)));
          break;
        default:
          text[at] = "{}[]\":,019-+.eE\\u"[below(17)];
      }
    }
    if (is_read(text)) ++read;
    if (HasFailure()) return;
  }
  EXPECT_GT(read, 1000U);
}

TEST(JsonCursor, ReadsWhatIsNestedAsDeepAsParseJsonDoes) {
  for (const std::size_t depth : {std::size_t{100}, std::size_t{101}}) {
    const std::string text = std::string(depth, '[') + std::string(depth, ']');
    EXPECT_EQ(is_read(text), depth == 100);
    if (depth == 100) {
      EXPECT_NO_THROW(parse_json(text, "text"));
    } else {
      EXPECT_THROW(parse_json(text, "text"), JsonError);
    }
  }
}

TEST(JsonCursor, SaysWherePartsOfTheTextAre) {
  const std::string text = R"( {"a\n": [1, {"b":2}] , "c":3} )";
  JsonCursor cursor(text);
  std::vector<std::string> parts;
  EXPECT_FALSE(cursor.object([&](std::string_view) {
    parts.emplace_back(cursor.quoted());
    const char* const begin = cursor.at();
    parts.emplace_back(cursor.skip());
    EXPECT_EQ(begin + parts.back().size(), cursor.at());
    return parts.size() < 4;
  }));
  EXPECT_EQ(parts, (std::vector<std::string>{R"("a\n")", R"([1, {"b":2}])", R"("c")", "3"}));
}

TEST(JsonCursor, DoubtsAnObjectWhoseKeysMightOccurTwice) {
  const auto doubts = [](const std::string& text) {
    JsonCursor cursor(text);
    cursor.skip();
    return cursor.is_doubtful();
  };
  EXPECT_FALSE(doubts(R"({"a":1,"b":{"a":1,"b":{}},"c":[{"a":1},{"a":1}]})"));
  EXPECT_TRUE(doubts(R"({"a":1,"b":{"x":1},"a":2})"));
  EXPECT_TRUE(doubts(R"([{"b":{"x":1,"x":[]}}])"));
  EXPECT_TRUE(doubts(R"({"a":1,"\u0061":2})"));
}

TEST(JsonCursor, RefusesWhatIsNotJson) {
  for (const std::string& text : {std::string(),
                                  std::string(" "),
                                  std::string("{"),
                                  std::string("[1,]"),
                                  std::string("[1e400]"),
                                  std::string("{\"a\":1,}"),
                                  std::string("{} {}"),
                                  std::string("{}x"),
                                  std::string("01"),
                                  std::string("[1.]"),
                                  std::string("nul"),
                                  std::string("NaN"),
                                  std::string("// x\n1"),
                                  std::string("\"\\ud800\""),
                                  std::string("\"\\udc00\""),
                                  std::string("\"\xff\""),
                                  std::string("\"\xed\xa0\x80\""),
                                  std::string("\"\xc0\xaf\""),
                                  std::string("\"a\nb\""),
                                  std::string("{}\0", 3),
                                  std::string("{\0}", 3)}) {
    EXPECT_FALSE(is_read(text)) << text;
  }
}

}  // namespace
}  // namespace referee::text
