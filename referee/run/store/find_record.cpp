#include "referee/run/store/find_record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/run/store/records.hpp"

namespace referee::store {

RecordsReport each_record_warned(const std::filesystem::path& path, const rules::Games& games,
                                 const std::function<bool(const RecordEntry&)>& visit) {
  auto report = each_record(path, games, visit);
  for (const std::string& note : report.notes) text::warn("{}", note);
  return report;
}

namespace {

std::optional<FoundRecord> record_with(const std::string& log, std::uint64_t number,
                                       const rules::Games& games) {
  std::optional<FoundRecord> found;
  each_record_warned(log, games, [&](const RecordEntry& entry) {
    if (entry.number != number) return true;
    found = FoundRecord{entry.number, std::string(entry.line), entry.place, entry.now, &games};
    return false;
  });
  return found;
}

FoundRecord only_record(const std::string& log, const rules::Games& games) {
  std::optional<FoundRecord> found;
  each_record_warned(log, games, [&](const RecordEntry& entry) {
    if (found) {
      throw NoRecords(
          fmt::format("'{0}' has several matches; name one by its number: referee show {0} lists "
                      "them",
                      log));
    }
    found = FoundRecord{entry.number, std::string(entry.line), entry.place, entry.now, &games};
    return true;
  });
  if (!found) throw NoRecords(fmt::format("'{}' has no matches yet", log));
  return *found;
}

// Names the matches that exist in place of a missing one.
std::string numbers_text(const std::string& log, std::uint64_t missing, const rules::Games& games) {
  // A pipe cannot be read again.
  if (!std::filesystem::is_directory(log) && !std::filesystem::is_regular_file(log)) {
    return fmt::format("'{}' has no match {}", log, missing);
  }
  std::uint64_t count = 0;
  std::uint64_t first = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t last = 0;
  each_record(log, games, [&](const RecordEntry& entry) {
    ++count;
    first = std::min(first, entry.number);
    last = std::max(last, entry.number);
    return true;
  });
  if (count == 0) return fmt::format("'{}' has no matches yet", log);
  const std::string text = fmt::format("'{}' has no match {}", log, missing);
  if (count == 1) return fmt::format("{}, only match {}", text, first);
  if (last - first == count - 1) return fmt::format("{}, only matches {} to {}", text, first, last);
  return fmt::format("{}; it has {} from {} to {}: referee show {} lists them", text,
                     text::plural(count, "match", "matches"), first, last, log);
}

}  // namespace

FoundRecord find_record(const std::string& log, const std::optional<std::uint64_t>& number,
                        const rules::Games& games) {
  if (!number) return only_record(log, games);
  const OfficialNumbers official(log, games);
  const auto others = official.matches_of(*number);
  if (auto found = record_with(log, *number, games)) {
    for (const std::uint64_t other : others) {
      if (other == *number) continue;
      text::warn("this is match {0}; the official game {0} is match {1}", *number, other);
    }
    return *found;
  }
  if (others.size() > 1) {
    std::vector<std::string> matches;
    for (const std::uint64_t other : others) matches.push_back(fmt::format("{}", other));
    throw NoRecords(fmt::format("'{}' has several official games {}: matches {}; name one of these",
                                log, *number, text::join_with(matches, "and")));
  }
  if (others.size() == 1) {
    if (auto found = record_with(log, others.front(), games)) return *found;
  }
  throw NoRecords(numbers_text(log, *number, games));
}

match::MatchRecord record_named(const std::string& name, const std::filesystem::path& folder,
                                const rules::Games& games) {
  const auto colon = name.rfind(':');
  const std::string number = colon == std::string::npos ? "" : name.substr(colon + 1);
  const bool is_number = !number.empty() && number.size() <= 18 &&
                         number.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number || std::filesystem::exists(folder / name)) {
    return record_of(find_record(folder / name, std::nullopt, games).entry());
  }
  return record_of(find_record(folder / name.substr(0, colon), std::stoull(number), games).entry());
}

using formats::FormatKind;

OfficialNumbers::OfficialNumbers(const std::filesystem::path& path, const rules::Games& games) {
  if (!std::filesystem::is_directory(path)) return;
  const Store store = open_store(path, games);
  events_ = store.manifest().events;
  schedule_.emplace(store.manifest());
  const bool alike =
      std::all_of(events_.begin(), events_.end(), [this](const config::Event& event) {
        return event.format.columns == events_.front().format.columns;
      });
  if (alike) columns_ = events_.front().format.columns;
}

std::optional<std::int64_t> OfficialNumbers::of(std::uint64_t match) const {
  if (!schedule_ || match >= schedule_->size()) return std::nullopt;
  const formats::RecordedMatch* recorded = schedule_->recorded(match);
  return recorded == nullptr ? std::nullopt : std::optional(recorded->number);
}

std::vector<std::uint64_t> OfficialNumbers::matches_of(std::uint64_t number) const {
  std::vector<std::uint64_t> matches;
  const bool recorded = std::any_of(events_.begin(), events_.end(), [](const config::Event& event) {
    return event.format.kind == FormatKind::recorded;
  });
  if (!recorded) return matches;
  for (std::uint64_t match = 0; match < schedule_->size(); ++match) {
    const auto official = of(match);
    if (official && static_cast<std::uint64_t>(*official) == number) matches.push_back(match);
  }
  return matches;
}

std::string OfficialNumbers::phase_of(std::uint64_t match, int round) const {
  if (!schedule_ || match >= schedule_->size()) return {};
  const formats::Format& format = events_[schedule_->event_of(match)].format;
  switch (format.kind) {
    case FormatKind::recorded:
      return schedule_->recorded(match)->phase;
    case FormatKind::swiss:
      return "swiss";
    case FormatKind::official:
      return round <= format.swiss_rounds ? "swiss" : "final";
    default:
      return "final";
  }
}

}  // namespace referee::store
