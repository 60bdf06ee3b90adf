#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::Role;
using evidence::Yardstick;

constexpr std::array all_parts{Role::new_bot, Role::base_bot, Role::partner};

// "2 timeout, 1 crash"
std::string kinds_text(const evidence::FaultCounts& counts) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] == 0) continue;
    text::add_to_list(text, fmt::format("{} {}", counts[i], bot::fault_names[i]));
  }
  return text;
}

// The test has chosen how many pairs there are, and this figure takes that number for fixed.
void call_naive(Figure& figure) {
  figure.name = "naive " + figure.name;
  figure.meaning += ", had the number of pairs been fixed";
}

bool has_stopped(const Comparison& comparison) {
  return comparison.state() != Comparison::State::open;
}

// Of the differences that the test is on.
std::string_view points_unit(const Comparison& comparison) {
  return comparison.rules().by == Yardstick::points ? "points" : "% of the games";
}

// "95 %"
std::string confidence_text(double risk) { return short_text(100 * (1 - risk)) + " %"; }

// An estimate after a test: what the decision allows to say beside it, or both ends, each at the
// risk of its side.
std::string bounded_text(const statistics::Estimate& estimate, std::optional<double> bound,
                         const Comparison& comparison, int digits) {
  if (!bound) return estimate_text(estimate, digits);
  const bool h1 = comparison.decision() == statistics::Decision::accept_h1;
  return fmt::format("{}, {} {}", signed_text(estimate.value, digits), h1 ? "at least" : "at most",
                     signed_text(*bound, digits));
}

// "the bound holds with 95 %"
std::string bound_meaning(const Comparison& comparison) {
  const auto& risks = comparison.rules().risks;
  const bool h1 = comparison.decision() == statistics::Decision::accept_h1;
  return fmt::format("the bound holds with {}", confidence_text(h1 ? risks.alpha : risks.beta));
}

bool has_decided(const Comparison& comparison) {
  return comparison.state() == Comparison::State::better ||
         comparison.state() == Comparison::State::not_better;
}

Figure tested_points(const Comparison& comparison) {
  const statistics::Estimate mean = comparison.mean_difference();
  const char* meaning = comparison.rules().field ? "mean difference of a deal, new - base"
                                                 : "mean difference of a pair, new - base";
  const std::string name = comparison.rules().by == Yardstick::points ? "points" : "score, %";
  if (mean.reach == statistics::Reach::nothing) return {name, estimate_text(mean, 2), meaning};
  if (has_decided(comparison)) {
    const bool h1 = comparison.decision() == statistics::Decision::accept_h1;
    return {name, bounded_text(mean, h1 ? mean.low : mean.high, comparison, 2),
            fmt::format("{}; {}", meaning, bound_meaning(comparison))};
  }
  const auto& risks = comparison.rules().risks;
  if (mean.reach != statistics::Reach::two_sided) {
    const double risk = mean.low ? risks.alpha : risks.beta;
    return {
        name, estimate_text(mean, 2),
        fmt::format("{}; the bound holds with {}, at any time", meaning, confidence_text(risk))};
  }
  return {name,
          fmt::format("{} ({} to {})", signed_text(mean.value, 2), signed_text(*mean.low, 2),
                      signed_text(*mean.high, 2)),
          fmt::format("{}; each end holds with {}, at any time", meaning,
                      confidence_text(std::max(risks.alpha, risks.beta)))};
}

std::vector<Figure> point_figures(const Comparison& comparison) {
  Figure points;
  if (comparison.limit()) {
    points = tested_points(comparison);
  } else {
    points = {"points", estimate_text(comparison.mean_difference(), 2),
              "mean difference of a pair, new - base, with its 95 % interval"};
    // Who has more wins most likely has more points, too.
    if (has_stopped(comparison)) call_naive(points);
  }
  return {
      points,
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

// The error rate of the test on points is proven, that of the test on wins was measured.
std::string risk_text(const Comparison& comparison, double risk) {
  const bool wins = comparison.test().wins().has_value();
  return fmt::format("{} {} % of all comparisons", wins ? "about" : "at most",
                     short_text(100 * risk));
}

// Each opponent of a field.
std::vector<Figure> field_figures(const config::Event& event, const Comparison& comparison) {
  std::vector<Figure> figures;
  for (std::size_t i = 0; i < comparison.against().size(); ++i) {
    const Comparison::Against& one = comparison.against()[i];
    figures.push_back(
        {"against " + text::safe_text(event.bots.at(i + 2).name),
         estimate_text(one.differences.interval(), 2),
         fmt::format("new {}, base {}; with the 95 % interval for this number of pairs",
                     fixed(one.mean.new_bot, 2), fixed(one.mean.base_bot, 2))});
  }
  return figures;
}

// Opponents against which the difference has another sign than over all, for certain.
std::string opposite_opponents(const config::Event& event, const Comparison& comparison) {
  const double mean = comparison.points().mean();
  std::string names;
  for (std::size_t i = 0; i < comparison.against().size(); ++i) {
    const auto interval = comparison.against()[i].differences.interval();
    if (interval.reach != statistics::Reach::two_sided) continue;
    const bool opposite = mean > 0 ? *interval.high < 0 : *interval.low > 0;
    if (opposite) text::add_to_list(names, text::safe_text(event.bots.at(i + 2).name));
  }
  return names;
}

std::string_view conclusion_text(const Comparison& comparison) {
  constexpr std::array texts{"The new bot is better", "The new bot is not weaker",
                             "The new bot is not better", "The new bot is weaker", "Undecided"};
  return texts[static_cast<std::size_t>(comparison.conclusion())];
}

// "the different ones score 50.3 %, all 83.5 %"
std::string both_ways_text(const Comparison& comparison) {
  if (!comparison.test().wins()) {
    return fmt::format("by the mean, {} and {} {}", signed_text(comparison.points().mean(), 2),
                       signed_text(comparison.mean_of_all(), 2), points_unit(comparison));
  }
  const double score = statistics::strength(comparison.pairs()).score;
  return fmt::format("they score {} % and {} %", fixed(100 * score, 1),
                     fixed(100 * comparison.score_of_all(), 1));
}

// What a bot that fits the other hypothesis risks. Where the rules set no limit it is an
// assumption, which nothing that was seen speaks against.
std::string promise_text(const Comparison& comparison, bool h1, bool exact) {
  const auto& risks = comparison.rules().risks;
  std::string text =
      fmt::format(" A {} {} {} in {}", comparison.rules().field ? "difference of" : "bot with",
                  gain_text(comparison, !h1), h1 ? "gets this far" : "is turned down",
                  risk_text(comparison, h1 ? risks.alpha : risks.beta));
  if (comparison.limit() && comparison.rules().by == Yardstick::points && !exact) {
    text += fmt::format(", if none of its pairs {} more than {} points", h1 ? "loses" : "wins",
                        short_text(*comparison.limit()));
  }
  return text + '.';
}

}  // namespace

const config::Event& event_of(const config::Manifest& manifest) { return manifest.events.at(0); }

std::string gain_text(const Comparison& comparison, bool h1) {
  const auto& rules = comparison.rules();
  const double value = h1 ? rules.h1() : rules.h0();
  return fmt::format("{}{} {}", value > 0 ? "+" : "", short_text(value),
                     rules.by_differences() ? points_unit(comparison) : unit_of(rules.model));
}

std::string pairs_text(const config::Event& event, const Comparison& comparison) {
  if (comparison.rules().field) {
    return fmt::format("{} with {} each", text::plural(comparison.count(), "deal"),
                       text::plural(evidence::opponents_of(event), "opponent"));
  }
  return event.game->cooperative ? text::plural(comparison.count(), "pair")
                                 : counts_text(comparison.pairs());
}

std::vector<Figure> figures_of(const config::Event& event, const Comparison& comparison) {
  std::vector<Figure> figures;
  if (!event.game->cooperative && !comparison.rules().field) {
    figures = strength_figures(comparison.pairs());
    const bool stopped = has_stopped(comparison);
    if (stopped && comparison.rules().by == Yardstick::wins) {
      const auto strength = comparison.strength();
      figures[0].value = bounded_text(strength.elo, strength.elo_bound, comparison, 1);
      figures[1].value =
          bounded_text(strength.normalized_elo, strength.normalized_elo_bound, comparison, 1);
      if (strength.elo_bound) {
        figures[0].meaning = "rating difference; " + bound_meaning(comparison);
      }
      figures[2].value = superiority_text(strength.superiority);
    } else if (stopped) {
      // The test on points stopped where points, and so most likely wins, looked good.
      for (std::size_t i = 0; i < 3; ++i) call_naive(figures[i]);
    }
  }
  for (Figure& figure : point_figures(comparison)) figures.push_back(std::move(figure));
  figures.push_back(evidence_figure(comparison));
  for (Figure& figure : field_figures(event, comparison)) figures.push_back(std::move(figure));
  return figures;
}

std::vector<std::string> reservations(const config::Event& event, const Comparison& comparison) {
  // The verdict already explains why the figures mean nothing.
  const bool told = comparison.state() == Comparison::State::always_the_same ||
                    comparison.state() == Comparison::State::only_repetitions ||
                    comparison.state() == Comparison::State::repeats_disagree ||
                    comparison.state() == Comparison::State::others_always_failed;
  std::vector<std::string> lines;
  for (const Role role : all_parts) {
    const std::uint64_t failed = comparison.failed(role);
    if (failed == 0) continue;
    const bool opponents = role == Role::partner && comparison.rules().field;
    lines.push_back(fmt::format(
        "The {} failed {} ({}); each counts as a loss without points.",
        opponents ? "opponents" : fmt::format("{} bot", evidence::role_names[index(role)]),
        text::plural(failed, "time"), kinds_text(comparison.faults(role))));
  }
  if (comparison.repeated() > 0 && !told) {
    lines.push_back(fmt::format(
        "{} played; {} only games that were played before, move by move, and {} not count.",
        text::plural(comparison.played(), "pair was", "pairs were"),
        text::plural(comparison.repeated(), "of them repeats", "of them repeat"),
        comparison.repeated() == 1 ? "does" : "do"));
  }
  if (const auto other = comparison.conclusions_with_missing()) {
    std::string line =
        fmt::format("{} missing, because the judge or the machine failed, and in no figure.",
                    text::plural(comparison.missing(), "pair is", "pairs are"));
    const auto words = [](evidence::Conclusion conclusion) {
      std::string text(evidence::name(conclusion));
      std::replace(text.begin(), text.end(), '_', ' ');
      return text;
    };
    const evidence::Conclusion now = comparison.conclusion();
    if ((*other)[0] != now || (*other)[1] != now) {
      line += fmt::format(
          " They could change the verdict: it would be \"{}\" if the new bot had lost all of them, "
          "\"{}\" if it had won them.",
          words((*other)[0]), words((*other)[1]));
    } else if (comparison.state() != Comparison::State::open) {
      line += " However they had ended, the verdict would be the same.";
    }
    lines.push_back(std::move(line));
  }
  if (const std::string names = opposite_opponents(event, comparison); !names.empty()) {
    lines.push_back(fmt::format(
        "It is the other way round against {}: the answer holds for the mean over this field.",
        names));
  }
  if (comparison.points().no_spread() && !told) {
    lines.push_back(
        "All pairs differed by the same number of points; the interval without any width is "
        "only right if all further pairs do too.");
  }
  if (comparison.cut() > 0 && comparison.state() != Comparison::State::limit_too_small) {
    lines.push_back(fmt::format(
        "{} beyond the test's limit of {} points and cut there, which takes nothing from the "
        "answer that they speak for. The figures are those of the differences so cut.",
        text::plural(comparison.cut(), "difference was", "differences were"),
        short_text(*comparison.limit())));
  }
  if (const auto& question = comparison.first_question()) {
    lines.push_back(fmt::format(
        "These games were played for another question: {}. The error rates hold only for a "
        "question chosen before its games were seen.",
        *question));
  }
  return lines;
}

std::string others_that_failed(const Comparison& comparison) {
  const char* partner = comparison.rules().field ? "an opponent" : "the partner";
  if (comparison.failed(Role::partner) == 0) return "the base bot";
  return comparison.failed(Role::base_bot) == 0 ? partner
                                                : fmt::format("the base bot or {}", partner);
}

std::string verdict_text(const config::Event& event, const Comparison& comparison, Told told) {
  using State = Comparison::State;
  const bool keys = told == Told::keys;
  const char* unit = comparison.rules().field ? "deal" : "pair";
  const std::string pairs = text::plural(comparison.count(), unit);
  const std::string played = text::plural(comparison.played(), unit);
  const std::string first =
      comparison.played() == 1 ? "the first pair" : "each of the first " + played;
  const std::string more_random = fmt::format(
      "Give the bots more that is random, with {{seed}} in their commands for example, or begin "
      "the games with {} if they take {{moves}}.",
      keys ? "\"openings\"" : "--openings K");
  constexpr std::string_view look = "Look at its faults first; referee match shows one game.";
  switch (comparison.state()) {
    case State::better:
    case State::not_better: {
      const bool h1 = comparison.state() == State::better;
      return fmt::format("{}: {} ({}) accepted after {}{}.{}", conclusion_text(comparison),
                         statistics::name(comparison.decision()), gain_text(comparison, h1), pairs,
                         comparison.stopped_far() ? ", by the far stop" : "",
                         promise_text(comparison, h1, event.game->point_scale.exact));
    }
    case State::new_always_failed:
      return fmt::format("{}: it failed in {}. {}", conclusion_text(comparison), first, look);
    case State::others_always_failed:
      return fmt::format("Undecided: {} failed in {}, which measures nothing about the new bot. {}",
                         others_that_failed(comparison), first, look);
    case State::always_the_same:
      return fmt::format(
          "Undecided: all of the first {} were the same game move by move, so more of them would "
          "say nothing new. {}",
          played, more_random);
    case State::only_repetitions:
      return fmt::format(
          "Undecided: of {} only {} different; the others repeat earlier games move by move, and "
          "more of them would say nothing new. {}",
          played, text::plural(comparison.count(), "was", "were"), more_random);
    case State::repeats_disagree:
      return fmt::format(
          "Undecided: the {} that {} different and all {}, repetitions included, lead to opposite "
          "answers ({}). {}",
          pairs, comparison.count() == 1 ? "is" : "are", played, both_ways_text(comparison),
          more_random);
    case State::limit_too_small:
      return fmt::format(
          "Undecided after {}: a pair differed by {} points, more than the limit of {} of the "
          "test, and that speaks against the answer it would give. Compare again with another "
          "seed and {} {}.",
          pairs, short_text(comparison.largest_difference()), short_text(*comparison.limit()),
          keys ? "\"limit\":" : "--points-limit",
          short_text(2 * std::ceil(comparison.largest_difference())));
    case State::all_played:
      return fmt::format("Undecided after {}, the most that were allowed; see {}.", played,
                         keys ? "\"max_pairs\"" : "--max-pairs");
    default:
      return fmt::format("Undecided after {}, {}.", played,
                         comparison.missing() > 0 ? "as no more could be played" : "interrupted");
  }
}

}  // namespace referee::report
