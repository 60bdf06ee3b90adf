#include "referee/cli/logs.hpp"

#include <spdlog/spdlog.h>

#include <string>

namespace referee::cli {

void each_record(const std::filesystem::path& path,
                 const std::function<bool(const LogEntry&)>& visit) {
  for (const std::string& note : tournament::each_record(path, visit)) spdlog::warn("{}", note);
}

}  // namespace referee::cli
