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

std::string interval_of(const TunedParameter& one) {
  if (!one.fits) return "the surface does not fit here";
  const std::string values =
      one.low == one.high ? "only " + one.low : fmt::format("{} to {}", one.low, one.high);
  return values + (one.determined ? "" : ", not determined");
}

std::string table_text(const Tuning& tuning, const TextStyle& look) {
  Table table({{"parameter", Align::left}, {"start"}, {"best"}, {"95 %", Align::left}}, 1);
  const auto known = tuned_parameters(tuning);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const TunedParameter& one = known[i];
    table.add({tuning.question().parameters[i].name, one.start, one.best, interval_of(one)});
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
                  {"interval", text::Json(nullptr)},
                  {"determined", known.fits && known.determined},
                  {"slice", text::Json::array()}};
  if (known.fits) json["interval"] = {number(known.low), number(known.high)};
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
  return std::string(points_unit(question.rules));
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
                       tuning.tuner().fits(),
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

// What was found, in a sentence or two.
std::string tune_verdict(const TuneReport& report) {
  const Tuning& tuning = report.tuning;
  const auto& question = tuning.question();
  if (tuning.pairs() == 0) return "No round is complete.";
  const std::string best = text::safe_text(tuning::name_of(question.parameters, tuning.best()));
  if (!tuning.ended()) {
    return fmt::format("Best so far: {}, after {} of {} rounds.", best, tuning.round(),
                       tuning.rounds());
  }
  if (tuning.found_nothing())
    return "Nothing better was found: the best values are those of the start.";
  if (report.comparison == nullptr) {
    return fmt::format("Best: {}. No comparison has begun, so nothing shows whether it is better.",
                       best);
  }
  return verdict_text(*report.comparison);
}

// The best value and the region of the next points, from round to round; 0..1 of the range.
text::Json course_of(const Tuning& tuning, std::size_t i) {
  text::Json course = text::Json::array();
  for (const auto& stop : tuning.tuner().path()) {
    course.push_back({stop.region.low[i], stop.best[i], stop.region.high[i]});
  }
  return course;
}

// The surface along a parameter through the best point: position, and the ends and the middle of
// its 95 % band.
text::Json slice_of(const TunedParameter& known) {
  text::Json slice = text::Json::array();
  for (const auto& place : known.slice) {
    const double error = statistics::z95 * place.difference.error;
    const double middle = place.difference.mean;
    slice.push_back({place.position, middle - error, middle, middle + error});
  }
  return slice;
}

}  // namespace

text::Json tune_page(const TuneReport& report) {
  const Tuning& tuning = report.tuning;
  const auto& question = tuning.question();
  text::Json json{
      {"game", question.event().game->name},
      {"verdict", tune_verdict(report)},
      {"command", text::safe_text(question.command)},
      {"counts", fmt::format("{} in {} of {} rounds", text::plural(tuning.pairs(), "pair"),
                             tuning.round(), tuning.rounds())},
      {"unit", unit_of_surface(question)},
      {"parameters", text::Json::array()}};
  if (tuning.pairs() == 0) return json;
  json["best"] = text::safe_text(command_of(question, tuning.best()));
  const auto known = tuned_parameters(tuning);
  for (std::size_t i = 0; i < known.size(); ++i) {
    const auto& parameter = question.parameters[i];
    json["parameters"].push_back(
        {{"name", parameter.name},
         {"start", known[i].start},
         {"best", known[i].best},
         {"interval", interval_of(known[i])},
         {"range", {tuning::value_at(parameter, 0), tuning::value_at(parameter, 1)}},
         {"at", tuning.tuner().best()[i]},
         {"course", course_of(tuning, i)},
         {"slice", slice_of(known[i])}});
  }
  return json;
}

}  // namespace referee::report
