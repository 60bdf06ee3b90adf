#include "referee/evidence/comparison_log.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "referee/evidence/question.hpp"
#include "referee/text/error.hpp"
#include "tests/store/support.hpp"

namespace referee::evidence {
namespace {

TEST(ComparisonLog, RemembersQuestionsAndSpreadsARisk) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "log.jsonl";
  LoggedComparison one;
  one.game = "box";
  one.new_hash = "n";
  one.base_hash = "b";
  one.question = "by wins, normalised Elo 0 against 10";
  one.seed = 1;
  one.decision = "undecided";
  one.pairs = 7;
  ComparisonLog log(file);
  EXPECT_EQ(log.place_of(one), 1U);
  log.add(one);
  LoggedComparison again = one;
  again.decision = "H0";
  log.add(again);
  LoggedComparison other_seed = one;
  other_seed.seed = 2;
  LoggedComparison other_bot = one;
  other_bot.new_hash = "m";

  const ComparisonLog read(file);
  ASSERT_EQ(read.all().size(), 1U);
  EXPECT_EQ(read.all()[0].decision, "H0");
  EXPECT_EQ(read.place_of(one), 1U);
  EXPECT_EQ(read.place_of(other_bot), 2U);
  EXPECT_EQ(read.warning_about(one), "");
  EXPECT_EQ(read.warning_about(other_bot), "");
  EXPECT_TRUE(read.warning_about(other_seed)
                  .starts_with("the same programs were asked the same question before, with seed "
                               "1: H0 after 7 pairs"));
  double sum = 0;
  for (std::size_t place = 1; place <= 1000; ++place) sum += alpha_of_series(0.05, place);
  EXPECT_LE(sum, 0.05);
  EXPECT_GT(sum, 0.049);

  std::ofstream(file, std::ios::app) << "{}\n";
  EXPECT_THROW(ComparisonLog{file}, text::InputError);
}

TEST(Question, OfAFolderIsItsFirst) {
  const test::TemporaryFolder folder;
  ComparisonRules rules;
  EXPECT_EQ(other_question(folder.path(), rules), std::nullopt);
  EXPECT_EQ(other_question(folder.path(), rules), std::nullopt);
  const std::string first = question_text(rules);
  rules.elo.elo1 = 20;
  EXPECT_EQ(other_question(folder.path(), rules), first);
}

TEST(Question, RefusesAnotherFile) {
  for (const char* text :
       {"", "[]", "{}", R"({"schema": 7, "question": "x"})", R"({"schema": "referee-question"})",
        R"({"schema": "referee-question", "question": 1})"}) {
    const test::TemporaryFolder folder;
    std::ofstream(folder.path() / "question.json") << text;
    EXPECT_THROW((void)other_question(folder.path(), {}), text::InputError) << text;
  }
}

}  // namespace
}  // namespace referee::evidence
