#include <array>

#include <nlohmann/json.hpp>

#include "referee/show/report/verdicts/strength.hpp"

namespace referee::report {
namespace {

template <typename Counts>
statistics::SprtState state_of(const Counts& counts, const SprtQuestion& question) {
  return statistics::sprt(counts, question.hypotheses, question.risks, question.model);
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
