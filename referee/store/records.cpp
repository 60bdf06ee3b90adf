#include "referee/store/records.hpp"

#include <fmt/core.h>

#include <cstdlib>
#include <fstream>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/match/record_json.hpp"
#include "referee/text/file.hpp"
#include "referee/text/machine.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

RecordsReport each_in_store(const fs::path& folder,
                            const std::function<bool(const RecordEntry&)>& visit) {
  const auto store = open_store(folder);
  bool go_on = true;
  const auto report = store.read([&](const MatchSummary& match, std::string_view line) {
    if (!go_on) return;
    go_on = visit({match.match, line, fmt::format("{}: match {}", folder.string(), match.match),
                   match.match});
  });
  if (!go_on) return {};  // the caller stopped early
  const bool whole = report.broken_seal.empty();
  // Whatever the seal does not count was not part of the complete tournament.
  if (store.seal() && whole) return {report.notes, whole, 0, 0};
  return {report.notes, whole, report.damaged, report.foreign};
}

// The number of a record: that of its match in a tournament, else its position.
std::uint64_t number_of(std::string_view line, std::uint64_t position) {
  constexpr std::string_view key = "\"match\":";
  const auto at = line.substr(0, 200).find(key);
  if (at == std::string_view::npos) return position;
  return std::strtoull(std::string(line.substr(at + key.size(), 20)).c_str(), nullptr, 10);
}

void each_in_file(const fs::path& file, const std::function<bool(const RecordEntry&)>& visit) {
  std::ifstream in(file, std::ios::binary);
  if (!in) {
    throw text::SystemError("read", file);
  }
  std::string line;
  if (!std::getline(in, line)) throw NoRecords(fmt::format("'{}' is empty", file.string()));
  const auto strip = [&line] {
    while (line.ends_with('\r') || line.ends_with(' ')) line.pop_back();
  };
  strip();
  if (!line.ends_with('}')) {
    // One record over several lines, formatted by hand or by a tool.
    const std::string text = text::read_file(file);
    visit({number_of(text, 1), text, file.string()});
    return;
  }
  std::uint64_t position = 0;
  do {
    ++position;
    strip();
    if (line.empty()) continue;
    const RecordEntry entry{number_of(line, position), line,
                            fmt::format("{}: line {}", file.string(), position)};
    if (!visit(entry)) return;
  } while (std::getline(in, line));
}

}  // namespace

Store open_store(const fs::path& folder) {
  const auto status = fs::status(folder);
  if (!fs::exists(status)) throw NoRecords(fmt::format("'{}' does not exist", folder.string()));
  if (!fs::is_directory(status)) {
    throw NoRecords(fmt::format("'{}' is a file; name a tournament's folder", folder.string()));
  }
  if (!fs::exists(folder / "manifest.json")) {
    throw NoRecords(fmt::format("the folder '{}' is not a tournament: it has no manifest.json",
                                folder.string()));
  }
  return Store::open(folder);
}

RecordsReport each_record(const fs::path& path,
                          const std::function<bool(const RecordEntry&)>& visit) {
  const auto status = fs::status(path);
  if (!fs::exists(status)) throw NoRecords(fmt::format("'{}' does not exist", path.string()));
  if (fs::is_directory(status)) return each_in_store(path, visit);
  each_in_file(path, visit);
  return {};
}

match::MatchRecord record_of(const RecordEntry& entry) {
  const text::Json json = text::parse_json(entry.line, entry.place);
  match::MatchRecord record = match::record_from_json(text::JsonReader(json, entry.place + ":"));
  if (entry.now) record.match = entry.now;
  return record;
}

}  // namespace referee::store
