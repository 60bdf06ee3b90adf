// What the program says about its own work: --verbose, --debug-log and SPDLOG_LEVEL.
#include <regex>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

class Log : public InFolder {
 protected:
  static Words match(const Words& more = {}) {
    Words words =
        Words{"match", "black-hole", "referee random black-hole", "referee random black-hole"} +
        more;
    return words;
  }
  static void expect_words(const std::string& text, const std::vector<std::string>& wanted) {
    for (const std::string& words : wanted) {
      EXPECT_NE(text.find(words), std::string::npos) << words << "\nis missing in\n" << text;
    }
  }
};

TEST_F(Log, VerboseTellsWhatHappensOnStandardErrorAlone) {
  const Ended plain = referee(match({"--json", "--seed", "1"}));
  const Ended ended = referee(match({"--json", "--seed", "1", "--verbose"}));
  EXPECT_EQ(plain.err, "");
  EXPECT_EQ(without_measured(ended.out), without_measured(plain.out));
  expect_words(ended.err, {"referee: debug: bot 'random-1': protections on: ",
                           "referee: debug: bot 'random-1', pid ",
                           ": launched: referee random black-hole (in " + folder_.string(),
                           "referee: debug: player 1: read '", "', answered '", " us of CPU time, ",
                           "referee: debug: bot 'random-2': ended with "
                           "exit code 0 after ",
                           "referee: debug: exit code 0\n"});
}

TEST_F(Log, AFileGetsTimeAndThreadAndGrows) {
  for (std::size_t run = 1; run <= 2; ++run) {
    const Ended ended = referee(match({"--debug-log", "a.log"}));
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "");
    std::size_t ends = 0;
    const std::regex line(R"(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{6} \[\d+\] debug: .*)");
    for (const std::string& one : lines_of(read("a.log"))) {
      EXPECT_TRUE(std::regex_match(one, line)) << one;
      ends += one.ends_with("debug: exit code 0") ? 1U : 0U;
    }
    EXPECT_EQ(ends, run);
  }
}

TEST_F(Log, TellsOfFaultsTakeoversAndKills) {
  write_program("bad", "#!/bin/sh\necho nonsense\nwhile read -r line; do :; done\n");
  const Ended ended = referee(
      {"match", "black-hole", "./bad", "referee random black-hole", "--debug-log", "a.log"});
  EXPECT_EQ(ended.code, 1);
  expect_words(read("a.log"), {"debug: player 1: illegal at move 1: ", "; the jury plays on\n",
                               "debug: player 1 (jury): read '", "debug: exit code 1\n"});

  write_program("stays", "#!/bin/sh\necho nonsense\nexec sleep 600\n");
  const Words words{"match", "black-hole", "./stays", "referee random black-hole"};
  EXPECT_EQ(referee({words[0], words[1], words[2], words[3], "--debug-log", "b.log"}).code, 1);
  expect_words(read("b.log"), {": killed: did not leave in time\n",
                               "debug: bot 'stays': ended with signal 9 after "});
}

TEST_F(Log, ATournamentTellsWhatItFoundAndWrote) {
  write("c.json", small_config("black-hole", 1));
  expect(0, {"tournament", "c.json", "--out", "o", "--debug-log", "a.log"});
  expect_words(read("a.log"),
               {"debug: store: found 0 records in 0 files of o\n", "debug: store: records go to o/",
                "debug: store: synced o/", "debug: store: found 2 records in 1 files of o\n"});
  const Ended again = referee({"tournament", "c.json", "--out", "o", "--verbose"});
  EXPECT_EQ(again.code, 0);
  expect_words(again.err, {"referee: debug: store: found 2 records"});
}

TEST_F(Log, TheEnvironmentSetsTheLevelOfTheTerminal) {
  const auto with = [this](const std::string& level, const std::string& more) {
    return run({"sh", "-c", "SPDLOG_LEVEL=" + level + " " + built::word("referee") + " " + more},
               folder_);
  };
  EXPECT_EQ(with("debug", "show games").err, "referee: debug: exit code 0\n");
  EXPECT_EQ(with("warning", "show games --verbose").err, "referee: debug: exit code 0\n");
  EXPECT_EQ(with("info", "show games").err, "");
  // Errors are shown at every level.
  EXPECT_EQ(with("off", "standings missing").err, "referee: error: 'missing' does not exist\n");
}

}  // namespace
