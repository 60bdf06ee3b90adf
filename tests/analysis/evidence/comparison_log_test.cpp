#include "referee/analysis/evidence/comparison_log.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "referee/analysis/evidence/question.hpp"
#include "referee/base/text/error.hpp"
#include "tests/run/store/support.hpp"

namespace referee::evidence {
namespace {

LoggedComparison comparison(const std::string& setup, std::uint64_t seed) {
  LoggedComparison one;
  one.id = setup + std::to_string(seed);
  one.setup = setup;
  one.game = "box";
  one.new_hash = "n";
  one.base_hash = "b";
  one.question = "by wins, normalised Elo 0 against 10";
  one.seed = seed;
  one.decision = "undecided";
  return one;
}

TEST(ComparisonLog, GivesEachComparisonAPlaceAndRemembersQuestions) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "log.jsonl";
  ComparisonLog log(file);
  LoggedComparison one = comparison("budget 30", 1);
  log.begin(one, false, 0.05);
  EXPECT_EQ(one.place, 1U);
  EXPECT_DOUBLE_EQ(one.alpha, 0.025);
  one.decision = "H0";
  one.pairs = 7;
  log.add(one);

  ComparisonLog read(file);
  ASSERT_EQ(read.all().size(), 1U);
  EXPECT_EQ(read.all()[0].decision, "H0");
  EXPECT_EQ(read.all()[0].id, one.id);
  EXPECT_EQ(read.warning_about(one), "");
  LoggedComparison other_setup = comparison("budget 3", 1);
  read.begin(other_setup, true, 0.05);
  EXPECT_EQ(other_setup.place, 2U);
  EXPECT_DOUBLE_EQ(other_setup.alpha, 0.05 / 6);
  EXPECT_EQ(read.warning_about(other_setup), "");
  LoggedComparison other_question = comparison("budget 30", 2);
  other_question.question += " or so";
  read.begin(other_question, false, 0.05);
  EXPECT_EQ(read.warning_about(other_question), "");
  // Another seed, and the same one: its games are others all the same.
  for (const std::uint64_t seed : {2U, 1U}) {
    LoggedComparison again = comparison("budget 30", seed);
    log.begin(again, false, 0.05);
    EXPECT_EQ(again.place, seed == 2 ? 4U : 5U);
    EXPECT_TRUE(log.warning_about(again).starts_with(
        "the same programs were asked the same question before, with seed 1: H0 after 7 pairs"));
  }
}

// Every comparison of a log spends some of the risk of its series, and there is one series.
TEST(ComparisonLog, ASeriesHasOneRisk) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "log.jsonl";
  ComparisonLog log(file);
  LoggedComparison outside = comparison("a", 1);
  outside.alpha = 0.03;
  log.begin(outside, false, {});
  LoggedComparison one = comparison("b", 1);
  EXPECT_THROW(log.begin(one, false, 0.03), text::InputError) << "nothing is left";
  log.begin(one, false, 0.05);
  EXPECT_NEAR(one.alpha, 0.02 / 2, 1e-12);
  LoggedComparison two = comparison("c", 1);
  log.begin(two, false, 0.05);
  EXPECT_NEAR(two.alpha, 0.02 / 6, 1e-12);
  LoggedComparison three = comparison("d", 1);
  EXPECT_THROW(log.begin(three, false, 0.5), text::InputError);
  EXPECT_THROW(log.begin(three, false, {}), text::InputError);
  ComparisonLog read(file);
  EXPECT_EQ(read.all().size(), 3U);
  EXPECT_THROW(read.begin(three, false, {}), text::InputError);
}

TEST(ComparisonLog, OnlyWhatContinuesInItsFolderKeepsItsPlace) {
  const test::TemporaryFolder folder;
  ComparisonLog log(folder.path() / "log.jsonl");
  const auto place = [&log](const std::string& out, bool continues, std::uint64_t seed) {
    LoggedComparison one = comparison("s", seed);
    one.folder = out;
    log.begin(one, continues, {});
    return one.place;
  };
  EXPECT_EQ(place("/a", false, 1), 1U);
  EXPECT_EQ(place("/b", false, 1), 2U);
  EXPECT_EQ(place("/a", true, 1), 1U);
  EXPECT_EQ(place("/b", true, 1), 2U);
  EXPECT_EQ(place("/a", false, 1), 3U);  // the folder was removed and made anew
  EXPECT_EQ(place("/c", true, 1), 4U);   // it was not logged before
  EXPECT_EQ(place("/a", true, 2), 5U);
}

TEST(ComparisonLog, ASetupIsAllButTheSeed) {
  config::Manifest manifest = test::manifest({test::event("box", {"new", "base"}, 1)});
  const Comparison none({});
  const LoggedComparison first = logged(manifest, none);
  ++manifest.seed;
  EXPECT_EQ(logged(manifest, none).setup, first.setup);
  EXPECT_NE(logged(manifest, none).id, first.id);
  manifest.events[0].budget *= 2;
  EXPECT_NE(logged(manifest, none).setup, first.setup);
  manifest.events[0].budget /= 2;
  manifest.events[0].bots[1].command += " 1";
  EXPECT_NE(logged(manifest, none).setup, first.setup);
}

TEST(ComparisonLog, RunsAtOnceGetDifferentPlaces) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "log.jsonl";
  std::vector<std::thread> threads;
  for (std::uint64_t thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&file, thread] {
      for (std::uint64_t i = 0; i < 5; ++i) {
        LoggedComparison one = comparison("s", 10 * thread + i);
        ComparisonLog log(file);
        log.begin(one, false, {});
        log.add(one);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const ComparisonLog log(file);
  ASSERT_EQ(log.all().size(), 20U);
  for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(log.all()[i].place, i + 1);
}

TEST(ComparisonLog, ReadsLinesOfVersion1) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "log.jsonl";
  const auto line = [](int seed, const std::string& command, const std::string& decision) {
    return R"({"schema":"referee-comparison-log","version":1,"game":"box","new":{"command":")" +
           command + R"(","hash":"n"},"base":{"command":"./b","hash":"b"},"question":"q","seed":)" +
           std::to_string(seed) + R"(,"alpha":0.05,"decision":")" + decision + "\",\"pairs\":4}\n";
  };
  std::string last = line(3, "./n", "H0");
  last.pop_back();  // its end is missing
  std::ofstream(file) << line(1, "./n", "undecided") << line(2, "./n -x", "H1")
                      << line(1, "./n", "H1") << last;
  ComparisonLog log(file);
  ASSERT_EQ(log.all().size(), 3U);
  EXPECT_EQ(log.all()[0].decision, "H1");
  EXPECT_EQ(log.all()[2].place, 3U);
  LoggedComparison one = comparison("s", 9);
  one.new_command = "./n";
  one.base_command = "./b";
  one.question = "q";
  log.begin(one, false, {});
  EXPECT_EQ(one.place, 4U);
  EXPECT_NE(log.warning_about(one).find("with seed 1: H1"), std::string::npos);
  EXPECT_EQ(ComparisonLog(file).all().size(), 4U);
}

TEST(ComparisonLog, RefusesAnotherFile) {
  for (const char* text : {"{}", "x", R"({"schema":"referee-comparison-log","version":4})"}) {
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "log.jsonl";
    std::ofstream(file) << text << '\n';
    EXPECT_THROW(ComparisonLog{file}, text::InputError) << text;
  }
}

TEST(ComparisonLog, SpreadsARisk) {
  double sum = 0;
  for (std::size_t place = 1; place <= 1000; ++place) sum += alpha_of_series(0.05, place);
  EXPECT_LE(sum, 0.05);
  EXPECT_GT(sum, 0.049);
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
