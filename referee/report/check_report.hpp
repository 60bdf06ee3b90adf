// The result of `referee check`: for people, for programs, for CI.
#pragma once

#include <string>
#include <vector>

#include "referee/evidence/bot_check.hpp"
#include "referee/report/style.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::report {

struct BotCheckReport {
  const rules::GameInfo* game = nullptr;
  match::BotIdentity bot;
  std::vector<evidence::CheckedPoint> points;
  double seconds = 0;  // that the check took

  [[nodiscard]] std::size_t count(evidence::Finding finding) const;
};

// A line for each point, with what to do below it, and the sum.
std::string bot_check_text(const BotCheckReport& report, const TextStyle& style);
// docs/check-result.schema.json
text::Json bot_check_json(const BotCheckReport& report);
// Each point is a test case; what was noted passes, with its text as output.
std::string bot_check_junit(const BotCheckReport& report);

}  // namespace referee::report
