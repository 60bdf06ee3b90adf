#include <fmt/core.h>

#include "referee/show/report/verdicts/regress_report.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/report/xml.hpp"

namespace referee::report {
namespace {

using checks::CheckResult;
using checks::Verdict;

std::string lines(const CheckResult& result) {
  std::string text;
  for (const std::string& detail : result.outcome.details) text += xml(detail) + '\n';
  return text;
}

std::string test_case(const CheckResult& result) {
  const auto& check = *result.check;
  std::string text =
      fmt::format("    <testcase{}{}{}>\n", xml_attribute("name", check.name()),
                  xml_attribute("classname", fmt::format("referee.{}", check.event().game->name)),
                  xml_attribute("time", fixed(result.seconds.value_or(0), 3)));
  const std::string message = xml_attribute("message", result.outcome.reason);
  switch (result.outcome.verdict) {
    case Verdict::passed:
      text += fmt::format("      <system-out>{}\n{}</system-out>\n", xml(result.outcome.reason),
                          lines(result));
      break;
    case Verdict::failed:
      text += fmt::format("      <failure{}{}>{}\n{}</failure>\n", message,
                          xml_attribute("type", check.kind()), xml(result.outcome.reason),
                          lines(result));
      break;
    default:
      text += fmt::format("      <skipped{}/>\n      <system-out>{}</system-out>\n",
                          xml_attribute("message", result.outcome.reason.starts_with("undecided")
                                                       ? result.outcome.reason
                                                       : "undecided: " + result.outcome.reason),
                          lines(result));
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string regress_junit(const RegressReport& report) {
  double seconds = 0;
  for (const CheckResult& result : report.results) seconds += result.seconds.value_or(0);
  const std::string counts =
      xml_attribute("tests", fmt::format("{}", report.results.size())) +
      xml_attribute("failures", fmt::format("{}", report.count(Verdict::failed))) +
      xml_attribute("errors", "0") +
      xml_attribute("skipped", fmt::format("{}", report.count(Verdict::undecided))) +
      xml_attribute("time", fixed(seconds, 3));
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites{}{}>\n  <testsuite{}{}>\n",
      xml_attribute("name", "referee regress"), counts, xml_attribute("name", report.bot.name),
      counts);
  for (const CheckResult& result : report.results) text += test_case(result);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace referee::report
