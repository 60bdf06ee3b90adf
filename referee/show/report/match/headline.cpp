#include "referee/show/report/match/headline.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

namespace referee::report {

using match::MatchRecord;
using rules::Seat;

namespace {

// What failed, "crash"; empty if the bot in this seat did not fail.
std::string failure_of(const MatchRecord& record, Seat seat) {
  for (const match::MatchFault& fault : record.faults) {
    if (fault.seat != seat) continue;
    std::string word(bot::name(fault.fault.kind));
    std::replace(word.begin(), word.end(), '_', ' ');
    return word;
  }
  const match::Status status = record.scores[rules::index(seat)].status;
  if (!rules::is_fault(status)) return {};
  std::string word(rules::name(status));  // recorded elsewhere, without the fault
  std::transform(word.begin(), word.end(), word.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return word;
}

}  // namespace

std::optional<Seat> winner_of(const MatchRecord& record) {
  std::array<bool, 2> failed{};
  for (const Seat seat : {Seat::first, Seat::second}) {
    if (record.scores[rules::index(seat)].status == match::Status::win) return seat;
    failed[rules::index(seat)] = !failure_of(record, seat).empty();
  }
  if (failed[0] == failed[1]) return std::nullopt;
  return failed[0] ? Seat::second : Seat::first;
}

std::string headline(const MatchRecord& record) {
  const auto name = [&](Seat seat) {
    return text::safe_text(record.bots[rules::index(seat)].name);
  };
  const auto score = [&](Seat seat) { return record.scores[rules::index(seat)].result.score; };
  const std::optional<Seat> winner = winner_of(record);
  std::string text;
  if (record.game->cooperative) {
    const auto points = std::max(score(Seat::first), score(Seat::second));
    text = fmt::format("{} point{} together", points, points == 1 ? "" : "s");
  } else if (!winner) {
    text = fmt::format("Drawn, {} to {}", score(Seat::first), score(Seat::second));
  } else {
    const Seat loser = rules::other(*winner);
    text = fmt::format("{} won against {}, {} to {}", name(*winner), name(loser), score(*winner),
                       score(loser));
  }
  for (const Seat seat : {Seat::first, Seat::second}) {
    const std::string failure = failure_of(record, seat);
    if (!failure.empty()) text += fmt::format("; {} failed ({})", name(seat), failure);
  }
  return text;
}

}  // namespace referee::report
