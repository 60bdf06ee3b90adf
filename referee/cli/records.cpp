#include "referee/cli/records.hpp"

#include <string>

#include "referee/text/log.hpp"

namespace referee::cli {

store::RecordsReport each_record(const std::filesystem::path& path,
                                 const std::function<bool(const RecordEntry&)>& visit) {
  auto report = store::each_record(path, visit);
  for (const std::string& note : report.notes) text::warn("{}", note);
  return report;
}

}  // namespace referee::cli
