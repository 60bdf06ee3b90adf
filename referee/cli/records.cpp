#include "referee/cli/records.hpp"

#include <spdlog/spdlog.h>

#include <string>

#include "referee/text/utf8.hpp"

namespace referee::cli {

store::RecordsReport each_record(const std::filesystem::path& path,
                                 const std::function<bool(const RecordEntry&)>& visit) {
  auto report = store::each_record(path, visit);
  for (const std::string& note : report.notes) spdlog::warn("{}", text::safe_text(note));
  return report;
}

}  // namespace referee::cli
