#include "referee/play/match/record.hpp"

#include <fmt/core.h>

#include <charconv>
#include <stdexcept>

#include "referee/base/text/utf8.hpp"
#include "rules/by_seat.hpp"
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
      if (kind_named(word.text) != fault.fault.kind) continue;
      // Officially only a signal is a crash: whoever ends itself has stopped, whatever its code.
      const bool stopped = fault.fault.fact(bot::What::exit_code) != nullptr;
      if (fault.fault.kind != FaultKind::crash || !stopped) return word.text;
    }
  }
  return name(status_of(fault.fault.kind));
}

void forfeit(rules::Game& position, const rules::GameInfo& game, const MatchFault& fault) {
  if (fault.found_after == 0) position.forfeit_for(fault.seat, official_word(game, fault));
}

MatchFault fault_of(const rules::Conviction& found, const std::vector<Ply>& plies) {
  MatchFault fault;
  fault.seat = found.seat;
  fault.fault.kind = kind_of(found);
  fault.fault.reason = found.reason;
  fault.found_after = static_cast<int>(plies.size());
  for (std::size_t i = plies.size(); i > 0 && fault.ply == 0; --i) {
    const Ply& ply = plies[i - 1];
    if (ply.seat != found.seat || ply.jury) continue;
    fault.ply = static_cast<int>(i);
    if (fault.fault.kind == FaultKind::illegal) fault.line = ply.line;
  }
  return fault;
}

rules::BySeat<SeatScore> scores_of(const rules::Result& result,
                                   const std::vector<MatchFault>& faults) {
  rules::BySeat<SeatScore> scores(result.seats.size());
  for (std::size_t seat = 0; seat < scores.size(); ++seat) {
    scores[seat].result = result.seats[seat];
    scores[seat].status = status_of(result.seats[seat].outcome);
  }
  for (const MatchFault& fault : faults) {
    scores[rules::index(fault.seat)].status = status_of(fault.fault.kind);
  }
  return scores;
}

const MatchFault* fault_of(const MatchRecord& record, Seat seat) {
  for (const MatchFault& fault : record.faults) {
    if (fault.seat == seat) return &fault;
  }
  return nullptr;
}

std::string escape_line(std::string_view line) {
  std::string result;
  while (!line.empty()) {
    const text::Character character = text::first_character(line);
    const std::string_view bytes = line.substr(0, character.bytes);
    line.remove_prefix(character.bytes);
    if (!text::is_unsafe(character) && bytes != "\\") {
      result += bytes;
      continue;
    }
    for (const char c : bytes) result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return result;
}

std::string unescape_line(std::string_view text) {
  std::string line;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\\') {
      line.push_back(text[i]);
      continue;
    }
    if (i + 3 >= text.size() || text[i + 1] != 'x') {
      throw std::invalid_argument("a backslash must be followed by xNN");
    }
    const char* const digits = text.data() + i + 2;
    unsigned char byte = 0;
    if (std::from_chars(digits, digits + 2, byte, 16).ptr != digits + 2) {
      throw std::invalid_argument("after \\x there must be two hexadecimal digits");
    }
    line.push_back(static_cast<char>(byte));
    i += 3;
  }
  return line;
}

}  // namespace referee::match
