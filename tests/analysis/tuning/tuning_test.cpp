#include "referee/analysis/tuning/tuning.hpp"

#include "referee/base/text/error.hpp"
#include "referee/run/store/own_results.hpp"
#include "support.hpp"
#include "tests/folder.hpp"

namespace referee::tuning {
namespace {

class TuningTest : public folder::InFolder {
 protected:
  std::filesystem::path place_ = folder_ / "tuning";
  Question question_ = question_of("box", 2);
};

TEST_F(TuningTest, AFolderKeepsOneQuestion) {
  EXPECT_FALSE(has_question(place_));
  keep_question(place_, question_);
  EXPECT_TRUE(has_question(place_));
  EXPECT_EQ(kept_question(place_).id(), question_.id());
  question_.pairs = 101;
  EXPECT_THROW(keep_question(place_, question_), text::InputError);
  EXPECT_EQ(kept_question(place_).pairs, 100U);
}

TEST_F(TuningTest, TheComparisonMayGetMorePairs) {
  keep_question(place_, question_);
  const std::string id = question_.id();
  question_.rules.most_pairs += 1;
  keep_question(place_, question_);
  EXPECT_EQ(kept_question(place_).rules.most_pairs, question_.rules.most_pairs);
  EXPECT_EQ(question_.id(), id);
}

TEST_F(TuningTest, AFolderOfVersion1GoesOnAsItBegan) {
  question_.pairs = 5000;
  Question first = question_;
  first.search = Search::first;
  EXPECT_EQ(keep_question(place_, first).search, Search::first);
  const Question kept = keep_question(place_, question_);
  EXPECT_EQ(kept.search, Search::first);
  EXPECT_EQ(kept_question(place_).search, Search::first);
  EXPECT_EQ(Tuning(place_, kept).rounds(), 12U);
  EXPECT_EQ(Tuning(folder_ / "new", question_).rounds(), 60U);
}

TEST_F(TuningTest, ATournamentsFolderGetsNoQuestion) {
  write("tuning/manifest.json");
  EXPECT_THROW(keep_question(place_, question_), text::InputError);
  EXPECT_FALSE(has_question(place_));
}

TEST_F(TuningTest, GoesOnWithTheRoundThatIsOpen) {
  const Tuning begun(place_, question_);
  EXPECT_EQ(begun.rounds(), 12U);
  EXPECT_EQ(begun.round(), 0U);
  EXPECT_EQ(begun.open_round().folder(), place_ / "round-01");
  EXPECT_TRUE(begun.found_nothing());
  const Tuning again(place_, question_);
  EXPECT_EQ(again.open_round().manifest().id(), begun.open_round().manifest().id());
  EXPECT_FALSE(std::filesystem::exists(place_ / "round-02"));
}

// Others' questions are played on, too, but what follows from them stays theirs.
TEST_F(TuningTest, RoundsOfATypedQuestionAreOnesOwn) {
  set("XDG_CACHE_HOME", (folder_ / "cache").string());
  static_cast<void>(Tuning(place_, question_, Access::plays));
  EXPECT_TRUE(store::is_own(place_ / "round-01"));
  static_cast<void>(Tuning(folder_ / "sent", question_));
  EXPECT_FALSE(store::is_own(folder_ / "sent/round-01"));
}

// Not as if another folder could be chosen.
TEST_F(TuningTest, ADamagedRoundIsNamed) {
  static_cast<void>(Tuning(place_, question_));
  write("tuning/round-01/manifest.json", "{");
  try {
    static_cast<void>(Tuning(place_, question_));
    ADD_FAILURE();
  } catch (const text::InputError& error) {
    const std::string why = error.what();
    EXPECT_NE(why.find("round-01/manifest.json"), std::string::npos) << why;
    EXPECT_EQ(why.find("--out"), std::string::npos) << why;
  }
}

TEST_F(TuningTest, FewPairsAreOneRound) {
  question_.pairs = 15;
  EXPECT_EQ(Tuning(place_, question_).rounds(), 1U);
}

TEST_F(TuningTest, AnotherQuestionsRoundIsRefused) {
  static_cast<void>(Tuning(place_, question_));
  question_.manifest.seed += 1;
  EXPECT_THROW(Tuning(place_, question_), store::ForeignStore);
}

}  // namespace
}  // namespace referee::tuning
