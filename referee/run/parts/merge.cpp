#include "referee/run/parts/merge.hpp"

#include <fmt/core.h>

#include <optional>
#include <string_view>
#include <system_error>
#include <utility>

#include "referee/base/text/error.hpp"
#include "referee/run/config/ladder_growth.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"
#include "referee/run/store/store_writer.hpp"

namespace referee::parts {
namespace {

namespace fs = std::filesystem;

// The files that say which tournament, comparison or tuning is in a folder, and how far it is
// planned. The one without which it has none is the last.
std::vector<std::string> describing_files(const fs::path& folder) {
  std::vector<std::string> first;
  std::vector<std::string> last;
  for (const std::string& name : store::names_in(folder)) {
    if (name == "manifest.json" || name == "tune.json") {
      last.push_back(name);
    } else if (name == "planned.json" || name == "question.json" ||
               (name.starts_with("manifest-") && name.ends_with(".json"))) {
      first.push_back(name);
    }
  }
  first.insert(first.end(), last.begin(), last.end());
  return first;
}

void append(std::vector<MatchRange>& ranges, std::uint64_t match) {
  if (ranges.empty() || ranges.back().end != match) ranges.push_back({match, match});
  ++ranges.back().end;
}

// Throws for records that cannot be those of one tournament.
void require_agreement(const store::Store& store, const store::ReadingReport& reading) {
  if (reading.foreign > 0) {
    throw store::ForeignStore(
        fmt::format("{} holds {}; take that file out of the folder, or merge where it belongs",
                    store.folder().string(), reading.foreign_note));
  }
  if (!reading.differing_note.empty()) {
    throw text::InputError(fmt::format(
        "{}; keep one of the two: take out the file, or the line, that should not count",
        reading.differing_note));
  }
}

// The files of the store in the order in which they are read, with their current sizes.
std::vector<store::Seal::File> files_now(const store::Store& store) {
  std::vector<store::Seal::File> files;
  for (const auto& file : store.files()) {
    std::error_code error;
    const auto bytes = fs::file_size(file, error);
    if (error) throw store::store_error("read", file, error.value());
    files.push_back({file.filename().string(), bytes, {}});
  }
  return files;
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
  require_intact(store, reading);
  MergeReport report = report_of(reading, seal.records);
  report.sealed = true;
  report.hash = seal.hash;
  return report;
}

// The matches that the store has, also those that count only with records that it lacks.
std::vector<bool> matches_there(const store::Store& store) {
  std::vector<bool> there;
  const auto mark = [&there](const store::MatchSummary& match, std::string_view) {
    if (match.match >= there.size()) there.resize(match.match + 1, false);
    there[match.match] = true;
  };
  const auto reading = store.read(mark);
  require_intact(store, reading);
  for (const store::MatchSummary& match : reading.early) mark(match, {});
  return there;
}

}  // namespace

void require_intact(const store::Store& store, const store::ReadingReport& reading) {
  if (reading.broken_seal.empty()) return;
  throw store::BrokenSeal(fmt::format("{}; remove {} to play what is missing", reading.broken_seal,
                                      store::seal_path(store.folder()).string()));
}

void make_like(const fs::path& out, const fs::path& from) {
  if (fs::exists(out / "manifest.json") || fs::exists(out / "tune.json")) return;
  std::error_code error;
  fs::create_directories(out, error);
  if (error) throw store::store_error("make the folder", out, error.value());
  if (const auto records = store::record_files(out); !records.empty()) {
    throw store::ForeignStore(
        fmt::format("{} holds match records ({}) but no manifest.json that says of which "
                    "tournament; merge into another folder",
                    out.string(), records.front().filename().string()));
  }
  for (const std::string& name : describing_files(from)) {
    store::write_new_file(out / name, store::read_shared(from / name));
  }
}

void join(const store::Store& store, const std::vector<fs::path>& folders) {
  if (folders.empty() || store.seal()) return;
  const store::Claim claim(store.folder(), store::Claim::Kind::alone);
  const std::vector<bool> there = matches_there(store);
  std::vector<store::Seal::File> files = files_now(store);
  for (const fs::path& folder : folders) {
    const auto other = store::Store::open(folder);
    if (other.id() != store.id()) {
      throw store::ForeignStore(fmt::format("{} holds the tournament {}, and {} holds {}",
                                            folder.string(), other.id(), store.folder().string(),
                                            store.id()));
    }
    for (const auto& file : other.files()) {
      files.push_back({fs::absolute(file).string(), store::LineReader::whole, {}});
    }
  }
  store::StoreWriter writer(store);
  store::RecordsHash hash(0);
  const auto take = [&](const store::MatchSummary& match, std::string_view line) {
    if (match.match >= there.size() || !there[match.match]) writer.append(line);
  };
  const auto reading = store.read_files(files, {take, {}, match::Extent::whole, &hash});
  writer.sync();
  require_agreement(store, reading);
}

MergeReport merge(const store::Store& store) {
  if (store.seal()) return merge_sealed(store, *store.seal());
  store::Seal seal{store.id(), 0, {}, files_now(store)};
  config::Schedule schedule(store.manifest());
  store::RecordsHash hash(store::hashed_from_begin(store.manifest(), schedule.size()));
  std::vector<bool> seen(schedule.size(), false);
  const auto take = [&](const store::MatchSummary& match, std::string_view) {
    seen[match.match] = true;
    schedule.note(match.match, store::figures_of(match));
  };
  const auto reading = store.read_files(seal.files, {take, {}, match::Extent::whole, &hash});
  require_agreement(store, reading);
  MergeReport report = report_of(reading, schedule.planned());
  for (std::uint64_t match = 0; match < seen.size(); ++match) {
    if (seen[match] || !schedule.is_planned(match)) continue;
    append(report.missing, match);
    if (schedule.find(match)) append(report.playable, match);
  }
  if (!report.missing.empty()) return report;
  report.hash = hash.hex();
  if (config::is_ladder(store.manifest())) return report;
  seal.records = reading.records;
  seal.hash = report.hash;
  for (store::Seal::File& file : seal.files) {
    if (const auto found = reading.left_out.find(file.name); found != reading.left_out.end()) {
      file.left_out = found->second;
    }
  }
  if (!store::write_seal(store::seal_path(store.folder()), seal)) {
    // Another process has sealed the store in the meantime: its seal counts.
    return merge(store::Store::open(store.folder()));
  }
  report.sealed = true;
  return report;
}

}  // namespace referee::parts
