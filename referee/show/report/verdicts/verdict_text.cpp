// What a comparison says in sentences: what to do, and what its test has shown.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/outlook.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::Conclusion;
using evidence::Role;
using statistics::Decision;

// "Better", "Not better by 10", ... and which bot to keep.
std::string advice(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  switch (comparison.conclusion()) {
    case Conclusion::better:
      return "Better: keep the new bot.";
    case Conclusion::not_weaker:
      return fmt::format("Not weaker by {}: keep the new bot.", short_text(-rules.h0()));
    case Conclusion::not_better:
      return fmt::format("Not better by {}: keep the old bot.", short_text(rules.h1()));
    case Conclusion::weaker:
      return "Weaker: keep the old bot.";
    default:
      return "Undecided";
  }
}

// The bound of the answer, rounded so that it still holds; empty if there is none. In Elo where
// that is on the same side as the question, which a difference of 0 always is.
std::string bound_text(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  const bool h1 = comparison.decision() == Decision::accept_h1;
  std::optional<double> bound;
  std::string_view unit;
  if (rules.by_differences()) {
    const statistics::Estimate mean = comparison.mean_difference();
    bound = h1 ? mean.low : mean.high;
    unit = points_unit(comparison);
  } else {
    const bool elo =
        rules.model == statistics::Model::logistic || (h1 ? rules.h0() : rules.h1()) == 0;
    const auto strength = comparison.strength();
    bound = elo ? strength.elo_bound : strength.normalized_elo_bound;
    unit = elo ? "Elo" : "normalised Elo";
  }
  if (!bound) return {};
  const double steps = std::abs(*bound) >= 10 ? 1 : 10;
  const double rounded = (h1 ? std::floor(*bound * steps) : std::ceil(*bound * steps)) / steps;
  return fmt::format(" At {} {} {}", h1 ? "least" : "most", short_text(rounded), unit);
}

std::string decided_text(const Comparison& comparison, const std::string& pairs) {
  const auto& risks = comparison.rules().risks;
  const bool h1 = comparison.decision() == Decision::accept_h1;
  return fmt::format("{}{} ({}; such an answer is wrong in at most 1 of {}).", advice(comparison),
                     bound_text(comparison), pairs,
                     std::floor(1 / (h1 ? risks.alpha : risks.beta) + 1e-9));
}

// ": about 900 more would do"; empty where nothing is known about it.
std::string more_text(const Comparison& comparison) {
  const auto left = evidence::pairs_left(comparison, evidence::most_compared_pairs);
  if (!left) return {};
  double digits = 1;  // two that count
  while (*left / digits >= 100) digits *= 10;
  return fmt::format(": about {:.0f} more would do",
                     std::max(1.0, std::ceil(*left / digits) * digits));
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

// What a bot that fits the other hypothesis risks. The error rate of the test on points is proven,
// that of the test on wins was measured. Where the rules set no limit it is an assumption, which
// nothing that was seen speaks against.
std::string promise_text(const Comparison& comparison, bool h1, bool exact) {
  const auto& risks = comparison.rules().risks;
  const bool wins = comparison.test().wins().has_value();
  std::string text =
      fmt::format(" A {} {} {} in {} {} % of all comparisons",
                  comparison.rules().field ? "difference of" : "bot with",
                  gain_text(comparison, !h1), h1 ? "gets this far" : "is turned down",
                  wins ? "about" : "at most", short_text(100 * (h1 ? risks.alpha : risks.beta)));
  if (comparison.limit() && comparison.rules().by == evidence::Yardstick::points && !exact) {
    text += fmt::format(
        ", if none of its pairs {} more than {} points: the rules allow more, and the largest "
        "difference was {}",
        h1 ? "loses" : "wins", short_text(*comparison.limit()),
        short_text(comparison.largest_difference()));
  }
  return text + '.';
}

}  // namespace

std::string_view points_unit(const Comparison& comparison) {
  return comparison.rules().by == evidence::Yardstick::points ? "points" : "% of the games";
}

std::string gain_text(const Comparison& comparison, bool h1) {
  const auto& rules = comparison.rules();
  const double value = h1 ? rules.h1() : rules.h0();
  return fmt::format("{}{} {}", value > 0 ? "+" : "", short_text(value),
                     rules.by_differences() ? points_unit(comparison) : unit_of(rules.model));
}

std::string others_that_failed(const Comparison& comparison) {
  const char* partner = comparison.rules().field ? "an opponent" : "the partner";
  if (comparison.failed(Role::partner) == 0) return "the base bot";
  return comparison.failed(Role::base_bot) == 0 ? partner
                                                : fmt::format("the base bot or {}", partner);
}

std::string leaning_text(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  if (rules.until) return "Elo " + estimate_text(comparison.strength().elo, 1);
  double h1 = 0;
  double h0 = 0;
  if (const auto evidence = comparison.point_evidence()) {
    h1 = evidence->for_h1 / evidence->needed_for_h1;
    h0 = evidence->for_h0 / evidence->needed_for_h0;
  } else {
    const auto& sprt = comparison.sprt();
    h1 = sprt.llr / sprt.bounds.upper;
    h0 = sprt.llr / sprt.bounds.lower;
  }
  const double most = std::clamp(std::max(h0, h1), 0.0, 1.0);
  if (most < 0.01) return "open";
  const std::string_view answer = h1 > h0 ? (rules.h0() < 0 ? "not weaker" : "better")
                                          : (rules.h1() > 0 ? "not better" : "weaker");
  return fmt::format("{:.0f} % of the way to \"{}\"", std::floor(100 * most), answer);
}

std::string verdict_text(const Comparison& comparison, Told told) {
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
    case State::not_better:
      return decided_text(comparison, pairs);
    case State::play_alike:
      return fmt::format(
          "{} The bots played the same moves in all of {}, so more of them would say nothing new.",
          comparison.decision() == Decision::accept_h1 ? "Not weaker: keep the new bot."
                                                       : "No difference: keep either bot.",
          text::plural(comparison.played(), "deal"));
    case State::measured: {
      const statistics::Estimate elo = comparison.strength().elo;
      return fmt::format("Measured: {} Elo, {} to {} with 95 % ({}).", signed_text(elo.value, 1),
                         signed_text(*elo.low, 1), signed_text(*elo.high, 1), pairs);
    }
    case State::new_always_failed:
      return fmt::format("{} The new bot failed in {}. {}", advice(comparison), first, look);
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
    case State::all_played: {
      const std::string more = more_text(comparison);
      return fmt::format("Undecided after {}{} ({}).", played,
                         more.empty() ? ", the most that were allowed" : more,
                         keys ? "\"max_pairs\"" : "--max-pairs");
    }
    default:
      return fmt::format("Undecided after {}, {}{}.", played,
                         comparison.missing() > 0 ? "as no more could be played" : "interrupted",
                         more_text(comparison));
  }
}

std::string ruling_text(const config::Event& event, const Comparison& comparison) {
  const bool h1 = comparison.state() == Comparison::State::better;
  if (!h1 && comparison.state() != Comparison::State::not_better) return {};
  return fmt::format(
      "{} ({}) accepted after {}{}.{}", statistics::name(comparison.decision()),
      gain_text(comparison, h1),
      text::plural(comparison.count(), comparison.rules().field ? "deal" : "pair"),
      comparison.stopped_far() ? ", by the far stop (the test for large differences)" : "",
      promise_text(comparison, h1, event.game->point_scale.exact));
}

}  // namespace referee::report
