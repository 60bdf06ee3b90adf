#include "referee/show/report/verdicts/check_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/wording.hpp"

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

JunitSuite suite_of(const BotCheckReport& report) {
  JunitSuite suite{report.bot.name, report.seconds, {}};
  for (const CheckedPoint& point : report.points) {
    const bool failed = point.finding == Finding::failed;
    JunitCase one{point.name, report.game->name};
    one.end = failed ? JunitCase::End::failed : JunitCase::End::passed;
    if (failed) one.message = point.text.substr(0, point.text.find('\n'));
    one.lines = lines_of((point.finding == Finding::noted ? "noted: " : "") + point.text + '\n' +
                         point.advice);
    suite.cases.push_back(std::move(one));
  }
  return suite;
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
  std::vector<JunitSuite> suites;
  for (const BotCheckReport& report : reports) suites.push_back(suite_of(report));
  return junit("referee check", suites);
}

}  // namespace referee::report
