// The config that is made of a folder of bots.
#include <gtest/gtest.h>

#include <string>

#include <nlohmann/json.hpp>

#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/run/config/config.hpp"
#include "rules/catalogue.hpp"

namespace referee::config {
namespace {

const rules::GameInfo& game() { return *rules::find_game("box"); }

toolchain::BotFolder bots(std::size_t count) {
  toolchain::BotFolder found;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string name = "bot-" + std::to_string(i);
    found.bots.push_back({name, "./" + name + ".cpp"});
  }
  return found;
}

text::Json json_of(const FolderSettings& settings, std::size_t count,
                   const Overrides& overrides = {}) {
  return text::Json::parse(folder_config(settings, bots(count), overrides));
}

TEST(FolderConfig, HasALineForEachBot) {
  EXPECT_EQ(folder_config({game(), "round-robin"}, bots(2), {}), R"({
  "game": "box",
  "format": "round-robin",
  "bots": [
    {"name": "bot-0", "command": "./bot-0.cpp", "alone": true},
    {"name": "bot-1", "command": "./bot-1.cpp", "alone": true}
  ]
}
)");
}

TEST(FolderConfig, HasWhatIsOverridden) {
  Overrides overrides;
  overrides.seed = 5;
  overrides.clock = kernel::ClockKind::wall;
  overrides.speed = 2;
  overrides.toolchain = 2019;
  overrides.rounds = 3;
  overrides.limits = match::LimitList({"budget=4", "bot-1:turn_limit=1,memory=300"});
  const text::Json json = json_of({game(), "gauntlet"}, 2, overrides);
  EXPECT_EQ(json["seed"], 5);
  EXPECT_EQ(json["clock"], "wall");
  EXPECT_EQ(json["speed"], 2.0);
  EXPECT_EQ(json["toolchain"], 2019);
  EXPECT_EQ(json["rounds"], 3);
  EXPECT_EQ(json["budget"], 4.0);
  EXPECT_FALSE(json["bots"][0].contains("memory"));
  EXPECT_FALSE(json["bots"][0].contains("turn_limit"));
  EXPECT_EQ(json["bots"][1]["memory"], 300);
  EXPECT_EQ(json["bots"][1]["turn_limit"], 1.0);
}

TEST(FolderConfig, TheOfficialFormatIsThatOfTheCompetitionAsFarAsBotsGo) {
  const text::Json many = json_of({game(), "official"}, 60);
  EXPECT_EQ(many["swiss_rounds"], 11);
  EXPECT_EQ(many["qualify"], 58);
  const text::Json few = json_of({game(), "official"}, 4);
  EXPECT_EQ(few["swiss_rounds"], 3);
  EXPECT_EQ(few["qualify"], 4);
  const text::Json chosen = json_of({game(), "official", 2, 3}, 4);
  EXPECT_EQ(chosen["swiss_rounds"], 2);
  EXPECT_EQ(chosen["qualify"], 3);
  EXPECT_FALSE(json_of({game(), "swiss"}, 4).contains("qualify"));
}

}  // namespace
}  // namespace referee::config
