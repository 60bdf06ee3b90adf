#include "referee/run/store/match_summary.hpp"

#include <cstring>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record_json.hpp"
#include "rules/catalogue.hpp"
#include "rules/random.hpp"

namespace referee::store {
namespace {

// Checks what can be checked without parsing the whole line: that it was written to its end, and
// that a power failure has not left a block of zeros in it.
void check_whole(std::string_view line) {
  if (line.empty()) throw text::JsonError("the line is empty");
  if (std::memchr(line.data(), '\0', line.size()) != nullptr) {
    throw text::JsonError("the line has zero bytes in it");
  }
  if (line.back() != '}') throw text::JsonError("the line is not whole: it does not end in }");
}

// All but the moves and their number.
MatchSummary front_of(const match::MatchRecord& record) {
  MatchSummary summary;
  summary.tournament = record.tournament;
  summary.match = record.match.value_or(0);
  summary.round = record.round;
  summary.game = record.game->name;
  summary.seed = record.seed;
  summary.bots.resize(record.bots.size());
  summary.seats.resize(record.bots.size());
  for (std::size_t i = 0; i < summary.seats.size(); ++i) {
    const match::SeatScore& score = record.scores[i];
    SeatSummary& seat = summary.seats[i];
    summary.bots[i] = record.bots[i].name;
    seat.score = score.result.score;
    seat.game_points = score.result.game_points;
    seat.place = score.result.place;
    seat.board_points = score.result.board_points;
    seat.status = score.status;
    if (!record.measured.known) continue;
    seat.cpu_us = match::whole_microseconds(record.measured.bots[i].cpu);
    seat.wall_us = match::whole_microseconds(record.measured.bots[i].wall);
    if (const auto& waited = record.measured.bots[i].departure.waited) {
      seat.waited_us = match::whole_microseconds(*waited);
    }
    if (const auto& before = record.measured.bots[i].before_first_turn) {
      seat.before_first_turn_us = match::whole_microseconds(*before);
    }
  }
  for (const match::MatchFault& fault : record.faults) {
    auto& first = summary.seats[rules::index(fault.seat)].fault;
    if (!first) first = fault.fault.kind;
  }
  return summary;
}

}  // namespace

MatchSummary summary_of(const match::MatchRecord& record) {
  MatchSummary summary = front_of(record);
  summary.plies = static_cast<int>(record.plies.size());
  summary.moves = match::moves_hash(record);
  return summary;
}

std::uint64_t game_hash(const MatchSummary& match) noexcept {
  using rules::Stream;
  if (match.moves == 0) return Stream::mix(match.match);
  std::uint64_t bots = 0;
  std::uint64_t factor = 1;
  for (const std::string& bot : match.bots) {
    bots += factor * Stream::fnv1a64(bot);
    factor *= 3;
  }
  return Stream::mix(match.moves + bots);
}

MatchSummary summary_of_line(std::string_view line, match::Extent extent,
                             std::string_view* measured, const rules::Games& games) {
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.remove_suffix(1);
  check_whole(line);
  const auto [record, moves, part] = match::read_line(line, "the record", extent, games);
  if (measured != nullptr) *measured = part;
  // Only the record of a single match may do without a number: it has no tournament.
  if (!record.tournament.empty() && !record.match) {
    throw text::JsonError("the record: the key \"match\" is missing");
  }
  MatchSummary summary = front_of(record);
  summary.plies = static_cast<int>(record.stated_plies.value_or(record.plies.size()));
  summary.moves = moves;
  return summary;
}

}  // namespace referee::store
