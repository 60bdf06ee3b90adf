// The errors for texts that are not records.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include <nlohmann/json.hpp>

#include "support.hpp"

namespace {

using namespace match_test;
using referee::match::to_json;
using referee::text::JsonError;

const text::Json& good() {
  static const text::Json json = to_json(completed(
      Played(MatchPlan::from_seed(game("black-hole"), 5), {{1, FaultKind::illegal}}).record));
  return json;
}

std::string error_of(const text::Json& json) {
  try {
    (void)record_from(json);
  } catch (const text::JsonError& error) {
    return error.what();
  }
  return "(no error)";
}

// The good record with the value at a JSON pointer replaced or, for null, removed.
std::string error_with(const std::string& pointer, const text::Json& value) {
  text::Json json = good();
  const text::Json::json_pointer at(pointer);
  if (value.is_null()) {
    json.at(at.parent_pointer()).erase(at.back());
  } else {
    json[at] = value;
  }
  return error_of(json);
}

// As errors name it: "log: bots[1].name" for "/bots/1/name".
std::string place_of(const std::string& pointer) {
  std::string place = "log:";
  std::istringstream steps(pointer.substr(1));
  for (std::string step; std::getline(steps, step, '/');) {
    const bool number = step.find_first_not_of("0123456789") == std::string::npos;
    place += number ? "[" + step + "]" : (place.back() == ':' ? " " : ".") + step;
  }
  return place;
}

TEST(ReadRecord, TheGoodOneIsGood) { EXPECT_EQ(error_of(good()), "(no error)"); }

TEST(ReadRecord, NamesMissingKeys) {
  for (const std::string pointer :
       {"/schema", "/version", "/game", "/clock", "/budget", "/bots", "/bots/1/name", "/result",
        "/result/seats", "/result/seats/0/score", "/result/seats/1/status", "/faults",
        "/faults/0/kind", "/faults/0/reason", "/faults/0/seat", "/plies", "/plies/2/seat",
        "/plies/2/line"}) {
    const auto slash = pointer.rfind('/');
    const std::string within = slash == 0 ? "log" : place_of(pointer.substr(0, slash));
    EXPECT_EQ(error_with(pointer, nullptr),
              within + ": the key \"" + pointer.substr(slash + 1) + "\" is missing");
  }
}

TEST(ReadRecord, NamesWrongTypes) {
  for (const char* pointer :
       {"/schema", "/tournament", "/game", "/deal", "/clock", "/bots/0/name", "/bots/0/command",
        "/bots/0/hash", "/result/seats/0/status", "/faults/0/kind", "/faults/0/reason",
        "/faults/0/line", "/plies/0/line", "/plies/0/relayed", "/plies/0/by", "/measured/started",
        "/measured/bots/1/stderr_tail", "/measured/bots/1/refused/0"}) {
    EXPECT_EQ(error_with(pointer, 4), place_of(pointer) + ": must be a text, not the number 4");
  }
  for (const char* pointer : {"/bots", "/result/seats", "/faults", "/plies"}) {
    const std::string error = error_with(pointer, "some");
    EXPECT_NE(error.find(": must be a list, not the text \"some\""), std::string::npos) << error;
  }
  for (const char* pointer : {"/result", "/measured", "/measured/bots/0", "/bots/0", "/plies/0",
                              "/faults/0", "/result/seats/0"}) {
    const std::string error = error_with(pointer, text::Json::array({1}));
    EXPECT_NE(error.find(": must be an object, not a list"), std::string::npos) << error;
  }
  EXPECT_EQ(error_with("/isolated", "no"),
            "log: isolated: must be true or false, not the text \"no\"");
  EXPECT_EQ(error_with("/budget", "30"), "log: budget: must be a number, not the text \"30\"");
  EXPECT_EQ(error_with("/measured/bots/1/killed", 1),
            "log: measured.bots[1].killed: must be true or false, not the number 1");
}

TEST(ReadRecord, NamesWrongNumbers) {
  const std::vector<std::tuple<const char*, text::Json, const char*>> cases{
      {"/version", 0, "must be a whole number from 1 to 1000000, not the number 0"},
      {"/match", -1, "must be a whole number from 0 to 9007199254740992, not the number -1"},
      {"/round", 0, "must be a whole number from 1 to 1000000000, not the number 0"},
      {"/seed", 1.5, "must be a whole number from 0 to 9007199254740991, not the number 1.5"},
      {"/result/seats/0/score", "7",
       "must be a whole number from -1000000000000 to 1000000000000, not the text \"7\""},
      {"/result/seats/0/game_points", 1000001,
       "must be a whole number from 0 to 1000000, not the number 1000001"},
      {"/faults/0/seat", 3, "must be a whole number from 1 to 2, not the number 3"},
      {"/faults/0/ply", 0, "must be a whole number from 1 to 1000000, not the number 0"},
      {"/plies/1/seat", 0, "must be a whole number from 1 to 2, not the number 0"},
      {"/measured/early/0", 0, "must be a whole number from 1 to 1000000, not the number 0"},
      {"/measured/cpu_us/1", -1,
       "must be a whole number from 0 to 9007199254740992, not the number -1"},
      {"/measured/bots/0/exit_code", 256,
       "must be a whole number from 0 to 255, not the number 256"},
      {"/measured/bots/1/signal", 0, "must be a whole number from 1 to 128, not the number 0"},
      {"/budget", 0, "must be a number of seconds above 0"},
      {"/budget", -3, "must be a number of seconds above 0"},
      {"/budget", 1e7, "must be a number of seconds above 0"},
  };
  for (const auto& [pointer, value, message] : cases) {
    EXPECT_EQ(error_with(pointer, value), place_of(pointer) + ": " + message);
  }
}

TEST(ReadRecord, NamesWrongWords) {
  EXPECT_EQ(error_with("/schema", "referee-manifest"),
            "log: schema: must be \"referee-match\": this is not a match record");
  EXPECT_EQ(error_with("/game", "chess"), "log: game: unknown game \"chess\"");
  EXPECT_EQ(error_with("/clock", "sun"), "log: clock: must be \"cpu\" or \"wall\"");
  EXPECT_EQ(error_with("/faults/0/kind", "sleepy"),
            "log: faults[0].kind: unknown kind of fault \"sleepy\"");
  EXPECT_EQ(error_with("/result/seats/0/status", "won"),
            "log: result.seats[0].status: must be WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT");
  EXPECT_EQ(error_with("/plies/0/by", "me"), "log: plies[0].by: must be \"bot\" or \"jury\"");
  EXPECT_EQ(error_with("/faults/0/line", "\\n"),
            "log: faults[0].line: a backslash must be followed by xNN");
  EXPECT_EQ(error_with("/faults/0/line", "\\xzz"),
            "log: faults[0].line: after \\x there must be two hexadecimal digits");
}

TEST(ReadRecord, PairsArePairs) {
  for (const char* pointer : {"/bots", "/result/seats", "/measured/bots"}) {
    text::Json list = good().at(text::Json::json_pointer(pointer));
    list.push_back(list[0]);
    EXPECT_TRUE(error_with(pointer, list).ends_with(": must have an element for each of 2 seats"))
        << pointer;
    list = text::Json::array({list[0]});
    EXPECT_TRUE(error_with(pointer, list).ends_with(": must have an element for each of 2 seats"))
        << pointer;
  }
}

TEST(ReadRecord, ANewerVersionIsRefusedAndNamed) {
  EXPECT_EQ(error_with("/version", 2),
            "log: version: is newer than this program, which knows version 1");
}

TEST(ReadRecord, UnknownKeysAreFromTheFuture) {
  EXPECT_EQ(error_with("/weather", "fine"), "(no error)");
  EXPECT_EQ(error_with("/plies/0/comment", "good move"), "(no error)");
}

TEST(ReadRecord, ABotsMoveMaySaySo) { EXPECT_EQ(error_with("/plies/1/by", "bot"), "(no error)"); }

TEST(ReadRecord, NoRecordAtAll) {
  for (const char* text : {"null", "[]", "3", "\"x\"", "true", "{}"}) {
    EXPECT_THROW((void)record_from(text::Json::parse(text)), text::JsonError) << text;
  }
}

}  // namespace
