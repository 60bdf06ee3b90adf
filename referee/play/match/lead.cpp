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
    if (result.seats.size() != rules::usual_seats) return;
    const auto& one = result.seats[0].board_points;
    const auto& two = result.seats[1].board_points;
    if (one && two) points.back() = std::array{one->approximate(), two->approximate()};
  }
};

// The number of positions up to the first fault.
std::size_t positions_before_faults(const MatchRecord& record, std::size_t positions) {
  for (const MatchFault& fault : record.faults) {
    positions = std::min(positions, static_cast<std::size_t>(std::max(fault.ply, 0)));
  }
  return positions;
}

}  // namespace

Lead lead_of(const MatchRecord& record, const PointsByMove& points) {
  const std::size_t positions = positions_before_faults(record, points.size());
  const bool together = record.game->cooperative;
  std::vector<std::optional<double>> ahead;  // by how much the first seat is
  for (std::size_t i = 0; i < positions; ++i) {
    const auto& both = points[i];
    ahead.push_back(!both ? std::optional<double>()
                          : (*both)[0] + (together ? (*both)[1] : -(*both)[1]));
  }
  Lead lead;
  std::vector<double> swings(positions);
  for (std::size_t i = 1; i < positions; ++i) {
    if (!ahead[i] || !ahead[i - 1]) continue;
    swings[i] = std::abs(*ahead[i] - *ahead[i - 1]);
    if (swings[i] > lead.swing.points) lead.swing = {swings[i], static_cast<int>(i)};
  }
  for (std::size_t i = 1; i < positions; ++i) {
    if (swings[i] > 0 && 2 * swings[i] >= lead.swing.points) {
      lead.turns.push_back(static_cast<int>(i));
    }
  }
  if (together || ahead.empty() || !ahead.back()) return lead;
  for (std::size_t seat = 0; seat < lead.lost.size(); ++seat) {
    const double sign = seat == 0 ? 1 : -1;
    double best = 0;
    AtMove& lost = lead.lost[seat];
    for (std::size_t i = 0; i < positions; ++i) {
      if (!ahead[i] || sign * *ahead[i] <= best) continue;
      best = sign * *ahead[i];
      lost = {best - sign * *ahead.back(), static_cast<int>(i)};
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
