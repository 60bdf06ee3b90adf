// The result of `referee check`: for people, for programs, for CI.
#pragma once

#include <string>
#include <vector>

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/show/report/form.hpp"

namespace referee::report {

struct BotCheckReport {
  const rules::GameInfo* game = nullptr;
  match::BotIdentity bot;
  std::vector<checks::CheckedPoint> points;
  double seconds = 0;  // duration of the check

  [[nodiscard]] std::size_t count(checks::Finding finding) const;
};

// A line for each point, with advice below it, and the sum.
std::string bot_check_text(const BotCheckReport& report, const TextStyle& style);
// docs/check-result.schema.json
text::Json bot_check_json(const BotCheckReport& report);
// A test suite for each bot, in which each point is a test case; what was noted passes, with its
// text as output.
std::string bot_check_junit(const std::vector<BotCheckReport>& reports);

// For the bots of a folder: a line for each, the failures in full, and how many would be admitted.
std::string bot_checks_text(const std::vector<BotCheckReport>& reports, const TextStyle& style);
// docs/check-result.schema.json: the same as for one bot, in a list.
text::Json bot_checks_json(const std::vector<BotCheckReport>& reports);

}  // namespace referee::report
