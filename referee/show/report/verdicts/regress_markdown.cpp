#include <fmt/core.h>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using checks::CheckResult;
using checks::Verdict;

std::string verdict_mark(Verdict verdict) {
  if (verdict == Verdict::passed) return "✅ passed";
  return verdict == Verdict::failed ? "❌ failed" : "❔ undecided";
}

std::string time_cell(const CheckResult& result) {
  if (!result.seconds) return "-";
  return time_text(std::chrono::nanoseconds(static_cast<std::int64_t>(*result.seconds * 1e9)));
}

}  // namespace

std::string regress_markdown(const RegressReport& report) {
  std::string text =
      fmt::format("## Referee: {} {}{}\n\n", markdown_text(text::safe_text(report.bot.name)),
                  regress_summary(report), report.interrupted ? ", interrupted" : "");
  Table table({{"Check", Align::left},
               {"Game", Align::left},
               {"Result", Align::left},
               {"Why", Align::left},
               {"Time", Align::right}},
              1);
  std::string details;
  for (const CheckResult& result : report.results) {
    table.add({text::safe_text(result.check->name()),
               std::string(result.check->event().game->title), verdict_mark(result.outcome.verdict),
               text::safe_text(result.outcome.reason), time_cell(result)});
    if (result.outcome.details.empty()) continue;
    details += fmt::format("\n**{}**\n\n", markdown_text(text::safe_text(result.check->name())));
    for (const std::string& detail : result.outcome.details) {
      details += fmt::format("- {}\n", markdown_paragraph(text::safe_text(detail)));
    }
  }
  return text + table.markdown() + details + "\n";
}

}  // namespace referee::report
