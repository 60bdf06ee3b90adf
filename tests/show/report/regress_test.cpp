// What a regression run looks like: text, JSON, JUnit and Markdown to the byte.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <sstream>

#include "referee/show/report/live/progress.hpp"
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
  results_.back().outcome.reason = "undecided after 3 pairs";
  EXPECT_NE(regress_junit(report()).find("<skipped message=\"undecided after 3 pairs\"/>"),
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

TEST(CheckProgressLines, ArePlainOrLive) {
  auto time = std::chrono::steady_clock::time_point{};
  const auto show = [&](bool live, bool quiet) {
    std::ostringstream out;
    {
      CheckProgress progress(out, "2/6 x",
                             {live, quiet, true, [] { return 12; }, [&] { return time; }});
      progress.begun(1, 4);
      progress.finished(sample_record("box", 1));
      time += std::chrono::seconds(31);
      progress.tick();
      progress.stopping(1);
      progress.stopping(1);
    }
    return out.str();
  };
  EXPECT_EQ(show(false, false),
            "2/6 x: 1 of 4 games\n2/6 x: 2 of 4 games\n"
            "finishing 1 running match; again to leave at once; the same command continues\n"
            "leaving at once; the same command continues\n");
  EXPECT_EQ(show(true, false),
            "\r\x1b[K2/6 x: 2 o…\r\x1b[K"
            "finishing 1 running match; again to leave at once; the same command continues\n"
            "leaving at once; the same command continues\n");
  EXPECT_EQ(show(true, true), "");
}

}  // namespace
}  // namespace referee::report
