// What a regression run looks like: text, JSON, JUnit and Markdown to the byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <sstream>

#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "sample.hpp"
#include "schema.hpp"

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
  EXPECT_NE(regress_text(report(), {true, 80}).find("\x1b["), std::string::npos);
  EXPECT_TRUE(regress_text(report(true), {false, 0}).ends_with("1 undecided; interrupted\n"));
}

TEST_F(RegressReports, JUnitSaysUndecidedOnce) {
  results_.back().outcome.reason = "Undecided after 3 pairs";
  EXPECT_NE(regress_junit(report()).find("<skipped message=\"Undecided after 3 pairs\"/>"),
            std::string::npos);
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
  const Outcome passed = outcome("box", {{"elo0", -200}}, both_games(statistics::GameResult::win));
  EXPECT_EQ(passed.verdict, Verdict::passed);
  EXPECT_TRUE(passed.reason.starts_with("Not weaker by 200: keep the new bot. At least "))
      << passed.reason;
  EXPECT_TRUE(passed.reason.ends_with("wrong in at most 1 of 20)"));
  ASSERT_EQ(passed.details.size(), 2U);
  EXPECT_TRUE(passed.details[1].starts_with("H1 (0 normalised Elo) accepted after "));
  EXPECT_TRUE(passed.details[0].starts_with("Elo +")) << passed.details[0];
  const Outcome failed = outcome("box", {{"elo0", -200}}, both_games(statistics::GameResult::loss));
  EXPECT_EQ(failed.verdict, Verdict::failed);
  EXPECT_TRUE(failed.reason.starts_with("Weaker: keep the old bot. At most -")) << failed.reason;
}

TEST_F(NotWeaker, PassesABotThatPlaysAsBefore) {
  const Outcome alike = outcome("box", text::Json::object(), [](evidence::PairResult& pair, auto) {
    pair.games = {statistics::GameResult::win, statistics::GameResult::loss};
    pair.alike = true;
  });
  EXPECT_EQ(alike.verdict, Verdict::passed);
  EXPECT_TRUE(alike.reason.starts_with("Not weaker: keep the new bot. The bots played the same"))
      << alike.reason;
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
  const text::Json keys{{"elo0", -200}};
  const Outcome open = outcome("box", keys, with_faults(GameResult::win, Role::base_bot));
  EXPECT_EQ(open.verdict, Verdict::undecided);
  EXPECT_TRUE(open.reason.starts_with("Undecided after ")) << open.reason;
  EXPECT_TRUE(open.reason.ends_with(" pairs: the base bot failed, which measures nothing"));
  EXPECT_EQ(open.details.back(), "game 3: the base bot failed, crash");
  // A base that gives games away makes no strong bot weak; a partner can.
  EXPECT_EQ(outcome("box", keys, with_faults(GameResult::loss, Role::base_bot)).verdict,
            Verdict::failed);
  EXPECT_EQ(outcome("box", keys, with_faults(GameResult::loss, Role::partner)).verdict,
            Verdict::undecided);
}

TEST_F(NotWeaker, NamesTheKeysOfItsConfig) {
  const auto even = both_games(statistics::GameResult::draw);
  EXPECT_TRUE(outcome("box", {{"max_pairs", 2}}, even)
                  .reason.ends_with("the most that were allowed (\"max_pairs\")"));
  const auto far = [](evidence::PairResult& pair, std::uint64_t number) {
    pair.new_points = number == 0 ? -50 : 1;
  };
  const Outcome cut =
      outcome("box", {{"by", "points"}, {"points0", -1}, {"points1", 0}, {"limit", 2}}, far);
  EXPECT_EQ(cut.verdict, Verdict::undecided);
  EXPECT_TRUE(cut.reason.ends_with("another seed and \"limit\": 100")) << cut.reason;
  const auto again = [](evidence::PairResult& pair, std::uint64_t) { pair.hashes = {1, 2}; };
  EXPECT_NE(outcome("box", text::Json::object(), again)
                .reason.find("begin the games with \"openings\" if"),
            std::string::npos);
}

}  // namespace
}  // namespace referee::report
