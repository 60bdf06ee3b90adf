#include "referee/cli/logs.hpp"

#include <spdlog/spdlog.h>

#include <string>

#include "referee/text/utf8.hpp"

namespace referee::cli {

store::LogReport each_record(const std::filesystem::path& path,
                             const std::function<bool(const LogEntry&)>& visit) {
  auto report = store::each_record(path, visit);
  for (const std::string& note : report.notes) spdlog::warn("{}", text::safe_text(note));
  return report;
}

}  // namespace referee::cli
