// The clock of the machine is set forwards and backwards while matches are played: the same
// verdicts, and no fault but those that there are without it.
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "folder.hpp"

namespace {

using namespace cli_test;

// The referee alone gets it: bots have an environment of their own.
class Jumping {
 public:
  explicit Jumping(const std::filesystem::path& clock) { ::setenv("LD_PRELOAD", clock.c_str(), 1); }
  ~Jumping() { ::unsetenv("LD_PRELOAD"); }
  Jumping(const Jumping&) = delete;
  Jumping& operator=(const Jumping&) = delete;
};

class Jumps : public InFolder {
 protected:
  void SetUp() override {
    if (std::getenv("LD_PRELOAD") != nullptr) GTEST_SKIP() << "LD_PRELOAD is in use";
    // A blank in its path would separate it from another library.
    std::filesystem::copy_file(REFEREE_JUMPING_CLOCK, path("clock.so"));
    write_program("spinner", "#!/bin/sh\nread a\nwhile :; do :; done\n");
    // It waits for a line that does not come.
    write_program("sleeper", "#!/bin/sh\nwhile read a; do :; done\n");
  }

  // What a tournament on this clock came to, and in which years its matches began.
  struct Played {
    std::vector<Json> records;
    std::set<std::string> years;
  };
  [[nodiscard]] Played play(int code, const std::string& clock, const std::string& out) const {
    expect(code,
           {"tournament", "c.json", "--clock", clock, "--out", out, "--jobs", "1", "--quiet"});
    Played played{records_in(path(out)), {}};
    for (Json& record : played.records) {
      for (Json& fault : record["faults"]) forget_what_it_did(fault);
    }
    for (const std::string& file : record_files(out)) {
      for (const std::string& line : lines_of(read(out + "/" + file))) {
        const std::string began = Json::parse(line)["measured"]["started"];
        played.years.insert(began.substr(0, 4));
      }
    }
    expect(code, {"tournament", "c.json", "--clock", clock, "--out", out, "--quiet"});
    expect(0, {"verify", out});
    return played;
  }

  // Whether it waits for input when its time is up: it may not have come so far.
  static void forget_what_it_did(Json& fault) {
    const std::string reason = fault["reason"];
    fault["reason"] = reason.substr(0, reason.find("; it waits for input"));
    Json& facts = fault["facts"];
    if (facts.back()["what"] == "waits_for_input") facts.erase(facts.size() - 1);
  }

  // The code is that of the tournament: 1 if a bot fails.
  void expect_the_same(int code, const std::string& clock, double budget,
                       const std::vector<std::pair<std::string, std::string>>& bots) const {
    Json config = Json::parse(config_of("black-hole", 1, bots));
    config["budget"] = budget;
    write("c.json", config.dump());
    const Played steady = play(code, clock, "steady");
    const Played jumping = [&] {
      const Jumping year_by_year(path("clock.so"));
      return play(code, clock, "jumping");
    }();
    EXPECT_EQ(jumping.records, steady.records);
    EXPECT_EQ(steady.records.size(), bots.size() * (bots.size() - 1));
    // It did jump, both ways.
    ASSERT_EQ(jumping.years.size(), 2U);
    EXPECT_LT(*jumping.years.begin(), *steady.years.begin());
    EXPECT_GT(*jumping.years.rbegin(), *steady.years.rbegin());
  }
};

TEST_F(Jumps, ChangeNoVerdictOnTheCpuClock) {
  expect_the_same(1, "cpu", 0.2,
                  {{"honest", "referee random black-hole"},
                   {"spinner", "./spinner"},
                   {"sleeper", "./sleeper"}});
}

// The official clock also counts the time in which a bot waits for a processor. So only bots that
// would never answer get a small budget there.
TEST_F(Jumps, ChangeNoVerdictOnTheOfficialClock) {
  expect_the_same(1, "wall", 1, {{"spinner", "./spinner"}, {"sleeper", "./sleeper"}});
}

TEST_F(Jumps, MakeNoBotLateOnTheOfficialClock) {
  expect_the_same(
      0, "wall", 60,
      {{"honest", "referee random black-hole"}, {"another", "referee random black-hole --seed 2"}});
}

}  // namespace
