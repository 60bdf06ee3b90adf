#include "referee/run/parts/merge.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/figures.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::parts {
namespace {

// The files of the store in the order in which they are read, with their current sizes; but those
// of closed stages as they were then.
std::vector<store::Seal::File> files_now(const store::Store& store) {
  std::vector<store::Seal::File> files;
  std::set<std::string> there;
  if (store.stage_seal()) {
    files = store.stage_seal()->files;
    there = store.stage_seal()->names();
  }
  for (const auto& file : store.files()) {
    const std::string name = file.filename().string();
    if (there.count(name) > 0) continue;
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    if (error) throw store::store_error("read", file, error.value());
    files.push_back({name, bytes, {}});
  }
  return files;
}

std::vector<MatchRange> missing_in(const config::Schedule& schedule,
                                   const std::vector<bool>& seen) {
  std::vector<MatchRange> ranges;
  for (std::uint64_t match = 0; match < seen.size(); ++match) {
    if (!seen[match] && schedule.is_planned(match)) append(ranges, match);
  }
  return ranges;
}

std::vector<MatchRange> lacking_in(const Stage& stage, const std::vector<bool>& seen) {
  std::vector<MatchRange> lacking;
  for (const auto& ranges : stage.events) {
    for (const MatchRange& range : ranges) {
      for (std::uint64_t match = range.begin; match < range.end; ++match) {
        if (!seen[match]) append(lacking, match);
      }
    }
  }
  return lacking;
}

// Throws ForeignStore if records of another tournament were found in this store.
void require_own_records(const store::Store& store, const store::ReadingReport& reading) {
  if (reading.foreign == 0) return;
  throw store::ForeignStore(
      fmt::format("{} holds {}; take that file out of the folder, or merge where it belongs",
                  store.folder().string(), reading.foreign_note));
}

MergeReport report_of(const store::ReadingReport& reading, std::uint64_t planned) {
  MergeReport report;
  report.matches = planned;
  report.records = reading.records;
  report.duplicates = reading.duplicates;
  report.notes = reading.notes;
  return report;
}

MergeReport merge_sealed(const store::Store& store, const store::Seal& seal) {
  const store::ReadingReport reading =
      store.read([](const store::MatchSummary&, std::string_view) {});
  if (!reading.broken_seal.empty()) throw store::BrokenSeal(reading.broken_seal);
  MergeReport report = report_of(reading, seal.records);
  report.sealed = true;
  report.has_stages = has_stages(store.manifest());
  report.stage.number = store.closed_stages() + 1;
  report.hash = seal.hash;
  return report;
}

// What the records of a store that is not sealed say; `seal`: the one that it would get.
MergeReport survey_open(const store::Store& store, store::Seal& seal) {
  config::Schedule schedule(store.manifest());
  const bool may_grow = schedule.planned() < schedule.size();
  store::RecordsHash hash(store::hashed_from_begin(store.manifest(), schedule.size()));
  std::vector<bool> seen(schedule.size(), false);
  const store::ReadingReport reading = read_to_seal(
      store,
      [&](const store::MatchSummary& match, std::string_view) {
        seen[match.match] = true;
        if (may_grow) schedule.note(match.match, store::figures_of(match));
      },
      hash, seal);
  MergeReport report = report_of(reading, schedule.planned());
  report.has_stages = has_stages(store.manifest());
  report.missing = missing_in(schedule, seen);
  if (report.missing.empty()) {
    report.stage.number = store.closed_stages() + 1;
  } else {
    report.stage = stage_of(store);
    report.lacking = lacking_in(report.stage, seen);
  }
  return report;
}

// Closes the stage that the report says is complete, and goes on to the next one.
MergeReport go_on(const store::Store& store, const store::Seal& seal, MergeReport report) {
  if (const std::string why = close_stage(store, report.stage.number, seal); !why.empty()) {
    report.notes.push_back(why);
    return report;
  }
  const store::Store next = store::Store::open(store.folder());
  // If another process has closed it in the meantime, its seal counts.
  if (next.stage_seal()->hash != seal.hash) return merge(next);
  report.stage = stage_of(next);
  report.lacking.clear();
  for (const auto& ranges : report.stage.events) {
    report.lacking.insert(report.lacking.end(), ranges.begin(), ranges.end());
  }
  report.closed = true;
  return report;
}

// Of a ladder that has all planned matches: its last stage is closed, so that it can go on.
MergeReport merge_ladder(const store::Store& store, const store::Seal& seal, MergeReport report) {
  const bool closed = store.stage_seal() && store.stage_seal()->records == seal.records;
  if (!closed) {
    const std::string why = close_stage(store, report.stage.number, seal);
    if (!why.empty()) {
      report.notes.push_back(why);
      return report;
    }
  }
  report.sealed = true;
  report.hash = seal.hash;
  return report;
}

}  // namespace

void require_intact(const store::ReadingReport& reading) {
  if (reading.broken_seal.empty()) return;
  throw store::BrokenSeal(fmt::format("{}; remove {} to play what is missing", reading.broken_seal,
                                      reading.broken_seal_file.string()));
}

store::ReadingReport read_to_seal(const store::Store& store, const store::Store::Visit& visit,
                                  store::RecordsHash& hash, store::Seal& seal) {
  seal = {store.id(), 0, {}, files_now(store)};
  store::ReadingReport reading =
      store.read_files(seal.files, {visit, {}, match::Extent::whole, &hash});
  require_intact(reading);
  require_own_records(store, reading);
  seal.records = reading.records;
  seal.hash = hash.hex();
  for (store::Seal::File& file : seal.files) {
    if (const auto found = reading.left_out.find(file.name); found != reading.left_out.end()) {
      file.left_out = found->second;
    }
  }
  return reading;
}

std::string close_stage(const store::Store& store, unsigned number, const store::Seal& seal) {
  try {
    const store::Claim claim(store.folder(), store::Claim::Kind::shared);
    store::write_seal(store::stage_seal_path(store.folder(), number), seal);
  } catch (const store::FolderInUse& error) {
    return fmt::format("stage {} is complete, and closed when nobody plays alone in the folder: {}",
                       number, error.what());
  }
  return {};
}

MergeReport survey(const store::Store& store) {
  if (store.seal()) return merge_sealed(store, *store.seal());
  store::Seal seal;
  return survey_open(store, seal);
}

MergeReport merge(const store::Store& store) {
  if (store.seal()) return merge_sealed(store, *store.seal());
  store::Seal seal;
  MergeReport report = survey_open(store, seal);
  if (!report.missing.empty()) {
    return report.lacking.empty() ? go_on(store, seal, std::move(report)) : report;
  }
  if (config::is_ladder(store.manifest())) return merge_ladder(store, seal, std::move(report));
  if (!store::write_seal(store::seal_path(store.folder()), seal)) {
    // Another process has sealed the store in the meantime: its seal counts.
    return merge(store::Store::open(store.folder()));
  }
  report.sealed = true;
  report.hash = seal.hash;
  return report;
}

}  // namespace referee::parts
