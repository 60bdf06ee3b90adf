// Bots that read files in their own folders: these belong to them in every verb that keeps results.
#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class OwnFiles : public InFolder {
 protected:
  OwnFiles() {
    fs::create_directory(path("mine"));
    fs::copy_file(built::file("black-hole-greedy"), path("mine/greedy"));
    fs::copy_file(fs::path(REFEREE_SOURCE_DIR) / "bots/black-hole/player.py", path("mine/player"));
    // It plays as the program that its weights name.
    write_program("mine/bot",
                  "#!/bin/sh\nread name <\"${0%/*}/weights\"\nexec \"${0%/*}/$name\"\n");
    put("player");
  }
  void put(const std::string& weights) const { write("mine/weights", weights + "\n"); }
  void write_config(const std::string& format) const {
    Json config = Json::parse(config_of(
        "black-hole", 1, {{"mine", "mine/bot"}, {"other", built::word("black-hole-greedy")}}));
    if (!format.empty()) config["format"] = format;
    if (format == "ladder") config.erase("rounds");
    write("c.json", config.dump());
  }
};

TEST_F(OwnFiles, ATournamentAsksBeforeItGoesOnWithOtherWeights) {
  write_config("");
  const Words play{"tournament", "c.json", "--out", "o"};
  expect(0, play);
  put("greedy");
  const std::string refused = referee(play).err;
  EXPECT_NE(refused.find("the program of the bot \"mine\" of black-hole, which has been changed "
                         "since (its newest file is '" +
                         path("mine/weights").string() + "')"),
            std::string::npos)
      << refused;
  expect(2, play);
  expect(0, play + Words{"--accept-changed"});
  const Json now = Json::parse(expect(0, {"standings", "o", "--json"}));
  EXPECT_NE(now["events"][0]["bots"].dump().find("\"mine@2\""), std::string::npos) << now;
  EXPECT_EQ(now["earlier"][0]["bot"], "mine");
  EXPECT_NE(expect(0, {"standings", "o"})
                .find("\nEarlier programs of changed bots, not part of the standings:\n"
                      "  Black Hole: mine, 2 games, mean score "),
            std::string::npos);
  put("player");
  expect(0, play + Words{"--accept-changed"});
  EXPECT_EQ(records_in(path("o")).size(), 4U) << "the first games count again";
}

TEST_F(OwnFiles, AFolderOfAnEarlierVersionGoesOnWithHashesOfProgramsAlone) {
  fs::remove_all(path("mine"));
  fs::create_directory(path("mine"));
  fs::copy_file(built::file("black-hole-greedy"), path("mine/bot"));
  write_config("");
  const Words play{"tournament", "c.json", "--out", "o"};
  expect(0, play);
  Json manifest = Json::parse(read("o/manifest.json"));
  EXPECT_EQ(manifest.at("hashes"), "folders");
  manifest.erase("hashes");
  write("o/manifest.json", manifest.dump());
  put("1");
  expect(0, play + Words{"--rounds", "2"});
  EXPECT_FALSE(Json::parse(read("o/manifest-0002.json")).contains("hashes"));
  EXPECT_EQ(records_in(path("o")).size(), 4U);
  // A new folder has the weights in its hash.
  expect(0, Words{"tournament", "c.json", "--out", "new"});
  const auto hash_in = [&](const char* file) {
    return Json::parse(read(file)).at("games").at(0).at("bots").at(0).at("hash");
  };
  EXPECT_NE(hash_in("new/manifest.json"), hash_in("o/manifest.json"));
}

TEST_F(OwnFiles, AFolderWhoseNameIsNotUtf8IsOneLikeOthers) {
  const std::string name = "caf\xe9";
  fs::create_directory(path(name));
  folder_ = path(name);
  fs::copy_file(built::file("black-hole-greedy"), path("bot"));
  write("c.json", config_of("black-hole", 1, {{"a", "./bot 1"}, {"b", "./bot 2"}}));
  const Words play{"tournament", "c.json", "--out", "o"};
  expect(0, play);
  expect(0, play + Words{"--rounds", "2"});
  EXPECT_NE(read("o/manifest.json").find("/caf\\\\xe9\""), std::string::npos);
  expect(0, {"verify", "o"});
  expect(0, {"standings", "o"});
  expect(0, {"view", "o", "--save", "p.html"});
  expect(0, {"tournament", "c.json", "--out", "p", "--plan-only", "--json"});
  EXPECT_NE(referee({"compare", "./bot 1", "./bot 2", "--game", "black-hole", "--out", "d",
                     "--max-pairs", "1"})
                .code,
            3);
  folder_ = folder_.parent_path();
}

}  // namespace
