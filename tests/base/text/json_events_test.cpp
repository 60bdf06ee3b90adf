// read_json passes on what nlohmann's parser passes on, and accepts nothing that it refuses.
#include "referee/base/text/json_events.hpp"

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"

namespace referee::text {
namespace {

// Writes down what it receives, from either parser.
class Protocol final : public JsonEvents {
 public:
  explicit Protocol(std::size_t most = 1'000'000) : most_(most) {}

  bool key(std::string_view text) override { return add("key " + std::string(text)); }
  bool string(std::string_view text) override { return add("text " + std::string(text)); }
  bool number_integer(std::int64_t value) override { return add(fmt::format("{}", value)); }
  bool number_unsigned(std::uint64_t value) { return add(fmt::format("{}", value)); }
  bool number_float(double value) override { return add(fmt::format("{}", value)); }
  bool number_float(double value, const std::string&) { return number_float(value); }
  bool boolean(bool value) override { return add(value ? "true" : "false"); }
  bool null() override { return add("null"); }
  bool binary(nlohmann::json::binary_t&) { return add("binary"); }
  bool start_object() override { return add("{"); }
  bool start_object(std::size_t) { return start_object(); }
  bool end_object() override { return add("}"); }
  bool start_array() override { return add("["); }
  bool start_array(std::size_t) { return start_array(); }
  bool end_array() override { return add("]"); }
  template <typename Error>
  bool parse_error(std::size_t, const std::string&, const Error&) {
    return false;
  }

  std::vector<std::string> events;

 private:
  bool add(std::string event) {
    events.push_back(std::move(event));
    return events.size() < most_;
  }

  std::size_t most_;
};

// Whether it is read; then both must have passed on the same.
bool is_read(const std::string& text) {
  Protocol quick;
  if (read_json(text, quick) != JsonEnd::whole) return false;
  Protocol slow;
  EXPECT_TRUE(nlohmann::json::sax_parse(text, &slow)) << text;
  EXPECT_EQ(quick.events, slow.events) << text;
  return true;
}

constexpr std::string_view sample =
    R"({"a":[1,-2,0,-0,3.5,1e3,-1.25E-7,9223372036854775807,-9223372036854775808],"b":{"c":null,)"
    R"("d":true,"e":false,"":{}},"text":"\" \\ \/ \b\f\n\r\t \u00e9 \ud83d\ude00 \u0000",)"
    "\"\xc3\xa9 \xe2\x82\xac \xf0\x9f\x98\x80\\n\":[[],[[]],{\"x\":[]}],"
    R"("long":"0123456789abcdef0123456789abcdef0123456789abcdef","escaped\tkey":1 , "z" : 2 })";

TEST(JsonEvents, AreThoseOfTheOtherParser) {
  for (const std::string& text :
       {std::string(sample), std::string("1"), std::string("\"x\""), std::string("[]"),
        std::string("{}"), std::string("true"), std::string("\xef\xbb\xbf{}"),
        std::string(" {\"a\" :\t[ 1 , 2 ]\n}")}) {
    EXPECT_TRUE(is_read(text)) << text;
  }
}

TEST(JsonEvents, NothingIsReadThatTheOtherParserRefuses) {
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

TEST(JsonEvents, WhatIsRareIsLeftToTheOtherParser) {
  for (const std::string& text :
       {std::string("[9223372036854775808]"), std::string("[1e400]"), std::string("[1e-400]")}) {
    Protocol quick;
    EXPECT_EQ(read_json(text, quick), JsonEnd::stopped) << text;
  }
}

TEST(JsonEvents, ReadsWhatIsNestedAsDeepAsParseJsonDoes) {
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

TEST(JsonEvents, TellsWherePartsOfTheTextAre) {
  class Tokens final : public JsonEvents {
   public:
    std::vector<std::string> all;

    bool key(std::string_view) override { return add(); }
    bool string(std::string_view) override { return add(); }
    bool number_integer(std::int64_t) override { return add(); }
    bool number_float(double) override { return add(); }
    bool number_rare() override { return add(); }
    bool boolean(bool) override { return add(); }
    bool null() override { return add(); }
    bool start_object() override { return add(); }
    bool end_object() override { return add(); }
    bool start_array() override { return add(); }
    bool end_array() override { return add(); }

   private:
    bool add() {
      all.emplace_back(token());
      return true;
    }
  };
  Tokens tokens;
  EXPECT_EQ(read_json(R"( {"a\n": [1, -2.5e1 ,true,null,1e999, "x\u00e9"]} )", tokens),
            JsonEnd::whole);
  EXPECT_EQ(tokens.all, (std::vector<std::string>{"{", R"("a\n")", "[", "1", "-2.5e1", "true",
                                                  "null", "1e999", R"("x\u00e9")", "]", "}"}));
}

TEST(JsonEvents, RefusesWhatIsNotJson) {
  for (const std::string& text : {std::string(),
                                  std::string(" "),
                                  std::string("{"),
                                  std::string("[1,]"),
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
    Protocol quick;
    EXPECT_EQ(read_json(text, quick), JsonEnd::refused) << text;
  }
}

TEST(JsonEvents, StopsWhereItIsTold) {
  for (std::size_t most = 1; most < 40; ++most) {
    Protocol all;
    EXPECT_EQ(read_json(sample, all), JsonEnd::whole);
    Protocol few(most);
    EXPECT_EQ(read_json(sample, few), JsonEnd::stopped);
    all.events.resize(most);
    EXPECT_EQ(few.events, all.events);
  }
  Protocol one(1);
  EXPECT_EQ(read_json("[1, then no JSON", one), JsonEnd::stopped);
}

}  // namespace
}  // namespace referee::text
