#include "referee/report/fault_notes.hpp"

#include "referee/report/match_text.hpp"
#include "referee/text/utf8.hpp"

namespace referee::report {

std::vector<std::string> FaultNotes::add(const match::MatchRecord& record) {
  std::vector<std::string> lines;
  for (const match::MatchFault& fault : record.faults) {
    ++count_;
    const std::string kind(bot::name(fault.fault.kind));
    const std::string& bot = record.bots[rules::index(fault.seat)].name;
    // A newline cannot stand in a name: names of different bots never run together.
    const std::uint64_t count =
        ++count_of_[std::string(record.game->name) + '\n' + kind + '\n' + bot];
    if (count > in_full) continue;
    std::string line = "fault: " + std::string(record.game->title);
    if (record.match) line += ", match " + std::to_string(*record.match);
    lines.push_back(line + ", " + fault_text(record, fault));
    if (count == in_full) {
      lines.push_back("fault: further " + kind + " faults of " + text::safe_text(bot) + " in " +
                      std::string(record.game->title) + " are only counted");
    }
  }
  return lines;
}

}  // namespace referee::report
