// Source files: their languages and commands, their main class, and what they miss.
#include "referee/machine/toolchain/source_file.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include "folder.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/compile_advice.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/machine/toolchain/main_class.hpp"

namespace referee::toolchain {
namespace {

const Language& named(std::string_view title) {
  const auto all = languages();
  return *std::find_if(all.begin(), all.end(), [&](const Language& l) { return l.title == title; });
}

TEST(Languages, FollowFromTheEndingOfAName) {
  EXPECT_EQ(language_of("a/bot.cpp"), &named("C++"));
  EXPECT_EQ(language_of("bot.cc"), &named("C++"));
  EXPECT_EQ(language_of("bot.c"), &named("C"));
  EXPECT_EQ(language_of("bot.C"), &named("C++"));
  EXPECT_EQ(language_of("bot.c++"), &named("C++"));
  EXPECT_EQ(language_of("BOT.CPP"), &named("C++"));
  EXPECT_EQ(language_of("Bot.Java"), &named("Java"));
  EXPECT_EQ(language_of("bot.v2.py"), &named("Python 3"));
  EXPECT_EQ(language_of("bot"), nullptr);
  EXPECT_EQ(language_of("cpp"), nullptr);
  EXPECT_EQ(language_of("bot.class"), nullptr);
}

TEST(Languages, HaveACommandInEachYear) {
  for (const Language& language : languages()) {
    for (const unsigned year : years()) {
      const Recipe recipe = recipe_for(language, year);
      EXPECT_EQ(recipe.year, year);
      EXPECT_FALSE(recipe.version.empty());
      EXPECT_EQ(recipe.compile.empty(), !language.compiled) << language.title;
      EXPECT_EQ(recipe.compile.find("{in}") != std::string_view::npos, language.compiled);
    }
  }
}

TEST(Languages, AYearThatIsNotKnownHasTheLastKnownBeforeIt) {
  EXPECT_EQ(recipe_for(named("C++"), 2016).compile,
            "g++ -Wall -O2 -g -std=c++0x -o {out} {in} -lm");
  EXPECT_EQ(recipe_for(named("C++"), 2023).version, "9.4.0");
  EXPECT_EQ(recipe_for(named("C++"), 2024).compile,
            "g++ -Wall -pipe -O2 -march=native -g --std=c++20 -o {out} {in} -lm");
  EXPECT_EQ(recipe_for(named("Pascal"), 2020).version, "2.4.4");
  EXPECT_EQ(recipe_for(named("Rust"), 2016).version, "1.66.1") << "the first that is known";
  EXPECT_EQ(recipe_for(named("C"), 0).year, newest_year());
  EXPECT_EQ(recipe_for(named("C"), 0).version, "13.2.0");
}

// JavaScript as d8 runs it, under Node; skipped where there is none.

using D8Shim = InOwnCache;

TEST_F(D8Shim, IsTheFileOfItsFolder) {
  std::ifstream in(REFEREE_SOURCE_DIR "/referee/machine/toolchain/d8.js", std::ios::binary);
  EXPECT_EQ(d8_shim(), std::string(std::istreambuf_iterator<char>(in), {}));
}

TEST_F(D8Shim, GivesASourceTheFunctionsOfD8AndHidesThoseOfNode) {
  if (program::in_search_path("node").empty()) GTEST_SKIP() << "there is no Node here";
  write("d8.js", d8_shim());
  write("bot.js",
        "print(readline(), arguments[0]);\n"
        "print(readline(), readline() === undefined);\n"
        "print(typeof require, typeof process);\n"
        "write('kept'); quit(3);\n");
  const std::string command =
      "cd '" + folder_.string() + "' && printf 'one\\ntwo' | node d8.js bot.js word; echo $?";
  FILE* const pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::array<char, 4096> buffer{};
  std::string all;
  while (std::fgets(buffer.data(), buffer.size(), pipe) != nullptr) all += buffer.data();
  ::pclose(pipe);
  EXPECT_EQ(all, "one word\ntwo true\nundefined undefined\nkept3\n");
}

namespace fs = std::filesystem;

using SourceFileTest = InOwnCache;

TEST_F(SourceFileTest, IsFoundByItsName) {
  write("bot.cpp", "int main() {}\n");
  for (const char* command : {"./bot.cpp", "bot.cpp", "'bot.cpp'"}) {
    const auto source = find_source(command, folder_);
    ASSERT_TRUE(source) << command;
    EXPECT_EQ(source->file, folder_ / "bot.cpp");
    EXPECT_EQ(source->language->title, "C++");
    EXPECT_TRUE(source->words.empty());
  }
  EXPECT_EQ(find_source("./bot.cpp 3 'a b'", folder_)->words,
            (std::vector<std::string>{"3", "a b"}));
}

TEST_F(SourceFileTest, AProgramIsAProgramWhateverItsName) {
  write("script.py", "#!/usr/bin/env python3\nprint(1)\n");
  EXPECT_TRUE(find_source("./script.py", folder_)) << "it cannot be executed";
  write("script.py", "#!/usr/bin/env python3\nprint(1)\n", true);
  EXPECT_FALSE(find_source("./script.py", folder_));
  write("plain.py", "print(1)\n", true);
  EXPECT_TRUE(find_source("./plain.py", folder_)) << "nothing says by what it is executed";
  fs::copy_file("/bin/true", folder_ / "program.c");
  EXPECT_FALSE(find_source("./program.c", folder_));
}

TEST_F(SourceFileTest, ItsFirstLineTellsWhichPythonItIs) {
  write("three.py", "#!/usr/bin/python3\nprint(2)\n");
  write("two.py", "#!/usr/bin/env python2\nprint 2\n");
  write("plain.py2", "print 2\n");
  write("comment.py", "# python2\nprint(2)\n");
  EXPECT_EQ(find_source("./three.py", folder_)->language->title, "Python 3");
  EXPECT_EQ(find_source("./two.py", folder_)->language->title, "Python 2");
  EXPECT_EQ(find_source("./plain.py2", folder_)->language->title, "Python 2");
  EXPECT_EQ(find_source("./comment.py", folder_)->language->title, "Python 3");
}

TEST_F(SourceFileTest, OthersAreLeftToWhoeverResolvesThem) {
  fs::create_directory(folder_ / "folder.cpp");
  write("bot.txt", "");
  for (const char* command : {"", "'", "./missing.cpp", "./folder.cpp", "./bot.txt",
                              "python3 bot.py", "referee random"}) {
    EXPECT_FALSE(find_source(command, folder_)) << command;
  }
}

TEST_F(SourceFileTest, WhatIsInPathComesFirst) {
  write("bot.py", "print(1)\n");
  write("bin/bot.py", "#!/bin/sh\n", true);
  set("PATH", (folder_ / "bin").string());
  EXPECT_FALSE(find_source("bot.py", folder_));
  EXPECT_TRUE(find_source("./bot.py", folder_));
}

constexpr const char* main_method = " { public static void main(String[] words) { int x; } } ";

TEST(JavaMain, IsTheClassThatHasOne) {
  EXPECT_EQ(java_main_class(std::string("class A { int a; } class B") + main_method, "C"), "B");
  EXPECT_EQ(java_main_class(std::string("interface A") + main_method, ""), "A");
  EXPECT_EQ(java_main_class("class A { final static void main(String... a) {} }", ""), "A");
  EXPECT_EQ(java_main_class("", ""), "");
  EXPECT_EQ(java_main_class("class A { void main(String[] a) {} }", ""), "");
}

TEST(JavaMain, TheFilesOwnNameDecidesBetweenSeveral) {
  const std::string two = std::string("class A") + main_method + "class B" + main_method;
  EXPECT_EQ(java_main_class(two, "B"), "B");
  EXPECT_EQ(java_main_class(two, "bot"), "A");
}

TEST(JavaMain, HasItsPackage) {
  EXPECT_EQ(java_main_class(std::string("package a.b ; import x.Y; class C") + main_method, ""),
            "a.b.C");
}

TEST(JavaMain, PassesOverCommentsStringsAndNestedClasses) {
  const std::string disguised =
      "/* class No { static void main( */ // class No { static void main(\n"
      "class Data { String s = \"} class No { static void main(\\\"\"; char c = '{'; char q = "
      "'\\'';"
      " String t = \"\"\"\n } \\\"\"\" { \"\"\";"
      " static class Inner { public static void main(String[] a) {} } }\n"
      "record Point(int x, int y) { static int main = 3; }\n"
      "class Yes";
  EXPECT_EQ(java_main_class(disguised + main_method, ""), "Yes");
}

TEST(JavaMain, SurvivesWhatIsNoJava) {
  for (const char* text : {"\"", "'", "/*", "\"\"\"", "package", "class", "}}}{{{", "\\"}) {
    EXPECT_EQ(java_main_class(text, ""), "") << text;
  }
}

using Names = std::vector<std::string>;

class OtherFiles : public InOwnCache {
 protected:
  [[nodiscard]] Names missed(const std::string& source, std::string_view output) const {
    return missed_files(folder_ / source, output);
  }
};

TEST_F(OtherFiles, ThatTheCompilerNames) {
  write("main.cpp", "");
  write("mine.h", "");
  write("lib/board.hpp", "");
  write("bot.cpp", "");
  EXPECT_EQ(missed("main.cpp", "main.cpp:1:10: fatal error: mine.h: No such file or directory"),
            Names{"mine.h"});
  EXPECT_EQ(missed("main.cpp", "fatal error: lib/board.hpp: No such file"), Names{"lib/board.hpp"});
  EXPECT_EQ(missed("main.cpp", "fatal error: boost/asio.hpp: No such file"), Names{});
  // main() is in every program.
  EXPECT_EQ(missed("bot.cpp", "bot.cpp: In function 'int main()': error: expected ';'"), Names{});
  EXPECT_EQ(missed("bot.cpp", "/usr/include/c++/12/string: error in '../x.h'"), Names{});
}

TEST_F(OtherFiles, ModulesAndClassesOfTheirName) {
  for (const char* name :
       {"Bot.java", "Board.java", "bot.rs", "board.rs", "Bot.hs", "Search.hs", "board.h"}) {
    write(name, "");
  }
  EXPECT_EQ(missed("Bot.java", "error: cannot find symbol\n  symbol:   class Board\n"),
            Names{"Board.java"});
  EXPECT_EQ(missed("bot.rs", "error[E0583]: file not found for module `board`"), Names{"board.rs"});
  EXPECT_EQ(missed("Bot.hs", "Could not find module \u2018Search\u2019"), Names{"Search.hs"});
  EXPECT_EQ(missed("Bot.java", "error: cannot find symbol\n  symbol:   class Boards\n"), Names{});
}

TEST_F(OtherFiles, InWhichAMissingSymbolStands) {
  write("main.cpp", "");
  write("search.cpp", "int solve(int depth) { return depth; }");
  write("other.cpp", "int resolve() { return 1; }");
  EXPECT_EQ(missed("main.cpp", "main.cpp:4: undefined reference to `solve(int)'\ncollect2: error"),
            Names{"search.cpp"});
  EXPECT_EQ(missed("main.cpp", "undefined reference to `Board::solve(int)'"), Names{"search.cpp"});
  EXPECT_EQ(missed("main.cpp", "undefined reference to `pthread_create'"), Names{});
}

TEST_F(OtherFiles, AreToBePutIntoOne) {
  write("main.cpp", "");
  write("mine.h", "");
  EXPECT_EQ(
      compile_advice(folder_ / "main.cpp", "", "fatal error: mine.h: No such file"),
      "mine.h lies beside it, and a submission is one file: put all into main.cpp, or compile "
      "it yourself and give the program");
  EXPECT_EQ(compile_advice(folder_ / "main.cpp", "a\nb\xe9\n", "error"),
            "line 2 is not UTF-8; save the file as UTF-8");
  EXPECT_EQ(compile_advice(folder_ / "main.cpp", "a\n\xc3\xa9\n", "error"), "");
  EXPECT_EQ(
      compile_advice(folder_ / "Bot.java",
                     "\xef\xbb\xbf"
                     "a\n",
                     "illegal character"),
      "Bot.java begins with a byte order mark, which an editor wrote and this compiler may not "
      "take; save it as UTF-8 without one");
}

}  // namespace
}  // namespace referee::toolchain
