#include "referee/report/fault_notes.hpp"

#include <fmt/core.h>

#include "referee/report/match_text.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {

std::vector<std::string> FaultNotes::add(const match::MatchRecord& record) {
  std::vector<std::string> lines;
  for (const match::MatchFault& fault : record.faults) {
    ++count_;
    const std::string kind(bot::name(fault.fault.kind));
    const std::string& bot = record.bots[rules::index(fault.seat)].name;
    // Names cannot contain newlines, so these keys are unique.
    const std::uint64_t count =
        ++count_of_[std::string(record.game->name) + '\n' + kind + '\n' + bot];
    if (count > in_full) continue;
    const std::string match = record.match ? fmt::format(", match {}", *record.match) : "";
    lines.push_back(
        fmt::format("fault: {}{}, {}", record.game->title, match, fault_text(record, fault)));
    if (count == in_full) {
      lines.push_back(fmt::format("fault: further {} faults of {} in {} are only counted", kind,
                                  text::safe_text(bot), record.game->title));
    }
  }
  return lines;
}

}  // namespace referee::report
