// JsonCursor reads what nlohmann's parser reads, and accepts nothing else.
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

namespace referee::text {
namespace {

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
  if (read) EXPECT_EQ(*read, Json::parse(text, nullptr, false)) << text;
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
