// Bots that leave at once, or write too early. Which commands cannot be run is said in
// tests/machine/program.
#include <regex>

#include "folder.hpp"

namespace {

using namespace cli_test;

using BadBots = InFolder;

TEST_F(BadBots, ThatLeaveAtOnceAreNamedInThePeoplesText) {
  const Ended ended = referee({"match", "box", "/bin/true", "sh -c 'exit 3'"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.out.find("\ntrue (player 1): exit at move 1: left with exit code 0 without "
                           "answering\n"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("\nsh (player 2): crash at move 2: left with exit code 3 without "
                           "answering; it may not read the folder in which it runs (--read "),
            std::string::npos)
      << ended.out;
}

// What lies in the folder and is hidden, here the rival, does not make it unreadable.
TEST_F(BadBots, ThatLeaveInAFolderOfTheirOwnAreToldNothingOfFiles) {
  write_program("leaver", "#!/bin/sh\nread line < leaver\nexit 1\n");
  write_program("rival", "#!/bin/sh\nexit 1\n");
  const Ended ended = referee({"match", "box", "./leaver", "./rival"});
  EXPECT_NE(ended.out.find("\nleaver (player 1): crash at move 1: left with exit code 1 without "
                           "answering\n"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("may not read"), std::string::npos) << ended.out;
}

TEST_F(BadBots, AnEarlyLineIsSaidToBeOne) {
  // Both lines with one call: when it is asked again, the second is there already.
  write_program("chatter", "#!/bin/sh\nread start\nprintf 'A1=1\\ntoo early\\n'\nread a\nread b\n");
  const Ended ended = referee({"match", "black-hole", "./chatter", "referee random black-hole",
                               "--deal", "D3 G1 H1 C6 A7", "--json"});
  const Json record = Json::parse(ended.out);
  ASSERT_EQ(record["faults"].size(), 1U);
  EXPECT_EQ(record["faults"][0]["line"], "too early");
  EXPECT_EQ(record["measured"]["early"], Json::array({3}));
  write("r.json", ended.out);
  EXPECT_NE(expect(0, {"show", "r.json"}).find("before it was asked: does it print more than one"),
            std::string::npos);
}

TEST_F(BadBots, ThatLeaveAtOnceDoNotStopATournament) {
  write("c.json", config_of("black-hole", 1,
                            {{"good", "referee random black-hole"}, {"leaver", "/bin/true"}}));
  const Ended ended = referee({"tournament", "c.json", "--out", "o", "--json"});
  EXPECT_EQ(ended.code, 1);
  // Whichever of its two games ends first is told, the other one is like it.
  EXPECT_TRUE(std::regex_search(
      ended.err, std::regex("(^|\n)fault: Black Hole, match [01], leaver \\((red|blue)\\): exit at "
                            "move [12]: left with exit code 0 without answering\n"
                            "  see: referee show o [01] --plies [12]\n")))
      << ended.err;
  EXPECT_NE(ended.err.find("fault: 1 more exit fault of leaver in Black Hole, for the same "),
            std::string::npos)
      << ended.err;
  const Json standings = Json::parse(lines_of(ended.out).back())["standings"];
  EXPECT_EQ(standings["events"][0]["bots"][1]["name"], "leaver");
  EXPECT_EQ(standings["events"][0]["bots"][1]["faults"], (Json{{"exit", 2}}));
  EXPECT_EQ(standings["events"][0]["bots"][1]["score"], 0);
  // Exit code 1 the next time too: the standings hold faults.
  expect(1, {"tournament", "c.json", "--out", "o"});
  expect(0, {"standings", "o"});
  expect(0, {"verify", "o"});
}

}  // namespace
