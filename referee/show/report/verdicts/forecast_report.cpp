#include "referee/show/report/verdicts/forecast_report.hpp"

#include <fmt/core.h>

#include <array>
#include <cmath>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/words.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/verdicts/strength.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using evidence::Yardstick;

std::string unit_name(const ForecastReport& report) {
  if (report.rules.by == Yardstick::points) return "points";
  return report.rules.field ? "% of the games" : std::string(unit_of(report.rules.model));
}

std::string difference_text(double value) { return (value > 0 ? "+" : "") + short_text(value); }

// "5 %", "0.2 %", "under 0.1 %"
std::string chance_text(double chance) {
  constexpr double least = 0.001;
  if (chance < least) return chance < 1e-9 ? "0" : "under 0.1 %";
  return fixed(100 * chance, chance < 0.1 ? 1 : 0) + " %";
}

std::string count_text(double value) { return fixed(std::ceil(value - 1e-9), 0); }

double seconds_of_pair(const ForecastSample& sample) {
  return std::chrono::duration<double>(sample.took).count() / static_cast<double>(sample.pairs);
}

std::string hours_text(double seconds) {
  return wait_text(std::chrono::seconds(static_cast<std::int64_t>(std::ceil(seconds))));
}

std::string question_line(const ForecastReport& report) {
  const auto& rules = report.rules;
  return fmt::format("H0: {}, H1: {} {}; alpha {}, beta {}; at most {}\n",
                     difference_text(rules.h0()), difference_text(rules.h1()), unit_name(report),
                     rules.risks.alpha, rules.risks.beta, text::plural(rules.most_pairs, "pair"));
}

Table table_of(const ForecastReport& report) {
  std::vector<Column> columns{{"true difference"},
                              {"H1"},
                              {"H0", Align::right, 0, true},
                              {"undecided", Align::right, 0, true},
                              {"pairs, mean"},
                              {"median", Align::right, 0, true},
                              {"95 %", Align::right, 0, true},
                              {"games, mean"}};
  if (report.sample) {
    columns.push_back({"time, mean"});
    columns.push_back({"95 %", Align::right, 0, true});
  }
  Table table(columns, 1);
  for (const ForecastReport::Row& row : report.rows) {
    const auto& f = row.forecast;
    std::vector<std::string> cells{
        difference_text(row.truth),
        chance_text(f.chance_h1),
        chance_text(f.chance_h0),
        chance_text(f.chance_open),
        count_text(f.mean_pairs),
        count_text(f.median_pairs),
        count_text(f.p95_pairs),
        count_text(static_cast<double>(report.matches_of_pair) * f.mean_pairs)};
    if (report.sample) {
      cells.push_back(hours_text(f.mean_pairs * seconds_of_pair(*report.sample)));
      cells.push_back(hours_text(f.p95_pairs * seconds_of_pair(*report.sample)));
    }
    table.add(std::move(cells));
  }
  return table;
}

std::string forecast_text(const ForecastReport& report) {
  std::string text = question_line(report);
  if (report.rules.by_differences()) {
    text += fmt::format(
        "Differences of a pair with a deviation of {} {}{}, cut at {}; taken as normal.\n",
        fixed(report.deviation, 1), unit_name(report),
        report.deviation_measured ? " (measured)" : "", fixed(report.rules.points.highest, 0));
  } else if (report.rules.model == statistics::Model::logistic) {
    text += fmt::format("The score of a pair (0 to 1) with a deviation of {}{}.\n",
                        fixed(report.deviation, 3), report.deviation_measured ? " (measured)" : "");
  }
  if (report.sample) {
    text += fmt::format("Measured: {} in {} with {}{}.\n",
                        text::plural(report.sample->pairs, "pair"), time_text(report.sample->took),
                        text::plural(report.sample->jobs, "match", "matches") + " at a time",
                        report.sample->failed == 0
                            ? ""
                            : fmt::format("; {} with a fault",
                                          text::plural(report.sample->failed, "match", "matches")));
  }
  text += '\n' + table_of(report).text(report.style);
  return text;
}

std::string forecast_json(const ForecastReport& report) {
  const auto& rules = report.rules;
  const bool points = rules.by_differences();
  text::Json json;
  json["schema"] = "referee-plan";
  json["version"] = 1;
  json["by"] = rules.by == Yardstick::points ? "points" : "wins";
  json["unit"] = unit_name(report);
  json["h0"] = rules.h0();
  json["h1"] = rules.h1();
  json["alpha"] = rules.risks.alpha;
  json["beta"] = rules.risks.beta;
  json["most_pairs"] = rules.most_pairs;
  json["matches_of_pair"] = report.matches_of_pair;
  json["deviation"] = value_if(report.deviation > 0, report.deviation);
  json["limit"] = value_if(points, rules.points.highest);
  json["seconds_per_pair"] =
      value_if(report.sample.has_value(), report.sample ? seconds_of_pair(*report.sample) : 0);
  json["rows"] = text::Json::array();
  for (const ForecastReport::Row& row : report.rows) {
    const auto& f = row.forecast;
    json["rows"].push_back({{"true", row.truth},
                            {"chance_h1", f.chance_h1},
                            {"chance_h0", f.chance_h0},
                            {"chance_undecided", f.chance_open},
                            {"mean_pairs", f.mean_pairs},
                            {"median_pairs", f.median_pairs},
                            {"p95_pairs", f.p95_pairs}});
  }
  return json_text(json);
}

constexpr std::array forecast_form_list{
    Form<ForecastReport>{"text", "", forecast_text},
    Form<ForecastReport>{"json", "Print the forecast as JSON", forecast_json},
};

}  // namespace

std::span<const Form<ForecastReport>> forecast_forms() noexcept { return forecast_form_list; }

}  // namespace referee::report
