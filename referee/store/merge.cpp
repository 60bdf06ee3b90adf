#include "referee/store/merge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <system_error>

#include "referee/store/figures.hpp"
#include "referee/store/schedule.hpp"
#include "referee/store/store_files.hpp"

namespace referee::store {
namespace {

// The files of the store with their current sizes.
std::vector<Seal::File> files_now(const Store& store) {
  std::vector<Seal::File> files;
  for (const auto& file : store.files()) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (error) throw store_error("read", file, error.value());
    files.push_back({file.filename().string(), bytes, {}});
  }
  return files;
}

void leave_out(const std::vector<Seal::File>& damaged, std::vector<Seal::File>& files) {
  for (const Seal::File& one : damaged) {
    const auto file = std::find_if(files.begin(), files.end(),
                                   [&one](const auto& other) { return other.name == one.name; });
    file->left_out = one.left_out;
  }
}

std::vector<MatchRange> missing_in(const Schedule& schedule, const std::vector<bool>& seen) {
  std::vector<MatchRange> ranges;
  for (std::uint64_t match = 0; match < seen.size(); ++match) {
    if (seen[match] || !schedule.is_planned(match)) continue;
    if (ranges.empty() || ranges.back().end != match) ranges.push_back({match, match});
    ++ranges.back().end;
  }
  return ranges;
}

// The first note about foreign records.
std::string foreign_note(const ReadingReport& report) {
  for (const std::string& note : report.notes) {
    if (note.find("foreign line") != std::string::npos) return note;
  }
  return fmt::format("{} foreign lines", report.foreign);
}

MergeReport report_of(const ReadingReport& reading, std::uint64_t planned) {
  MergeReport report;
  report.matches = planned;
  report.records = reading.records;
  report.duplicates = reading.duplicates;
  report.notes = reading.notes;
  return report;
}

MergeReport merge_sealed(const Store& store, const Seal& seal) {
  const ReadingReport reading = store.read([](const MatchSummary&, std::string_view) {});
  if (!reading.broken_seal.empty()) throw BrokenSeal(reading.broken_seal);
  MergeReport report = report_of(reading, seal.records);
  report.sealed = true;
  report.hash = seal.hash;
  return report;
}

}  // namespace

void require_own_records(const Store& store, const ReadingReport& reading) {
  if (reading.foreign == 0) return;
  throw ForeignStore(
      fmt::format("{} holds {}; take that file out of the folder, or merge where it belongs",
                  store.folder().string(), foreign_note(reading)));
}

MergeReport merge(const Store& store) {
  if (store.seal()) return merge_sealed(store, *store.seal());

  Schedule schedule(store.manifest());
  const bool may_grow = schedule.planned() < schedule.size();
  Seal seal{store.id(), 0, {}, files_now(store)};
  RecordsHash hash(schedule.size());
  std::vector<bool> seen(schedule.size(), false);
  const ReadingReport reading = store.read_files(
      seal.files,
      [&](const MatchSummary& match, std::string_view line) {
        seen[match.match] = true;
        if (may_grow) schedule.note(match.match, figures_of(match));
        hash.add(match.match, line);
      },
      {}, Depth::whole);
  require_own_records(store, reading);
  MergeReport report = report_of(reading, schedule.planned());
  report.missing = missing_in(schedule, seen);
  if (!report.missing.empty()) return report;
  seal.records = schedule.planned();
  seal.hash = hash.hex();
  leave_out(reading.left_out, seal.files);
  if (!write_seal(store.folder(), seal)) {
    // Another process has sealed the store in the meantime: its seal counts.
    return merge(Store::open(store.folder()));
  }
  report.sealed = true;
  report.hash = seal.hash;
  return report;
}

}  // namespace referee::store
