// One match among the records at a path that a user gives.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "referee/run/store/records.hpp"

namespace referee::store {

// As each_record(); what it has to tell of lines that are left out becomes warnings.
RecordsReport each_record_warned(const std::filesystem::path& path,
                                 const std::function<bool(const RecordEntry&)>& visit);

// A record by itself; see RecordEntry.
struct FoundRecord {
  std::uint64_t number = 0;
  std::string line;
  std::string place;  // for messages
  std::optional<std::uint64_t> now = {};

  [[nodiscard]] RecordEntry entry() const { return {number, line, place, now}; }
};

// The match with this number; where no match has it, the one that has it as its official number;
// without a number the only match. Throws NoRecords for none or several, and as
// each_record().
FoundRecord find_record(const std::string& log, const std::optional<std::uint64_t>& number);

// The record that "results/demo:17" names, match 17 of several; without a number, or with a file
// of that name, the only one there. Relative to `folder` unless that is empty. Throws as
// find_record().
match::MatchRecord record_named(const std::string& name, const std::filesystem::path& folder = {});

}  // namespace referee::store
