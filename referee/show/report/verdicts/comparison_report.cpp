#include "referee/show/report/verdicts/comparison_report.hpp"

#include <fmt/core.h>

#include <array>
#include <string_view>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/verdicts/comparison_words.hpp"
#include "referee/show/report/wording.hpp"

namespace referee::report {

std::string comparison_text(const config::Manifest& manifest,
                            const evidence::Comparison& comparison, const TextStyle& style) {
  const config::Event& event = event_of(manifest);
  std::string text =
      fmt::format("{}: {} (new) against {} (base)", painted(event.game->title, Paint::bold, style),
                  text::safe_text(event.bots[0].command), text::safe_text(event.bots[1].command));
  if (evidence::is_field(event)) {
    std::string names;
    for (std::size_t i = 2; i < event.bots.size(); ++i) {
      text::add_to_list(names, text::safe_text(event.bots[i].name));
    }
    text += ", each with " + names;
  } else if (evidence::is_self_play(event)) {
    text += ", each with itself";
  } else if (event.game->cooperative) {
    text += ", each with " + text::safe_text(event.bots[2].command);
  }
  text += '\n' + pairs_text(event, comparison) + "\n\n";
  text += figures_text(figures_of(event, comparison), style) + '\n';
  for (const std::string& line : reservations(event, comparison)) {
    text += painted(line, Paint::yellow, style) + '\n';
  }
  const std::string_view decision = statistics::name(comparison.decision());
  const bool better = decision == "H1";
  const bool worse = decision == "H0";
  const Paint paint = better ? Paint::green : worse ? Paint::red : Paint::yellow;
  return text + painted(verdict_text(event, comparison), paint, style) + '\n';
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
