// The bot answers each move within a time, CPU or wall, by the times in the records.

#include <fmt/core.h>

#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_games.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/config_fields.hpp"

namespace referee::checks {
namespace {

struct TimeLimits {
  kernel::ClockKind clock{};
  kernel::Duration each{};
  std::optional<kernel::Duration> first;  // of the first move, where it has its own
};

// "1.312 s", "31.204 ms"
std::string time_text(kernel::Duration time) {
  const double seconds = std::chrono::duration<double>(time).count();
  return seconds < 1 ? fmt::format("{:.3f} ms", 1000 * seconds) : fmt::format("{:.3f} s", seconds);
}
double seconds(kernel::Duration time) { return std::chrono::duration<double>(time).count(); }

class MoveTime final : public GamesCheck {
 public:
  MoveTime(std::string name, const CheckContext& context, GamesPlan plan, const TimeLimits& limits)
      : GamesCheck(std::move(name), "move-time", context, std::move(plan)), limits_(limits) {}

 private:
  struct Slowest {
    kernel::Duration time{-1};
    std::string where;
  };

  void note(const match::MatchRecord& record, std::size_t seat) override {
    const auto& times =
        limits_.clock == kernel::ClockKind::cpu ? record.measured.cpu : record.measured.wall;
    bool first = true;
    std::string slow;
    for (std::size_t i = 0; i < record.plies.size() && i < times.size(); ++i) {
      const match::Ply& ply = record.plies[i];
      if (rules::index(ply.seat) != seat || ply.jury) continue;
      const bool own_limit = std::exchange(first, false) && limits_.first;
      const kernel::Duration limit = own_limit ? *limits_.first : limits_.each;
      ++moves_;
      Slowest& slowest = own_limit ? slowest_first_ : slowest_;
      if (times[i] > slowest.time) {
        slowest = {times[i], fmt::format("{}, move {}", game_text(record, seat), i + 1)};
      }
      if (times[i] <= limit) continue;
      ++too_slow_;
      if (slow.empty()) {
        slow = fmt::format("{}, move {}, '{}': {}", game_text(record, seat), i + 1, ply.line,
                           time_text(times[i]));
      }
    }
    if (slow.empty()) return;
    slow_[record.match.value_or(0)] = std::move(slow);
    if (slow_.size() > GameTally::most_details) slow_.erase(std::prev(slow_.end()));
  }

  void judge(Outcome& outcome, bool complete) const override {
    text::Json& figures = outcome.figures;
    figures["clock"] = kernel::name(limits_.clock);
    figures["at_most"] = seconds(limits_.each);
    if (limits_.first) figures["first_at_most"] = seconds(*limits_.first);
    figures["moves"] = moves_;
    figures["too_slow"] = too_slow_;
    figures["slowest"] =
        slowest_.time.count() < 0 ? text::Json(nullptr) : text::Json(seconds(slowest_.time));
    if (limits_.first) {
      figures["slowest_first"] = slowest_first_.time.count() < 0
                                     ? text::Json(nullptr)
                                     : text::Json(seconds(slowest_first_.time));
    }
    outcome.reason = fmt::format("{} in {}, {}", text::plural(moves_, "move"), tally().games_text(),
                                 slowest_text());
    for (const auto& [number, text] : slow_) outcome.details.push_back(text);
    if (tally().faults() > 0) {
      outcome.reason = fmt::format("{} not answered at all ({}); {}",
                                   text::plural(tally().faults(), "move was", "moves were"),
                                   tally().fault_kinds(), outcome.reason);
    } else if (too_slow_ > 0) {
      outcome.reason = fmt::format(
          "{} too slow; {}", text::plural(too_slow_, "move was", "moves were"), outcome.reason);
    } else if (!complete) {
      outcome.reason += "; only " + missing_text();
      return;
    } else if (tally().cut_short() > 0) {
      outcome.reason += fmt::format("; {} ended early because an opponent failed",
                                    text::plural(tally().cut_short(), "game"));
      return;
    } else {
      if (tally().others_failed() > 0) outcome.reason += "; " + tally().others_text();
      if (!tally().others_always_failed()) outcome.verdict = Verdict::passed;
      return;
    }
    outcome.verdict = Verdict::failed;
  }

  // This is the only reason that differs from run to run, since it quotes measured times.
  [[nodiscard]] std::string slowest_text() const {
    const std::string unit = limits_.clock == kernel::ClockKind::cpu ? "CPU time" : "wall time";
    if (slowest_.time.count() < 0) return "none of " + unit + " was measured";
    std::string text =
        fmt::format("the slowest took {} of {} ({}), {} allowed", time_text(slowest_.time), unit,
                    slowest_.where, time_text(limits_.each));
    if (!limits_.first) return text;
    return fmt::format("{}; the slowest first one {}, {} allowed", text,
                       slowest_first_.time.count() < 0 ? "none" : time_text(slowest_first_.time),
                       time_text(*limits_.first));
  }

  TimeLimits limits_;
  std::uint64_t moves_ = 0;
  std::uint64_t too_slow_ = 0;
  Slowest slowest_;
  Slowest slowest_first_;
  std::map<std::uint64_t, std::string> slow_;  // the first slow move of a game
};

}  // namespace

std::unique_ptr<Check> read_move_time(const text::JsonReader& reader, std::string name,
                                      const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "opponents", "games", "at_most", "first_at_most",
               "clock", "deal", "deal_of", "moves"});
  TimeLimits limits;
  limits.clock = context.base.clock;
  if (const auto clock = reader.find("clock")) limits.clock = config::read_clock(*clock);
  limits.each = config::read_duration(reader.at("at_most"));
  if (const auto first = reader.find("first_at_most")) limits.first = config::read_duration(*first);
  return std::make_unique<MoveTime>(std::move(name), context, read_games(reader, context, false),
                                    limits);
}

}  // namespace referee::checks
