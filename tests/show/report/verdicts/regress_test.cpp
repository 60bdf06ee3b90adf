// What a regression run and a check look like: text, JSON, JUnit and Markdown to the byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <sstream>

#include <nlohmann/json.hpp>

#include "referee/show/report/verdicts/check_report.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "tests/show/report/sample.hpp"
#include "tests/show/report/schema.hpp"

namespace referee::report {
namespace {

using checks::Check;
using checks::CheckGame;
using checks::CheckResult;
using checks::Outcome;
using checks::Verdict;

class SampleCheck final : public Check {
 public:
  SampleCheck(std::string name, std::string_view kind, std::string_view game)
      : Check(std::move(name), kind, manifest_of(game)) {}
  [[nodiscard]] std::uint64_t games() const override { return 0; }
  [[nodiscard]] CheckGame game(std::uint64_t) const override { return {}; }
  void note(const match::MatchRecord&) override {}
  [[nodiscard]] Outcome outcome() const override { return {}; }

 private:
  static config::Manifest manifest_of(std::string_view game) {
    config::Manifest manifest;
    manifest.events.emplace_back();
    manifest.events.back().game = rules::find_game(game);
    return manifest;
  }
};

// A check of each verdict, with everything in its words that could break a format.
class RegressReports : public testing::Test {
 protected:
  RegressReports() {
    bot_.name = "my|bot";
    bot_.command = "./mybot <x>";
    bot_.hash = std::string(64, 'a');
    add("no-faults", "box", {Verdict::passed, "no fault in 20 games", {}, {}}, 1.25);
    add("a <b> & \"c\"", "black-hole",
        {Verdict::failed,
         "1 fault: it wrote '\x1b[31m]]>' & left",
         {"game 3: \xff\x01 | *x*", "# second line \xef\xbf\xbf"},
         {}},
        0.25);
    add("later", "6561", {Verdict::undecided, "interrupted before it began", {}, {}}, std::nullopt);
  }

  [[nodiscard]] RegressReport report(bool interrupted = false) const {
    return {bot_, results_, interrupted};
  }

 protected:
  void add(std::string name, std::string_view game, Outcome outcome,
           std::optional<double> seconds) {
    checks_.push_back(std::make_unique<SampleCheck>(std::move(name), "no-faults", game));
    results_.push_back({checks_.back().get(), std::move(outcome), seconds});
  }

  config::BotEntry bot_;
  std::vector<std::unique_ptr<Check>> checks_;
  std::vector<CheckResult> results_;
};

TEST_F(RegressReports, Text) {
  EXPECT_EQ(regress_text(report(), {false, 0}),
            "passed     no-faults    box         no fault in 20 games\n"
            "failed     a <b> & \"c\"  black-hole  1 fault: it wrote '\\x1b[31m]]>' & left\n"
            "             game 3: \\xff\\x01 | *x*\n"
            "             # second line \xef\xbf\xbf\n"
            "undecided  later        6561        interrupted before it began\n"
            "\n"
            "my|bot failed 1 of 3 checks, 1 undecided\n");
  EXPECT_TRUE(contains(regress_text(report(), {true, 80}), "\x1b["));
  EXPECT_TRUE(ends(regress_text(report(true), {false, 0}), "1 undecided; interrupted\n"));
}

TEST_F(RegressReports, JUnitSaysUndecidedOnce) {
  results_.back().outcome.reason = "Undecided after 3 pairs";
  EXPECT_TRUE(contains(regress_junit(report()), "<skipped message=\"Undecided after 3 pairs\"/>"));
}

TEST_F(RegressReports, JUnit) {
  EXPECT_EQ(regress_junit(report()),
            R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="referee regress" tests="3" failures="1" errors="0" skipped="1" time="1.500">
  <testsuite name="my|bot" tests="3" failures="1" errors="0" skipped="1" time="1.500">
    <testcase name="no-faults" classname="referee.box" time="1.250">
      <system-out>no fault in 20 games
</system-out>
    </testcase>
    <testcase name="a &lt;b&gt; &amp; &quot;c&quot;" classname="referee.black-hole" time="0.250">
      <failure message="1 fault: it wrote &apos;\x1b[31m]]&gt;&apos; &amp; left" type="no-faults">1 fault: it wrote &apos;\x1b[31m]]&gt;&apos; &amp; left
game 3: \xff\x01 | *x*
# second line ?
</failure>
    </testcase>
    <testcase name="later" classname="referee.6561" time="0.000">
      <skipped message="undecided: interrupted before it began"/>
      <system-out></system-out>
    </testcase>
  </testsuite>
</testsuites>
)");
}

TEST_F(RegressReports, Markdown) {
  EXPECT_EQ(regress_markdown(report()),
            "## Referee: my\\|bot failed 1 of 3 checks, 1 undecided\n"
            "\n"
            "| Check | Game | Result | Why | Time |\n"
            "| :--- | :--- | :--- | :--- | ---: |\n"
            "| no-faults | Box | ✅ passed | no fault in 20 games | 1.25 s |\n"
            "| a \\<b\\> \\& \"c\" | Black Hole | ❌ failed | 1 fault: it wrote "
            "'\\\\x1b\\[31m\\]\\]\\>' \\& left | 250 ms |\n"
            "| later | 6561 | ❔ undecided | interrupted before it began | - |\n"
            "\n"
            "**a \\<b\\> \\& \"c\"**\n"
            "\n"
            "- game 3: \\\\xff\\\\x01 \\| \\*x\\*\n"
            "- \\# second line \xef\xbf\xbf\n"
            "\n");
}

TEST_F(RegressReports, SummariesSayWhatMatters) {
  EXPECT_EQ(regress_summary(report()), "failed 1 of 3 checks, 1 undecided");
  const std::vector<CheckResult> all = report().results;
  const auto of = [&](std::vector<CheckResult> some) {
    const config::BotEntry bot;
    return regress_summary({bot, some, false});
  };
  EXPECT_EQ(of({all[0]}), "passed 1 check");
  EXPECT_EQ(of({all[0], all[0]}), "passed 2 checks");
  EXPECT_EQ(of({all[0], all[2]}), "passed 1 of 2 checks, 1 undecided");
  EXPECT_EQ(of({all[0], all[1]}), "failed 1 of 2 checks");
  EXPECT_EQ(checks::verdict_of({all[0]}), Verdict::passed);
  EXPECT_EQ(checks::verdict_of({all[0], all[2]}), Verdict::undecided);
  EXPECT_EQ(checks::verdict_of(all), Verdict::failed);
}

// ---- not-weaker: the words of a comparison, and when it decides nothing ----

class NotWeaker : public testing::Test {
 protected:
  // The outcome after pairs that are made by hand, until its test decides.
  static Outcome outcome(const std::string& game, const text::Json& keys,
                         const std::function<void(evidence::PairResult&, std::uint64_t)>& play) {
    text::Json one{{"check", "not-weaker"}, {"base", "sh"}};
    one.update(keys);
    const text::Json config{{"game", game}, {"bot", "sh"}, {"checks", {one}}};
    const auto check =
        std::move(checks::parse_regress(config.dump(), "r.json", ".", {}).checks.at(0));
    evidence::Comparison& comparison = *check->comparison();
    for (std::uint64_t i = 0; comparison.state() == evidence::Comparison::State::open; ++i) {
      evidence::PairResult pair;
      pair.hashes = {2 * i, 2 * i + 1};
      play(pair, i);
      comparison.add(pair);
    }
    return outcome_of(*check);
  }
  static auto both_games(statistics::GameResult result) {
    return [=](evidence::PairResult& pair, std::uint64_t number) {
      pair.games = {result, number % 4 == 0 ? statistics::GameResult::draw : result};
      pair.new_points = static_cast<int>(result) + static_cast<double>(number % 2);
      pair.base_points = 1;
    };
  }
};

TEST_F(NotWeaker, PassesAndFailsInTheWordsOfCompare) {
  const Outcome passed =
      outcome("box", {{"elo", {-200, 0}}}, both_games(statistics::GameResult::win));
  EXPECT_EQ(passed.verdict, Verdict::passed);
  EXPECT_TRUE(
      begins(passed.reason, "Not weaker by 200 normalised Elo: keep the new bot. At least "));
  EXPECT_TRUE(ends(passed.reason, " comparisons)"));
  ASSERT_EQ(passed.details.size(), 2U);
  EXPECT_TRUE(begins(passed.details[1], "H1 (0 normalised Elo) accepted after "));
  EXPECT_TRUE(begins(passed.details[0], "Elo +"));
  const Outcome failed =
      outcome("box", {{"elo", {-200, 0}}}, both_games(statistics::GameResult::loss));
  EXPECT_EQ(failed.verdict, Verdict::failed);
  EXPECT_TRUE(begins(failed.reason, "Weaker: keep the old bot. At most -"));
}

TEST_F(NotWeaker, PassesABotThatPlaysAsBefore) {
  const Outcome alike = outcome("box", text::Json::object(), [](evidence::PairResult& pair, auto) {
    pair.games = {statistics::GameResult::win, statistics::GameResult::loss};
    pair.alike = true;
  });
  EXPECT_EQ(alike.verdict, Verdict::passed);
  EXPECT_TRUE(begins(alike.reason, "Not weaker: keep the new bot. The bots played the same"));
}

TEST_F(NotWeaker, IsUndecidedIfOthersFailedInItsFavour) {
  const auto with_faults = [](statistics::GameResult result, evidence::Role role) {
    return [=](evidence::PairResult& pair, std::uint64_t number) {
      both_games(result)(pair, number);
      if (number % 3 == 0) pair.faults.push_back({number, role, bot::FaultKind::crash});
    };
  };
  using evidence::Role;
  using statistics::GameResult;
  const text::Json keys{{"elo", {-200, 0}}};
  const Outcome open = outcome("box", keys, with_faults(GameResult::win, Role::base_bot));
  EXPECT_EQ(open.verdict, Verdict::undecided);
  EXPECT_TRUE(begins(open.reason, "Undecided after "));
  EXPECT_TRUE(ends(open.reason, " pairs: the base bot failed, which measures nothing"));
  EXPECT_EQ(open.details.back(), "game 3: the base bot failed, crash");
  // A base that gives games away makes no strong bot weak; a partner can.
  EXPECT_EQ(outcome("box", keys, with_faults(GameResult::loss, Role::base_bot)).verdict,
            Verdict::failed);
  EXPECT_EQ(outcome("box", keys, with_faults(GameResult::loss, Role::partner)).verdict,
            Verdict::undecided);
}

TEST_F(NotWeaker, NamesTheKeysOfItsConfig) {
  const auto even = both_games(statistics::GameResult::draw);
  EXPECT_TRUE(ends(outcome("box", {{"max_pairs", 2}}, even).reason,
                   "the most that were allowed (\"max_pairs\")"));
  const auto far = [](evidence::PairResult& pair, std::uint64_t number) {
    pair.new_points = number == 0 ? -50 : 1;
  };
  const Outcome cut = outcome("box", {{"by", "points"}, {"points", {-1, 0}}, {"limit", 2}}, far);
  EXPECT_EQ(cut.verdict, Verdict::undecided);
  EXPECT_TRUE(ends(cut.reason, "another seed and \"limit\": 100"));
  const auto again = [](evidence::PairResult& pair, std::uint64_t) { pair.hashes = {1, 2}; };
  EXPECT_TRUE(contains(outcome("box", text::Json::object(), again).reason,
                       "begin the games with \"openings\" if"));
}

using checks::Finding;

BotCheckReport sample_check() {
  BotCheckReport report;
  report.game = rules::find_game("box");
  report.bot.name = "a<b";
  report.bot.command = "./a";
  report.points = {{"first", Finding::passed, "fine", ""},
                   {"second", Finding::failed, "bad & worse\nin two lines", "fix it"},
                   {"third", Finding::noted, "\x1b[31m", "look"}};
  report.seconds = 1.5;
  return report;
}

TEST(BotCheckSchema, SaysWhatCheckPrints) {
  Schema schema = published_schema("check-result");
  EXPECT_EQ(schema.check(bot_check_json(sample_check())), std::vector<std::string>{});
  expect_complete(schema);
  text::Json wrong = bot_check_json(sample_check());
  wrong["points"][0]["finding"] = "perhaps";
  EXPECT_FALSE(schema.check(wrong).empty());
}

TEST(BotCheckReport, ForPeopleAndForCi) {
  EXPECT_EQ(bot_check_text(sample_check(), {}),
            "Box: a<b\n\n"
            "passed  first   fine\n"
            "failed  second  bad & worse\n"
            "          in two lines\n"
            "          fix it\n"
            "noted   third   \\x1b[31m\n"
            "          look\n\n"
            "1 passed, 1 failed, 1 noted\n");
  const std::string junit = bot_check_junit({sample_check()});
  EXPECT_TRUE(contains(junit, "<testsuite name=\"a&lt;b\" tests=\"3\" failures=\"1\""));
  EXPECT_TRUE(contains(junit,
                       "<failure message=\"bad &amp; worse\">bad &amp; worse\nin two lines\n"
                       "fix it\n</failure>"));
  EXPECT_TRUE(contains(junit, "<system-out>noted: \\x1b[31m\nlook\n</system-out>"));
}

}  // namespace
}  // namespace referee::report
