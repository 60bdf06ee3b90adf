// Seeds that nobody chose, and what bots can learn of a deal.
#include <gtest/gtest.h>

#include <set>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Deals : public InFolder {
 protected:
  void SetUp() override {
    Json config = Json::parse(config_of(
        "box", 2,
        {{"a", "referee random box --seed {seed}"}, {"b", "referee random box --seed 2"}}));
    config.erase("seed");
    write("c.json", config.dump());
  }
  [[nodiscard]] Json manifest(const std::string& folder) const {
    return Json::parse(read(folder + "/manifest.json"));
  }
};

TEST_F(Deals, ASeedThatNobodyChoseIsRandomToldAndKept) {
  std::set<std::uint64_t> seeds;
  for (const char* folder : {"one", "two", "three"}) {
    const Ended ended = referee({"tournament", "c.json", "--out", folder});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const Json there = manifest(folder);
    EXPECT_EQ(there["drawn"], true);
    const std::uint64_t seed = there["seed"];
    seeds.insert(seed);
    EXPECT_NE(ended.err.find("seed " + std::to_string(seed) + ", drawn for this tournament"),
              std::string::npos)
        << ended.err;
    // The same command goes on with it, and grows it.
    const Ended more = referee({"tournament", "c.json", "--out", folder, "--rounds", "3"});
    EXPECT_EQ(more.code, 0) << more.err;
    EXPECT_EQ(records_in(path(folder)).size(), 6U);
    expect(0, {"verify", folder});
  }
  EXPECT_EQ(seeds.size(), 3U);
  EXPECT_GT(*seeds.rbegin(), std::uint64_t{1} << 40);
}

// What stands for {seed} says nothing of the seed, from which deal and jury follow.
TEST_F(Deals, BotsAreToldNothingOfIt) {
  expect(0, {"tournament", "c.json", "--out", "o"});
  for (const Json& record : records_in(path("o"))) {
    const std::uint64_t seed = record["seed"];
    const std::uint64_t told = record["told_seed"];
    EXPECT_NE(told, seed & 0x7fffffff);
    EXPECT_LE(told, 0x7fffffffU);
  }
  // A replay tells it again.
  const std::string line = lines_of(read("o/" + record_files().front())).front();
  write("r.json", line + "\n");
  const Ended replayed = referee({"replay", "r.json", "--seat", "1"});
  EXPECT_NE(replayed.out.find("as recorded, to the end"), std::string::npos) << replayed.out;
}

TEST_F(Deals, AChosenSeedGivesWhatItAlwaysGave) {
  const Ended ended = referee({"tournament", "c.json", "--seed", "1", "--out", "o"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_FALSE(manifest("o").contains("drawn"));
  for (const Json& record : records_in(path("o"))) EXPECT_FALSE(record.contains("told_seed"));
  const auto first = records_in(path("o")).front();
  EXPECT_EQ(first["seed"], std::uint64_t{6128092088938263});
  // A game with secrets, and a seed that a bot can find.
  EXPECT_NE(ended.err.find("Box has secrets, and a bot can find them by trying small seeds"),
            std::string::npos)
      << ended.err;
  EXPECT_EQ(referee({"tournament", "c.json", "--seed", "1", "--out", "o"}).err.find("secrets"),
            std::string::npos)
      << "once";
  EXPECT_EQ(referee({"tournament", "c.json", "--seed", "9007199254740991", "--out", "p"})
                .err.find("secrets"),
            std::string::npos);
}

}  // namespace
