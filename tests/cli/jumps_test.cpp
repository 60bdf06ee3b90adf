// The clock of the machine is set forwards and backwards while matches are played: the same
// verdicts, and no fault but those that there are without it.
#include <cstdlib>
#include <filesystem>
#include <set>
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
  [[nodiscard]] Played play(const std::string& clock, const std::string& out) const {
    expect(1, {"tournament", "c.json", "--clock", clock, "--out", out, "--jobs", "1", "--quiet"});
    Played played{records_in(path(out)), {}};
    for (const std::string& file : record_files(out)) {
      for (const std::string& line : lines_of(read(out + "/" + file))) {
        const std::string began = Json::parse(line)["measured"]["started"];
        played.years.insert(began.substr(0, 4));
      }
    }
    expect(1, {"tournament", "c.json", "--clock", clock, "--out", out, "--quiet"});
    expect(0, {"verify", out});
    return played;
  }

  void expect_the_same(const std::string& clock, double budget,
                       const std::vector<std::pair<std::string, std::string>>& bots) const {
    Json config = Json::parse(config_of("black-hole", 1, bots));
    config["budget"] = budget;
    write("c.json", config.dump());
    const Played steady = play(clock, "steady");
    const Played jumping = [&] {
      const Jumping year_by_year(path("clock.so"));
      return play(clock, "jumping");
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
  expect_the_same("cpu", 0.2,
                  {{"honest", "referee random black-hole"},
                   {"spinner", "./spinner"},
                   {"sleeper", "./sleeper"}});
}

// The honest bot has time enough on a busy machine, too.
TEST_F(Jumps, ChangeNoVerdictOnTheOfficialClock) {
  expect_the_same("wall", 1, {{"honest", "referee random black-hole"}, {"spinner", "./spinner"}});
}

}  // namespace
