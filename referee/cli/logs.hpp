// Match records wherever a user points; lines that are left out become warnings.
#pragma once

#include <filesystem>
#include <functional>

#include "referee/store/logs.hpp"

namespace referee::cli {

using tournament::LogEntry;
using tournament::open_store;
using tournament::record_of;

// As tournament::each_record.
tournament::LogReport each_record(const std::filesystem::path& path,
                                  const std::function<bool(const LogEntry&)>& visit);

}  // namespace referee::cli
