// The schemas of regression configs and results say what the program reads and writes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "tests/show/report/sample.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::report {
namespace {

namespace fs = std::filesystem;
using checks::CheckResult;
using Strings = std::vector<std::string>;

std::string read(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file.string());
  return {std::istreambuf_iterator<char>(in), {}};
}

// Writes a config with every key of every check, and next to it a record that two of them refer to.
constexpr std::string_view full = R"({
  "$schema": "../docs/regress.schema.json", "game": "box", "seed": 3, "clock": "wall",
  "isolation": "require", "budget": 10, "toolchain": 2024, "speed": 2,
  "bot": {"name": "alpha", "command": "sh", "memory": 64, "processes": 3,
          "threads": 4, "open_files": 16, "file_size": 2, "disk": 8,
          "budget": 5, "turn_limit": 1, "first_turn_limit": 2, "environment": {"A": "b"}},
  "checks": [
    {"check": "no-faults", "name": "one", "game": "box", "budget": 5, "games": 2,
     "opponents": ["sh", {"command": "sh"}, {"source": "bot.py", "toolchain": 2020}]},
    {"check": "not-weaker", "base": "sh", "elo": [-30, 0], "model": "logistic",
     "alpha": 0.01, "beta": 0.1, "max_pairs": 10, "openings": {"random_plies": 2}},
    {"check": "not-weaker", "name": "by points", "game": "6561", "base": "sh", "partner": "sh",
     "by": "points", "points": [-10, 0], "limit": 1000},
    {"check": "score", "at_least": 100, "games": 4, "opponents": ["sh"],
     "deal_of": "game.json", "moves": "/dev/null"},
    {"check": "score", "name": "seeds", "at_least": 100, "seeds": [1, 2]},
    {"check": "move-time", "at_most": 1.5, "first_at_most": 3, "clock": "cpu", "games": 2,
     "game": "black-hole", "deal": "H1 B1 E1 D3 E4", "moves": ["C1=9"]},
    {"check": "same-moves", "records": "game.json", "as": "alpha", "match": 0, "plies": 6},
    {"check": "plays-on", "records": ["game.json"], "plies": [3, 5], "command": "sh {moves}"}
  ]})";

// A folder with the record that the config names.
class RegressSchemas : public testing::Test {
 protected:
  RegressSchemas() {
    std::string pattern = (fs::temp_directory_path() / "referee-regress-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("no temporary folder");
    folder_ = pattern;
    std::ofstream(folder_ / "bot.py") << "#!/bin/sh\n";
    fs::permissions(folder_ / "bot.py", fs::perms::owner_all);  // a program: nothing is compiled
    record_ = sample_record("box", 5);
    record_.match = 0;
    std::ofstream(folder_ / "game.json") << match::to_line(record_) << '\n';
  }
  ~RegressSchemas() override {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] checks::Regress parse(std::string_view text) const {
    return checks::parse_regress(text, "r.json", folder_, {});
  }

  fs::path folder_;
  match::MatchRecord record_;
};

TEST_F(RegressSchemas, OfConfigs) {
  Schema config = published_schema("regress");
  EXPECT_EQ(parse(full).checks.size(), 8U);
  EXPECT_EQ(config.check(text::parse_json(full, "r.json")), Strings{});
  // The keys of earlier releases.
  constexpr std::string_view earlier = R"({"game": "box", "bot": "sh", "checks": [
    {"check": "not-weaker", "name": "elo", "base": "sh", "elo0": -30, "elo1": 0},
    {"check": "not-weaker", "base": "sh", "by": "points", "points0": -10, "points1": 0}]})";
  EXPECT_EQ(parse(earlier).checks.size(), 2U);
  EXPECT_EQ(config.check(text::parse_json(earlier, "r.json")), Strings{});
  expect_complete(config);
}

TEST_F(RegressSchemas, OfConfigsRefuseWhatTheReaderRefuses) {
  Schema config = published_schema("regress");
  const text::Json good = text::parse_json(full, "r.json");
  const auto refused = [&](std::string_view pointer, const text::Json& value) {
    expect_refused(config, good, pointer, value,
                   [this](const std::string& text) { static_cast<void>(parse(text)); });
  };
  refused("/bto", 1);
  refused("/game", "chess");
  refused("/seed", -1);
  refused("/clock", "sun");
  refused("/isolation", "no");
  refused("/bot", 1);
  refused("/bot/nmae", "x");
  refused("/bot/command", "");
  refused("/checks", text::Json::array());
  refused("/checks/0/check", "elegance");
  refused("/checks/0/name", "a/b");
  refused("/checks/0/name", ".a");
  for (const char* name : {"/bot/name", "/checks/0/name"}) {
    refused(name, std::string(201, 'x'));
    refused(name, "two\nlines");
    refused(name, "\x7f");
  }
  refused("/checks/0/games", 0);
  refused("/checks/0/opponents", text::Json::array());
  refused("/checks/0/ganes", 2);
  refused("/checks/1/base", 5);
  for (const auto& bounds : {text::Json{-5000, 0}, text::Json{-5}, text::Json(-5)}) {
    refused("/checks/1/elo", bounds);
  }
  refused("/checks/1/model", "bayesian");
  refused("/checks/1/alpha", 0.6);
  refused("/checks/1/max_pairs", 0);
  refused("/checks/2/by", "luck");
  refused("/checks/3/at_least", "much");
  refused("/checks/4/seeds", text::Json::array());
  refused("/checks/5/at_most", 0);
  refused("/checks/6/plies", 0);
  refused("/checks/7/plies", text::Json::array());
  refused("/checks/7/records", text::Json::array());
}

// A bot is the same in both configs, but that a check can do without its name and has no note.
TEST(RegressSchema, HasTheBotOfTournamentConfigs) {
  const auto bot_of = [](const std::string& name, const std::string& pointer) {
    const std::string file = std::string(REFEREE_SOURCE_DIR) + "/docs/" + name + ".schema.json";
    text::Json bot = text::parse_json(read(file), file).at(text::Json::json_pointer(pointer));
    for (const char* key : {"name", "command"}) bot["properties"][key].erase("description");
    return bot;
  };
  text::Json regress = bot_of("regress", "/$defs/bot/anyOf/1");
  text::Json config = bot_of("config", "/$defs/bots/items");
  EXPECT_EQ(config["required"], text::Json::array({"name"}));
  EXPECT_FALSE(regress.contains("required"));
  config.erase("required");
  EXPECT_EQ(config["properties"].erase("note"), 1U) << "of versions in a ladder";
  EXPECT_EQ(regress, config);
  // And what both of them say is what the program reads.
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    const text::Json& limit = config["properties"].at(std::string(key.name));
    EXPECT_EQ(limit["minimum"], key.least) << key.name;
    EXPECT_EQ(limit["maximum"], key.most) << key.name;
  }
}

TEST_F(RegressSchemas, FitTheExamplesOfTheGuide) {
  Schema config = published_schema("regress");
  const fs::path ci = fs::path(REFEREE_SOURCE_DIR) / "docs" / "ci";
  EXPECT_EQ(config.check(text::parse_json(read(ci / "regress.json"), "regress.json")), Strings{});
  std::istringstream guide(read(ci / "README.md"));
  int checks = 0;
  for (std::string line; std::getline(guide, line);) {
    if (!line.starts_with("    {\"check\":")) continue;
    ++checks;
    const text::Json json{{"game", "box"},
                          {"bot", "x"},
                          {"checks", text::Json::array({text::parse_json(line, "README.md")})}};
    EXPECT_EQ(config.check(json), Strings{}) << line;
  }
  EXPECT_EQ(checks, 7);
}

TEST_F(RegressSchemas, OfResults) {
  Schema result_schema = published_schema("regress-result");
  const checks::Regress regress = parse(full);
  match::MatchRecord played = record_;
  played.faults.push_back(sample_fault(9, bot::FaultKind::timeout, "too late"));
  std::vector<CheckResult> results;
  for (const auto& check : regress.checks) {
    if (check->comparison() == nullptr) check->note(played);
    results.push_back({check.get(), outcome_of(*check), 1.5});
  }
  results.back().seconds = std::nullopt;
  EXPECT_EQ(result_schema.check(regress_json({regress.bot, results, true})), Strings{});
  expect_complete(result_schema);
}

}  // namespace
}  // namespace referee::report
