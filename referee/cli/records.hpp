// Match records wherever a user points; lines that are left out become warnings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>

#include "referee/store/records.hpp"

namespace referee::cli {

using store::open_store;
using store::record_of;
using store::RecordEntry;

// As store::each_record.
store::RecordsReport each_record(const std::filesystem::path& path,
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
// without a number the only match. Throws UsageError if there is none, or several, and as
// each_record.
FoundRecord find_record(const std::string& log, const std::optional<std::uint64_t>& number);

}  // namespace referee::cli
