#include "referee/show/report/form.hpp"

#include <fmt/core.h>

#include <algorithm>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

text::Json value_if(bool known, double value) {
  return known ? text::Json(value) : text::Json(nullptr);
}

text::Json or_null(const std::optional<double>& value) {
  return value_if(value.has_value(), value.value_or(0));
}

std::string json_text(const text::Json& json) { return text::dump(json, 2) + '\n'; }

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

namespace {

std::string attribute(std::string_view name, std::string_view value) {
  return fmt::format(" {}=\"{}\"", name, xml(value));
}

std::string time_attribute(double seconds) {
  return fmt::format(" time=\"{}\"", fixed(seconds, 3));
}

std::string junit_counts(const JunitSuite& suite) {
  const auto count = [&suite](JunitCase::End end) {
    return std::count_if(suite.cases.begin(), suite.cases.end(),
                         [end](const JunitCase& one) { return one.end == end; });
  };
  return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"{}\"{}",
                     suite.cases.size(), count(JunitCase::End::failed),
                     count(JunitCase::End::skipped), time_attribute(suite.seconds));
}

std::string junit_case(const JunitCase& one) {
  std::string lines;
  for (const std::string& line : one.lines) lines += xml(line) + '\n';
  std::string text = fmt::format("    <testcase{}{}{}>\n", attribute("name", one.name),
                                 attribute("classname", fmt::format("referee.{}", one.game)),
                                 one.seconds ? time_attribute(*one.seconds) : "");
  const std::string message = attribute("message", one.message);
  if (one.end == JunitCase::End::failed) {
    text += fmt::format("      <failure{}{}>{}</failure>\n", message,
                        one.type.empty() ? "" : attribute("type", one.type), lines);
  } else {
    if (one.end == JunitCase::End::skipped) text += fmt::format("      <skipped{}/>\n", message);
    text += fmt::format("      <system-out>{}</system-out>\n", lines);
  }
  return text + "    </testcase>\n";
}

}  // namespace

std::string junit(std::string_view name, const std::vector<JunitSuite>& suites) {
  JunitSuite all;
  std::string text;
  for (const JunitSuite& suite : suites) {
    all.seconds += suite.seconds;
    all.cases.insert(all.cases.end(), suite.cases.begin(), suite.cases.end());
    text += fmt::format("  <testsuite{}{}>\n", attribute("name", suite.name), junit_counts(suite));
    for (const JunitCase& one : suite.cases) text += junit_case(one);
    text += "  </testsuite>\n";
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites{}{}>\n{}</testsuites>\n",
      attribute("name", name), junit_counts(all), text);
}

}  // namespace referee::report
