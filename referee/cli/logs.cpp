#include "referee/cli/logs.hpp"

#include <string>

#include "referee/text/log.hpp"

namespace referee::cli {

tournament::LogReport each_record(const std::filesystem::path& path,
                                  const std::function<bool(const LogEntry&)>& visit) {
  auto report = tournament::each_record(path, visit);
  for (const std::string& note : report.notes) text::warn("{}", note);
  return report;
}

}  // namespace referee::cli
