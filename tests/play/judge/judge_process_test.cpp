// Judges of a few lines each, which do one thing that is wrong or unusual.
#include "referee/play/judge/judge_process.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/machine/toolchain/cache.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "tests/folder.hpp"

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
    game_ = std::make_unique<OutsideGame>(GamePlace{folder_});
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

}  // namespace
}  // namespace referee::judge
