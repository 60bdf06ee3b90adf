#include "referee/show/report/verdicts/comparison_report.hpp"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::Role;
using evidence::Yardstick;

SprtQuestion question_of(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  return {rules.elo, rules.risks, rules.model};
}

// By Comparison::State.
constexpr std::array reasons{"interrupted",          "decided",           "decided",
                             "all_played",           "always_the_same",   "only_repetitions",
                             "others_always_failed", "new_always_failed", "repeats_disagree",
                             "limit_too_small",      "play_alike",        "measured"};

// The naive figures have names that say so: they hold for a fixed number of pairs.
void add_strengths(text::Json& json, const Comparison& comparison) {
  add_strength(json, comparison.pairs());
  const auto naive = statistics::strength(comparison.pairs());
  add_estimate(json, "naive_elo", naive.elo);
  add_estimate(json, "naive_nelo", naive.normalized_elo);
  json["naive_los"] = naive.superiority;
  const auto strength = comparison.strength();
  add_estimate(json, "elo", strength.elo);
  add_estimate(json, "nelo", strength.normalized_elo);
  json["los"] = strength.superiority;
  if (comparison.rules().by != Yardstick::wins) return;
  json["elo_bound"] = or_null(strength.elo_bound);
  json["nelo_bound"] = or_null(strength.normalized_elo_bound);
}

void add_points(text::Json& json, const Comparison& comparison) {
  text::Json points;
  add_estimate(points, "mean", comparison.mean_difference());
  add_estimate(points, "naive_mean", comparison.points().interval());
  points["new"] = value_if(comparison.count() > 0, comparison.mean_new());
  points["base"] = value_if(comparison.count() > 0, comparison.mean_base());
  if (const auto evidence = comparison.point_evidence()) {
    const auto& rules = comparison.rules();
    points["points0"] = rules.points.delta0;
    points["points1"] = rules.points.delta1;
    points["limit"] = *comparison.limit();
    points["alpha"] = rules.risks.alpha;
    points["beta"] = rules.risks.beta;
    points["for_h1"] = evidence->for_h1;
    points["needed_for_h1"] = evidence->needed_for_h1;
    points["for_h0"] = evidence->for_h0;
    points["needed_for_h0"] = evidence->needed_for_h0;
    points["cut"] = comparison.cut();
  }
  json["points"] = std::move(points);
}

text::Json interval_json(const statistics::Estimate& estimate) {
  if (estimate.reach == statistics::Reach::nothing) return nullptr;
  return {estimate.value, or_null(estimate.low), or_null(estimate.high)};
}

// What is drawn: lines with the bounds at which they decide, and estimates with the ends of their
// 95 % intervals.
text::Json course_json(const config::Event& event, const Comparison& comparison) {
  const auto& rules = comparison.rules();
  const bool wins = !rules.by_differences();
  text::Json course;
  course["by"] = wins ? "wins" : "points";
  course["h0"] = gain_text(comparison, false);
  course["h1"] = gain_text(comparison, true);
  if (wins) {
    course["lower"] = comparison.sprt().bounds.lower;
    course["upper"] = comparison.sprt().bounds.upper;
  } else {
    course["needed_for_h1"] = comparison.point_evidence()->needed_for_h1;
    course["needed_for_h0"] = comparison.point_evidence()->needed_for_h0;
  }
  for (const char* key : {"pairs", "evidence", "points", "elo"}) course[key] = text::Json::array();
  for (const evidence::CoursePoint& point : comparison.course().points()) {
    course["pairs"].push_back(point.points.count());
    course["evidence"].push_back(wins ? text::Json(point.llr)
                                      : text::Json{point.evidence->for_h1, point.evidence->for_h0});
    course["points"].push_back(interval_json(point.points.interval()));
    if (evidence::is_about_two(event) && !rules.field) {
      course["elo"].push_back(interval_json(statistics::strength(point.pairs).elo));
    }
  }
  return course;
}

// Opponents, in the unit of the differences.
text::Json field_json(const config::Event& event, const Comparison& comparison) {
  text::Json field;
  field["unit"] = comparison.rules().by == Yardstick::points ? "points" : "percent";
  field["opponents"] = text::Json::array();
  for (std::size_t i = 0; i + 2 < event.bots.size(); ++i) {
    const config::BotEntry& bot = event.bots[i + 2];
    text::Json one{{"name", bot.name}, {"command", bot.command}, {"hash", bot.hash}};
    if (i < comparison.against().size()) {
      const Comparison::Against& against = comparison.against()[i];
      one["new"] = against.mean.new_bot;
      one["base"] = against.mean.base_bot;
      add_estimate(one, "difference", against.differences.interval());
    }
    field["opponents"].push_back(std::move(one));
  }
  return field;
}

// How many of the event's bots have roles of their own, opponents of a field left out.
std::size_t roles_of(const config::Event& event) {
  const bool two =
      evidence::is_field(event) || evidence::is_self_play(event) || evidence::is_table(event);
  return two ? 2 : event.bots.size();
}

text::Json faults_json(const config::Manifest& manifest, const Comparison& comparison) {
  text::Json json;
  const bool field = evidence::is_field(event_of(manifest));
  const std::size_t roles = field ? evidence::role_names.size() : roles_of(event_of(manifest));
  for (std::size_t role = 0; role < roles; ++role) {
    text::Json kinds = text::Json::object();
    const auto& counts = comparison.faults(static_cast<Role>(role));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) kinds[std::string(bot::fault_names[i])] = counts[i];
    }
    json[std::string(evidence::role_names[role])] = std::move(kinds);
  }
  json["first"] = text::Json::array();
  for (const auto& fault : comparison.first_faults()) {
    json["first"].push_back({{"match", fault.match},
                             {"bot", evidence::role_names[index(fault.role)]},
                             {"kind", bot::name(fault.kind)}});
  }
  return json;
}

}  // namespace

text::Json comparison_page(const config::Manifest& manifest, const Comparison& comparison) {
  const config::Event& event = event_of(manifest);
  text::Json json;
  json["game"] = event.game->name;
  json["commands"] = text::Json::array();
  const std::size_t bots = evidence::is_field(event) ? event.bots.size() : roles_of(event);
  for (std::size_t i = 0; i < bots; ++i) {
    const config::BotEntry& bot = event.bots[i];
    json["commands"].push_back(
        {bot.name, text::safe_text(bot.command), bot.hash, limits_text(event.times_of(i))});
  }
  json["conditions"] =
      fmt::format("seed {}, {} clock{}", manifest.seed, kernel::name(manifest.clock),
                  manifest.isolation == config::Isolation::off ? ", trusted" : "");
  json["counts"] = pairs_text(event, comparison);
  json["figures"] = text::Json::array();
  for (const Figure& figure : figures_of(event, comparison)) {
    json["figures"].push_back({figure.name, figure.value, figure.meaning});
  }
  json["reservations"] = reservations(event, comparison);
  json["decision"] = statistics::name(comparison.decision());
  json["verdict"] = verdict_text(comparison);
  if (const std::string ruling = ruling_text(event, comparison); !ruling.empty()) {
    json["reservations"].push_back(ruling);
  }
  json["course"] = course_json(event, comparison);
  return json;
}

text::Json comparison_json(const config::Manifest& manifest, const Comparison& comparison) {
  const config::Event& event = event_of(manifest);
  const bool wins = comparison.rules().by == Yardstick::wins;
  const bool field = comparison.rules().field;
  text::Json json;
  json["schema"] = "referee-comparison";
  json["version"] = 1;
  json["game"] = event.game->name;
  json["seed"] = manifest.seed;
  json["clock"] = kernel::name(manifest.clock);
  json["budget"] = std::chrono::duration<double>(event.times.budget).count();
  json["isolated"] = manifest.isolation != config::Isolation::off;
  for (std::size_t i = 0; i < roles_of(event); ++i) {
    const config::BotEntry& bot = event.bots[i];
    json[bot.name] = text::Json{{"command", bot.command}, {"hash", bot.hash}};
  }
  if (evidence::is_self_play(event)) json["self_play"] = true;
  json["by"] = wins ? "wins" : "points";
  if (field) json["field"] = field_json(event, comparison);
  if (comparison.rules().until) {
    json["until"] = *comparison.rules().until;
  } else if (wins && !field) {
    add_sprt(json, comparison.sprt(), question_of(comparison));
    json["far_stop"] = comparison.rules().far_stop;
    json["stopped_far"] = comparison.stopped_far();
  }
  json["decision"] = statistics::name(comparison.decision());
  json["reason"] = reasons[static_cast<std::size_t>(comparison.state())];
  json["conclusion"] = evidence::name(comparison.conclusion());
  if (comparison.first_question()) json["first_question"] = *comparison.first_question();
  json["pairs"] = comparison.count();
  json["played_pairs"] = comparison.played();
  if (const auto other = comparison.conclusions_with_missing()) {
    json["missing_pairs"] = {{"count", comparison.missing()},
                             {"if_lost", evidence::name((*other)[0])},
                             {"if_won", evidence::name((*other)[1])}};
  }
  json["most_pairs"] = comparison.rules().most_pairs;
  json["repeated_pairs"] = comparison.repeated();
  json["different_games"] = comparison.games();
  if (comparison.repeated() > 0) {
    if (evidence::is_about_two(event) && !field) json["score_of_all"] = comparison.score_of_all();
    json["mean_of_all"] = comparison.mean_of_all();
  }
  if (evidence::is_about_two(event) && !field) {
    add_strengths(json, comparison);
  }
  add_points(json, comparison);
  json["faults"] = faults_json(manifest, comparison);
  return json;
}

std::string comparison_text(const config::Manifest& manifest,
                            const evidence::Comparison& comparison, const TextStyle& style) {
  const config::Event& event = event_of(manifest);
  const std::string_view decision = statistics::name(comparison.decision());
  const Paint paint = decision == "H1"   ? Paint::green
                      : decision == "H0" ? Paint::red
                                         : Paint::yellow;
  std::string title =
      fmt::format("{}: {} (new) against {} (base)", event.game->title,
                  text::safe_text(event.bots[0].command), text::safe_text(event.bots[1].command));
  if (evidence::is_field(event)) {
    std::string names;
    for (std::size_t i = 2; i < event.bots.size(); ++i) {
      text::add_to_list(names, text::safe_text(event.bots[i].name));
    }
    title += ", each with " + names;
  } else if (evidence::is_self_play(event)) {
    title += ", each with itself";
  } else if (event.game->cooperative) {
    title += ", each with " + text::safe_text(event.bots[2].command);
  }
  std::string text = wrapped_lines(verdict_text(comparison), paint, style) + '\n' +
                     wrapped_lines(title, Paint::bold, style) + pairs_text(event, comparison) +
                     "\n\n" + figures_text(figures_of(event, comparison), style);
  std::vector<std::string> lines = reservations(event, comparison);
  const std::string ruling = ruling_text(event, comparison);
  if (!lines.empty() || !ruling.empty()) text += '\n';
  for (const std::string& line : lines) text += wrapped_lines(line, Paint::yellow, style);
  return ruling.empty() ? text : text + wrapped_lines(ruling, Paint::none, style);
}

namespace {

constexpr std::array comparison_form_list{
    Form<ComparisonReport>{"text", "",
                           [](const ComparisonReport& report) {
                             return comparison_text(report.manifest, report.comparison,
                                                    report.style);
                           }},
    Form<ComparisonReport>{"json", "Print the result as JSON",
                           [](const ComparisonReport& report) {
                             return json_text(comparison_json(report.manifest, report.comparison));
                           }},
};

}  // namespace

std::span<const Form<ComparisonReport>> comparison_forms() noexcept { return comparison_form_list; }

}  // namespace referee::report
