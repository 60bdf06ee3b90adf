// Match records wherever a user points; lines that are left out become warnings.
#pragma once

#include <filesystem>
#include <functional>

#include "referee/store/records.hpp"

namespace referee::cli {

using store::open_store;
using store::record_of;
using store::RecordEntry;

// As store::each_record.
store::RecordsReport each_record(const std::filesystem::path& path,
                                 const std::function<bool(const RecordEntry&)>& visit);

}  // namespace referee::cli
