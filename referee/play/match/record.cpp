#include "referee/play/match/record.hpp"

#include "rules/recorded_game.hpp"

namespace referee::match {

std::optional<FaultKind> kind_named(std::string_view word) {
  std::string small(word);
  for (char& c : small) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return bot::fault_kind(small);
}

std::string_view official_word(const rules::GameInfo& game, const MatchFault& fault) {
  if (!fault.word.empty()) return fault.word;
  if (game.record_format != nullptr) {
    for (const rules::ResultWord& word : game.record_format->words()) {
      if (kind_named(word.text) == fault.fault.kind) return word.text;
    }
  }
  return name(status_of(fault.fault.kind));
}

void forfeit(rules::Game& position, const rules::GameInfo& game, const MatchFault& fault) {
  position.forfeit_for(fault.seat, official_word(game, fault));
}

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
