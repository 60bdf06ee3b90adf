#include "referee/report/comparison_report.hpp"

#include <fmt/core.h>

#include <array>
#include <chrono>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/report/strength.hpp"
#include "referee/report/wording.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::Part;
using evidence::Yardstick;

constexpr std::array all_parts{Part::new_bot, Part::base_bot, Part::partner};

const store::Event& event_of(const store::Manifest& manifest) { return manifest.events.at(0); }

// "2 timeout, 1 crash"
std::string kinds_text(const evidence::FaultCounts& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text::add_to_list(text, fmt::format("{} {}", counts[i], bot::fault_names[i]));
  }
  return text;
}

SprtQuestion question_of(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  return {rules.elo, rules.risks, rules.model};
}

std::vector<Figure> point_figures(const Comparison& comparison) {
  return {
      {"points", estimate_text(comparison.points().interval(), 2),
       "mean difference of a pair, new - base, with its 95 % interval"},
      {"mean scores",
       fmt::format("{} - {}", fixed(comparison.mean_new(), 2), fixed(comparison.mean_base(), 2)),
       "of new and base"}};
}

Figure evidence_figure(const Comparison& comparison) {
  const auto evidence = comparison.point_evidence();
  if (!evidence) return llr_figure(comparison.sprt());
  return {"evidence",
          fmt::format("H1 {} of {}, H0 {} of {}", fixed(evidence->for_h1, 2),
                      fixed(evidence->needed_for_h1, 2), fixed(evidence->for_h0, 2),
                      fixed(evidence->needed_for_h0, 2)),
          "what has spoken for each answer, and what it needs to be accepted"};
}

// The gain that the comparison's H1 or H0 stands for: "+10 normalised Elo", "+5 points".
std::string gain_text(const Comparison& comparison, bool h1) {
  const auto& rules = comparison.rules();
  const bool wins = rules.by == Yardstick::wins;
  const double value = wins ? (h1 ? rules.elo.elo1 : rules.elo.elo0)
                            : (h1 ? rules.points.delta1 : rules.points.delta0);
  std::string number = fixed(value, 2);
  while (number.ends_with('0')) number.pop_back();
  if (number.ends_with('.')) number.pop_back();
  return fmt::format("{}{} {}", value > 0 ? "+" : "", number,
                     wins ? unit_of(rules.model) : "points");
}

// The error rate of the test on points is proven, that of the test on wins was measured.
std::string risk_text(const Comparison& comparison, double risk) {
  const bool wins = comparison.rules().by == Yardstick::wins;
  std::string number = fixed(100 * risk, 2);
  while (number.ends_with('0')) number.pop_back();
  if (number.ends_with('.')) number.pop_back();
  return fmt::format("{} {} % of all comparisons.", wins ? "about" : "at most", number);
}

// What a reader should know before trusting the figures.
std::vector<std::string> reservations(const Comparison& comparison) {
  // The verdict already explains why the figures mean nothing.
  const bool told = comparison.state() == Comparison::State::always_the_same ||
                    comparison.state() == Comparison::State::others_always_failed;
  std::vector<std::string> lines;
  for (const Part part : all_parts) {
    const std::uint64_t failed = comparison.failed(part);
    if (failed == 0) continue;
    lines.push_back(fmt::format("The {} bot failed {} ({}); each counts as a loss without points.",
                                evidence::part_names[index(part)], text::plural(failed, "time"),
                                kinds_text(comparison.faults(part))));
  }
  if (comparison.repeated() > 0 && !told) {
    lines.push_back(text::plural(comparison.repeated(), "pair repeats", "pairs repeat") +
                    " the very moves of an earlier one: the evidence is weaker than it looks.");
  }
  if (comparison.points().no_spread() && !told) {
    lines.push_back(
        "All pairs differed by the same number of points; the interval without any width is "
        "only right if all further pairs do too.");
  }
  if (comparison.cut() > 0) {
    lines.push_back(text::plural(comparison.cut(), "difference was", "differences were") +
                    " beyond the test's limits and cut there; see --limit.");
  }
  return lines;
}

std::string_view decision_name(Comparison::State state) {
  if (state == Comparison::State::better) return "H1";
  return state == Comparison::State::not_better ? "H0" : "undecided";
}

std::string_view reason_name(Comparison::State state) {
  switch (state) {
    case Comparison::State::open:
      return "interrupted";
    case Comparison::State::all_played:
      return "all_played";
    case Comparison::State::always_the_same:
      return "always_the_same";
    case Comparison::State::others_always_failed:
      return "others_always_failed";
    default:
      return "decided";
  }
}

// Who besides the new bot failed: "the base bot", "the partner", or both.
std::string others_that_failed(const Comparison& comparison) {
  if (comparison.failed(Part::partner) == 0) return "the base bot";
  return comparison.failed(Part::base_bot) == 0 ? "the partner" : "the base bot or the partner";
}

void add_points(text::Json& json, const Comparison& comparison) {
  text::Json points;
  add_estimate(points, "mean", comparison.points().interval());
  points["new"] = comparison.count() > 0 ? text::Json(comparison.mean_new()) : text::Json(nullptr);
  points["base"] =
      comparison.count() > 0 ? text::Json(comparison.mean_base()) : text::Json(nullptr);
  if (const auto evidence = comparison.point_evidence()) {
    const auto& rules = comparison.rules();
    points["points0"] = rules.points.delta0;
    points["points1"] = rules.points.delta1;
    points["limit"] = rules.points.highest;
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

text::Json faults_json(const store::Manifest& manifest, const Comparison& comparison) {
  text::Json json;
  for (std::size_t part = 0; part < event_of(manifest).bots.size(); ++part) {
    text::Json kinds = text::Json::object();
    const auto& counts = comparison.faults(static_cast<Part>(part));
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0) kinds[std::string(bot::fault_names[i])] = counts[i];
    }
    json[std::string(evidence::part_names[part])] = std::move(kinds);
  }
  json["first"] = text::Json::array();
  for (const auto& fault : comparison.first_faults()) {
    json["first"].push_back({{"match", fault.match},
                             {"bot", evidence::part_names[index(fault.part)]},
                             {"kind", bot::name(fault.kind)}});
  }
  return json;
}

}  // namespace

std::string verdict_text(const Comparison& comparison) {
  const auto& risks = comparison.rules().risks;
  const std::string pairs = text::plural(comparison.count(), "pair");
  switch (comparison.state()) {
    case Comparison::State::better:
      return fmt::format(
          "The new bot is better: H1 ({}) accepted after {}. A bot with {} gets this far in {}",
          gain_text(comparison, true), pairs, gain_text(comparison, false),
          risk_text(comparison, risks.alpha));
    case Comparison::State::not_better:
      return fmt::format(
          "The new bot is not better: H0 ({}) accepted after {}. A bot with {} is turned down in "
          "{}",
          gain_text(comparison, false), pairs, gain_text(comparison, true),
          risk_text(comparison, risks.beta));
    case Comparison::State::all_played:
      return fmt::format("Undecided after {}, the most that were allowed; see --max-pairs.", pairs);
    case Comparison::State::always_the_same:
      return fmt::format(
          "Undecided: all of the first {} were the same game move by move, so more of them would "
          "say nothing new. Give the bots something random, with {{seed}} in their commands for "
          "example.",
          pairs);
    case Comparison::State::others_always_failed:
      return fmt::format(
          "Undecided: {} failed in {}, which measures nothing about the new bot. Look at its "
          "faults first; referee match shows one game.",
          others_that_failed(comparison),
          comparison.count() == 1 ? "the first pair" : "each of the first " + pairs);
    default:
      return fmt::format("Undecided after {}, interrupted.", pairs);
  }
}

std::string comparison_text(const store::Manifest& manifest, const Comparison& comparison,
                            const TextStyle& style) {
  const store::Event& event = event_of(manifest);
  std::string text =
      fmt::format("{}: {} (new) against {} (base)", painted(event.game->title, Paint::bold, style),
                  text::safe_text(event.bots[0].command), text::safe_text(event.bots[1].command));
  if (event.game->cooperative) text += ", each with " + text::safe_text(event.bots[2].command);
  text += '\n';
  std::vector<Figure> figures;
  if (event.game->cooperative) {
    text += text::plural(comparison.count(), "pair") + "\n\n";
  } else {
    text += counts_text(comparison.pairs()) + "\n\n";
    figures = strength_figures(comparison.pairs());
  }
  for (Figure& figure : point_figures(comparison)) figures.push_back(std::move(figure));
  figures.push_back(evidence_figure(comparison));
  text += figures_text(figures, style) + '\n';
  for (const std::string& line : reservations(comparison)) {
    text += painted(line, Paint::yellow, style) + '\n';
  }
  const bool better = comparison.state() == Comparison::State::better;
  const bool worse = comparison.state() == Comparison::State::not_better;
  const Paint paint = better ? Paint::green : worse ? Paint::red : Paint::yellow;
  return text + painted(verdict_text(comparison), paint, style) + '\n';
}

text::Json comparison_json(const store::Manifest& manifest, const Comparison& comparison) {
  const store::Event& event = event_of(manifest);
  const bool wins = comparison.rules().by == Yardstick::wins;
  text::Json json;
  json["schema"] = "referee-comparison";
  json["version"] = 1;
  json["game"] = event.game->name;
  json["seed"] = manifest.seed;
  json["clock"] = bot::name(manifest.clock);
  json["budget"] = std::chrono::duration<double>(event.budget).count();
  json["isolated"] = manifest.isolation != store::Isolation::off;
  for (const store::BotEntry& bot : event.bots) {
    json[bot.name] = text::Json{{"command", bot.command}, {"hash", bot.hash}};
  }
  json["by"] = wins ? "wins" : "points";
  if (wins) add_sprt(json, comparison.sprt(), question_of(comparison));
  json["decision"] = decision_name(comparison.state());
  json["reason"] = reason_name(comparison.state());
  json["pairs"] = comparison.count();
  json["most_pairs"] = comparison.rules().most_pairs;
  json["repeated_pairs"] = comparison.repeated();
  if (!event.game->cooperative) add_strength(json, comparison.pairs());
  add_points(json, comparison);
  json["faults"] = faults_json(manifest, comparison);
  return json;
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
