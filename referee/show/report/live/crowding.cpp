#include "referee/show/report/live/crowding.hpp"

#include <fmt/core.h>

#include <chrono>
#include <vector>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

namespace referee::report {

void Crowding::finished(const match::MatchRecord& record) {
  if (record.clock != kernel::ClockKind::cpu || !record.measured.known) return;
  const auto seconds = [](match::Duration time) {
    return std::chrono::duration<double>(time).count();
  };
  for (std::size_t seat = 0; seat < 2; ++seat) {
    Times& times = bots_[record.bots[seat].name];
    times.cpu += seconds(record.measured.bots[seat].cpu);
    times.wall += seconds(record.measured.bots[seat].wall);
    ++times.games;
  }
}

std::string Crowding::warning(double waited) const {
  constexpr double busy = 0.5;
  constexpr double long_game = 1;  // seconds; in shorter ones nobody looks at a clock
  constexpr double twice = 2;
  if (waited < busy) return {};
  std::vector<std::string> starved;
  for (const auto& [name, times] : bots_) {
    if (times.wall < long_game * static_cast<double>(times.games)) continue;
    if (times.wall < twice * times.cpu) continue;
    starved.push_back(fmt::format("{} ({:.0f} % of the time that its moves took)",
                                  text::safe_text(name), 100 * times.cpu / times.wall));
  }
  if (starved.empty()) return {};
  return fmt::format(
      "this machine was busy: some program waited for a processor in {:.0f} % of the time; little "
      "CPU time was used by {}; if these bots measure wall time, they had "
      "less time to think than allowed: play fewer matches at a time (--jobs)",
      100 * waited, text::join_with(starved, "and"));
}

}  // namespace referee::report
