// One match among the records at a path that a user gives; by its official number, too.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/config/schedule.hpp"
#include "referee/run/store/records.hpp"

namespace referee::store {

// As each_record(); what it has to tell of lines that are left out becomes warnings.
RecordsReport each_record_warned(const std::filesystem::path& path, const rules::Games& games,
                                 const std::function<bool(const RecordEntry&)>& visit);

// A record by itself; see RecordEntry.
struct FoundRecord {
  std::uint64_t number = 0;
  std::string line;
  std::string place;  // for messages
  std::optional<std::uint64_t> now = {};
  const rules::Games* games = &rules::own_games();

  [[nodiscard]] RecordEntry entry() const { return {number, line, place, now, games}; }
};

// The match with this number; where no match has it, the one that has it as its official number;
// without a number the only match. Throws NoRecords for none or several, and as
// each_record().
FoundRecord find_record(const std::string& log, const std::optional<std::uint64_t>& number,
                        const rules::Games& games = rules::own_games());

// The record that "results/demo:17" names, match 17 of several; without a number, or with a file
// of that name, the only one there. Relative to `folder` unless that is empty. Throws as
// find_record().
match::MatchRecord record_named(const std::string& name, const std::filesystem::path& folder = {},
                                const rules::Games& games = rules::own_games());

// The same as a function of name and folder, see config::RecordNamed.
inline auto naming_records(const rules::Games& games = rules::own_games()) {
  return [&games](const std::string& name, const std::filesystem::path& folder) {
    return record_named(name, folder, games);
  };
}

// What the lists of official competitions say of their games besides what is in the records.
class OfficialNumbers {
 public:
  // For the tournament in a folder; a file of records has none. Throws as open_store does.
  explicit OfficialNumbers(const std::filesystem::path& path,
                           const rules::Games& games = rules::own_games());

  // The number of an imported game in its competition.
  [[nodiscard]] std::optional<std::int64_t> of(std::uint64_t match) const;
  // The matches with this number: at most one of each imported competition.
  [[nodiscard]] std::vector<std::uint64_t> matches_of(std::uint64_t number) const;

  // The phase of the competition to which a match of this round belongs: "swiss" or "final"; empty
  // if that is not known.
  [[nodiscard]] std::string phase_of(std::uint64_t match, int round) const;
  // The first line of the imported lists, if all have the same one and it is in the contest's own
  // form; else empty.
  [[nodiscard]] const std::string& columns() const noexcept { return columns_; }

 private:
  std::vector<config::Event> events_;
  std::optional<config::Schedule> schedule_;
  std::string columns_;
};

}  // namespace referee::store
