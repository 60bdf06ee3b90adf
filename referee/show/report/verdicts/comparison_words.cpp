#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <optional>
#include <utility>

#include "referee/analysis/evidence/pairs_left.hpp"
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

// "the bound holds with about 95 %": of all tests, whichever way they end, as simulations show.
std::string bound_meaning(const Comparison& comparison) {
  const auto& risks = comparison.rules().risks;
  return fmt::format("the bound holds with about {}",
                     confidence_text((risks.alpha + risks.beta) / 2));
}

bool has_decided(const Comparison& comparison) {
  return comparison.state() == Comparison::State::better ||
         comparison.state() == Comparison::State::not_better;
}

Figure tested_points(const Comparison& comparison) {
  const statistics::Estimate mean = comparison.mean_difference();
  const char* meaning = comparison.rules().field ? "mean difference of a deal, new - base"
                                                 : "mean difference of a pair, new - base";
  const std::string name = comparison.rules().by == Yardstick::wins ? "score, %"
                           : comparison.rules().per_cent            ? "points, %"
                                                                    : "points";
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

// What the pairs say by wins, in a game that one of two bots wins.
std::vector<Figure> win_figures(const Comparison& comparison) {
  std::vector<Figure> figures = strength_figures(comparison.pairs());
  const bool stopped = has_stopped(comparison);
  if (comparison.rules().until) {
    if (!stopped) {
      figures[0].value = estimate_text(comparison.strength().elo, 1);
      figures[0].meaning = "rating difference; its interval holds with 95 %, at any time";
    }
  } else if (stopped && comparison.rules().by == Yardstick::wins) {
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
  return figures;
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

// Where the figure that the test is not on leans to the other side than its answer: what it says.
// Contests that rank by points are not won by many small wins and few large losses.
std::string other_yardstick(const config::Event& event, const Comparison& comparison) {
  if (!has_decided(comparison) || !evidence::is_about_two(event) || comparison.rules().field)
    return {};
  const bool h1 = comparison.decision() == statistics::Decision::accept_h1;
  const bool wins = comparison.rules().by == Yardstick::wins;
  const bool ranks_by_points =
      !event.game->ranking.empty() && event.game->ranking.front() == rules::RankingKey::score;
  if (wins && !ranks_by_points) return {};
  const statistics::Estimate other =
      wins ? comparison.points().interval() : statistics::strength(comparison.pairs()).elo;
  if (other.reach == statistics::Reach::nothing || (h1 ? other.value >= 0 : other.value <= 0)) {
    return {};
  }
  const bool sure = h1 ? other.high && *other.high < 0 : other.low && *other.low > 0;
  return fmt::format("By {} it {} the other way round: {}{}.",
                     wins ? "points, by which this game is ranked," : "wins", sure ? "is" : "looks",
                     estimate_text(other, wins ? 2 : 1), wins ? " a pair" : " Elo");
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

}  // namespace

const config::Event& event_of(const config::Manifest& manifest) { return manifest.events.at(0); }

std::string pairs_text(const config::Event& event, const Comparison& comparison) {
  if (comparison.rules().field) {
    return fmt::format("{} with {} each", text::plural(comparison.count(), "deal"),
                       text::plural(evidence::opponents_of(event), "opponent"));
  }
  return !evidence::is_about_two(event) ? text::plural(comparison.count(), "pair")
                                        : counts_text(comparison.pairs());
}

std::vector<Figure> figures_of(const config::Event& event, const Comparison& comparison) {
  std::vector<Figure> points = point_figures(comparison);
  std::vector<Figure> evidence;
  if (!comparison.rules().until) evidence.push_back(evidence_figure(comparison));
  std::vector<Figure> wins;
  if (evidence::is_about_two(event) && !comparison.rules().field) wins = win_figures(comparison);
  // Those of the test stand first.
  std::array parts{std::move(wins), std::move(points), std::move(evidence)};
  if (comparison.rules().by_differences())
    std::rotate(parts.begin(), parts.begin() + 1, parts.end());
  std::vector<Figure> figures;
  for (std::vector<Figure>& part : parts)
    std::move(part.begin(), part.end(), std::back_inserter(figures));
  for (Figure& figure : field_figures(event, comparison)) figures.push_back(std::move(figure));
  return figures;
}

std::vector<std::string> reservations(const config::Event& event, const Comparison& comparison) {
  // The verdict already explains why the figures mean nothing.
  const bool told = comparison.state() == Comparison::State::always_the_same ||
                    comparison.state() == Comparison::State::only_repetitions ||
                    comparison.state() == Comparison::State::repeats_disagree ||
                    comparison.state() == Comparison::State::play_alike ||
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
  if (comparison.draws_repeat()) {
    lines.push_back(fmt::format("{} in {}; each pair counts, since it is drawn anew.",
                                text::plural(comparison.games(), "different game"),
                                text::plural(comparison.played(), "pair")));
  }
  if (const auto drift = evidence::drift(comparison)) {
    const bool wins = comparison.test().wins().has_value();
    const auto text = [wins](double mean) {
      return wins ? fixed(100 * mean, 1) + " %" : signed_text(mean, 2);
    };
    lines.push_back(fmt::format(
        "Pairs {} to {} have {}, the others {}: more than chance. The error rates are those of "
        "independent pairs; did the bots learn, or did the machine change?",
        drift->from, drift->to, text(drift->inside), text(drift->outside)));
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
  if (const std::string other = other_yardstick(event, comparison); !other.empty()) {
    lines.push_back(other);
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

}  // namespace referee::report
