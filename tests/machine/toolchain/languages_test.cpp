
#include "referee/machine/toolchain/languages.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <iterator>

#include "folder.hpp"
#include "referee/machine/program/places.hpp"

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

}  // namespace
}  // namespace referee::toolchain
