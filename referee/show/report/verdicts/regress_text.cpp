#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using checks::CheckResult;
using checks::Verdict;

Paint paint_of(Verdict verdict) {
  if (verdict == Verdict::passed) return Paint::green;
  return verdict == Verdict::failed ? Paint::red : Paint::yellow;
}

}  // namespace

std::size_t RegressReport::count(Verdict verdict) const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(),
                    [&](const CheckResult& result) { return result.outcome.verdict == verdict; }));
}

std::string regress_summary(const RegressReport& report) {
  const std::size_t failed = report.count(Verdict::failed);
  const std::size_t undecided = report.count(Verdict::undecided);
  const std::string all = text::plural(report.results.size(), "check");
  if (failed + undecided == 0) return "passed " + all;
  if (failed == 0) {
    return fmt::format("passed {} of {}, {} undecided", report.count(Verdict::passed), all,
                       undecided);
  }
  const std::string summary = fmt::format("failed {} of {}", failed, all);
  return undecided > 0 ? fmt::format("{}, {} undecided", summary, undecided) : summary;
}

std::string regress_text(const RegressReport& report, const TextStyle& style) {
  int names = 0;
  int games = 0;
  for (const CheckResult& result : report.results) {
    names = std::max(names, text::display_width(text::safe_text(result.check->name())));
    games = std::max(games, text::display_width(result.check->event().game->name));
  }
  constexpr int verdicts = 9;  // "undecided"
  std::string text;
  for (const CheckResult& result : report.results) {
    const Verdict verdict = result.outcome.verdict;
    text += painted(text::padded(std::string(name(verdict)), verdicts), paint_of(verdict), style) +
            "  " + text::padded(text::safe_text(result.check->name()), names) + "  " +
            text::padded(std::string(result.check->event().game->name), games) + "  " +
            text::safe_text(result.outcome.reason) + '\n';
    for (const std::string& detail : result.outcome.details) {
      text += "             " + text::safe_text(detail) + '\n';
    }
  }
  text += '\n' + painted(text::safe_text(report.bot.name), Paint::bold, style) + " " +
          painted(regress_summary(report), paint_of(checks::verdict_of(report.results)), style);
  return text + (report.interrupted ? "; interrupted\n" : "\n");
}

}  // namespace referee::report
