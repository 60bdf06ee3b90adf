// docs/game.schema.json says what game.json may have: the reader refuses keys that it does not
// know, so what it accepts here are its keys.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/starter/starter.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using Strings = std::vector<std::string>;
using text::Json;

constexpr std::string_view with_all_keys = R"({
  "$schema": "../docs/game.schema.json", "name": "jane.hex-11", "judge": "judge.py",
  "files": ["lib.py"], "arguments": ["11"], "title": "Hex", "version": "2",
  "seats": ["red", "blue"], "budget": 0.5, "turn_limit": 1, "first_turn_limit": 2, "memory": 512,
  "soft_limit": {"by": 0.05, "turns": 2}, "farewell": false,
  "takeover": true, "cooperative": false, "ranking": ["game_points", "score"],
  "most_game_points": 3, "longest_move": 262144, "start": "turn",
  "point_scale": {"limit": 91, "exact": false, "gain": 2.5, "usual": true}, "deterministic": false, "secret_deal": true, "patience": 3,
  "judge_memory": 2048, "judge_processes": 1
})";

GameFile read(const Json& json) { return read_game_file(text::JsonReader(json, "game.json:")); }

TEST(GameSchema, SaysWhatTheFileMayHave) {
  report::Schema schema = report::published_schema("game");
  const Json json = text::parse_json(with_all_keys, "game.json");
  Json varied = json;
  varied["seats"] = {{"names", {"a", "b", "c"}}, {"from", 2}};
  Json alone = json;
  alone.merge_patch({{"seats", {"solver"}},
                     {"goal", "min"},
                     {"scores", "relative"},
                     {"takeover", false},
                     {"point_scale", nullptr}});
  for (const Json& one : {json, varied, alone}) {
    EXPECT_NO_THROW(read(one));
    EXPECT_EQ(schema.check(one), Strings{});
  }
  EXPECT_EQ(schema.never_seen(), Strings{});
  EXPECT_EQ(schema.undescribed(), Strings{});
}

TEST(GameSchema, RefusesWhatTheReaderRefuses) {
  report::Schema schema = report::published_schema("game");
  const Json good = text::parse_json(with_all_keys, "game.json");
  const auto refused = [&](std::string_view pointer, const Json& value) {
    Json wrong = good;
    wrong[Json::json_pointer(std::string(pointer))] = value;
    EXPECT_THROW(read(wrong), text::JsonError) << pointer << ' ' << value;
    EXPECT_FALSE(schema.check(wrong).empty()) << pointer << ' ' << value;
  };
  for (const char* name : {"hex", "Jane.hex", ".hex", "hex.", "a..b", "a b.c"}) {
    refused("/name", name);
  }
  refused("/colour", 1);
  refused("/title", "");
  refused("/goal", "less");
  refused("/scores", "log");
  refused("/version", 1);
  refused("/seats", Json::array());
  refused("/seats", Json::array({"one", "one"}));
  refused("/seats", Json::array({"1", "2", "3", "4", "5", "6", "7", "8", "9"}));
  refused("/seats", {{"names", {"a", "b"}}});
  refused("/seats", {{"names", {"a", "b"}}, {"from", 0}});
  refused("/seats", {{"names", {"a", "b"}}, {"from", 1}, {"to", 2}});
  for (const char* key : {"budget", "turn_limit", "first_turn_limit", "patience"}) {
    refused(std::string("/") + key, 0);
    refused(std::string("/") + key, 1'000'001);
    refused(std::string("/") + key, "1");
  }
  for (const char* key : {"memory", "judge_memory"}) {
    refused(std::string("/") + key, 0);
    refused(std::string("/") + key, 16'777'217);
  }
  refused("/takeover", "yes");
  refused("/farewell", "no");
  refused("/start", "move");
  refused("/longest_move", 262'145);
  refused("/soft_limit/by", 0);
  refused("/soft_limit/turns", 0);
  refused("/soft_limit/often", 1);
  refused("/ranking", Json::array());
  refused("/ranking", Json::array({"points"}));
  refused("/ranking", Json::array({"score", "score"}));
  refused("/most_game_points", -1);
  refused("/most_game_points", 1'000'001);
  refused("/longest_move", 0);
  refused("/point_scale/limit", 0);
  refused("/point_scale/gain", 0);
  refused("/point_scale/scale", 1);
  refused("/judge_processes", -1);
  refused("/judge_processes", 10'001);
  for (const char* key : {"name", "judge"}) {
    Json without = good;
    without.erase(key);
    EXPECT_THROW(read(without), text::JsonError) << key;
    EXPECT_FALSE(schema.check(without).empty()) << key;
  }
}

// What the reader says of a file that it refuses.
std::string refusal(const Json& json) {
  try {
    read(json);
  } catch (const text::JsonError& error) {
    return error.what();
  }
  return "read";
}

TEST(GameSchema, OfOneSeatSaysWhatIsBetter) {
  Json json{{"name", "my.bags"}, {"judge", "judge.py"}, {"seats", {"solver"}}};
  EXPECT_EQ(read(json).info.goal, rules::Goal::max);
  EXPECT_EQ(read(json).info.scores, rules::Scores::absolute);
  EXPECT_TRUE(read(json).info.point_scale.usual);
  json["goal"] = "min";
  json["scores"] = "relative";
  EXPECT_EQ(read(json).info.goal, rules::Goal::min);
  EXPECT_EQ(read(json).info.point_scale.limit, 10) << "per cent";
  for (const auto& [key, value, error] : std::initializer_list<std::array<const char*, 3>>{
           {"goal", "less", "goal: must be \"max\" or \"min\", not \"less\""},
           {"scores", "log", "scores: must be \"absolute\" or \"relative\", not \"log\""}}) {
    Json wrong = json;
    wrong[key] = value;
    EXPECT_EQ(refusal(wrong), std::string("game.json: ") + error);
  }
  Json without = json;
  without.erase("goal");
  without["seats"] = {{"names", {"one", "two"}}, {"from", 1}};
  EXPECT_EQ(refusal(without),
            "game.json: scores: says nothing without \"goal\": \"max\" or \"min\"");
  json["seats"] = {"one", "two"};
  EXPECT_EQ(refusal(json),
            std::string("game.json: ") +
                "goal: is for games that one may play alone: \"seats\": [\"solver\"]");
}

TEST(GameSchema, FitsAllExamples) {
  report::Schema schema = report::published_schema("game");
  int games = 0;
  for (const char* root : {"/rules/judges", "/tests/play/judge"}) {
    for (const auto& entry :
         fs::recursive_directory_iterator(std::string(REFEREE_SOURCE_DIR) + root)) {
      if (entry.path().filename() != "game.json") continue;
      ++games;
      std::ifstream in(entry.path(), std::ios::binary);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      EXPECT_EQ(schema.check(text::parse_json(text, entry.path().string())), Strings{})
          << entry.path();
    }
  }
  EXPECT_GE(games, 11);
}

TEST(GameSchema, FitsNewGames) {
  report::Schema schema = report::published_schema("game");
  for (const std::string_view language : starter::judges()) {
    const auto files = starter::judge_files(language, "my.game", "/usr/share/referee/docs");
    const Json json = text::parse_json(files.front().text, files.front().path);
    EXPECT_EQ(schema.check(json), Strings{}) << language;
    EXPECT_EQ(json.begin().key(), "$schema");
    EXPECT_EQ(json.at("$schema"), "/usr/share/referee/docs/game.schema.json");
    EXPECT_EQ(read(json).name, "my.game");
  }
}

}  // namespace
}  // namespace referee::judge
