// Bots that cannot run or leave at once.
#include <regex>

#include "folder.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

struct BadBot {
  std::string command;
  std::string reason;
};

class BadBots : public InFolder {
 protected:
  BadBots() {
    fs::create_directory(path("folder"));
    write("text", "just text\n");
    write_program("no-interpreter-named", "#!\n");
    write_program("scribble", "just text\n");
    write("bot.jar", "PK\x03\x04");
    write_program("bot.exe", "MZ");
    write("Bot.kt", "fun main() {}\n");
    write("Makefile", "all:\n");
    write("nothing", "");
    write("closed", "#!/bin/sh\n");
    // The beginning of a program for 64-bit ARM.
    std::string arm("\x7f\x45LF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x02\0\xb7\0", 20);
    arm.resize(200);
    write_program("arm", arm);
    write_program("short", arm.substr(0, 10));
  }

  // The reason for each; records and errors about configs use the same words.
  [[nodiscard]] std::vector<BadBot> launch_failures() const {
    const std::string here = folder_.string();
    const std::string no_program =
        "' is neither a program of this machine nor a script nor a source file in one of the "
        "official languages: a script must begin with a line such as #!/usr/bin/env python3";
    return {
        {"./missing", "program '" + here + "/missing' does not exist"},
        {"./text", "'" + here + "/text" + no_program},
        {"./folder", "'" + here + "/folder' is a directory, not a program"},
        {"./arm", "program '" + here + "/arm' is built for 64-bit ARM, this machine is x86-64"},
        {"./short", "'" + here + "/short' is a program cut short"},
        {"./scribble", "'" + here + "/scribble" + no_program},
        {"./bot.jar",
         "'" + here + "/bot.jar' is a Java archive; give \"java -jar " + here + "/bot.jar\""},
        {"./bot.exe", "'" + here + "/bot.exe' is a program for Windows; build it for Linux"},
        {"./Bot.kt", "'" + here + "/Bot.kt" + no_program},
        {"./Makefile", "'" + here + "/Makefile" + no_program},
        {"./nothing", "'" + here + "/nothing' is empty"},
        {"./closed",
         "program '" + here + "/closed' is not executable; try: chmod +x " + here + "/closed"},
        {"./no-interpreter-named",
         "script '" + here + "/no-interpreter-named' names no interpreter after #!"},
        {"no-such-program-anywhere", "program 'no-such-program-anywhere' is not in PATH"},
        {"scribble", "program 'scribble' is not in PATH; did you mean ./scribble?"},
        {"", "the command is empty; give a program, e.g. ./mybot"},
        {"./a 'b", "the command has a ' without its closing '"},
        {"./a \\", "the command ends in a single backslash; write \\\\ for a backslash"},
    };
  }
};

TEST_F(BadBots, AreRefusedBeforeAMatch) {
#ifndef __x86_64__
  GTEST_SKIP() << "the wrong program of this test is wrong on x86-64 only";
#endif
  for (const BadBot& bad : launch_failures()) {
    SCOPED_TRACE(bad.command);
    expect_error(2, bad.reason,
                 {"match", "black-hole", "referee random black-hole", bad.command, "--json"});
  }
}

TEST_F(BadBots, AreAnErrorInAConfigThatNamesThem) {
#ifndef __x86_64__
  GTEST_SKIP() << "the wrong program of this test is wrong on x86-64 only";
#endif
  for (const BadBot& bad : launch_failures()) {
    SCOPED_TRACE(bad.command);
    write("c.json", config_of("box", 1, {{"good", "referee random box"}, {"bad", bad.command}}));
    expect_error(2, "c.json: bots[1].command: bot \"bad\": " + bad.reason,
                 {"tournament", "c.json", "--out", "o"});
    EXPECT_FALSE(fs::exists(path("o")));
  }
}

TEST_F(BadBots, TwoOfThemEndTheMatch) {
  const Json record = Json::parse(expect(1, {"match", "box", "true", "true", "--json"}));
  EXPECT_EQ(record["faults"].size(), 2U);
  EXPECT_EQ(record["plies"].size(), 1U);
}

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

TEST_F(BadBots, AnIllegalMoveStandsInTheRecordAsItWasWritten) {
  write_program("liar", "#!/bin/sh\nread colour\nprintf '\\001Zz\\134 \\n'\n");
  const Json record =
      Json::parse(expect(1, {"match", "6561", "./liar", "referee random 6561", "--json"}));
  ASSERT_EQ(record["faults"].size(), 1U);
  EXPECT_EQ(record["faults"][0]["kind"], "illegal");
  EXPECT_EQ(record["faults"][0]["seat"], 1);
  EXPECT_EQ(record["faults"][0]["ply"], 1);
  EXPECT_EQ(record["faults"][0]["line"], "\\x01Zz\\x5c");
  EXPECT_EQ(record["result"]["seats"][0]["status"], "ILLEGAL");
}

}  // namespace
