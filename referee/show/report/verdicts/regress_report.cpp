#include "referee/show/report/verdicts/regress_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

using checks::CheckResult;
using checks::Verdict;

checks::Outcome outcome_of(const checks::Check& check) {
  checks::Outcome outcome = check.outcome();
  if (check.comparison() == nullptr) return outcome;
  const evidence::Comparison& comparison = *check.comparison();
  const bool decided = comparison.decision() != statistics::Decision::proceed;
  if (decided && outcome.verdict == checks::Verdict::undecided) {
    outcome.reason =
        fmt::format("Undecided after {}: {} failed, which measures nothing",
                    text::plural(comparison.played(), "pair"), others_that_failed(comparison));
  } else {
    outcome.reason = verdict_text(comparison, Told::keys);
    outcome.reason.pop_back();  // the full stop
  }
  std::string figures;
  for (const Figure& figure : figures_of(check.event(), comparison)) {
    const bool main = figure.name.ends_with("Elo") || figure.name.ends_with("points");
    if (main) text::add_to_list(figures, figure.name + ' ' + figure.value, "; ");
  }
  if (comparison.count() > 1) outcome.details.push_back(figures);
  for (std::string& line : reservations(check.event(), comparison)) {
    outcome.details.push_back(std::move(line));
  }
  if (std::string ruling = ruling_text(check.event(), comparison); !ruling.empty()) {
    outcome.details.push_back(std::move(ruling));
  }
  constexpr std::size_t most = 10;
  for (const evidence::PairFault& fault : comparison.first_faults()) {
    if (outcome.details.size() >= most) break;
    outcome.details.push_back(fmt::format("game {}: the {} bot failed, {}", fault.match,
                                          evidence::role_names[index(fault.role)],
                                          bot::name(fault.kind)));
  }
  return outcome;
}

namespace {

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

namespace {

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

namespace {

JunitCase case_of(const CheckResult& result) {
  const Verdict verdict = result.outcome.verdict;
  JunitCase one{result.check->name(), result.check->event().game->name};
  one.seconds = result.seconds.value_or(0);
  one.message = result.outcome.reason;
  one.type = result.check->kind();
  one.lines = result.outcome.details;
  if (verdict == Verdict::passed || verdict == Verdict::failed) {
    one.lines.insert(one.lines.begin(), result.outcome.reason);
    if (verdict == Verdict::failed) one.end = JunitCase::End::failed;
  } else {
    one.end = JunitCase::End::skipped;
    if (!one.message.starts_with("Undecided")) one.message.insert(0, "undecided: ");
  }
  return one;
}

}  // namespace

std::string regress_junit(const RegressReport& report) {
  JunitSuite suite{report.bot.name, 0, {}};
  for (const CheckResult& result : report.results) {
    suite.seconds += result.seconds.value_or(0);
    suite.cases.push_back(case_of(result));
  }
  return junit("referee regress", {suite});
}

namespace {

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

namespace {

using Goes = RegressForm::Goes;

constexpr std::array regress_form_list{
    RegressForm{{"text", "",
                 [](const RegressReport& report) { return regress_text(report, report.style); }},
                Goes::to_output},
    RegressForm{{"json", "Print the result as JSON",
                 [](const RegressReport& report) { return json_text(regress_json(report)); }},
                Goes::to_output},
    RegressForm{{"junit", "Write the result as JUnit XML, for CI", &regress_junit},
                Goes::to_new_file},
    RegressForm{{"summary", "Append the result as Markdown, e.g. to $GITHUB_STEP_SUMMARY",
                 &regress_markdown},
                Goes::to_end_of_file},
};

}  // namespace

std::span<const RegressForm> regress_forms() noexcept { return regress_form_list; }

}  // namespace referee::report
