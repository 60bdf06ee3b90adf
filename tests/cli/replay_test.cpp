// referee replay, end to end.
#include <algorithm>

#include "folder.hpp"

namespace {

using namespace cli_test;

class Replay : public InFolder {
 protected:
  // A bot of Black Hole that makes one move and dies in its second turn.
  Replay() {
    write_program("dies",
                  "#!/bin/sh\n"
                  "read a; read b; read c; read d; read e; read f\n"
                  "for x in A1 A2 A3 A4 A5 A6 A7; do\n"
                  "  case \"$a $b $c $d $e $f\" in *$x*) ;; *) break ;; esac\n"
                  "done\n"
                  "echo $x=1\n"
                  "read line\n"
                  "echo it dies >&2\nexit 3\n");
    write("r.json", expect(1, {"match", "black-hole", "./dies", "referee random black-hole",
                               "--seed", "3", "--json"}));
    record = Json::parse(read("r.json"));
    fault_ply = record["faults"][0]["ply"];
  }

  Json record;
  int fault_ply = 0;
};

TEST_F(Replay, FindsTheSameFault) {
  const std::string text = expect(1, {"replay", "r.json"});
  EXPECT_TRUE(text.starts_with("Black Hole: dies (red) against the recorded moves of ")) << text;
  EXPECT_NE(text.find("\nas recorded, with the same fault: crash at move " +
                      std::to_string(fault_ply) + "\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("\n  stderr  it dies\n"), std::string::npos) << text;
  const Json json = Json::parse(expect(1, {"replay", "r.json", "--repeat", "3", "--json"}));
  ASSERT_EQ(json["runs"].size(), 3U);
  for (const Json& run : json["runs"]) {
    EXPECT_EQ(run["as_recorded"], true);
    // The other seat has made its recorded moves, also after the fault.
    EXPECT_EQ(run["record"]["plies"].size() > 3U, true);
    EXPECT_EQ(run["record"]["plies"][1], record["plies"][1]);
  }
}

TEST_F(Replay, SaysWhereAnotherBotDoesSomethingElse) {
  const std::string other = "referee random black-hole";
  const std::string first = record["plies"][0]["line"];
  const std::string text = expect(0, {"replay", "r.json", "--command", other});
  EXPECT_NE(text.find("\nas recorded up to move 1, where it played "), std::string::npos) << text;
  EXPECT_NE(text.find("; recorded: it played " + first + "\n"), std::string::npos) << text;
  // Held to the recorded moves, it meets the recorded positions.
  const Json held = Json::parse(
      referee({"replay", "r.json", "--command", other, "--as-recorded", "--json"}).out)["runs"][0];
  EXPECT_EQ(held["record"]["plies"][0]["line"], first);
  EXPECT_EQ(held["record"]["plies"][1], record["plies"][1]);
  EXPECT_EQ(held["ply"], 1);
}

TEST_F(Replay, WritesWhatTheBotReads) {
  const std::string lines = expect(0, {"replay", "r.json", "--stdin-to", "-"});
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 7) << lines;
  const std::string first = expect(0, {"replay", "r.json", "--stdin-to", "-", "--until", "1"});
  EXPECT_TRUE(first.ends_with("\nStart\n")) << first;
  EXPECT_EQ(lines, first + record["plies"][1]["line"].get<std::string>() + "\n");
  expect(0, {"replay", "r.json", "--stdin-to", "in.txt"});
  EXPECT_EQ(read("in.txt"), lines);
}

// Nothing is played, so no bot is needed.
TEST_F(Replay, WritesLinesOfGamesWithoutBots) {
  Json recorded = record;
  for (Json& bot : recorded["bots"]) bot["command"] = "(recorded)";
  write("official.json", recorded.dump());
  EXPECT_EQ(expect(0, {"replay", "official.json", "--stdin-to", "-"}),
            expect(0, {"replay", "r.json", "--stdin-to", "-"}));
  const Ended ended = referee({"replay", "official.json"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("add --command and its command"), std::string::npos) << ended.err;
}

// Its modules take scripts.
TEST_F(Replay, RunsAPythonBotUnderPython) {
  if (run({"sh", "-c", "command -v python3"}, folder_).code != 0) GTEST_SKIP() << "no python3";
  write("bot.py", "import sys\nprint('\\u00e9 ' + sys.stdin.readline().strip())\n");
  const Ended played = referee(
      {"match", "black-hole", "python3 bot.py", "referee random black-hole", "--seed", "5"});
  EXPECT_EQ(played.code, 1);
  const Ended ended =
      referee({"replay", "last", "--under",
               "python3 -m trace --count --summary --missing -C counts --file counts/x"});
  EXPECT_EQ((ended.out + ended.err).find("UnicodeDecodeError"), std::string::npos) << ended.err;
  EXPECT_NE(ended.out.find("\u00e9 "), std::string::npos) << ended.out << ended.err;
}

TEST_F(Replay, RunsTheBotUnderATool) {
  const Ended ended = referee({"replay", "r.json", "--under", "env FROM=tool"});
  EXPECT_EQ(ended.code, 3) << ended.err;  // the bot's own
  EXPECT_EQ(ended.out, record["plies"][0]["line"].get<std::string>() + "\n");
  EXPECT_NE(ended.err.find("it dies\n"), std::string::npos) << ended.err;
  expect_error(2, "--under: 'no-such-tool' could not be started: No such file or directory",
               {"replay", "r.json", "--quiet", "--under", "no-such-tool"});
}

TEST_F(Replay, OfATournamentTakesTheBotsLimitsFromItsFolder) {
  write("c.json", Json{{"game", "black-hole"},
                       {"rounds", 1},
                       {"bots",
                        {{{"name", "d"}, {"command", "./dies"}},
                         {{"name", "r"}, {"command", "referee random black-hole"}}}}}
                      .dump());
  const Ended played = referee({"tournament", "c.json", "--out", "o"});
  EXPECT_EQ(played.code, 1);
  EXPECT_NE(played.err.find("\n  | it dies\n  see: referee show o "), std::string::npos)
      << played.err;
  const std::string shown = expect(0, {"show", "o", "0"});
  EXPECT_NE(shown.find("\n  again   referee replay o 0\n"), std::string::npos) << shown;
  EXPECT_NE(expect(1, {"replay", "o", "0"}).find("as recorded, with the same fault"),
            std::string::npos);
  expect_error(2, "'o' has several matches; name one by its number: referee show o lists them",
               {"replay", "o"});
}

// gdb's `run` takes the words of the command itself.
TEST_F(Replay, ADebuggerStartsTheWholeCommand) {
  if (run({"sh", "-c", "command -v gdb"}, folder_).code != 0) GTEST_SKIP() << "no gdb";
  write_program("says",
                "#!/bin/sh\nread line\necho \"got '$1' and '$2', read $line\" >&2\nexit 3\n");
  write("says.json", expect(1, {"match", "black-hole", "./says one 'two three'",
                                "referee random black-hole", "--seed", "3", "--json"}));
  const Ended ended = referee({"replay", "says.json", "--under", "gdb -batch -nx"});
  EXPECT_NE((ended.out + ended.err).find("got 'one' and 'two three', read "), std::string::npos)
      << ended.out << ended.err;
}

// A bot that plays the first legal moves of a record, and counts its turns in a function.
TEST_F(Replay, ADebuggerStopsTheBotBeforeTheMove) {
  if (run({"sh", "-c", "command -v gdb"}, folder_).code != 0) GTEST_SKIP() << "no gdb";
  if (run({"sh", "-c", "command -v g++"}, folder_).code != 0) GTEST_SKIP() << "no g++";
  write("counts.cpp", R"(
#include <iostream>
#include <string>
__attribute__((noinline)) void think(int turn, const std::string& read) {
  std::cout << "answer " << turn << " to " << read << std::endl;
}
int main() {
  std::string line;
  while (std::getline(std::cin, line) && line != "Start") {
  }
  for (int turn = 1; std::cin; ++turn) {
    think(turn, line);
    std::getline(std::cin, line);
  }
}
)");
  ASSERT_EQ(run({"g++", "-g", "-O0", "counts.cpp", "-o", "counts"}, folder_).code, 0);
  write("full.json", expect(0, {"match", "black-hole", "referee random black-hole --seed 1",
                                "referee random black-hole --seed 2", "--seed", "5", "--json"}));
  const Json full = Json::parse(read("full.json"));
  const Words words{"replay", "full.json", "--command", "./counts", "--seat",
                    "red",    "--until",   "7",         "--under",  "gdb -q -nx --args"};
  const Ended ended = referee(words, "break think\ncontinue\nprint turn\nrun\ndelete\ncontinue\n");
  const std::string all = ended.out + ended.err;
  const std::string before = full["plies"][5]["line"];
  const std::string stopping =
      "Stopping the bot before move 7; after `continue` it reads '" + before + "\\x0a'.\n";
  const auto first = ended.err.find(stopping);
  ASSERT_NE(first, std::string::npos) << all;
  EXPECT_NE(ended.out.find("Program received signal SIGINT"), std::string::npos) << all;
  // The fourth turn, as the breakpoint finds it.
  EXPECT_NE(ended.out.find("$1 = 4\n"), std::string::npos) << all;
  // What was answered before came out meanwhile.
  EXPECT_NE(ended.out.find("answer 3 to "), std::string::npos) << all;
  // Started again, it is fed again from the beginning.
  EXPECT_NE(ended.out.find("answer 1 to Start\n", ended.out.find("$1 = 4\n")), std::string::npos)
      << all;
}

TEST_F(Replay, ADebuggerStopsTheBotBeforeTheFirstMove) {
  if (run({"sh", "-c", "command -v gdb"}, folder_).code != 0) GTEST_SKIP() << "no gdb";
  write("full.json", expect(0, {"match", "black-hole", "referee random black-hole --seed 1",
                                "referee random black-hole --seed 2", "--seed", "5", "--json"}));
  const Json full = Json::parse(read("full.json"));
  const Ended ended =
      referee({"replay", "full.json", "--until", "1", "--under", "gdb -q -nx"}, "continue\n");
  const std::string all = ended.out + ended.err;
  const auto signal = ended.out.find("Program received signal SIGINT");
  ASSERT_NE(signal, std::string::npos) << all;
  EXPECT_NE(ended.out.find(full["plies"][0]["line"].get<std::string>() + "\n", signal),
            std::string::npos)
      << all;
}

}  // namespace
