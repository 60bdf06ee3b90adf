#include <fmt/core.h>

#include "referee/report/regress_report.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {
namespace {

using evidence::CheckResult;
using evidence::Verdict;

// Escapes a text for XML 1.0, in an element or between double quotes. What XML does not allow is
// written as \xNN (control characters, bytes that are not UTF-8) or as a question mark (U+FFFE
// and U+FFFF).
std::string xml(std::string_view raw) {
  const std::string safe = text::safe_text(raw);
  std::string_view text = safe;
  std::string result;
  while (!text.empty()) {
    const text::Character character = text::first_character(text);
    switch (character.code) {
      case U'&':
        result += "&amp;";
        break;
      case U'<':
        result += "&lt;";
        break;
      case U'>':
        result += "&gt;";
        break;
      case U'"':
        result += "&quot;";
        break;
      case U'\'':
        result += "&apos;";
        break;
      case U'\xfffe':
      case U'\xffff':
        result += '?';
        break;
      default:
        result += text.substr(0, character.bytes);
    }
    text.remove_prefix(character.bytes);
  }
  return result;
}

std::string lines(const CheckResult& result) {
  std::string text;
  for (const std::string& detail : result.outcome.details) text += xml(detail) + '\n';
  return text;
}

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml(value));
}

std::string decimal_seconds(double seconds) { return fixed(seconds, 3); }

std::string test_case(const CheckResult& result) {
  const auto& check = *result.check;
  std::string text =
      fmt::format("    <testcase{}{}{}>\n", attribute("name", check.name()),
                  attribute("classname", fmt::format("referee.{}", check.event().game->name)),
                  attribute("time", decimal_seconds(result.seconds.value_or(0))));
  const std::string message = attribute("message", result.outcome.reason);
  switch (result.outcome.verdict) {
    case Verdict::passed:
      text += fmt::format("      <system-out>{}\n{}</system-out>\n", xml(result.outcome.reason),
                          lines(result));
      break;
    case Verdict::failed:
      text +=
          fmt::format("      <failure{}{}>{}\n{}</failure>\n", message,
                      attribute("type", check.kind()), xml(result.outcome.reason), lines(result));
      break;
    default:
      text +=
          fmt::format("      <skipped{}/>\n      <system-out>{}</system-out>\n",
                      attribute("message", "undecided: " + result.outcome.reason), lines(result));
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string regress_junit(const RegressReport& report) {
  std::size_t failed = 0;
  std::size_t skipped = 0;
  double seconds = 0;
  for (const CheckResult& result : report.results) {
    failed += result.outcome.verdict == Verdict::failed ? 1U : 0U;
    skipped += result.outcome.verdict == Verdict::undecided ? 1U : 0U;
    seconds += result.seconds.value_or(0);
  }
  const std::string counts = attribute("tests", fmt::format("{}", report.results.size())) +
                             attribute("failures", fmt::format("{}", failed)) +
                             attribute("errors", "0") +
                             attribute("skipped", fmt::format("{}", skipped)) +
                             attribute("time", decimal_seconds(seconds));
  std::string text = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites{}{}>\n  <testsuite{}{}>\n",
      attribute("name", "referee regress"), counts, attribute("name", report.bot.name), counts);
  for (const CheckResult& result : report.results) text += test_case(result);
  return text + "  </testsuite>\n</testsuites>\n";
}

}  // namespace referee::report
