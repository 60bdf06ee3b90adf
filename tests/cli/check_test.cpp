// referee check: what it finds of good and of bad bots.
#include <gtest/gtest.h>

#include <map>
#include <string>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "runtimes.hpp"

namespace {

using namespace cli_test;

// Plays Black Hole: its lowest stone on the first free field.
std::string black_hole_bot(const std::string& at_start, const std::string& on_quit,
                           const std::string& print) {
  return "import sys\n" + at_start +
         "free = ['ABCDEFGH'[u] + str(v) for u in range(8) for v in range(1, 9 - u)]\n"
         "values = list(range(1, 16))\n"
         "number = 0\n"
         "for line in sys.stdin:\n"
         "    word = line.strip()\n"
         "    if word == 'Quit':\n"
         "        " +
         on_quit +
         "\n"
         "    number += 1\n"
         "    if word[:2] in free:\n"
         "        free.remove(word[:2])\n"
         "    if number <= 5 or not values:\n"
         "        continue\n"
         "    move = free.pop(0) + '=' + str(values.pop(0))\n"
         "    " +
         print + "\n";
}
constexpr const char* flushed = "print(move, flush=True)";

class Check : public InFolder {
 protected:
  void SetUp() override {
    if (!in_path("python3")) GTEST_SKIP() << "python3 is not in PATH";
  }
  // The points of a bot by name, each as it is in the JSON.
  std::map<std::string, Json> points(int code, const std::string& source, Words options = {}) {
    if (!source.empty()) write("bot.py", source);
    Words words =
        Words{"check", "bot.py", "--game", "black-hole", "--games", "2", "--json", "--quiet"} +
        options;
    const Ended ended = referee(words);
    EXPECT_EQ(ended.code, code) << ended.out << ended.err;
    last_ = Json::parse(ended.out);
    std::map<std::string, Json> result;
    for (const Json& point : last_["points"]) result[point["name"]] = point;
    return result;
  }
  void expect_own_end(const std::string& game) const {
    expect(0, {"new", game, "python", game});
    const Ended ended =
        referee({"check", game + "/bot.py", "--game", game, "--games", "2", "--json", "--quiet"});
    EXPECT_EQ(ended.code, 0) << game << ended.out << ended.err;
    EXPECT_NE(ended.out.find("\"ends on "), std::string::npos) << game;
  }

  Json last_;
};

TEST_F(Check, AGoodBotPasses) {
  auto found = points(0, black_hole_bot("", "break", flushed));
  EXPECT_EQ(last_["failed"], 0) << last_.dump(2);
  for (const char* name : {"compiles", "size", "first move", "legal moves", "against itself",
                           "same input, same moves", "ends on Quit", "ends at the end of its input",
                           "time", "memory", "standard output", "standard error"}) {
    EXPECT_EQ(found[name]["finding"], "passed") << name << last_.dump(2);
  }
  EXPECT_EQ(found["legal moves"]["text"], "no fault in 2 games against random moves");
  EXPECT_FALSE(found["legal moves"].contains("advice"));
  // People read the same.
  const std::string text = expect(0, {"check", "bot.py", "--game", "black-hole", "--games", "2"});
  EXPECT_NE(text.find("passed  legal moves "), std::string::npos) << text;
  EXPECT_NE(text.find(" passed, 0 failed, 0 noted\n"), std::string::npos) << text;
}

TEST_F(Check, AnswersToQuitAndRandomness) {
  auto found = points(
      1, black_hole_bot("import random\nrandom.seed()\n", "print('goodbye', flush=True); continue",
                        "free.insert(0, move[:2]); random.shuffle(free); "
                        "move = free.pop() + move[2:]; " +
                            std::string(flushed)));
  EXPECT_EQ(found["ends on Quit"]["finding"], "failed") << last_.dump(2);
  EXPECT_EQ(found["ends on Quit"]["text"], "answers goodbye to Quit");
  EXPECT_EQ(found["same input, same moves"]["finding"], "noted");
}

TEST_F(Check, WithoutAFlushNothingElseIsTried) {
  auto found = points(1, black_hole_bot("", "break", "print(move)"), {"--limit", "budget=0.5"});
  EXPECT_EQ(found["first move"]["finding"], "failed");
  EXPECT_NE(found["first move"]["text"].get<std::string>().find("waits for input"),
            std::string::npos)
      << last_.dump(2);
  const std::string advice = found["first move"]["advice"];
  EXPECT_NE(advice.find("flush"), std::string::npos);
  EXPECT_NE(advice.find("\nagain: referee match "), std::string::npos) << advice;
  EXPECT_FALSE(found.contains("legal moves"));
}

// The list goes to the bot's author as it is.
TEST_F(Check, TracebacksAreInIt) {
  auto found = points(
      1, black_hole_bot("", "break",
                        "print(1 / (len(values) - 5), flush=True) if len(values) == 5 else " +
                            std::string(flushed)));
  const std::string advice = found["legal moves"]["advice"];
  EXPECT_NE(advice.find("  | Traceback (most recent call last):\n"), std::string::npos) << advice;
  EXPECT_NE(advice.find("  | ZeroDivisionError: "), std::string::npos) << advice;
  EXPECT_NE(advice.find("\nagain: referee match "), std::string::npos) << advice;
}

// A game costs a bot that never stops its whole budget.
TEST_F(Check, ABotThatLoopsPlaysOneSuchGame) {
  auto found = points(
      1, black_hole_bot("", "break", "while len(values) == 10: pass\n    " + std::string(flushed)),
      {"--limit", "budget=0.5"});
  EXPECT_EQ(found["legal moves"]["text"].get<std::string>().find("a fault in 1 of 1 game"), 0U)
      << last_.dump(2);
  EXPECT_FALSE(found.contains("against itself")) << last_.dump(2);
  EXPECT_FALSE(found.contains("same input, same moves"));
  EXPECT_TRUE(found.contains("ends on Quit"));
}

// Both seats of one game fail: that is one game.
TEST_F(Check, FaultsAreCountedByGames) {
  auto found = points(
      1, black_hole_bot("", "break",
                        "move = '\u00e1' if len(values) == 5 else move; " + std::string(flushed)));
  EXPECT_EQ(found["against itself"]["text"].get<std::string>().find("a fault in 1 of 1 game "), 0U)
      << last_.dump(2);
  // What it wrote stays readable.
  EXPECT_NE(found["legal moves"]["text"].get<std::string>().find("'\u00e1'"), std::string::npos)
      << last_.dump(2);
}

TEST_F(Check, WarningsStayInLines) {
  if (!in_path("g++")) GTEST_SKIP() << "g++ is not in PATH";
  write("bot.cpp", "#include <iostream>\nint main() { int unused; char nul = '\\0'; }\n");
  const Ended ended = referee({"check", "bot.cpp", "--game", "black-hole"});
  EXPECT_NE(ended.out.find("char nul = '\\0'; }\n"), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("\\x"), std::string::npos) << ended.out;
}

TEST_F(Check, WhatSubmissionsMayNotDo) {
  const Json doctor = Json::parse(referee({"doctor", "--json"}).out);
  const std::string on = doctor["host"]["on"].dump();
  if (on.find("number of threads") == std::string::npos) {
    GTEST_SKIP() << "this kernel counts no threads";
  }
  auto found = points(1, black_hole_bot("import socket, threading\n"
                                        "try:\n    socket.socket()\nexcept OSError:\n    pass\n"
                                        "try:\n    thread = threading.Thread(target=lambda: None)\n"
                                        "    thread.start()\n    thread.join()\n"
                                        "except RuntimeError:\n    pass\n",
                                        "break", flushed));
  EXPECT_EQ(found["network"]["finding"], "failed") << last_.dump(2);
  EXPECT_EQ(found["threads"]["finding"], "failed") << last_.dump(2);
  EXPECT_EQ(found["other programs"]["finding"], "passed");
}

TEST_F(Check, WritesJUnit) {
  static_cast<void>(
      points(1, black_hole_bot("", "continue", flushed), {"--junit", path("check.xml").string()}));
  const std::string xml = read("check.xml");
  EXPECT_NE(xml.find("<testcase name=\"legal moves\" classname=\"referee.black-hole\">"),
            std::string::npos)
      << xml;
  EXPECT_NE(xml.find("<failure message=\"stays after Quit\">"), std::string::npos) << xml;
  EXPECT_NE(xml.find("failures=\"1\""), std::string::npos) << xml;
}

TEST_F(Check, EachGameHasItsOwnEnd) {
  for (const std::string& game : all_games()) expect_own_end(game);
}

}  // namespace
