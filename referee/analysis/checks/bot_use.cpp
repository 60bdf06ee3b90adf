#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <string_view>
#include <utility>

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/analysis/checks/bot_points.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/bot/refused_call.hpp"

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

std::vector<CheckedPoint> source_points(const toolchain::Built& built,
                                        const rules::GameInfo& game) {
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
  if (!game.official()) return points;
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

namespace {

using kernel::Duration;
using match::MatchRecord;
using rules::Seat;

double percent_of(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

// "2.4 ms", "19.4 s"
std::string short_time(Duration duration) {
  const double time = std::chrono::duration<double>(duration).count();
  return time < 1 ? fmt::format("{:.1f} ms", time * 1000) : fmt::format("{:.1f} s", time);
}

std::string mebibytes(std::size_t bytes) {
  constexpr double mebibyte = 1 << 20;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mebibyte);
}

// Whose turn the move `ply` was; the last one may have been a fault, which is not a ply.
Seat seat_at(const MatchRecord& record, int ply) {
  const auto index = static_cast<std::size_t>(ply) - 1;
  return index < record.plies.size() ? record.plies[index].seat : record.faults.back().seat;
}

}  // namespace

Finding breach(const bot::BotSpec& spec) {
  return spec.command->source ? Finding::failed : Finding::noted;
}

void BotUse::add(const MatchRecord& record, Seat seat) {
  const auto& measured = record.measured.bots[rules::index(seat)];
  const bool wall = clock_ == kernel::ClockKind::wall;
  most_time_ = std::max(most_time_, wall ? measured.wall : measured.cpu);
  most_memory_ = std::max(most_memory_, measured.departure.peak_memory);
  most_stderr_ = std::max(most_stderr_, measured.departure.stderr_total);
  if (measured.departure.killed && match::fault_of(record, seat) == nullptr) stayed_ = true;
  calls_.insert(measured.departure.refused.begin(), measured.departure.refused.end());
  for (const int ply : record.measured.early) {
    if (seat_at(record, ply) == seat && !early_) {
      early_ = fmt::format("as {} at move {} of the game with seed {}",
                           game_.seat_names[rules::index(seat)], ply, *record.seed);
    }
  }
  // Its first two turns: what starting and a move or two may cost.
  int turns = 0;
  for (std::size_t i = 0; i < record.plies.size() && turns < 2; ++i) {
    if (record.plies[i].seat != seat || record.plies[i].jury) continue;
    ++turns;
    slow_turn_ = std::max({slow_turn_, record.measured.cpu[i], record.measured.wall[i]});
  }
  ++games_;
}

std::vector<CheckedPoint> BotUse::points() const {
  CheckedPoints points;
  judge_use(points);
  judge_words(points);
  judge_calls(points);
  return std::move(points).take();
}

void BotUse::judge_use(CheckedPoints& points) const {
  const double budget = std::chrono::duration<double>(spec_.limits.times.budget).count();
  const double used = std::chrono::duration<double>(most_time_).count();
  const double part = percent_of(used, budget);
  const std::string_view clock = clock_ == kernel::ClockKind::cpu ? "CPU time" : "wall time";
  const std::string time = fmt::format(
      "at most {} of {} of {} in {} ({:.0f} %)", short_time(most_time_),
      text::seconds_text(spec_.limits.times.budget), clock, text::plural(games_, "game"), part);
  constexpr double half = 50;
  points.add(
      "time", part > half ? Finding::noted : Finding::passed, time,
      part > half ? "the official machine may be half as fast as this one: keep a margin" : "");
  if (most_memory_ == 0) {
    points.add("memory", Finding::noted, "not known: it always ended before it could be read");
    return;
  }
  const std::size_t limit = spec_.limits.memory;
  const double share = percent_of(static_cast<double>(most_memory_), static_cast<double>(limit));
  constexpr double much = 80;
  points.add("memory", limit > 0 && share > much ? Finding::noted : Finding::passed,
             limit == 0 ? fmt::format("at most {}", mebibytes(most_memory_))
                        : fmt::format("at most {} of {} ({:.0f} %)", mebibytes(most_memory_),
                                      text::bytes_text(limit), share),
             limit > 0 && share > much ? "little is left: it may need more elsewhere" : "");
}

void BotUse::judge_words(CheckedPoints& points) const {
  if (early_) {
    points.add(
        "standard output", Finding::failed, "wrote a line before it was asked, " + *early_,
        "write moves and nothing else to standard output; what is written too early counts as "
        "the next move");
  } else {
    points.add("standard output", Finding::passed, "one line for each move");
  }
  constexpr std::uint64_t kept = 10'000;
  if (most_stderr_ > kept && !game_.outside) {
    points.add("standard error", Finding::noted,
               fmt::format("wrote {} bytes in one game", most_stderr_),
               "the official judge keeps about 10,000 characters");
  } else {
    points.add("standard error", Finding::passed,
               fmt::format("at most {} bytes a game", most_stderr_));
  }
}

void BotUse::judge_calls(CheckedPoints& points) const {
  std::vector<std::string> network;
  std::vector<std::string> processes;
  for (const std::string& call : calls_) {
    const bot::CallFor what = bot::call_for(call);
    if (what == bot::CallFor::network) network.push_back(call);
    if (what == bot::CallFor::process) processes.push_back(call);
  }
  const auto judge = [&](const std::string& name, const std::vector<std::string>& calls,
                         std::string_view what) {
    if (calls.empty()) {
      points.add(name, Finding::passed, fmt::format("asked for {}", what));
    } else {
      points.add(name, breach(spec_), fmt::format("was refused: {}", text::join(calls)),
                 "forbidden officially: leave it out");
    }
  };
  if (spec_.isolated) {
    judge("network", network, "none");
    if (spec_.limits.processes == 0) judge("other programs", processes, "none");
  }
}

}  // namespace referee::checks
