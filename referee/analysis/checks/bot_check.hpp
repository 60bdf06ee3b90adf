// Whether a bot would be admitted: the points of the official test, and some more. Plays a few
// games and tries each way in which a game can end.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/machine/toolchain/build.hpp"
#include "referee/play/match/match.hpp"

namespace referee::checks {

// noted: not against the rules, but worth knowing.
enum class Finding : std::uint8_t { passed, failed, noted };
constexpr std::string_view name(Finding finding) noexcept {
  return finding == Finding::passed ? "passed" : finding == Finding::failed ? "failed" : "noted";
}

struct CheckedPoint {
  std::string name;  // "legal moves", "ends on Quit"
  Finding finding = Finding::passed;
  std::string text;    // what was seen
  std::string advice;  // what to do; empty if nothing
};

class CheckedPoints {
 public:
  void add(std::string name, Finding finding, std::string text, std::string advice = {}) {
    all_.push_back({std::move(name), finding, std::move(text), std::move(advice)});
  }
  void add_all(const std::vector<CheckedPoint>& points) {
    all_.insert(all_.end(), points.begin(), points.end());
  }
  [[nodiscard]] std::vector<CheckedPoint> take() && { return std::move(all_); }

 private:
  std::vector<CheckedPoint> all_;
};

struct BotCheckPlan {
  const rules::GameInfo* game = nullptr;
  match::Contestant bot;
  match::Contestant random;                  // the program's own random bot, with a mark {seed}
  std::vector<match::Contestant> opponents;  // such as the example bots
  match::MatchSettings settings;
  unsigned games = 20;           // at most, against the random bot; at least one in each seat
  kernel::Duration enough{};     // no further such game begins after this time
  std::uint64_t seed = 1;        // of the first game
  bool has_thread_limit = true;  // this kernel counts threads
};

// The points of a source that has been compiled, for this game.
std::vector<CheckedPoint> source_points(const toolchain::Built& built, const rules::GameInfo& game);
// The point of a source that does not compile.
CheckedPoint failed_to_compile(const toolchain::CompileError& error);

// Plays the games of a check. After a bot that does not answer at all nothing else is tried.
// `doing` receives the name of the next step. Throws bot::Interrupted and bot::EnvironmentError.
std::vector<CheckedPoint> check_bot(const BotCheckPlan& plan, bot::Host& host,
                                    const std::function<void(std::string_view)>& doing);

}  // namespace referee::checks
