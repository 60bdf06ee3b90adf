#include "folder.hpp"
#include "referee/machine/toolchain/source_file.hpp"

namespace referee::toolchain {
namespace {

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
}

}  // namespace
}  // namespace referee::toolchain
