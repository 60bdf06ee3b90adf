// What `referee check` says of a source before it plays.

#include <fmt/core.h>

#include <algorithm>

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/base/text/words.hpp"

namespace referee::checks {
namespace {

// The first lines of what a compiler wrote, and how many more there are.
std::string first_lines(std::string_view output) {
  constexpr int most = 40;
  while (output.ends_with('\n')) output.remove_suffix(1);
  std::size_t end = 0;
  for (int i = 0; i < most && end < output.size(); ++i) {
    end = std::min(output.find('\n', end + 1), output.size());
  }
  const auto more =
      std::count(output.begin() + static_cast<std::ptrdiff_t>(end), output.end(), '\n');
  std::string text(output.substr(0, end));
  if (more > 0) {
    text += fmt::format("\n... ({} more)", text::plural(static_cast<std::uint64_t>(more), "line"));
  }
  return text;
}

}  // namespace

std::vector<CheckedPoint> source_points(const toolchain::Built& built) {
  std::vector<CheckedPoint> points;
  const bool compiled = !built.facts.compile.empty();
  CheckedPoint compiles{"compiles", Finding::passed, {}, {}};
  compiles.text = compiled ? fmt::format("{} with {}, in {:.1f} s: {}", built.facts.language,
                                         built.facts.compiler, built.seconds, built.facts.compile)
                           : fmt::format("{} with {}", built.facts.language, built.facts.compiler);
  points.push_back(std::move(compiles));
  if (compiled && !built.output.empty() && built.facts.language != "Pascal") {
    points.push_back({"warnings", Finding::noted,
                      fmt::format("{} says:\n{}", built.facts.compiler, first_lines(built.output)),
                      "what the compiler warns of is often a mistake"});
  }
  if (toolchain::official_versions_hushed()) return points;
  const bool fits = built.bytes <= toolchain::most_source_bytes;
  points.push_back(
      {"size", fits ? Finding::passed : Finding::failed,
       fmt::format("one file of {} bytes of {}", built.bytes, toolchain::most_source_bytes),
       fits ? "" : "the official judge takes no larger source"});
  return points;
}

CheckedPoint failed_to_compile(const toolchain::CompileError& error) {
  CheckedPoint point{"compiles", Finding::failed, error.what(), error.advice()};
  if (!point.advice.empty()) {
    point.text.resize(point.text.size() - point.advice.size() - std::string_view("; ").size());
  }
  if (error.output().empty()) return point;
  point.text += "\n" + first_lines(error.output());
  if (point.advice.empty()) point.advice = "fix what the compiler says";
  return point;
}

}  // namespace referee::checks
