// The bot scores at least a given number of points: the mean over N games with its 95 % interval,
// or the plain mean over the deals of a fixed list of seeds.

#include <fmt/core.h>

#include <cmath>
#include <map>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_games.hpp"
#include "referee/base/statistics/paired.hpp"
#include "referee/base/text/words.hpp"

namespace referee::checks {
namespace {

class Score final : public GamesCheck {
 public:
  Score(std::string name, const CheckContext& context, GamesPlan plan, double least)
      : GamesCheck(std::move(name), "score", context, std::move(plan)), least_(least) {}

 private:
  // Both games of one deal against one opponent.
  struct Pair {
    double sum = 0;
    int games = 0;
  };

  void note(const match::MatchRecord& record, std::size_t seat) override {
    Pair& pair = pairs_[record.match.value_or(0) / 2];
    pair.sum += record.scores[seat].result.score;
    ++pair.games;
  }

  // The unit is the deal, since the games of one deal (both seats, all opponents) are not
  // independent of each other. A deal does not count while games of it are missing.
  [[nodiscard]] statistics::PairedPoints points() const {
    const std::size_t opponents = event().bots.size() - 1;
    std::map<std::uint64_t, Pair> deals;
    for (const auto& [number, pair] : pairs_) {
      Pair& deal = deals[number / opponents];
      deal.sum += pair.sum;
      deal.games += pair.games;
    }
    statistics::PairedPoints points;
    const int whole = 2 * static_cast<int>(opponents);
    for (const auto& [number, deal] : deals) {
      if (deal.games == whole) points.add(deal.sum / whole);
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
    outcome.reason +=
        fmt::format(" over {}, {}; at least {:.2f} is required",
                    text::plural(points.count(), "deal"), tally().games_text(), least_);
    if (tally().faults() > 0) {
      outcome.reason += fmt::format("; it failed in {} ({}) and scored 0 there",
                                    text::plural(tally().faults(), "game"), tally().fault_kinds());
    }
    outcome.verdict = verdict(outcome.reason, points, known ? *mean.low : points.mean(),
                              known ? *mean.high : points.mean(), complete);
    if (tally().faults() + tally().others_failed() == 0) outcome.details.clear();
  }

  [[nodiscard]] Verdict verdict(std::string& reason, const statistics::PairedPoints& points,
                                double low, double high, bool complete) const {
    if (!complete) {
      reason += "; only " + missing_text();
      return Verdict::undecided;
    }
    if (tally().others_failed() > 0) {
      reason += fmt::format("; an opponent failed in {}, which distorts the scores",
                            text::plural(tally().others_failed(), "game"));
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
  std::map<std::uint64_t, Pair> pairs_;
};

}  // namespace

std::unique_ptr<Check> read_score(const text::JsonReader& reader, std::string name,
                                  const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "opponents", "games", "seeds", "at_least", "deal",
               "deal_of", "moves"});
  const double least = reader.at("at_least").number();
  return std::make_unique<Score>(std::move(name), context, read_games(reader, context, true),
                                 least);
}

}  // namespace referee::checks
