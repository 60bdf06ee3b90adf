#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/verdicts/regress_report.hpp"

namespace referee::report {
namespace {

using checks::CheckResult;
using checks::Verdict;

text::Json check_json(const CheckResult& result) {
  text::Json json{{"name", result.check->name()},
                  {"check", result.check->kind()},
                  {"game", result.check->event().game->name},
                  {"verdict", name(result.outcome.verdict)},
                  {"reason", result.outcome.reason},
                  {"details", result.outcome.details}};
  if (const auto* comparison = result.check->comparison()) {
    json["comparison"] = comparison_json(result.check->manifest(), *comparison);
  } else {
    json["figures"] = result.outcome.figures;
  }
  return json;
}

}  // namespace

text::Json regress_page(const RegressReport& report) {
  text::Json json;
  json["bot"] = {text::safe_text(report.bot.name), text::safe_text(report.bot.command)};
  json["verdict"] = name(checks::verdict_of(report.results));
  json["summary"] = regress_summary(report);
  json["checks"] = text::Json::array();
  for (const CheckResult& result : report.results) {
    text::Json check{{"name", text::safe_text(result.check->name())},
                     {"kind", result.check->kind()},
                     {"game", result.check->event().game->name},
                     {"verdict", name(result.outcome.verdict)},
                     {"reason", text::safe_text(result.outcome.reason)},
                     {"details", text::Json::array()}};
    for (const std::string& line : result.outcome.details) {
      check["details"].push_back(text::safe_text(line));
    }
    if (result.seconds) check["seconds"] = *result.seconds;
    if (const auto* comparison = result.check->comparison()) {
      check["comparison"] = comparison_page(result.check->manifest(), *comparison);
    }
    json["checks"].push_back(std::move(check));
  }
  return json;
}

text::Json regress_json(const RegressReport& report) {
  text::Json json;
  json["schema"] = "referee-regress";
  json["version"] = 1;
  json["bot"] = text::Json{
      {"name", report.bot.name}, {"command", report.bot.command}, {"hash", report.bot.hash}};
  json["verdict"] = name(checks::verdict_of(report.results));
  json["interrupted"] = report.interrupted;
  for (const Verdict verdict : {Verdict::passed, Verdict::failed, Verdict::undecided}) {
    json[std::string(name(verdict))] = report.count(verdict);
  }
  json["checks"] = text::Json::array();
  text::Json seconds = text::Json::array();
  for (const CheckResult& result : report.results) {
    json["checks"].push_back(check_json(result));
    seconds.push_back(or_null(result.seconds));
  }
  json["measured"]["seconds"] = std::move(seconds);
  return json;
}

}  // namespace referee::report
