// The limits of bots in configs and manifests.
#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/log.hpp"
#include "referee/run/config/config.hpp"
#include "tests/run/store/support.hpp"

namespace referee::config {
namespace {

// A config whose first bot has these keys.
Manifest with_keys(const std::string& keys, const std::string& game = "box") {
  return parse_config(
      "{\"game\": \"" + game + "\", \"bots\": [{\"name\": \"a\", \"command\": \"sh\"" +
          (keys.empty() ? "" : ", ") + keys + "}, {\"name\": \"b\", \"command\": \"sh\"}]}",
      "c.json", ".", {});
}

std::string refusal(const std::string& keys) {
  try {
    with_keys(keys);
  } catch (const text::JsonError& error) {
    return error.what();
  }
  return "not refused";
}

constexpr const char* all_keys =
    R"("memory": 7, "processes": 2, "threads": 3, "open_files": 40, "file_size": 5, "disk": 6)";

TEST(LimitConfig, WhatAConfigOpensElsewhereIsTold) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "in");
  for (const char* name : {"in/book", "key"}) test::write_file(folder.path() / name, "");
  const auto told = [&](const std::string& read) {
    const std::filesystem::path log = folder.path() / "log";
    std::filesystem::remove(log);
    text::set_up_log({false, log.string()});
    parse_config(R"({"game": "box", "bots": [{"name": "a", "command": "sh", "read": [)" + read +
                     R"(]}, {"name": "b", "command": "sh"}]})",
                 "c.json", folder.path() / "in", {});
    text::set_up_log({});
    return test::read_file(log);
  };
  EXPECT_EQ(told(R"("book")").find("opens"), std::string::npos);
  const std::string all = told(R"("book", "../key")");
  const std::string real = std::filesystem::canonical(folder.path() / "key").string();
  EXPECT_NE(all.find("c.json opens " + real + " to a\n"), std::string::npos) << all;
}

TEST(LimitConfig, ABotMayHaveTimesOfItsOwn) {
  using namespace std::chrono_literals;
  const auto read = [](const std::vector<std::string>& limits) {
    Overrides overrides;
    overrides.limits = match::LimitList(limits);
    return parse_config(R"({"game": "box", "budget": 8, "speed": 2, "bots": [)"
                        R"({"name": "a", "command": "sh", "budget": 4, "turn_limit": 1}, )"
                        R"({"name": "b", "command": "sh"}]})",
                        "c.json", ".", overrides);
  };
  const auto times = [](const Manifest& manifest, std::size_t bot) {
    const text::Json json = to_json(manifest);
    return manifest_from_json(text::JsonReader(json, "m")).events.at(0).times_of(bot);
  };
  EXPECT_EQ(times(read({}), 0), (kernel::TimeLimits{2s, 500ms}));
  EXPECT_EQ(times(read({}), 1), (kernel::TimeLimits{4s}));
  const Manifest given = read({"budget=2,memory=9", "b:budget=6"});
  EXPECT_EQ(times(given, 0), (kernel::TimeLimits{1s, 500ms}));
  EXPECT_EQ(times(given, 1), (kernel::TimeLimits{3s}));
  EXPECT_EQ(given.events.at(0).bots.at(0).limits.memory, 9U);
  EXPECT_EQ(contestants(given, given.events.at(0)).at(1).spec.limits.times.budget, 3s);
  EXPECT_THROW(read({"c:budget=6"}), text::InputError);
}

TEST(LimitConfig, ReachesTheBotsLimits) {
  const Manifest manifest = with_keys(all_keys);
  const auto bots = contestants(manifest, manifest.events.at(0));
  const kernel::Limits& chosen = bots.at(0).spec.limits;
  constexpr std::size_t mebibyte = std::size_t{1} << 20;
  EXPECT_EQ(chosen.memory, 7 * mebibyte);
  EXPECT_EQ(chosen.processes, 2U);
  EXPECT_EQ(chosen.threads, 3U);
  EXPECT_EQ(chosen.open_files, 40U);
  EXPECT_EQ(chosen.file_size, 5 * mebibyte);
  EXPECT_EQ(chosen.disk, 6 * mebibyte);
  const kernel::Limits& usual = bots.at(1).spec.limits;
  const kernel::Limits defaults;
  EXPECT_EQ(usual.processes, defaults.processes);
  EXPECT_EQ(usual.threads, defaults.threads);
  EXPECT_EQ(usual.open_files, defaults.open_files);
  EXPECT_EQ(usual.file_size, defaults.file_size);
  EXPECT_EQ(usual.disk, defaults.disk);
}

// What a config of several games says for all of them, and a game for itself.
TEST(LimitConfig, TurnLimitsOfAllGamesAreEachGamesUnlessItHasItsOwn) {
  const std::string bots =
      R"("bots": [{"name": "a", "command": "sh"}, {"name": "b", "command": "sh"}]})";
  const Manifest manifest =
      parse_config(R"({"turn_limit": 0.1, "first_turn_limit": 0.3, "games": [{"game": "box", )" +
                       bots + R"(, {"game": "6561", "turn_limit": 0.2, )" + bots +
                       R"(, {"game": "2187", "first_turn_limit": 0.4, )" + bots + "]}",
                   "c.json", ".", {});
  using std::chrono::milliseconds;
  const auto expect = [&](std::size_t event, milliseconds every, milliseconds first) {
    EXPECT_EQ(manifest.events.at(event).times.turn, every) << event;
    EXPECT_EQ(manifest.events.at(event).times.first_turn, first) << event;
  };
  expect(0, milliseconds(100), milliseconds(300));
  expect(1, milliseconds(200), milliseconds(300));
  expect(2, milliseconds(100), milliseconds(400));
}

TEST(LimitConfig, GivesTheSameManifestAgain) {
  const Manifest manifest = with_keys(all_keys);
  const text::Json json = to_json(manifest);
  const Manifest again = manifest_from_json(text::JsonReader(json, "manifest:"));
  EXPECT_EQ(again.events, manifest.events);
  EXPECT_EQ(again.id(), manifest.id());
  EXPECT_EQ(to_json(again), json);
}

TEST(LimitConfig, EachKeyMakesAnotherTournament) {
  const std::string plain = with_keys("").id();
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    EXPECT_NE(with_keys("\"" + std::string(key.name) + "\": 8").id(), plain) << key.name;
  }
}

// Stores of earlier versions can be continued.
TEST(PonderConfig, ReachesTheBotsAndMakesAnotherTournament) {
  const auto with = [](const std::string& key) {
    return parse_config(R"({"game": "box", )" + key + R"("bots": [{"name": "a", "command": "sh"},
                        {"name": "b", "command": "sh"}]})",
                        "c.json", ".", {});
  };
  const Manifest manifest = with(R"("ponder": true, )");
  EXPECT_TRUE(contestants(manifest, manifest.events.at(0)).at(1).spec.ponders);
  const text::Json json = to_json(manifest);
  EXPECT_TRUE(manifest_from_json(text::JsonReader(json, "manifest:")).ponders);
  EXPECT_NE(manifest.id(), with("").id());
  EXPECT_FALSE(to_json(with(R"("ponder": false, )")).contains("ponder"));
}

TEST(LimitConfig, LeavesManifestsWithoutThemAsTheyWere) {
  const auto keys = [](const Manifest& manifest) {
    std::vector<std::string> result;
    const text::Json json = to_json(manifest);
    for (const auto& [key, value] : json.at("games").at(0).at("bots").at(0).items()) {
      result.push_back(key);
    }
    return result;
  };
  EXPECT_EQ(keys(with_keys("")), (std::vector<std::string>{"name", "command", "hash"}));
  EXPECT_EQ(keys(with_keys(R"("processes": 1, "memory": 5)")),
            (std::vector<std::string>{"name", "command", "hash", "memory", "processes"}));
  EXPECT_EQ(keys(with_keys(R"("processes": 0)")),
            (std::vector<std::string>{"name", "command", "hash"}));
}

TEST(LimitConfig, RefusesWhatIsOutOfRange) {
  for (const kernel::LimitKey& key : kernel::limit_keys) {
    const std::string name(key.name);
    const std::string range = "c.json: bots[0]." + name + ": must be a whole number from " +
                              std::to_string(key.least) + " to " + std::to_string(key.most) +
                              ", not ";
    EXPECT_EQ(refusal("\"" + name + "\": -1"), range + "the number -1");
    EXPECT_EQ(refusal("\"" + name + "\": " + std::to_string(key.most + 1)),
              range + "the number " + std::to_string(key.most + 1));
    EXPECT_EQ(refusal("\"" + name + "\": \"8\""), range + "the text \"8\"");
  }
}

}  // namespace
}  // namespace referee::config
