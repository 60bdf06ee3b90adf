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

TEST_F(Sources, InC) { expect_language("gcc", "bot.c", c_bot, "C"); }

TEST_F(Sources, InCpp) {
  expect_language("g++", "bot.cpp", std::string("#include <concepts>\n") + c_bot, "C++");
}

TEST_F(Sources, InPython) { expect_language("python3", "bot.py", python_bot, "Python 3"); }

TEST_F(Sources, InJava) {
  expect_language("javac", "bot.java",
                  "package some.where;\n"
                  "class Helper { static String move() { return \"no move\"; } }\n"
                  "class Player {\n"
                  "  public static void main(String[] words) {\n"
                  "    java.util.Scanner in = new java.util.Scanner(System.in);\n"
                  "    in.nextLine();\n"
                  "    System.out.println(Helper.move());\n"
                  "    while (in.hasNextLine()) in.nextLine();\n"
                  "  }\n"
                  "}\n",
                  "Java");
}

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

TEST_F(Sources, InPascal) {
  expect_language(
      "fpc", "bot.pas",
      "program bot;\nvar line: string;\nbegin\n  readln(line);\n"
      "  writeln('no move');\n  flush(output);\n  while not eof do readln(line);\nend.\n",
      "Pascal");
}

TEST_F(Sources, InHaskell) {
  expect_language("ghc", "bot.hs",
                  "import System.IO\nmain = do\n  _ <- getLine\n  putStrLn \"no move\"\n"
                  "  hFlush stdout\n  getContents >>= mapM_ (`seq` return ())\n",
                  "Haskell");
}

TEST_F(Sources, InOCaml) {
  expect_language("ocamlopt", "bot.ml",
                  "let () =\n  ignore (read_line ());\n  print_endline \"no move\";\n"
                  "  try while true do ignore (read_line ()) done with End_of_file -> ()\n",
                  "OCaml");
}

TEST_F(Sources, InGo) {
  expect_language("go", "bot.go",
                  "package main\nimport (\n\"bufio\"\n\"fmt\"\n\"os\"\n)\n"
                  "func main() {\n  in := bufio.NewScanner(os.Stdin)\n  in.Scan()\n"
                  "  fmt.Println(\"no move\")\n  for in.Scan() {\n  }\n}\n",
                  "Go");
}

TEST_F(Sources, InRust) {
  expect_language("rustc", "2-bot.rs",
                  "use std::io::{stdin, Read};\n"
                  "fn main() {\n  let mut line = String::new();\n"
                  "  stdin().read_line(&mut line).unwrap();\n  println!(\"no move\");\n"
                  "  stdin().read_to_string(&mut line).unwrap();\n}\n",
                  "Rust");
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

TEST_F(Sources, AreOneFileAlone) {
  write("helper.h", "#define MOVE 1\n");
  write("bot.c", "#include \"helper.h\"\nint main(void) { return MOVE; }\n");
  const Ended ended = match("./bot.c");
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.err.find("helper.h: No such file or directory"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("helper.h lies beside it, and a submission is one file"),
            std::string::npos)
      << ended.err;
}

TEST_F(Sources, AreUtf8) {
  write("bot.py", "import sys\n# caf\xe9\n");
  const Ended ended = match("./bot.py");
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(
      ended.err.find("bot.py' is not valid Python 3: line 2 is not UTF-8; save the file as UTF-8"),
      std::string::npos)
      << ended.err;
  write("bot.py", std::string("# -*- coding: latin-1 -*-\n# caf\xe9\n") + python_bot);
  static_cast<void>(plays("./bot.py"));
}

TEST_F(Sources, MayHaveBlanksAndCapitalsInTheirNames) {
  fs::create_directory(path("my bots"));
  write("my bots/BOT V2.CPP", "#include <cstdio>\nint main() { puts(\"no move\"); getchar(); }\n");
  EXPECT_EQ(plays("./my bots/BOT V2.CPP")["bots"][0]["name"], "BOT V2.CPP");
}

TEST_F(Sources, PlayTournamentsAndCountAsChangedWhenEdited) {
  write("bot.c", c_bot);
  write("config.json",
        R"({"game": "black-hole", "toolchain": 2020, "bots": [)"
        R"({"name": "a", "source": "bot.c"}, {"name": "b", "command": "bot.c 3", )"
        R"("toolchain": 2016}, {"name": "c", "command": "referee random black-hole"}]})");
  expect(1, {"tournament", "config.json", "--quiet"});
  const Json manifest = Json::parse(read("results/config/manifest.json"));
  EXPECT_EQ(manifest["games"][0]["bots"][0]["toolchain"], 2020);
  EXPECT_EQ(manifest["games"][0]["bots"][1]["toolchain"], 2016);
  EXPECT_FALSE(manifest["games"][0]["bots"][2].contains("toolchain"));
  EXPECT_EQ(records_in(path("results/config"))[0]["bots"][0]["source"]["toolchain"], 2020);
  expect(1, {"tournament", "config.json", "--quiet"});
  write("bot.c", std::string(c_bot) + "// another one\n");
  EXPECT_EQ(referee({"tournament", "config.json", "--quiet"}).code, 2);
  expect(1, {"tournament", "config.json", "--quiet", "--accept-changed"});
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

// Nor anything else in the folder that is not named.
TEST_F(Sources, AreNotReadByTheOtherBot) {
  write("secret.c", c_bot);
  write("bot.py",
        "import sys\nsys.stdin.readline()\n"
        "for name in ['secret.c', 'other.txt']:\n"
        "    try:\n        open(name)\n        print(name, 'read', file=sys.stderr)\n"
        "    except PermissionError:\n        print(name, 'closed', file=sys.stderr)\n"
        "print('no move', flush=True)\nsys.stdin.read()\n");
  write("other.txt", "");
  const Json doctor = Json::parse(referee({"doctor", "--json"}).out);
  if (doctor["host"]["landlock"] == 0) GTEST_SKIP() << "this kernel has no walls around files";
  Words match{"match", "black-hole", "./bot.py", "./secret.c", "--json", "--seed", "1"};
  const auto told = [&] {
    return Json::parse(referee(match).out)["measured"]["bots"][0]["stderr_tail"];
  };
  EXPECT_EQ(told(), "secret.c closed\nother.txt closed\n");
  match.insert(match.end(), {"--read", "other.txt"});
  EXPECT_EQ(told(), "secret.c closed\nother.txt read\n");
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

TEST_F(Speed, OfConfigs) {
  write("c.json", R"({"game": "black-hole", "speed": 2, "budget": 3, "bots": [)"
                  R"({"name": "a", "command": "referee random black-hole"},)"
                  R"({"name": "b", "command": "referee random black-hole"}]})");
  expect(0, {"tournament", "c.json", "--quiet"});
  const Json manifest = Json::parse(read("results/c/manifest.json"));
  EXPECT_EQ(manifest["speed"], 2.0);
  EXPECT_EQ(manifest["games"][0]["budget"], 1.5);
  const Json record = records_in(path("results/c"))[0];
  EXPECT_EQ(record["speed"], 2.0);
  EXPECT_EQ(record["budget"], 1.5);
  expect(0, {"tournament", "c.json", "--quiet"});
  EXPECT_NE(expect(0, {"standings", "results/c", "--wide"}).find("official"), std::string::npos);
  expect_error(2, "--speed must be a number from 0.01 to 100",
               {"tournament", "c.json", "--speed", "0"});
  // A game by itself is at the official speed.
  EXPECT_FALSE(
      Json::parse(expect(0, {"match", "box", "referee random box", "referee random box", "--json"}))
          .contains("speed"));
}

}  // namespace
