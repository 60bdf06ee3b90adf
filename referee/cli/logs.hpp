// Match records wherever a user points, with what was left out told as warnings.
#pragma once

#include <filesystem>
#include <functional>

#include "referee/store/logs.hpp"

namespace referee::cli {

using store::LogEntry;
using store::open_store;
using store::record_of;

// As store::each_record.
store::LogReport each_record(const std::filesystem::path& path,
                             const std::function<bool(const LogEntry&)>& visit);

}  // namespace referee::cli
