// Source files where a bot's command stands.
#include <gtest/gtest.h>

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "runtimes.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

// Comes to its first move, which is none.
constexpr const char* c_bot =
    "#include <stdio.h>\n"
    "int main(void) {\n"
    "  char line[100];\n"
    "  if (!fgets(line, sizeof line, stdin)) return 1;\n"
    "  puts(\"no move\");\n"
    "  fflush(stdout);\n"
    "  while (fgets(line, sizeof line, stdin)) continue;\n"
    "  return 0;\n"
    "}\n";
constexpr const char* python_bot =
    "import sys\nsys.stdin.readline()\nprint('no move', flush=True)\nsys.stdin.read()\n";

class Sources : public InFolder {
 protected:
  [[nodiscard]] Ended match(const std::string& bot, const Words& options = {}) const {
    Words words =
        Words{"match", "black-hole", bot, "referee random black-hole", "--json", "--seed", "1"} +
        options;
    return referee(words);
  }
  // Plays to its first move, which is refused.
  [[nodiscard]] Json plays(const std::string& bot, const Words& options = {}) const {
    const Ended ended = match(bot, options);
    EXPECT_EQ(ended.code, 1) << ended.err;
    const Json record = Json::parse(ended.out);
    EXPECT_EQ(record["faults"][0]["line"], "no move") << record["faults"];
    return record;
  }
  void expect_language(const std::string& compiler, const std::string& file,
                       const std::string& text, const std::string& language) const {
    if (!in_path(compiler)) GTEST_SKIP() << compiler << " is not in PATH";
    write(file, text);
    const Json source = plays("./" + file)["bots"][0]["source"];
    EXPECT_EQ(source["file"], file);
    EXPECT_EQ(source["language"], language);
    EXPECT_NE(source["compiler"].get<std::string>().find(compiler), std::string::npos) << source;
  }
};

TEST_F(Sources, InJavaHaveTheOfficialHeapWhereThereIsRoom) {
  if (!in_path("javac")) GTEST_SKIP() << "javac is not in PATH";
  write("bot.java",
        "class Player {\n"
        "  public static void main(String[] words) {\n"
        "    new java.util.Scanner(System.in).nextLine();\n"
        "    System.err.println(Runtime.getRuntime().maxMemory() >> 20);\n"
        "    System.out.println(\"no move\");\n"
        "  }\n"
        "}\n");
  const auto heap = [&](const std::string& memory) {
    const Json record = plays("./bot.java", {"--limit", "memory=" + std::string(memory)});
    return std::stoi(record["measured"]["bots"][0]["stderr_tail"].get<std::string>());
  };
  EXPECT_LT(heap("1024"), 1024);
  EXPECT_GT(heap("2400"), 1800);
}

TEST_F(Sources, InJavaScriptWithTheFunctionsOfD8) {
  if (!in_path("node") && !in_path("d8")) GTEST_SKIP() << "neither node nor d8 is in PATH";
  write("bot.js",
        "if (typeof require !== 'undefined' || typeof process !== 'undefined') quit(7);\n"
        "const first = readline();\n"
        "write('no');\n"
        "write(' ');\n"
        "print('move');\n"
        "let last = first;\n"
        "for (let line; (line = readline()) !== undefined;) last = line;\n"
        "printErr('first', first, 'last', last);\n"
        "quit(3);\n");
  const Json record = plays("./bot.js");
  const Json& departure = record["measured"]["bots"][0];
  EXPECT_EQ(departure["exit_code"], 3);
  EXPECT_EQ(departure["stderr_tail"].get<std::string>().substr(0, 6), "first ") << departure;
  EXPECT_NE(departure["stderr_tail"].get<std::string>().find("last Quit"), std::string::npos);
}

TEST_F(Sources, WriteAloneDoesNotFlushInD8) {
  if (!in_path("node") && !in_path("d8")) GTEST_SKIP() << "neither node nor d8 is in PATH";
  write("bot.js", "readline();\nwrite('no move\\n');\nwhile (readline() !== undefined);\n");
  const Ended ended = match("./bot.js", {"--limit", "budget=0.5"});
  EXPECT_EQ(ended.code, 1);
  const Json record = Json::parse(ended.out);
  EXPECT_EQ(record["faults"][0]["kind"], "timeout") << record["faults"];
}

TEST_F(Sources, ErrorsAreThoseOfTheCompiler) {
  write("bot.c", "int main(void) { return missing; }\n");
  const Ended ended = match("./bot.c");
  EXPECT_EQ(ended.code, 1);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("\nbot.c:1:25: error: "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("bot.c' could not be compiled: gcc "), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("left with exit code 1; the command was: gcc -Wall "),
            std::string::npos);
  write("bot.py", "print(1\n");
  const Ended python = match("./bot.py");
  EXPECT_EQ(python.code, 1);
  EXPECT_NE(python.err.find("SyntaxError: "), std::string::npos) << python.err;
  EXPECT_NE(python.err.find("is not valid Python 3"), std::string::npos) << python.err;
}

TEST_F(Sources, ServeCompareAndRegressAndReplay) {
  write("bot.c", c_bot);
  EXPECT_EQ(
      referee({"compare", "./bot.c", "bot.c", "--game", "black-hole", "--max-pairs", "1"}).code, 4);
  write("regress.json", R"({"game": "black-hole", "bot": "bot.c", "toolchain": 2019,
                            "checks": [{"check": "no-faults", "games": 2}]})");
  EXPECT_EQ(referee({"regress", "regress.json"}).code, 1);
  static_cast<void>(plays("./bot.c", {"--save", "game.json", "--toolchain", "2016"}));
  const Json again = Json::parse(expect(1, {"replay", "game.json", "--json"}));
  EXPECT_EQ(again["runs"][0]["as_recorded"], true);
  EXPECT_EQ(again["runs"][0]["record"]["bots"][0]["source"]["toolchain"], 2016);
  expect(1, {"replay", "game.json", "--command", "./bot.c"});
}

TEST_F(Sources, DoctorTellsWhatIsHere) {
  const Json json = Json::parse(referee({"doctor", "--json"}).out);
  ASSERT_EQ(json["sources"].size(), 11U);
  for (const Json& one : json["sources"]) {
    EXPECT_EQ(one["available"] == true, one["advice"] == "") << one;
    EXPECT_NE(one["official"], "") << one;
  }
  EXPECT_EQ(json["cache"]["folder"], path(".cache/referee").string());
  EXPECT_EQ(json["cache"]["builds"], 0);
  EXPECT_NE(referee({"doctor"}).out.find("to remove them: rm -r "), std::string::npos);
}

// ---- a machine that is faster than the official one ----

using Speed = InFolder;

TEST_F(Speed, ShrinksBudgetsAndShowsOfficialTimes) {
  const Words words{"match",   "box", "referee random box", "referee random box", "--seed", "1",
                    "--speed", "4"};
  Words json = words + Words{"--json", "--save", "game.json"};
  const Json record = Json::parse(expect(0, json));
  EXPECT_EQ(record["budget"], 7.5);
  EXPECT_EQ(record["speed"], 4.0);
  const std::string text = expect(0, words);
  EXPECT_NE(text.find("  official  "), std::string::npos) << text;
  EXPECT_NE(text.find("which this one is 4 times as fast as; 30 s of there are 7.5 s here"),
            std::string::npos)
      << text;
  EXPECT_NE(expect(0, {"show", "game.json"})
                .find("budget 7.5 s (30 s of an official machine, "
                      "speed 4)"),
            std::string::npos);
  // A replay has the recorded speed, or another one.
  const auto replayed = [&](const Words& options) {
    Words replay = Words{"replay", "game.json", "--json"} + options;
    return Json::parse(expect(0, replay))["runs"][0]["record"]["budget"].get<double>();
  };
  EXPECT_EQ(replayed({}), 7.5);
  EXPECT_EQ(replayed({"--speed", "2"}), 15);
  EXPECT_EQ(replayed({"--speed", "2", "--limit", "budget=10"}), 5);
}

}  // namespace
