// What a comparison says in sentences: what to do, and what its test has shown.

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/pairs_left.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/verdicts/comparison_report.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {
namespace {

using evidence::Comparison;
using evidence::Conclusion;
using evidence::Role;
using statistics::Decision;

// "10 normalised Elo", "5 points": without its sign.
std::string amount_text(const Comparison& comparison, double value) {
  const auto& rules = comparison.rules();
  return fmt::format(
      "{} {}", short_text(std::abs(value)),
      rules.by_differences() ? points_unit(comparison.rules()) : unit_of(rules.model));
}

// "Better", "Not better by 10 normalised Elo", ...
std::string answer_text(const Comparison& comparison) {
  const auto& rules = comparison.rules();
  switch (comparison.conclusion()) {
    case Conclusion::better:
      return "Better";
    case Conclusion::not_weaker:
      return "Not weaker by " + amount_text(comparison, rules.h0());
    case Conclusion::not_better:
      return "Not better by " + amount_text(comparison, rules.h1());
    case Conclusion::weaker:
      return "Weaker";
    default:
      return "Undecided";
  }
}

// Which bot to keep, unless the other one is likelier the stronger one.
std::string advice(const Comparison& comparison) {
  const bool h1 = comparison.decision() == Decision::accept_h1;
  const std::optional<double> better = comparison.superiority();
  const double other = better ? (h1 ? 1 - *better : *better) : 0;
  if (other > 0.5) {
    return fmt::format("{}, though more likely {} than not ({:.0f} %).", answer_text(comparison),
                       h1 ? "weaker" : "better", 100 * other);
  }
  return fmt::format("{}: keep the {} bot.", answer_text(comparison), h1 ? "new" : "old");
}

// "by faults: ..." where the pairs in which the other bot failed have decided; empty otherwise.
std::string faults_text(const Comparison& comparison) {
  const Decision decision = comparison.decision();
  const bool h1 = decision == Decision::accept_h1;
  const std::uint64_t failed =
      h1 ? comparison.failed(Role::base_bot) : comparison.failed(Role::new_bot);
  const Decision without = comparison.decision_without_faults();
  if (failed == 0 || without == decision) return {};
  return fmt::format(
      "{}, by faults: the {} bot failed in {} of {} games, and without these pairs the answer is "
      "{}.",
      answer_text(comparison), h1 ? "old" : "new", failed, comparison.games_of_each(),
      without == Decision::proceed ? "undecided" : "the other one");
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
    unit = points_unit(comparison.rules());
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
  if (rounded == 0) return {};  // says no more than the answer
  return fmt::format(" At {} {} {}", h1 ? "least" : "most", short_text(rounded), unit);
}

// "an equal bot", "a bot with -20 normalised Elo", "a difference of +5 points": one that fits the
// hypothesis that was turned down.
std::string other_bot(const Comparison& comparison, bool h1) {
  const auto& rules = comparison.rules();
  if ((h1 ? rules.h0() : rules.h1()) == 0) {
    return rules.field ? "a bot that is no better" : "an equal bot";
  }
  return fmt::format("a {} {}", rules.field ? "difference of" : "bot with",
                     gain_text(comparison, !h1));
}

std::string decided_text(const Comparison& comparison, const std::string& pairs) {
  const bool h1 = comparison.decision() == Decision::accept_h1;
  const std::string faults = faults_text(comparison);
  std::string text = faults.empty() ? advice(comparison) : faults;
  if (const std::string bound = bound_text(comparison); !bound.empty()) {
    text += bound;
  } else {
    text.pop_back();  // the full stop
  }
  return text + fmt::format(" ({}; {} gets this answer in at most 1 of {} comparisons).", pairs,
                            other_bot(comparison, h1), std::floor(1 / comparison.risk(h1) + 1e-9));
}

// ": about 900 more would do, 90 to 4000 in 9 of 10 cases"; empty where nothing is known about it.
std::string more_text(const Comparison& comparison) {
  const auto left = evidence::pairs_left(comparison, evidence::most_compared_pairs);
  if (!left) return {};
  std::string text = fmt::format(": about {} more would do", about_text(left->mean));
  if (left->low < left->high) {
    const bool open = left->high >= static_cast<double>(evidence::most_foreseen);
    text += fmt::format(", {} to {}{} in 9 of 10 cases", about_text(left->low),
                        about_text(left->high), open ? " or more" : "");
  }
  return text;
}

// "Undecided after 40 pairs, better with a chance of 71 %"
std::string undecided_text(const Comparison& comparison, const std::string& played) {
  std::string text = "Undecided after " + played;
  if (const auto better = comparison.superiority(); better && comparison.count() > 1) {
    text += fmt::format(", better with a chance of {:.0f} %", 100 * *better);
  }
  return text;
}

// "the different ones score 50.3 %, all 83.5 %"
std::string both_ways_text(const Comparison& comparison) {
  if (!comparison.test().wins()) {
    return fmt::format("by the mean, {} and {} {}", signed_text(comparison.points().mean(), 2),
                       signed_text(comparison.mean_of_all(), 2), points_unit(comparison.rules()));
  }
  const double score = statistics::strength(comparison.pairs()).score;
  return fmt::format("they score {} % and {} %", fixed(100 * score, 1),
                     fixed(100 * comparison.score_of_all(), 1));
}

// What a bot that fits the other hypothesis risks. The error rate of the test on points is proven,
// that of the test on wins was measured. Where the rules set no limit it is an assumption, which
// nothing that was seen speaks against.
std::string promise_text(const Comparison& comparison, bool h1, bool exact) {
  std::string text = fmt::format(
      " A {} {} {} in at most {} % of all comparisons",
      comparison.rules().field ? "difference of" : "bot with", gain_text(comparison, !h1),
      h1 ? "gets this far" : "is turned down", short_text(100 * comparison.risk(h1)));
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

std::string_view points_unit(const evidence::ComparisonRules& rules) {
  if (rules.by == evidence::Yardstick::wins) return "% of the games";
  return rules.per_cent ? "%" : "points";
}

std::string gain_text(const Comparison& comparison, bool h1) {
  const auto& rules = comparison.rules();
  const double value = h1 ? rules.h1() : rules.h0();
  return fmt::format(
      "{}{} {}", value > 0 ? "+" : "", short_text(value),
      rules.by_differences() ? points_unit(comparison.rules()) : unit_of(rules.model));
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
          "{} The bots played the same moves in all of {}; if they played otherwise in {} % of the "
          "deals, that would be so in at most 1 of {} comparisons.",
          comparison.decision() == Decision::accept_h1 ? "Not weaker: keep the new bot."
                                                       : "No difference: keep either bot.",
          text::plural(comparison.played(), "deal"), short_text(100 * comparison.excluded_share()),
          std::floor(1 / comparison.rules().risks.alpha + 1e-9));
    case State::measured: {
      const statistics::Estimate elo = comparison.strength().elo;
      return fmt::format("Measured: {} Elo, {} to {} with 95 % ({}).", signed_text(elo.value, 1),
                         signed_text(*elo.low, 1), signed_text(*elo.high, 1), pairs);
    }
    case State::new_always_failed:
      return fmt::format("{}: keep the old bot. The new bot failed in {}. {}",
                         answer_text(comparison), first, look);
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
      return fmt::format("{}{} ({}).", undecided_text(comparison, played),
                         more.empty() ? ", the most that were allowed" : more,
                         keys ? "\"max_pairs\"" : "--max-pairs");
    }
    default:
      return fmt::format("{}, {}{}.", undecided_text(comparison, played),
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
