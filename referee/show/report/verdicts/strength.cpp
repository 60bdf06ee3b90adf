#include "referee/show/report/verdicts/strength.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

namespace {

using statistics::Decision;
using statistics::Estimate;
using statistics::GameCounts;
using statistics::Model;
using statistics::PairCounts;
using statistics::Reach;

std::string percent(double share, int digits) { return fixed(100 * share, digits) + " %"; }

// "1.58"; "-" if absent.
std::string ratio_text(const std::optional<double>& ratio) {
  return ratio ? fixed(*ratio, 2) : "-";
}

std::vector<Figure> common_figures(const statistics::Strength& strength) {
  return {
      {"Elo", estimate_text(strength.elo, 1), "rating difference, with its 95 % interval"},
      {"normalised Elo", estimate_text(strength.normalized_elo, 1),
       "the same, measured by how much one game varies"},
      {"LOS", superiority_text(strength.superiority),
       "likelihood that the first bot is the stronger one"},
      {"score", percent(strength.score, 2), "share of the points that could be won"},
  };
}

}  // namespace

std::string figures_text(const std::vector<Figure>& figures, const TextStyle& style) {
  int names = 0;
  int values = 0;
  for (const Figure& figure : figures) {
    names = std::max(names, text::display_width(figure.name));
    values = std::max(values, text::display_width(figure.value));
  }
  std::string text;
  for (const Figure& figure : figures) {
    text += text::padded(figure.name, names) + "  ";
    if (figure.meaning.empty()) {
      text += figure.value + '\n';
      continue;
    }
    // Beside the value, or, where there is no room for that, below it.
    constexpr int narrow = 20;
    const int left = style.width - names - values - 4;
    const bool beside = style.width == 0 || left >= narrow;
    std::string begin = beside ? text::padded(figure.value, values) + "  " : figure.value + '\n';
    const int indent = beside ? names + values + 4 : 2;
    if (!beside) begin.append(static_cast<std::size_t>(indent), ' ');
    for (const std::string& line :
         lines_of(text::wrapped(figure.meaning, style.width == 0 ? 0 : style.width - indent))) {
      text += begin + painted(line, Paint::dim, style) + '\n';
      begin.assign(static_cast<std::size_t>(indent), ' ');
    }
  }
  return text;
}

std::string estimate_text(const Estimate& estimate, int digits) {
  switch (estimate.reach) {
    case Reach::nothing:
      return "unknown";
    case Reach::at_least:
      return "at least " + signed_text(*estimate.low, digits);
    case Reach::at_most:
      return "at most " + signed_text(*estimate.high, digits);
    case Reach::two_sided:
      break;
  }
  const std::string value = signed_text(estimate.value, digits);
  constexpr double lopsided = 0.15;
  const double middle = (*estimate.low + *estimate.high) / 2;
  const bool even = std::abs(estimate.value - middle) <= lopsided * estimate.error;
  if (!estimate.conservative && even) return value + " ± " + fixed(estimate.error, digits);
  return fmt::format("{} ({} to {})", value, signed_text(*estimate.low, digits),
                     signed_text(*estimate.high, digits));
}

std::string superiority_text(double superiority) {
  constexpr double nearly = 0.00005;
  if (superiority > 1 - nearly) return "over 99.99 %";
  if (superiority < nearly) return "under 0.01 %";
  return percent(superiority, 2);
}

std::string_view unit_of(Model model) {
  constexpr std::array units{"normalised Elo", "Elo", "BayesElo"};
  return units[static_cast<std::size_t>(model)];
}

std::string_view name(Model model) {
  constexpr std::array names{"normalized", "logistic", "bayesian"};
  return names[static_cast<std::size_t>(model)];
}

std::string counts_text(const PairCounts& pairs) {
  const std::string even = pairs.dd ? fmt::format("{} WL, {} DD", *pairs.wl(), *pairs.dd)
                                    : fmt::format("{} WL or DD", pairs.even);
  return fmt::format("{}: {} LL, {} LD, {}, {} WD, {} WW", text::plural(pairs.total(), "pair"),
                     pairs.ll, pairs.ld, even, pairs.wd, pairs.ww);
}

std::string counts_text(const GameCounts& games) {
  return fmt::format("{}: {} won, {} lost, {} drawn", text::plural(games.total(), "game"),
                     games.wins, games.losses, games.draws);
}

std::vector<Figure> strength_figures(const PairCounts& pairs) {
  std::vector<Figure> figures = common_figures(statistics::strength(pairs));
  const auto ratios = statistics::ratios(pairs);
  figures.push_back({"pairs ratio", ratio_text(ratios.pairs), "pairs won for each pair lost"});
  figures.push_back({"even pairs", ratios.draws ? percent(*ratios.draws, 1) : "-",
                     "share of pairs that nobody won"});
  return figures;
}

std::vector<Figure> strength_figures(const GameCounts& games) {
  std::vector<Figure> figures = common_figures(statistics::strength(games));
  const auto draws = statistics::draw_ratio(games);
  figures.push_back({"draws", draws ? percent(*draws, 1) : "-", "share of games drawn"});
  return figures;
}

Figure llr_figure(const statistics::SprtState& state) {
  return {"LLR", signed_text(state.llr, 2),
          "evidence: H0 is accepted at " + fixed(state.bounds.lower, 2) + ", H1 at " +
              signed_text(state.bounds.upper, 2)};
}

namespace {

using statistics::Estimate;

void add_common(text::Json& json, const statistics::Strength& strength, std::string_view unit) {
  add_estimate(json, "elo", strength.elo);
  add_estimate(json, "nelo", strength.normalized_elo);
  const auto& plain = strength.plain;
  json["elo_plain_error"] = value_if(plain.has_value(), plain ? plain->elo : 0);
  json["nelo_plain_error"] = value_if(plain.has_value(), plain ? plain->normalized_elo : 0);
  json["los"] = strength.superiority;
  json["score"] = strength.score;
  json["count"] = strength.count;
  json["unit"] = unit;
}

}  // namespace

void add_estimate(text::Json& json, const std::string& name, const Estimate& estimate) {
  const bool known = estimate.reach != statistics::Reach::nothing;
  json[name] = value_if(known, estimate.value);
  json[name + "_error"] = value_if(known, estimate.error);
  json[name + "_low"] = or_null(estimate.low);
  json[name + "_high"] = or_null(estimate.high);
  json[name + "_reach"] = statistics::name(estimate.reach);
  json[name + "_conservative"] = estimate.conservative;
}

void add_strength(text::Json& json, const statistics::PairCounts& pairs) {
  add_common(json, statistics::strength(pairs), "pairs");
  json["counts"] = {{"ll", pairs.ll},
                    {"ld", pairs.ld},
                    {"even", pairs.even},
                    {"wl", pairs.dd ? text::Json(*pairs.wl()) : text::Json(nullptr)},
                    {"dd", pairs.dd ? text::Json(*pairs.dd) : text::Json(nullptr)},
                    {"wd", pairs.wd},
                    {"ww", pairs.ww}};
  const auto ratios = statistics::ratios(pairs);
  json["pairs_ratio"] = or_null(ratios.pairs);
  json["draw_ratio"] = or_null(ratios.draws);
  json["wl_dd_ratio"] = or_null(ratios.wl_dd);
}

void add_strength(text::Json& json, const statistics::GameCounts& games) {
  add_common(json, statistics::strength(games), "games");
  json["counts"] =
      text::Json{{"wins", games.wins}, {"losses", games.losses}, {"draws", games.draws}};
  json["draw_ratio"] = or_null(statistics::draw_ratio(games));
}

void add_sprt(text::Json& json, const statistics::SprtState& state, const SprtQuestion& question) {
  json["llr"] = state.llr;
  json["lower"] = state.bounds.lower;
  json["upper"] = state.bounds.upper;
  json["decision"] = statistics::name(state.decision);
  json["model"] = name(question.model);
  json["elo0"] = question.hypotheses.elo0;
  json["elo1"] = question.hypotheses.elo1;
  json["alpha"] = question.risks.alpha;
  json["beta"] = question.risks.beta;
}

namespace {

template <typename Counts>
statistics::SprtState state_of(const Counts& counts, const SprtQuestion& question) {
  return statistics::sprt(counts, question.hypotheses, question.risks, question.model);
}

// "H1 is accepted: ..." in a sentence.
std::string decision_text(const statistics::SprtState& state, const SprtQuestion& question) {
  const std::string unit = " " + std::string(unit_of(question.model));
  const std::string h0 = signed_text(question.hypotheses.elo0, 2) + unit;
  const std::string h1 = signed_text(question.hypotheses.elo1, 2) + unit;
  switch (state.decision) {
    case Decision::accept_h1:
      return fmt::format("H1 is accepted: the difference is {} rather than {}.", h1, h0);
    case Decision::accept_h0:
      return fmt::format("H0 is accepted: the difference is {} rather than {}.", h0, h1);
    default:
      return fmt::format("Undecided between {} (H0) and {} (H1): more results are needed.", h0, h1);
  }
}

std::string strength_text(const StrengthReport& report) {
  return std::visit(
      [&report](const auto& counts) {
        std::vector<Figure> figures = strength_figures(counts);
        std::string decision;
        if (report.question) {
          const auto state = state_of(counts, *report.question);
          figures.push_back(llr_figure(state));
          decision = '\n' + decision_text(state, *report.question) + '\n';
        }
        return counts_text(counts) + "\n\n" + figures_text(figures, report.style) + decision;
      },
      report.counts);
}

std::string strength_json(const StrengthReport& report) {
  return std::visit(
      [&report](const auto& counts) {
        text::Json json;
        if (report.question) add_sprt(json, state_of(counts, *report.question), *report.question);
        add_strength(json, counts);
        return json_text(json);
      },
      report.counts);
}

constexpr std::array strength_form_list{
    Form<StrengthReport>{"text", "", &strength_text},
    Form<StrengthReport>{"json", "Print JSON", &strength_json},
};

}  // namespace

std::span<const Form<StrengthReport>> strength_forms() noexcept { return strength_form_list; }

}  // namespace referee::report
