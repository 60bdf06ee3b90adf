#include "referee/cli/records.hpp"

#include <fmt/core.h>

#include <string>
#include <vector>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/official_numbers.hpp"
#include "referee/text/log.hpp"
#include "referee/text/words.hpp"

namespace referee::cli {

store::RecordsReport each_record(const std::filesystem::path& path,
                                 const std::function<bool(const RecordEntry&)>& visit) {
  auto report = store::each_record(path, visit);
  for (const std::string& note : report.notes) text::warn("{}", note);
  return report;
}

namespace {

std::optional<FoundRecord> record_with(const std::string& log, std::uint64_t number) {
  std::optional<FoundRecord> found;
  each_record(log, [&](const RecordEntry& entry) {
    if (entry.number != number) return true;
    found = FoundRecord{entry.number, std::string(entry.line), entry.place, entry.now};
    return false;
  });
  return found;
}

FoundRecord only_record(const std::string& log) {
  std::optional<FoundRecord> found;
  each_record(log, [&](const RecordEntry& entry) {
    if (found) {
      throw UsageError(
          fmt::format("'{0}' has several matches; name one by its number: referee show {0} lists "
                      "them",
                      log));
    }
    found = FoundRecord{entry.number, std::string(entry.line), entry.place, entry.now};
    return true;
  });
  if (!found) throw UsageError(fmt::format("'{}' has no matches yet", log));
  return *found;
}

}  // namespace

FoundRecord find_record(const std::string& log, const std::optional<std::uint64_t>& number) {
  if (!number) return only_record(log);
  const OfficialNumbers official(log);
  const auto others = official.matches_of(*number);
  if (auto found = record_with(log, *number)) {
    for (const std::uint64_t other : others) {
      if (other == *number) continue;
      text::warn("this is match {0}; the official game {0} is match {1}", *number, other);
    }
    return *found;
  }
  if (others.size() > 1) {
    std::vector<std::string> matches;
    for (const std::uint64_t other : others) matches.push_back(fmt::format("{}", other));
    throw UsageError(
        fmt::format("'{}' has several official games {}: matches {}; name one of these", log,
                    *number, text::join_with(matches, "and")));
  }
  if (others.size() == 1) {
    if (auto found = record_with(log, others.front())) return *found;
  }
  throw UsageError(fmt::format("'{}' has no match {}", log, *number));
}

}  // namespace referee::cli
