#include "referee/match/record.hpp"

namespace referee::match {

std::array<SeatScore, 2> scores_of(const rules::Result& result,
                                   const std::vector<MatchFault>& faults) {
  std::array<SeatScore, 2> scores;
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    scores[seat].result = result.seats[seat];
    scores[seat].status = status_of(result.seats[seat].outcome);
  }
  for (const MatchFault& fault : faults) {
    scores[rules::index(fault.seat)].status = status_of(fault.fault.kind);
  }
  return scores;
}

}  // namespace referee::match
