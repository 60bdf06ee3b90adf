// The checks that play ordinary games, the bot against some opponents in both seats of each deal:
// no-faults, score and move-time.

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <unordered_set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/base/statistics/estimate.hpp"
#include "referee/base/statistics/paired_points.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/config/config_fields.hpp"

namespace referee::checks {
namespace {

class GamesCheck : public Check {
 public:
  GamesCheck(std::string name, std::string_view kind, const CheckContext& context, GamesPlan plan)
      : Check(std::move(name), kind, plan.manifest(context)),
        seeds_(std::move(plan.seeds)),
        schedule_(manifest()) {}

  [[nodiscard]] std::uint64_t games() const final { return schedule_.size(); }
  [[nodiscard]] CheckGame game(std::uint64_t index) const final {
    CheckGame game;
    game.number = index;
    game.pairing = schedule_.at(index);
    if (fixed_deals()) game.pairing.seed = seeds_[static_cast<std::size_t>(game.pairing.round) - 1];
    game.plan = match::MatchPlan::from_seed(*event().game, game.pairing.seed);
    return game;
  }

  void note(const match::MatchRecord& record) final {
    const std::size_t seat = record.bots[0].name == event().bots.front().name ? 0 : 1;
    const PlayedGame& game =
        played_.insert_or_assign(record.match.value_or(0), played_game(record, seat)).first->second;
    different_.insert(game.hash);
    for (const PlayedGame::Failure& failure : game.failures) {
      if (failure.own) ++kinds_[failure.kind];
    }
    others_failed_ += game.other_failed ? 1U : 0U;
    cut_short_ += game.cut_short ? 1U : 0U;
    measure(record, seat, game);
  }

  [[nodiscard]] Outcome outcome() const final {
    Outcome outcome;
    outcome.figures = text::Json{{"games", played_.size()},
                                 {"different", different_.size()},
                                 {"faults", text::Json::object()},
                                 {"others_failed", others_failed_}};
    for (const auto& [kind, count] : kinds_) outcome.figures["faults"][kind] = count;
    outcome.details = fault_details();
    judge(outcome, played_.size() == games());
    return outcome;
  }

 protected:
  using Games = std::map<std::uint64_t, PlayedGame>;  // by number

  // Takes from a game what else the check needs.
  virtual void measure(const match::MatchRecord&, std::size_t /*seat*/, const PlayedGame&) {}
  // Judges by the games so far; `complete` if none is missing. Figures and details already have
  // what all these checks count.
  virtual void judge(Outcome& outcome, bool complete) const = 0;

  [[nodiscard]] bool fixed_deals() const noexcept { return !seeds_.empty(); }  // seeds were given
  [[nodiscard]] const Games& played() const noexcept { return played_; }
  [[nodiscard]] std::uint64_t faults() const noexcept {
    std::uint64_t sum = 0;
    for (const auto& [kind, count] : kinds_) sum += count;
    return sum;
  }
  [[nodiscard]] std::uint64_t others_failed() const noexcept { return others_failed_; }

  // "2 timeout, 1 crash"
  [[nodiscard]] std::string fault_kinds() const {
    std::string text;
    for (const auto& [kind, count] : kinds_) {
      text::add_to_list(text, fmt::format("{} {}", count, kind));
    }
    return text;
  }
  // "20 games", "20 games (2 different ones)"
  [[nodiscard]] std::string games_text() const {
    std::string text = text::plural(played_.size(), "game");
    if (different_.size() == played_.size()) return text;
    return fmt::format("{} ({})", text, text::plural(different_.size(), "different one"));
  }
  [[nodiscard]] std::string missing_text() const {
    return fmt::format("{} of {} played", played_.size(),
                       text::plural(games(), "game was", "games were"));
  }
  // The verdict on a bot that has given no reason to fail it: passed, if there were real games.
  void pass_if_played(Outcome& outcome, bool complete) const {
    if (!complete) {
      outcome.reason += ", but only " + missing_text();
    } else if (cut_short_ > 0) {
      outcome.reason += fmt::format(", but {} ended early because an opponent failed",
                                    text::plural(cut_short_, "game"));
    } else if (others_failed_ == played_.size()) {
      outcome.reason += ", but an opponent failed in each game";
    } else {
      outcome.verdict = Verdict::passed;
      if (others_failed_ == 0) return;
      outcome.reason += fmt::format("; an opponent failed in {} of the games", others_failed_);
    }
  }

 private:
  // The first faults of the bot, one for each reason; if it had none, those of the others.
  [[nodiscard]] std::vector<std::string> fault_details() const {
    std::vector<std::pair<std::string, std::uint64_t>> first;  // with how many are like it
    std::map<std::string, std::size_t> places;
    for (const auto& [number, game] : played_) {
      for (const PlayedGame::Failure& failure : game.failures) {
        if (failure.own == kinds_.empty()) continue;
        const auto [place, is_new] = places.emplace(failure.like, first.size());
        if (is_new) first.emplace_back(failure.text, 0);
        ++first[place->second].second;
      }
    }
    std::vector<std::string> details;
    for (const auto& [text, count] : first) {
      if (details.size() == most_details) break;
      details.push_back(text);
      if (count == 1) continue;
      details.back() +=
          fmt::format("; {} for the same reason", text::plural(count - 1, "more game"));
    }
    return details;
  }

  std::vector<std::uint64_t> seeds_;
  config::Schedule schedule_;
  Games played_;
  std::unordered_set<std::uint64_t> different_;  // hashes
  std::map<std::string, std::uint64_t> kinds_;   // of the bot's faults
  std::uint64_t others_failed_ = 0;              // games
  std::uint64_t cut_short_ = 0;                  // games
};

// The bot never fails: no illegal move, no time-out, no crash.
class NoFaults final : public GamesCheck {
 public:
  using GamesCheck::GamesCheck;

 private:
  void judge(Outcome& outcome, bool complete) const override {
    if (faults() > 0) {
      outcome.verdict = Verdict::failed;
      outcome.reason =
          fmt::format("{} in {}: {}", text::plural(faults(), "fault"), games_text(), fault_kinds());
      return;
    }
    outcome.reason = "no fault in " + games_text();
    pass_if_played(outcome, complete);
  }
};

// The bot scores at least a given number of points: the mean with its 95 % interval, or the plain
// mean over the deals of a fixed list of seeds.
class Score final : public GamesCheck {
 public:
  Score(std::string name, const CheckContext& context, GamesPlan plan, double least)
      : GamesCheck(std::move(name), "score", context, std::move(plan)), least_(least) {}

 private:
  // The unit is the deal, since the games of one deal (both seats, all opponents) are not
  // independent of each other. A deal does not count while games of it are missing.
  [[nodiscard]] statistics::PairedPoints points() const {
    const std::uint64_t whole = 2 * (event().bots.size() - 1);
    std::map<std::uint64_t, std::vector<double>> deals;
    for (const auto& [number, game] : played()) deals[number / whole].push_back(game.score);
    statistics::PairedPoints points;
    for (const auto& [number, scores] : deals) {
      if (scores.size() != whole) continue;
      points.add(std::accumulate(scores.begin(), scores.end(), 0.0) / static_cast<double>(whole));
    }
    return points;
  }

  void judge(Outcome& outcome, bool complete) const override {
    const statistics::PairedPoints points = this->points();
    const statistics::Estimate mean = points.interval();
    const bool known = mean.reach == statistics::Reach::two_sided && !fixed_deals();
    text::Json& figures = outcome.figures;
    figures["at_least"] = least_;
    figures["deals"] = points.count();
    figures["mean"] = points.count() > 0 ? text::Json(points.mean()) : text::Json(nullptr);
    figures["low"] = known ? text::Json(*mean.low) : text::Json(nullptr);
    figures["high"] = known ? text::Json(*mean.high) : text::Json(nullptr);

    outcome.reason =
        points.count() > 0 ? fmt::format("mean score {:.2f}", points.mean()) : "mean score unknown";
    if (known) {
      outcome.reason += fmt::format(" (95 % interval {:.2f} to {:.2f})", *mean.low, *mean.high);
    }
    outcome.reason += fmt::format(" over {}, {}; at least {:.2f} is required",
                                  text::plural(points.count(), "deal"), games_text(), least_);
    if (faults() > 0) {
      outcome.reason += fmt::format("; it failed in {} ({}) and scored 0 there",
                                    text::plural(faults(), "game"), fault_kinds());
    }
    outcome.verdict = verdict(outcome.reason, points, known ? *mean.low : points.mean(),
                              known ? *mean.high : points.mean(), complete);
    if (faults() + others_failed() == 0) outcome.details.clear();
  }

  [[nodiscard]] Verdict verdict(std::string& reason, const statistics::PairedPoints& points,
                                double low, double high, bool complete) const {
    if (!complete) {
      reason += "; only " + missing_text();
      return Verdict::undecided;
    }
    if (others_failed() > 0) {
      reason += fmt::format("; an opponent failed in {}, which distorts the scores",
                            text::plural(others_failed(), "game"));
      return Verdict::undecided;
    }
    if (points.count() < 2 && !fixed_deals()) {
      reason += "; one deal has no interval";
      return Verdict::undecided;
    }
    if (low >= least_) return Verdict::passed;
    if (high < least_) return Verdict::failed;
    reason += "; the interval includes that, more games would narrow it";
    return Verdict::undecided;
  }

  double least_;
};

// The bot answers each move within a time, CPU or wall, by the times in the records.
struct MoveTimeLimits {
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
  MoveTime(std::string name, const CheckContext& context, GamesPlan plan,
           const MoveTimeLimits& limits)
      : GamesCheck(std::move(name), "move-time", context, std::move(plan)), limits_(limits) {}

 private:
  struct Slowest {
    kernel::Duration time{-1};
    std::string where;

    [[nodiscard]] text::Json json() const {
      return time.count() < 0 ? text::Json(nullptr) : text::Json(seconds(time));
    }
  };

  void measure(const match::MatchRecord& record, std::size_t seat,
               const PlayedGame& game) override {
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
        slowest = {times[i], fmt::format("{}, move {}", game.where, i + 1)};
      }
      if (times[i] <= limit) continue;
      ++too_slow_;
      if (slow.empty()) {
        slow =
            fmt::format("{}, move {}, '{}': {}", game.where, i + 1, ply.line, time_text(times[i]));
      }
    }
    if (slow.empty()) return;
    slow_[record.match.value_or(0)] = std::move(slow);
    if (slow_.size() > most_details) slow_.erase(std::prev(slow_.end()));
  }

  void judge(Outcome& outcome, bool complete) const override {
    text::Json& figures = outcome.figures;
    figures["clock"] = kernel::name(limits_.clock);
    figures["at_most"] = seconds(limits_.each);
    if (limits_.first) figures["first_at_most"] = seconds(*limits_.first);
    figures["moves"] = moves_;
    figures["too_slow"] = too_slow_;
    figures["slowest"] = slowest_.json();
    if (limits_.first) figures["slowest_first"] = slowest_first_.json();
    outcome.reason =
        fmt::format("{} in {}, {}", text::plural(moves_, "move"), games_text(), slowest_text());
    for (const auto& [number, text] : slow_) outcome.details.push_back(text);
    if (faults() > 0) {
      outcome.reason = fmt::format("{} not answered at all ({}); {}",
                                   text::plural(faults(), "move was", "moves were"), fault_kinds(),
                                   outcome.reason);
    } else if (too_slow_ > 0) {
      outcome.reason = fmt::format(
          "{} too slow; {}", text::plural(too_slow_, "move was", "moves were"), outcome.reason);
    } else {
      pass_if_played(outcome, complete);
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

  MoveTimeLimits limits_;
  std::uint64_t moves_ = 0;
  std::uint64_t too_slow_ = 0;
  Slowest slowest_;
  Slowest slowest_first_;
  std::map<std::uint64_t, std::string> slow_;  // the first slow move of a game
};

}  // namespace

std::unique_ptr<Check> read_no_faults(const text::JsonReader& reader, std::string name,
                                      const CheckContext& context) {
  reader.only(
      {"name", "check", "game", "budget", "opponents", "games", "deal", "deal_of", "moves"});
  return std::make_unique<NoFaults>(std::move(name), "no-faults", context,
                                    read_games(reader, context, false));
}

std::unique_ptr<Check> read_score(const text::JsonReader& reader, std::string name,
                                  const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "opponents", "games", "seeds", "at_least", "deal",
               "deal_of", "moves"});
  const double least = reader.at("at_least").number();
  return std::make_unique<Score>(std::move(name), context, read_games(reader, context, true),
                                 least);
}

std::unique_ptr<Check> read_move_time(const text::JsonReader& reader, std::string name,
                                      const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "opponents", "games", "at_most", "first_at_most",
               "clock", "deal", "deal_of", "moves"});
  MoveTimeLimits limits;
  limits.clock = context.base.clock;
  if (const auto clock = reader.find("clock")) limits.clock = config::read_clock(*clock);
  limits.each = config::read_duration(reader.at("at_most"));
  if (const auto first = reader.find("first_at_most")) limits.first = config::read_duration(*first);
  return std::make_unique<MoveTime>(std::move(name), context, read_games(reader, context, false),
                                    limits);
}

}  // namespace referee::checks
