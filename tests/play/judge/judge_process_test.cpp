// Judges of a few lines each, which do one thing that is wrong or unusual; and a sound one.
#include "referee/play/judge/judge_process.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/log.hpp"
#include "referee/machine/toolchain/cache.hpp"
#include "referee/machine/walls/protections.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/game_check.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/games.hpp"
#include "tests/folder.hpp"
#include "tests/run/store/support.hpp"

namespace referee::judge {
namespace {

using rules::Seat;

// A judge that greets, and answers each other request by the function `answer(line)` in Python,
// which returns what it writes.
class SmallJudge : public folder::InFolder {
 protected:
  SmallJudge() { set("XDG_CACHE_HOME", (folder_ / "cache").string()); }
  ~SmallJudge() override {
    if (game_) game_->pool().close();
  }

  OutsideGame& judge(const std::string& answer, text::Json facts = {}) {
    facts["name"] = "test.small";
    facts["title"] = "Small";
    facts["judge"] = "judge.py";
    write("game.json", facts.dump());
    write("judge.py", "import os, sys\n" + answer +
                          "\nsys.stdin.readline()\n"
                          "sys.stdout.write('judge 1\\ncan\\n.\\n')\n"
                          "sys.stdout.flush()\n"
                          "for line in sys.stdin:\n"
                          "    sys.stdout.write(answer(line.rstrip('\\n')))\n"
                          "    sys.stdout.flush()\n");
    if (game_) game_->pool().close();
    auto game = std::make_unique<OutsideGame>(GamePlace{folder_});
    game->learn();
    game_ = std::move(game);
    return *game_;
  }
  static std::string failure_of(JudgeProcess& judge, const std::string& request) {
    try {
      judge.ask(request);
    } catch (const JudgeError& error) {
      return error.what();
    }
    return "no failure";
  }

  std::unique_ptr<OutsideGame> game_;
};

TEST_F(SmallJudge, LinesOfAnAnswerMayEndInCrLf) {
  const Lease lease(judge("def answer(line): return 'a\\r\\nb \\r\\nc\\n.\\r\\n'").pool());
  EXPECT_EQ(lease->ask("one"), (Lines{"a", "b ", "c"}));
  EXPECT_EQ(lease->ask("two"), (Lines{"a", "b ", "c"}));
}

TEST_F(SmallJudge, WritesBeforeItIsAsked) {
  const Lease lease(
      judge("def answer(line): return 'a\\n.\\nb\\n.\\n' if line == 'two' else '.\\n'").pool());
  EXPECT_EQ(lease->ask("one"), Lines{});
  EXPECT_EQ(lease->ask("two"), Lines{"a"});
  const std::string failure = failure_of(*lease, "three");
  EXPECT_NE(failure.find("wrote before it was asked"), std::string::npos) << failure;
}

// The walls may refuse it a file, which it names or not.
TEST_F(SmallJudge, IsToldWhereAFileThatItLacksIsNamed) {
  if (walls::probe_protections().landlock_abi == 0) GTEST_SKIP() << "this kernel has no walls";
  const test::TemporaryFolder elsewhere;
  test::write_file(elsewhere.path() / "words.txt", "a\n");
  const std::string open = "open('" + (elsewhere.path() / "words.txt").string() + "')";
  for (const std::string& answer : {"def answer(line): return " + open + ".read()",
                                    "def answer(line):\n    try: return " + open +
                                        ".read()\n    except PermissionError: sys.exit('Permission "
                                        "denied: a list of words')"}) {
    const Lease lease(judge(answer).pool());
    const std::string failure = failure_of(*lease, "one");
    EXPECT_NE(failure.find(": name it among the \"files\" in game.json"), std::string::npos)
        << failure;
  }
}

TEST_F(SmallJudge, OnlyRequestsOfTheGameThatFailedAreKept) {
  const Lease lease(
      judge("def answer(line): return sys.exit(3) if line == 'play x' else '.\\n'").pool());
  lease->ask("start 1");
  lease->ask("play a");
  lease->ask("start 2");
  lease->ask("play b");
  EXPECT_NE(failure_of(*lease, "play x"), "no failure");
  EXPECT_EQ(toolchain::kept_text("judge-failures", "test.small"),
            "referee-judge 1\nstart 2\nplay b\nplay x\n");
}

// A copy is played by another process, from the requests of the game.
TEST_F(SmallJudge, AnotherProcessGivesTheTurnToAnotherSeat) {
  OutsideGame& game = judge(
      "turn = 'turn %d\\n' % (1 + os.urandom(1)[0] % 2)\n"
      "def answer(line):\n"
      "    if line.startswith('start'): return turn + '.\\n'\n"
      "    return 'count 1\\n.\\n'\n");
  // Each process draws a seat; that sixty draw the same has odds of 2^-60.
  const auto original = game.info().start("");
  std::vector<std::unique_ptr<rules::Game>> copies;
  bool differs = false;
  for (int i = 0; i < 60 && !differs; ++i) {
    copies.push_back(original->clone());
    try {
      static_cast<void>(copies.back()->draw());
    } catch (const JudgeError& error) {
      const std::string what = error.what();
      EXPECT_NE(what.find("answers otherwise than another process"), std::string::npos) << what;
      differs = true;
    }
  }
  EXPECT_TRUE(differs);
}

TEST_F(SmallJudge, TheSceneOfAnEndSaysNobodyIsToMove) {
  OutsideGame& game = judge(
      "def answer(line):\n"
      "    if line.startswith('start'): return 'turn 2\\n.\\n'\n"
      "    return 'legal\\nscore 1 1\\nscore 2 0\\nover\\n.\\n'\n");
  const auto played = game.info().start("");
  EXPECT_EQ(played->scene().to_move, Seat::second);
  ASSERT_TRUE(played->play("x"));
  EXPECT_TRUE(played->over());
  EXPECT_FALSE(played->scene().to_move);
  EXPECT_EQ(played->scene().status, "The game is over.");
}

TEST_F(SmallJudge, ItsHashIsThatOfItsFurtherFilesToo) {
  write("helper.py", "one = 1\n");
  const std::string answer = "def answer(line): return '.\\n'";
  const std::string before = judge(answer, {{"files", {"helper.py"}}}).info().outside->hash;
  EXPECT_EQ(judge(answer, {{"files", {"helper.py"}}}).info().outside->hash, before);
  write("helper.py", "one = 2\n");
  EXPECT_NE(judge(answer, {{"files", {"helper.py"}}}).info().outside->hash, before);
}

TEST_F(SmallJudge, TheGainOfAPointScaleIsATwentiethUnlessItSays) {
  const auto scale = [&](const text::Json& given) {
    return judge("def answer(line): return '.\\n'", {{"point_scale", given}}).info().point_scale;
  };
  EXPECT_EQ(scale({{"limit", 100}}).gain, 5);
  EXPECT_EQ(scale({{"limit", 100}, {"gain", 7}}).gain, 7);
}

// Where standings add up scores that say more than who has won.
TEST_F(SmallJudge, PointsDecideByTheRankingUnlessItSays) {
  const auto usual = [&](const text::Json& given) {
    return judge("def answer(line): return '.\\n'", given).info().point_scale.usual;
  };
  EXPECT_TRUE(usual({{"point_scale", {{"limit", 100}}}}));
  EXPECT_FALSE(usual({{"point_scale", {{"limit", 100}}},
                      {"ranking", text::Json::array({"game_points", "score"})}}));
  EXPECT_FALSE(usual({{"point_scale", {{"limit", 100}, {"usual", false}}}}));
  EXPECT_FALSE(usual({{"point_scale", {{"limit", 2}}}}));
  EXPECT_TRUE(usual({{"point_scale", {{"limit", 2}, {"usual", true}}}}));
  EXPECT_FALSE(usual(text::Json::object()));
}

namespace fs = std::filesystem;

class Nim : public testing::Test {
 protected:
  Nim() {
    ::setenv("XDG_CACHE_HOME", cache_.path().c_str(), 1);
    auto game = std::make_unique<OutsideGame>(GamePlace{folder_});
    game->learn();
    game_ = std::move(game);
  }
  ~Nim() override {
    game_->pool().close();
    ::unsetenv("XDG_CACHE_HOME");
  }
  [[nodiscard]] std::unique_ptr<rules::Game> start(const std::string& deal) const {
    return game_->info().start(deal);
  }

  test::TemporaryFolder cache_;
  const fs::path folder_ = fs::path(REFEREE_SOURCE_DIR) / "tests/play/judge/games/nim";
  std::unique_ptr<OutsideGame> game_;
};

TEST_F(Nim, IsWhatItsFolderSays) {
  const rules::GameInfo& info = game_->info();
  EXPECT_EQ(info.name, "test.nim");
  EXPECT_EQ(info.seat_names[1], "right");
  EXPECT_EQ(info.budget, std::chrono::seconds(10));
  EXPECT_TRUE(info.takeover);
  EXPECT_EQ(info.deal(0), "5 3");
  EXPECT_EQ(info.layout().cells.size(), 2U);
  EXPECT_EQ(game_->abilities(),
            (std::vector<std::string>{"test", "count", "result", "draw", "scene"}));
  EXPECT_EQ(game_->folder(), folder_);
  ASSERT_TRUE(info.outside.has_value());
  EXPECT_EQ(info.outside->hash.size(), 64U);
  EXPECT_TRUE(info.outside->lists_moves);
}

TEST_F(Nim, ComesBackFromItsFacts) {
  const text::Json facts = text::parse_json(game_->info().outside->facts, "facts");
  const OutsideGame again({folder_}, text::JsonReader(facts, "facts"), Origin::own);
  EXPECT_TRUE(again.has_judge());
  EXPECT_EQ(again.info().outside->hash, game_->info().outside->hash);
  EXPECT_EQ(again.info().outside->facts, game_->info().outside->facts);
  OutsideGame gone({cache_.path() / "nowhere"}, text::JsonReader(facts, "facts"), Origin::own);
  const OutsideGame unnamed({folder_}, text::JsonReader(facts, "facts"), Origin::elsewhere);
  EXPECT_FALSE(unnamed.has_judge());
  EXPECT_FALSE(gone.has_judge());
  EXPECT_EQ(gone.info().title, "Nim");
  EXPECT_THROW(gone.program(), text::InputError);
  EXPECT_THROW(OutsideGame(GamePlace{cache_.path()}), text::InputError);
}

TEST_F(Nim, IsPlayedByItsJudge) {
  EXPECT_THROW(start("no deal"), std::invalid_argument);
  EXPECT_THROW(start("1 2\n3 4"), std::invalid_argument);
  const auto game = start("1 2");
  std::string lines;
  game->take_lines(Seat::first, lines);
  EXPECT_EQ(lines, "heaps 1 2\nStart\n");
  EXPECT_EQ(game->legal_count(), 3U);
  rules::MoveLine move;
  game->legal_move(2, move);
  EXPECT_EQ(move.view(), "2 2");
  EXPECT_EQ(game->play("3 1").reason(), "take 1 to 3 from heap 1 or 2: HEAP NUMBER");
  EXPECT_EQ(game->check("2 3").reason(), "take 1 to 3 from heap 1 or 2: HEAP NUMBER");
  EXPECT_EQ(game->play("\x01").reason(), "a control character in the line");
  EXPECT_EQ(game->play("1 1\u0085").reason(), "a control character in the line");
  for (const char* line : {"1 1\u2028play 1 1", "1 1\u2029", "\u202e1 1", "1\u2066 1", "1 1\u061c",
                           "\u200f1 1", "\ufeff1 1"}) {
    EXPECT_EQ(game->play(line).reason(),
              "a line separator or mark of writing direction in the line");
    EXPECT_FALSE(game->check(line)) << line;
  }
  EXPECT_EQ(game->play("\xff").reason(), "a line that is not UTF-8");
  EXPECT_FALSE(game->play(std::string(1001, '1')));
  EXPECT_TRUE(game->check("2 2"));
  EXPECT_TRUE(game->play("2 2"));
  EXPECT_EQ(game->relayed(), "2 2");
  EXPECT_EQ(game->to_move(), Seat::second);
  EXPECT_EQ(game->draw(), "heap 1: o\nheap 2: \n");
  EXPECT_EQ(game->scene().looks[0].text, "1");
  // A copy goes its own way.
  const auto copy = game->clone();
  EXPECT_TRUE(copy->play("1 1"));
  EXPECT_TRUE(copy->over());
  EXPECT_EQ(copy->result().seats[1].outcome, rules::Outcome::win);
  EXPECT_FALSE(game->over());
  game->forfeit_for(Seat::second, "TIMEOUT");
  EXPECT_FALSE(game->over());
  EXPECT_TRUE(game->play("1 1"));
  EXPECT_TRUE(game->over());
  EXPECT_TRUE(game->result().seats[1].forfeited);
}

TEST_F(Nim, KeepsTheProcessesOfAThread) {
  JudgePool& pool = game_->pool();
  JudgeProcess* first = nullptr;
  {
    const Lease judge(pool);
    first = &*judge;
    EXPECT_TRUE(judge->can("draw"));
    EXPECT_FALSE(judge->can("dance"));
    EXPECT_EQ(judge->deal(7), "5 4");
    EXPECT_EQ(judge->ask("deal 1"), Lines{"deal 6 3"});
    EXPECT_TRUE(judge->belongs_to_this_thread());
    const Lease other(pool);
    EXPECT_NE(&*other, first);
  }
  const Lease again(pool);
  EXPECT_EQ(&*again, first);
  std::thread([&] {
    const Lease elsewhere(pool);
    EXPECT_FALSE(again->belongs_to_this_thread());
    EXPECT_NE(&*elsewhere, first);
  }).join();
}

TEST_F(Nim, APoolAtTheAddressOfAnotherHasItsOwnProcesses) {
  std::optional<JudgePool> pool(std::in_place, game_->program());
  JudgeProcess* first = nullptr;
  {
    const Lease judge(*pool);
    first = &*judge;
  }
  pool.emplace(game_->program());
  {
    const Lease judge(*pool);
    EXPECT_NE(&*judge, first);
  }
  pool->close();
}

TEST_F(Nim, SaysWhatAJudgeDidWrong) {
  {
    const Lease judge(game_->pool());
    judge->ask("start 1 2");
    try {
      judge->reading([]() -> int { throw BadAnswer{"is wrong"}; });
      ADD_FAILURE();
    } catch (const JudgeError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("the judge of test.nim: is wrong; "));
      EXPECT_NE(error.details().find("> start 1 2\n  < tell 1 heaps 1 2\n"), std::string::npos)
          << error.details();
    }
    EXPECT_FALSE(judge->usable());
  }
  const Lease other(game_->pool());
  EXPECT_TRUE(other->usable());
  EXPECT_THROW(other->ask("sing"), JudgeError);
}

TEST_F(Nim, HoldsWhatJudgesMust) {
  GameCheckPlan plan;
  plan.games = 4;
  const auto points = check_game(*game_, plan);
  for (const GamePoint& point : points) {
    EXPECT_NE(point.finding, GamePoint::Finding::failed) << point.name << ": " << point.text;
  }
  for (const char* name : {"protocol", "plays", "legal moves", "other lines", "same again",
                           "other order", "other surroundings"}) {
    EXPECT_TRUE(std::any_of(points.begin(), points.end(), [&](const GamePoint& point) {
      return point.name == name && point.finding == GamePoint::Finding::passed;
    })) << name;
  }
}

TEST_F(Nim, IsFoundByItsFolderAndThenByItsName) {
  Games games;
  const std::string folder = folder_.string();
  EXPECT_EQ(games.typed("nobody.knows-it"), nullptr);
  // Nobody has typed it.
  EXPECT_EQ(games.of_record(folder, {}), nullptr);
  EXPECT_EQ(games.of_record("test.nim", {}), nullptr);
  EXPECT_EQ(games.of_record("test.nim", std::string(64, '0')), nullptr);
  const rules::GameInfo* game = games.typed(folder);
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(games.of_record("test.nim", {}), game);
  EXPECT_EQ(games.of_record("test.nim", game->outside->hash), game);
  // As a manifest has it.
  text::Json facts = text::parse_json(game->outside->facts, "facts");
  facts["folder"] = folder_.string();
  EXPECT_EQ(games.of_manifest(facts.dump(), {}), game);
  // Of another judge.
  const std::string hash(64, '0');
  const rules::GameInfo* other = games.of_record("test.nim", hash);
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->outside->hash, hash);
  EXPECT_THROW(static_cast<void>(other->start("5 3")), text::InputError);
  EXPECT_THROW(static_cast<void>(other->deal(1)), text::InputError);
  EXPECT_EQ(games.of_record("test.nim", hash), other);
  EXPECT_EQ(&games.at(folder_.string()).info(), game);
  // In a later call it is known by its name, and a record starts its judge when that is needed.
  Games later;
  EXPECT_EQ(later.of_record("test.nim", {}), nullptr);
  const rules::GameInfo* recorded = later.of_record("test.nim", game->outside->hash);
  ASSERT_NE(recorded, nullptr);
  EXPECT_FALSE(recorded->outside->lists_moves) << "nothing has started";
  EXPECT_EQ(recorded->start("5 3")->legal_count(), game->start("5 3")->legal_count());
  EXPECT_TRUE(recorded->outside->lists_moves);
  EXPECT_EQ(later.typed("test.nim")->outside->hash, game->outside->hash);
}

// A judge that a manifest names, and nobody has typed, has nothing to start it.
TEST_F(Nim, ReadingStartsNothing) {
  const fs::path copy = cache_.path() / "copy";
  fs::copy(folder_, copy, fs::copy_options::recursive);
  const fs::path started = cache_.path() / "started";
  test::write_file(copy / "judge.py",
                   "open('" + started.string() + "', 'w')\n" + test::read_file(copy / "judge.py"));
  text::Json facts = text::parse_json(game_->info().outside->facts, "facts");
  facts["folder"] = copy.string();
  const Games games;
  const rules::GameInfo* game = games.of_manifest(facts.dump(), {});
  ASSERT_NE(game, nullptr);
  EXPECT_THROW(static_cast<void>(game->start("5 3")), text::InputError);
  EXPECT_THROW(static_cast<void>(game->deal(1)), text::InputError);
  EXPECT_THROW(static_cast<void>(game->layout()), text::InputError);
  EXPECT_EQ(games.of_record("test.nim", {}), game) << "a name of this call";
  EXPECT_FALSE(fs::exists(started));
}

// Whoever mails a config with a game of a known name gets it, and the user is told.
TEST_F(Nim, ItsNameMovesWithAWord) {
  const fs::path copy = cache_.path() / "copy";
  fs::copy(folder_, copy, fs::copy_options::recursive);
  const fs::path log = cache_.path() / "log";
  Games().typed(folder_.string());
  text::set_up_log({false, log.string()});
  Games().typed(folder_.string());
  EXPECT_EQ(test::read_file(log).find("from now on"), std::string::npos);
  Games().typed(copy.string());
  text::set_up_log({});
  EXPECT_NE(test::read_file(log).find("test.nim is from now on the game in " + copy.string() +
                                      "; before, it was the one in " + folder_.string()),
            std::string::npos)
      << test::read_file(log);
}

}  // namespace
}  // namespace referee::judge
