// An author's evening, as docs/guide/workbench.md tells it: from an empty folder to a comparison.
#include <cstdlib>

#include <nlohmann/json.hpp>

#include "folder.hpp"

namespace {

using namespace cli_test;

class Workbench : public InFolder {
 protected:
  // In the sources of the bot.
  void replace(const std::string& before, const std::string& after) const {
    std::string text = read("mybot/bot.cpp");
    const auto at = text.find(before);
    ASSERT_NE(at, std::string::npos) << before;
    write("mybot/bot.cpp", text.replace(at, before.size(), after));
  }
};

TEST_F(Workbench, AnEveningFromAnEmptyFolderToAComparison) {
  const std::string random = "referee random black-hole";
  const std::string bot = "./mybot/bot.cpp";
  expect(0, {"new", "black-hole", "cpp", "mybot"});
  expect(0, {"check", bot, "--game", "black-hole"});
  std::filesystem::copy_file(path("mybot/bot.cpp"), path("old.cpp"));

  // What does not compile is shown as the compiler wrote it.
  replace("return moves[dice % moves.size()];", "return move[dice % moves.size()];");
  const Ended uncompiled = referee({"match", "black-hole", bot, random});
  EXPECT_EQ(uncompiled.code, 1);
  EXPECT_NE(uncompiled.err.find("error: "), std::string::npos) << uncompiled.err;
  EXPECT_NE(uncompiled.err.find("g++ -Wall"), std::string::npos) << uncompiled.err;

  // What crashes is found again, by itself and under a debugger.
  replace("return move[dice % moves.size()];",
          "static int turn = 0;\n  if (++turn == 4) std::abort();\n"
          "  return moves[dice % moves.size()];");
  const Ended crashed =
      referee({"match", "black-hole", bot, random, "--seed", "3", "--save", "g.json"});
  EXPECT_EQ(crashed.code, 1);
  EXPECT_NE(crashed.out.find("again   referee replay g.json"), std::string::npos) << crashed.out;
  const Json record = Json::parse(read("g.json"));
  ASSERT_EQ(record["faults"].size(), 1U);
  EXPECT_NE(expect(1, {"replay", "g.json"}).find("as recorded, with the same fault: crash"),
            std::string::npos);
  if (run({"sh", "-c", "command -v gdb"}, folder_).code == 0) {
    const Ended debugged = referee({"replay", "g.json", "--under", "gdb -batch -nx -ex bt"});
    EXPECT_NE((debugged.out + debugged.err).find("SIGABRT"), std::string::npos)
        << debugged.out << debugged.err;
  }
  expect(1, {"regress", "mybot/regress.json"});

  // Mended, it goes on where it failed, and is no weaker than before.
  replace("if (++turn == 4) std::abort();", "++turn;");
  const std::string again = expect(0, {"replay", "g.json", "--command", bot, "--as-recorded"});
  EXPECT_EQ(again.find("same fault"), std::string::npos) << again;
  expect(0, {"replay", "g.json", "--command", bot, "--free", "5"});
  expect(0, {"regress", "mybot/regress.json"});
  const Json compared = Json::parse(
      referee({"compare", bot, "old.cpp", "--game", "black-hole", "--max-pairs", "3", "--json"})
          .out);
  EXPECT_EQ(compared["decision"], "undecided") << compared;
  expect(0, {"tournament", "mybot/tournament.json", "--rounds", "2", "--out", "o", "-q"});
}

// The game just lost is there without --out; how many are kept, LastGame's own test says.
TEST_F(Workbench, TheLastGamesAreKept) {
  const std::string random = "referee random black-hole --seed ";
  const Words match{"match", "black-hole", random + "1", random + "2", "--json", "--seed"};
  const Json first = Json::parse(expect(0, match + Words{"1"}));
  const Json second = Json::parse(expect(0, match + Words{"2"}));
  EXPECT_EQ(Json::parse(expect(0, {"show", "last", "--json"})), second);
  EXPECT_EQ(Json::parse(expect(0, {"show", "last-1", "--json"})), first);
  expect_error(2, "'last-2': only the last 2 games are kept", {"show", "last-2"});
  const Ended replayed = referee({"replay", "last"});
  EXPECT_NE(replayed.out.find("as recorded, to the end"), std::string::npos) << replayed.out;
  EXPECT_TRUE(
      replayed.err.starts_with("last: Black Hole, random-1 (red) against random-2 (blue), played "))
      << replayed.err;
  EXPECT_EQ(Json::parse(expect(0, match + Words{"9", "--deal", "@last-1"}))["deal"], first["deal"]);
  // Where nothing can be kept no game fails.
  write("file", "");
  ::setenv("XDG_CACHE_HOME", path("file").c_str(), 1);
  const std::string out = expect(0, {"match", "black-hole", random + "1", random + "2"});
  EXPECT_NE(out.find("--save FILE, then referee show FILE"), std::string::npos) << out;
}

}  // namespace
