// referee new: bots to begin with, which compile and play.
#include <gtest/gtest.h>

#include <algorithm>
#include <ostream>
#include <tuple>
#include <utility>

#include <nlohmann/json.hpp>

#include "folder.hpp"
#include "runtimes.hpp"

namespace {

using namespace cli_test;
namespace fs = std::filesystem;

struct Kind {
  const char* language;
  const char* compiler;
  const char* source;
};
void PrintTo(const Kind& kind, std::ostream* out) { *out << kind.language; }
constexpr Kind kinds[] = {{"c", "gcc", "bot.c"},
                          {"cpp", "g++", "bot.cpp"},
                          {"python", "python3", "bot.py"},
                          {"java", "javac", "Bot.java"},
                          {"rust", "rustc", "bot.rs"}};

class New : public InFolder, public testing::WithParamInterface<std::tuple<std::string, Kind>> {};

TEST_P(New, CompilesAndPlaysBothSeats) {
  const auto& [game, kind] = GetParam();
  if (!in_path(kind.compiler)) GTEST_SKIP() << kind.compiler << " is not in PATH";
  expect(0, {"new", game, kind.language, "mine"});
  const std::string bot = std::string("./mine/") + kind.source;
  const std::string random = "referee random " + game;
  expect(0, {"match", game, bot, random, "--seed", "1", "--quiet"});
  expect(0, {"match", game, random, bot, "--seed", "2", "--quiet"});
}

// It makes the given moves itself, and goes on from there.
TEST_P(New, GoesOnFromGivenMoves) {
  const auto& [game, kind] = GetParam();
  if (!in_path(kind.compiler)) GTEST_SKIP() << kind.compiler << " is not in PATH";
  expect(0, {"new", game, kind.language, "mine"});
  const std::string bot = std::string("./mine/") + kind.source + " {moves}";
  const std::string random = "referee random " + game;
  const Json game_before = Json::parse(expect(
      0, {"match", game, random + " --seed 3", random + " --seed 4", "--seed", "5", "--json"}));
  std::string moves;
  for (std::size_t i = 0; i < 5; ++i) {
    moves += game_before["plies"][i]["line"].get<std::string>() + "\n";
  }
  write("five.txt", moves);
  const Ended ended =
      referee({"match", game, bot, bot, "--seed", "5", "--moves", "five.txt", "--json"});
  EXPECT_EQ(ended.code, 0) << ended.out;
  EXPECT_EQ(ended.err.find("would have played"), std::string::npos) << ended.err;
  const Json record = Json::parse(ended.out);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_EQ(record["plies"][i], game_before["plies"][i]) << i;
  EXPECT_EQ(record["bots"][0]["command"], bot);
}

INSTANTIATE_TEST_SUITE_P(All, New,
                         testing::Combine(testing::ValuesIn(all_games()), testing::ValuesIn(kinds)),
                         [](const auto& param) {
                           std::string name =
                               std::get<0>(param.param) + "_" + std::get<1>(param.param).language;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

using NewFiles = InFolder;

TEST_F(NewFiles, AreListedAndUsable) {
  const std::string game = all_games().back();
  const std::string said = expect(0, {"new", game, "PY"});
  const std::string folder = game + "-python";
  EXPECT_EQ(said.substr(0, said.find("\n\n")),
            folder + "/bot.py\n" + folder + "/tournament.json\n" + folder + "/regress.json\n" +
                folder + "/.github/workflows/referee.yml");
  for (const char* part : {"THINK HERE", "referee show "}) {
    EXPECT_NE(read(folder + "/bot.py").find(part), std::string::npos) << part;
  }
  EXPECT_EQ(read(folder + "/bot.py").find('@'), std::string::npos) << "a mark is left";
  for (const char* config : {"tournament", "regress"}) {
    const Json written = Json::parse(read(folder + "/" + config + ".json"));
    EXPECT_FALSE(written.contains("$schema")) << "this program is not installed: " << written;
  }
  const std::string workflow = read(folder + "/.github/workflows/referee.yml");
  EXPECT_NE(workflow.find("sudo apt-get install -y python3\n"), std::string::npos);
  EXPECT_NE(workflow.find("\nname: referee\n"), std::string::npos);
  EXPECT_NE(workflow.find("\n      PACKAGE: referee-"), std::string::npos);
  EXPECT_EQ(workflow.find("OWNER"), std::string::npos) << workflow;
  EXPECT_NE(workflow.find("\n        run: referee check " + game + " ./bot.py\n"),
            std::string::npos)
      << workflow;
  if (!in_path("python3")) GTEST_SKIP() << "python3 is not in PATH";
  expect(0, {"tournament", folder + "/tournament.json", "--rounds", "1", "--quiet"});
  expect(0, {"regress", folder + "/regress.json", "--only", "no-faults", "--quiet"});
}

TEST_F(NewFiles, OverwriteNothing) {
  const std::string game = all_games().back();
  fs::create_directory(path("mine"));
  write("mine/regress.json", "{}");
  expect_error(2,
               "mine has regress.json already; nothing was written: name a new folder, as in "
               "referee new GAME LANGUAGE FOLDER",
               {"new", game, "cpp", "mine"});
  EXPECT_EQ(read("mine/regress.json"), "{}");
  EXPECT_FALSE(fs::exists(path("mine/bot.cpp")));
}

TEST_F(NewFiles, NameWhatThereIs) {
  const std::string game = all_games().back();
  expect_error(2, "unknown language 'pyton'; did you mean 'python'?", {"new", game, "pyton"});
  expect_error(2, "unknown language 'cobol'; the languages are c, cpp, python, java, rust",
               {"new", game, "cobol"});
  for (const auto& [name, title] : {std::pair{"go", "Go"},
                                    {"hs", "Haskell"},
                                    {"ocaml", "OCaml"},
                                    {"Pascal", "Pascal"},
                                    {"js", "JavaScript"}}) {
    expect_error(2,
                 std::string("there is no bot in ") + title +
                     " to begin with, only in c, cpp, python, java and rust; one of yours is "
                     "compiled and played like these, and referee show " +
                     game + " says what it reads and writes",
                 {"new", game, name});
  }
  EXPECT_EQ(referee({"new", "chess", "cpp"}).code, 2);
}

}  // namespace
