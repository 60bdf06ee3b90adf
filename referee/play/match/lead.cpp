#include "referee/play/match/lead.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "referee/play/match/replay.hpp"

namespace referee::match {
namespace {

class PointsCollector final : public RecordVisitor {
 public:
  bool before(const rules::Game& game, const Ply& /*ply*/, int number) override {
    if (number == 1) add(game);
    return true;
  }
  void after(const rules::Game& game, const Ply& /*ply*/, int /*number*/) override { add(game); }

  PointsByMove points;

 private:
  void add(const rules::Game& game) {
    points.emplace_back();
    const rules::Result result = game.result();
    rules::BySeat<double> all(result.seats.size());
    for (const Seat seat : all.seats()) {
      const auto& own = result.seats[seat].board_points;
      if (!own) return;
      all[seat] = own->approximate();
    }
    points.back() = all;
  }
};

// The number of positions up to the first fault.
std::size_t positions_before_faults(const MatchRecord& record, std::size_t positions) {
  for (const MatchFault& fault : record.faults) {
    positions = std::min(positions, static_cast<std::size_t>(std::max(fault.ply, 0)));
  }
  return positions;
}

// By how much each seat is ahead; in a game that all play together, for each what they have.
rules::BySeat<double> ahead_of(const rules::BySeat<double>& points, bool together) {
  return {points.size(), [&](Seat seat) {
            double others = 0;
            bool any = false;
            for (const Seat other : points.seats()) {
              if (other == seat) continue;
              others = together ? others - points[other]
                       : any    ? std::max(others, points[other])
                                : points[other];
              any = true;
            }
            return points[seat] - others;
          }};
}

}  // namespace

Lead lead_of(const MatchRecord& record, const PointsByMove& points) {
  const std::size_t positions = positions_before_faults(record, points.size());
  const bool together = record.game->cooperative;
  PointsByMove ahead;
  for (std::size_t i = 0; i < positions; ++i) {
    ahead.emplace_back();
    if (points[i]) ahead.back() = ahead_of(*points[i], together);
  }
  Lead lead;
  lead.lost.resize(record.bots.size());
  std::vector<double> swings(positions);
  for (std::size_t i = 1; i < positions; ++i) {
    if (!ahead[i] || !ahead[i - 1]) continue;
    for (const Seat seat : ahead[i]->seats()) {
      swings[i] = std::max(swings[i], std::abs((*ahead[i])[seat] - (*ahead[i - 1])[seat]));
    }
    if (swings[i] > lead.swing.points) lead.swing = {swings[i], static_cast<int>(i)};
  }
  for (std::size_t i = 1; i < positions; ++i) {
    if (swings[i] > 0 && 2 * swings[i] >= lead.swing.points) {
      lead.turns.push_back(static_cast<int>(i));
    }
  }
  if (together || lead.lost.size() == 1 || ahead.empty() || !ahead.back()) return lead;
  for (const Seat seat : lead.lost.seats()) {
    double best = 0;
    AtMove& lost = lead.lost[seat];
    for (std::size_t i = 0; i < positions; ++i) {
      if (!ahead[i] || (*ahead[i])[seat] <= best) continue;
      best = (*ahead[i])[seat];
      lost = {best - (*ahead.back())[seat], static_cast<int>(i)};
    }
    if (lost.points == 0) lost = {};
  }
  return lead;
}

Lead lead_of(const MatchRecord& record) {
  PointsCollector collector;
  static_cast<void>(replay(record, collector));
  return lead_of(record, collector.points);
}

}  // namespace referee::match
