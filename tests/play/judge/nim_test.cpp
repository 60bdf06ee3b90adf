// A game of a folder, with the process of its judge: the Nim of these tests.
#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>
#include <thread>

#include <nlohmann/json.hpp>

#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/game_check.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "tests/run/store/support.hpp"

namespace referee::judge {
namespace {

namespace fs = std::filesystem;
using rules::Seat;

class Nim : public testing::Test {
 protected:
  Nim() {
    ::setenv("XDG_CACHE_HOME", cache_.path().c_str(), 1);
    game_ = std::make_unique<OutsideGame>(GamePlace{folder_});
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
  const OutsideGame again({folder_}, text::JsonReader(facts, "facts"), Starts::same);
  EXPECT_TRUE(again.there());
  EXPECT_EQ(again.info().outside->hash, game_->info().outside->hash);
  EXPECT_EQ(again.info().outside->facts, game_->info().outside->facts);
  OutsideGame gone({cache_.path() / "nowhere"}, text::JsonReader(facts, "facts"), Starts::same);
  const OutsideGame unnamed({folder_}, text::JsonReader(facts, "facts"), Starts::none);
  EXPECT_FALSE(unnamed.there());
  EXPECT_FALSE(gone.there());
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
  const std::string folder = folder_.string();
  EXPECT_EQ(find_outside({"nobody.knows-it", true}), nullptr);
  // Nobody has typed it.
  EXPECT_EQ(find_outside({folder}), nullptr);
  EXPECT_EQ(find_outside({"test.nim", false, std::string(64, '0')}), nullptr);
  const rules::GameInfo* game = find_outside({folder, true});
  ASSERT_NE(game, nullptr);
  EXPECT_EQ(find_outside({"test.nim"}), game);
  EXPECT_EQ(find_outside({"test.nim", false, game->outside->hash}), game);
  // As a manifest has it.
  text::Json facts = text::parse_json(game->outside->facts, "facts");
  facts["folder"] = folder_.string();
  EXPECT_EQ(find_outside({"test.nim", false, {}, facts.dump()}), game);
  // Of another judge.
  const std::string hash(64, '0');
  const rules::GameInfo* other = find_outside({"test.nim", false, hash});
  ASSERT_NE(other, nullptr);
  EXPECT_EQ(other->outside->hash, hash);
  EXPECT_THROW(static_cast<void>(other->start("5 3")), text::InputError);
  EXPECT_THROW(static_cast<void>(other->deal(1)), text::InputError);
  EXPECT_EQ(find_outside({"test.nim", false, hash}), other);
  OutsideGame& same = outside_game_at(folder_.string());
  EXPECT_EQ(&same.info(), game);
  same.pool().close();
}

}  // namespace
}  // namespace referee::judge
