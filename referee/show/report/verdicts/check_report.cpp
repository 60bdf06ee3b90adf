#include "referee/show/report/verdicts/check_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/report/xml.hpp"

namespace referee::report {
namespace {

using checks::CheckedPoint;
using checks::Finding;

constexpr std::array findings{Finding::passed, Finding::failed, Finding::noted};

Paint paint_of(Finding finding) {
  if (finding == Finding::passed) return Paint::green;
  return finding == Finding::failed ? Paint::red : Paint::yellow;
}

// Each line of a text, with this before it.
std::string indented(std::string_view text, std::string_view indent) {
  std::string result;
  for (const std::string& line : lines_of(text)) {
    result += fmt::format("{}{}\n", indent, text::safe_text(line));
  }
  return result;
}

std::string xml_lines(const CheckedPoint& point) {
  std::string text;
  for (const std::string& part : {point.text, point.advice}) {
    for (const std::string& line : lines_of(part)) text += xml(line) + '\n';
  }
  return text;
}

std::string junit_counts(const BotCheckReport& report) {
  return xml_attribute("tests", fmt::format("{}", report.points.size())) +
         xml_attribute("failures", fmt::format("{}", report.count(Finding::failed))) +
         xml_attribute("errors", "0") + xml_attribute("skipped", "0") +
         xml_attribute("time", fixed(report.seconds, 3));
}

std::string junit_suite(const BotCheckReport& report) {
  std::string text = fmt::format("  <testsuite{}{}>\n", xml_attribute("name", report.bot.name),
                                 junit_counts(report));
  for (const CheckedPoint& point : report.points) {
    text += fmt::format("    <testcase{}{}>\n", xml_attribute("name", point.name),
                        xml_attribute("classname", fmt::format("referee.{}", report.game->name)));
    if (point.finding == Finding::failed) {
      text += fmt::format("      <failure{}>{}</failure>\n",
                          xml_attribute("message", point.text.substr(0, point.text.find('\n'))),
                          xml_lines(point));
    } else {
      text += fmt::format("      <system-out>{}{}</system-out>\n",
                          point.finding == Finding::noted ? "noted: " : "", xml_lines(point));
    }
    text += "    </testcase>\n";
  }
  return text + "  </testsuite>\n";
}

}  // namespace

std::size_t BotCheckReport::count(Finding finding) const {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(),
                    [finding](const CheckedPoint& point) { return point.finding == finding; }));
}

std::string bot_check_text(const BotCheckReport& report, const TextStyle& style) {
  int names = 0;
  for (const CheckedPoint& point : report.points) {
    names = std::max(names, text::display_width(point.name));
  }
  std::string text =
      fmt::format("{}: {}\n\n", report.game->title, text::safe_text(report.bot.name));
  for (const CheckedPoint& point : report.points) {
    const auto end = std::min(point.text.find('\n'), point.text.size());
    text +=
        painted(text::padded(std::string(name(point.finding)), 6), paint_of(point.finding), style) +
        "  " + text::padded(point.name, names) + "  " + text::safe_text(point.text.substr(0, end)) +
        '\n';
    if (end < point.text.size()) text += indented(point.text.substr(end + 1), "          ");
    if (!point.advice.empty() && point.finding != Finding::passed) {
      text += indented(point.advice, "          ");
    }
  }
  return text + fmt::format("\n{} passed, {} failed, {} noted\n", report.count(Finding::passed),
                            report.count(Finding::failed), report.count(Finding::noted));
}

text::Json bot_check_json(const BotCheckReport& report) {
  text::Json json;
  json["schema"] = "referee-check";
  json["version"] = 1;
  json["game"] = report.game->name;
  json["bot"] = {{"name", report.bot.name}, {"command", report.bot.command}};
  for (const Finding finding : findings) json[std::string(name(finding))] = report.count(finding);
  json["points"] = text::Json::array();
  for (const CheckedPoint& point : report.points) {
    text::Json one{{"name", point.name}, {"finding", name(point.finding)}, {"text", point.text}};
    if (!point.advice.empty()) one["advice"] = point.advice;
    json["points"].push_back(std::move(one));
  }
  json["seconds"] = report.seconds;
  return json;
}

std::string bot_checks_text(const std::vector<BotCheckReport>& reports, const TextStyle& style) {
  std::string text;
  int names = 0;
  std::size_t admitted = 0;
  for (const BotCheckReport& report : reports) {
    names = std::max(names, text::display_width(text::safe_text(report.bot.name)));
    if (report.count(Finding::failed) > 0) text += bot_check_text(report, style) + '\n';
  }
  for (const BotCheckReport& report : reports) {
    const std::size_t failures = report.count(Finding::failed);
    const Finding whole = failures > 0 ? Finding::failed : Finding::passed;
    admitted += failures > 0 ? 0 : 1;
    text += fmt::format("{}  {}  {} passed, {} failed, {} noted\n",
                        painted(text::padded(std::string(name(whole)), 6), paint_of(whole), style),
                        text::padded(text::safe_text(report.bot.name), names),
                        report.count(Finding::passed), failures, report.count(Finding::noted));
  }
  return text + fmt::format("\n{} of {} would be admitted\n", admitted,
                            text::plural(reports.size(), "bot"));
}

text::Json bot_checks_json(const std::vector<BotCheckReport>& reports) {
  text::Json json = text::Json::array();
  for (const BotCheckReport& report : reports) json.push_back(bot_check_json(report));
  return json;
}

std::string bot_check_junit(const std::vector<BotCheckReport>& reports) {
  BotCheckReport all;
  std::string suites;
  for (const BotCheckReport& report : reports) {
    all.points.insert(all.points.end(), report.points.begin(), report.points.end());
    all.seconds += report.seconds;
    suites += junit_suite(report);
  }
  return fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites{}{}>\n{}</testsuites>\n",
      xml_attribute("name", "referee check"), junit_counts(all), suites);
}

}  // namespace referee::report
