// Match records at a path; lines that are left out become warnings.
#pragma once

#include <filesystem>
#include <functional>

#include "referee/run/store/find_record.hpp"

namespace referee::cli {

using store::find_record;
using store::FoundRecord;
using store::open_store;
using store::record_of;
using store::RecordEntry;

// Reads records with store::each_record_warned.
inline store::RecordsReport each_record(const std::filesystem::path& path,
                                        const rules::Games& games,
                                        const std::function<bool(const RecordEntry&)>& visit) {
  return store::each_record_warned(path, games, visit);
}

}  // namespace referee::cli
