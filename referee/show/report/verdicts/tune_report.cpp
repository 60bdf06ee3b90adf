#include "referee/show/report/verdicts/tune_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/table.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/report/xml.hpp"

namespace referee::report {

namespace {

using tuning::Tuning;

constexpr int places_of_slice = 21;

// From the surface's own unit.
double unit_factor(const tuning::Question& question) {
  if (tuning::response_of(question) == tuning::Response::scores) return 400 / std::log(10);
  return question.rules.by == evidence::Yardstick::wins ? 100 : 1;
}

std::string command_of(const tuning::Question& question, const tuning::Values& values) {
  return tuning::command_with(question.command, question.parameters, values);
}

std::string heading(const Tuning& tuning, const TextStyle& look) {
  const auto& question = tuning.question();
  std::string text =
      fmt::format("{}: {}\n", painted(question.event().game->title, Paint::bold, look),
                  text::safe_text(question.command));
  text += fmt::format("{} in {}", text::plural(tuning.pairs(), "pair"),
                      tuning.ended() ? text::plural(tuning.rounds(), "round")
                                     : fmt::format("{} of {}", tuning.round(),
                                                   text::plural(tuning.rounds(), "round")));
  if (tuning.faults() > 0) {
    text += fmt::format("; a bot failed in {}: see referee standings {}/round-01 and so on",
                        text::plural(tuning.faults(), "game"),
                        text::shell_word(text::safe_text(tuning.folder().string())));
  }
  text += '\n';
  if (tuning.missing() > 0) {
    text += fmt::format(
        "{} missing, because the judge or the machine failed: with them other values might be "
        "best.\n",
        text::plural(tuning.missing(), "pair is", "pairs are"));
  }
  return text;
}

std::string table_text(const Tuning& tuning, const TextStyle& look) {
  Table table({{"parameter", Align::left}, {"start"}, {"best"}, {"95 %", Align::left}}, 1);
  const auto known = tuned_parameters(tuning);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const TunedParameter& one = known[i];
    table.add(
        {tuning.question().parameters[i].name, one.start, one.best,
         fmt::format("{} to {}{}", one.low, one.high, one.determined ? "" : ", not determined")});
  }
  return table.text(look);
}

std::string tune_text(const TuneReport& report) {
  const Tuning& tuning = report.tuning;
  const auto& question = tuning.question();
  std::string text = heading(tuning, report.style) + '\n';
  if (tuning.pairs() == 0) return text + "No round is complete.\n";
  text += table_text(tuning, report.style);
  text += fmt::format("\nbest: {}\n", text::safe_text(command_of(question, tuning.best())));
  if (!tuning.ended()) return text;
  if (tuning.found_nothing()) {
    return text + "The best values are those of the start: there is nothing to compare.\n";
  }
  if (report.comparison == nullptr) return text;
  return text + "\nOn deals that no round had:\n" +
         comparison_text(tuning::comparison_manifest(question, tuning.best()), *report.comparison,
                         report.style);
}

double number(const std::string& value) { return std::stod(value); }

text::Json parameter_json(const tuning::Parameter& parameter, const TunedParameter& known) {
  text::Json json{{"name", parameter.name},
                  {"low", parameter.low},
                  {"high", parameter.high},
                  {"integer", parameter.integer},
                  {"logarithmic", parameter.logarithmic},
                  {"start", number(known.start)},
                  {"best", number(known.best)},
                  {"interval", {number(known.low), number(known.high)}},
                  {"determined", known.determined},
                  {"slice", text::Json::array()}};
  for (const auto& place : known.slice) {
    json["slice"].push_back({{"value", number(place.value)},
                             {"difference", place.difference.mean},
                             {"error", place.difference.error}});
  }
  return json;
}

text::Json path_json(const Tuning& tuning) {
  text::Json json = text::Json::array();
  const auto& parameters = tuning.question().parameters;
  for (const auto& stop : tuning.tuner().path()) {
    text::Json one{{"best", text::Json::array()}, {"region", text::Json::array()}};
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const auto value = [&](double position) {
        return number(tuning::value_at(parameters[i], position));
      };
      one["best"].push_back(value(stop.best[i]));
      one["region"].push_back({value(stop.region.low[i]), value(stop.region.high[i])});
    }
    json.push_back(std::move(one));
  }
  return json;
}

text::Json tune_json(const TuneReport& report) {
  const Tuning& tuning = report.tuning;
  const auto& question = tuning.question();
  text::Json json;
  json["schema"] = "referee-tune";
  json["version"] = 1;
  json["game"] = question.event().game->name;
  json["command"] = question.command;
  json["seed"] = question.manifest.seed;
  json["by"] = question.rules.by == evidence::Yardstick::wins ? "wins" : "points";
  json["pairs"] = question.pairs;
  json["different_pairs"] = tuning.pairs();
  if (tuning.missing() > 0) json["missing_pairs"] = tuning.missing();
  json["rounds"] = tuning.rounds();
  json["played_rounds"] = tuning.round();
  json["faults"] = tuning.faults();
  json["unit"] = unit_of_surface(question);
  json["parameters"] = text::Json::array();
  const auto known = tuned_parameters(tuning);
  for (std::size_t i = 0; i < known.size(); ++i) {
    json["parameters"].push_back(parameter_json(question.parameters[i], known[i]));
  }
  json["path"] = path_json(tuning);
  json["start_command"] = command_of(question, tuning::start_of(question.parameters));
  json["best_command"] = command_of(question, tuning.best());
  json["same"] = tuning.found_nothing();
  json["comparison"] = report.comparison == nullptr
                           ? text::Json(nullptr)
                           : comparison_json(tuning::comparison_manifest(question, tuning.best()),
                                             *report.comparison);
  return json;
}

constexpr std::array tune_form_list{
    Form<TuneReport>{"text", "", tune_text},
    Form<TuneReport>{"json", "Print the result as JSON",
                     [](const TuneReport& report) { return json_text(tune_json(report)); }},
};

}  // namespace

std::span<const Form<TuneReport>> tune_forms() noexcept { return tune_form_list; }

std::string unit_of_surface(const tuning::Question& question) {
  if (tuning::response_of(question) == tuning::Response::scores) return "Elo";
  return question.rules.by == evidence::Yardstick::wins ? "% of the games" : "points";
}

std::vector<TunedParameter> tuned_parameters(const Tuning& tuning) {
  const auto& question = tuning.question();
  const tuning::Values best = tuning.best();
  const bool has_results = !tuning.tuner().observed().empty();
  std::vector<tuning::Known> known(best.size());
  std::optional<tuning::Surface> surface;
  if (has_results) {
    known = tuning.tuner().known();
    surface.emplace(tuning.tuner().surface());
  }
  std::vector<TunedParameter> result;
  for (std::size_t i = 0; i < best.size(); ++i) {
    const tuning::Parameter& parameter = question.parameters[i];
    TunedParameter one{parameter.start,
                       best[i],
                       tuning::value_at(parameter, known[i].low),
                       tuning::value_at(parameter, known[i].high),
                       known[i].determined,
                       {}};
    for (int place = 0; has_results && place < places_of_slice; ++place) {
      tuning::Point point = tuning.tuner().best();
      point[i] = static_cast<double>(place) / (places_of_slice - 1);
      tuning::Difference difference = surface->difference(point, tuning.tuner().best());
      difference.mean *= unit_factor(question);
      difference.error *= unit_factor(question);
      one.slice.push_back({tuning::value_at(parameter, point[i]), point[i], difference});
    }
    result.push_back(std::move(one));
  }
  return result;
}

namespace {

// A chart of this size, with room around it for words.
constexpr double chart_width = 320;
constexpr double chart_height = 180;
constexpr double margin = 50;

constexpr std::string_view page_style = R"(
body { font: 15px/1.5 sans-serif; max-width: 60em; margin: 2em auto; padding: 0 1em;
       color: #222; background: #fff; }
table { border-collapse: collapse; } td, th { padding: .2em 1em .2em 0; text-align: left; }
code { overflow-wrap: anywhere; } figure { display: inline-block; margin: 0 1em 1em 0; }
pre { overflow-x: auto; background: #f4f4f4; padding: 1em; }
svg text { font: 12px sans-serif; fill: #555; } .band { fill: #cfe0f4; } .line { fill: none;
stroke: #1d5fa8; stroke-width: 2; } .start { stroke: #999; stroke-dasharray: 4 3; }
.frame { fill: none; stroke: #bbb; }
)";

// Points of a chart: x and the low end, the middle and the high end of y.
struct ChartMark {
  double x = 0;
  double low = 0;
  double middle = 0;
  double high = 0;
};

struct Axis {
  double low = 0;
  double high = 1;
  std::string low_text;
  std::string high_text;

  [[nodiscard]] double place(double value) const { return (value - low) / (high - low); }
};

std::string words(double x, double y, std::string_view anchor, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>", x, y, anchor,
                     xml(text));
}

std::string chart(const std::string& title, const std::vector<ChartMark>& marks, const Axis& x,
                  const Axis& y, const std::string& inside) {
  const auto at = [&](double along, double up) {
    return fmt::format("{:.1f},{:.1f} ", margin + chart_width * x.place(along),
                       margin / 2 + chart_height * (1 - y.place(up)));
  };
  std::string band;
  std::string line;
  for (const ChartMark& mark : marks) {
    band += at(mark.x, mark.high);
    line += at(mark.x, mark.middle);
  }
  for (auto mark = marks.rbegin(); mark != marks.rend(); ++mark) band += at(mark->x, mark->low);
  const double bottom = margin / 2 + chart_height;
  return fmt::format(
             "<figure><figcaption>{}</figcaption><svg width=\"{:.0f}\" height=\"{:.0f}\" "
             "role=\"img\">",
             xml(title), chart_width + 1.5 * margin, chart_height + 1.2 * margin) +
         fmt::format(
             "<polygon class=\"band\" points=\"{}\"/>{}<polyline class=\"line\" "
             "points=\"{}\"/>",
             band, inside, line) +
         fmt::format("<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>", margin,
                     margin / 2, chart_width, chart_height) +
         words(margin, bottom + 16, "start", x.low_text) +
         words(margin + chart_width, bottom + 16, "end", x.high_text) +
         words(margin - 4, bottom, "end", y.low_text) +
         words(margin - 4, margin / 2 + 10, "end", y.high_text) + "</svg></figure>\n";
}

// The best value and the region, from round to round.
std::string path_chart(const tuning::Tuning& tuning, std::size_t i) {
  const auto& parameter = tuning.question().parameters[i];
  std::vector<ChartMark> marks;
  for (const auto& stop : tuning.tuner().path()) {
    marks.push_back(
        {static_cast<double>(marks.size()), stop.region.low[i], stop.best[i], stop.region.high[i]});
  }
  const Axis x{0, std::max(1.0, static_cast<double>(marks.size()) - 1), "start",
               fmt::format("round {}", tuning.round())};
  const Axis y{0, 1, tuning::value_at(parameter, 0), tuning::value_at(parameter, 1)};
  return chart(fmt::format("{}: best value and region of the next points", parameter.name), marks,
               x, y, {});
}

// The surface along one parameter, with 95 % bands.
std::string slice_chart(const tuning::Tuning& tuning, std::size_t i, const TunedParameter& known) {
  constexpr double two_sided = 1.96;
  const auto& parameter = tuning.question().parameters[i];
  std::vector<ChartMark> marks;
  double lowest = 0;
  double highest = 0;
  for (const auto& place : known.slice) {
    const double error = two_sided * place.difference.error;
    const double middle = place.difference.mean;
    marks.push_back({place.position, middle - error, middle, middle + error});
    lowest = std::min(lowest, middle - error);
    highest = std::max(highest, middle + error);
  }
  if (highest - lowest < 1e-9) highest = lowest + 1;
  const auto round = [](double value) { return fmt::format("{:.3g}", value); };
  const Axis x{0, 1, tuning::value_at(parameter, 0), tuning::value_at(parameter, 1)};
  const Axis y{lowest, highest, round(lowest), round(highest)};
  const double best = margin + chart_width * tuning.tuner().best()[i];
  const std::string here = fmt::format(
      "<line class=\"start\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1:.1f}\" y2=\"{2:.1f}\"/>", best,
      margin / 2, margin / 2 + chart_height);
  return chart(fmt::format("{}: the surface through the best point (dashed), {}", parameter.name,
                           unit_of_surface(tuning.question())),
               marks, x, y, here);
}

std::string table_of(const tuning::Tuning& tuning, const std::vector<TunedParameter>& known) {
  std::string rows;
  for (std::size_t i = 0; i < known.size(); ++i) {
    const TunedParameter& one = known[i];
    rows += fmt::format("<tr><td>{}</td><td>{}</td><td><b>{}</b></td><td>{} to {}{}</td></tr>\n",
                        xml(tuning.question().parameters[i].name), xml(one.start), xml(one.best),
                        xml(one.low), xml(one.high), one.determined ? "" : ", not determined");
  }
  return "<table><tr><th>parameter</th><th>start</th><th>best</th><th>95 %</th></tr>\n" + rows +
         "</table>\n";
}

std::string verdict_of(const TuneReport& report) {
  const auto& tuning = report.tuning;
  if (!tuning.ended()) {
    return fmt::format("<p>{} of {} rounds have been played.</p>\n", tuning.round(),
                       tuning.rounds());
  }
  if (tuning.found_nothing()) return "<p>The best values are those of the start.</p>\n";
  if (report.comparison == nullptr) return "<p>No comparison has begun.</p>\n";
  const auto manifest = tuning::comparison_manifest(tuning.question(), tuning.best());
  std::string page = "<h2>The comparison, on deals that no round had</h2>\n<pre>";
  for (const auto& line : lines_of(comparison_text(manifest, *report.comparison, {false, 0}))) {
    page += xml(line) + '\n';
  }
  return page + "</pre>\n";
}

}  // namespace

std::string tune_page(const TuneReport& report) {
  const auto& tuning = report.tuning;
  const auto& question = tuning.question();
  const auto known = tuned_parameters(tuning);
  const std::string title = fmt::format("Tuning in {}", question.event().game->title);
  std::string page = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
      "'unsafe-inline'\"><title>{0}</title><style>{1}</style></head>\n<body><h1>{0}</h1>\n"
      "<p><code>{2}</code></p>\n<p>{3} pairs in {4} of {5} rounds</p>\n",
      xml(title), page_style, xml(question.command), tuning.pairs(), tuning.round(),
      tuning.rounds());
  if (tuning.pairs() > 0) {
    page += table_of(tuning, known);
    page += fmt::format(
        "<p>best: <code>{}</code></p>\n",
        xml(tuning::command_with(question.command, question.parameters, tuning.best())));
    for (std::size_t i = 0; i < known.size(); ++i) {
      page += path_chart(tuning, i) + slice_chart(tuning, i, known[i]);
    }
    page +=
        "<p>Bands of the surface are 95 %. The surface was fitted to the games in which its best "
        "point was chosen, so it says nothing about how much that point gains: only the comparison "
        "does.</p>\n";
  }
  return page + verdict_of(report) + "</body></html>\n";
}

}  // namespace referee::report
