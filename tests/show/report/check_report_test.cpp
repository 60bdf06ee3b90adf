// The schema in docs/ says what referee check prints.
#include "referee/show/report/verdicts/check_report.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "schema.hpp"

namespace referee::report {
namespace {

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
  EXPECT_EQ(schema.never_seen(), std::vector<std::string>{});
  EXPECT_EQ(schema.undescribed(), std::vector<std::string>{});
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
  EXPECT_NE(junit.find("<testsuite name=\"a&lt;b\" tests=\"3\" failures=\"1\""), std::string::npos)
      << junit;
  EXPECT_NE(junit.find("<failure message=\"bad &amp; worse\">bad &amp; worse\nin two lines\n"
                       "fix it\n</failure>"),
            std::string::npos)
      << junit;
  EXPECT_NE(junit.find("<system-out>noted: \\x1b[31m\nlook\n</system-out>"), std::string::npos)
      << junit;
}

}  // namespace
}  // namespace referee::report
