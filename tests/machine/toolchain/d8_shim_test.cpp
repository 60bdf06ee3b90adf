// JavaScript as d8 runs it, under Node; skipped where there is none.
#include <array>
#include <cstdio>
#include <iterator>

#include "folder.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {
namespace {

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
