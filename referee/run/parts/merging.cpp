#include "referee/run/parts/merging.hpp"

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
void require_agreement(const fs::path& folder, const store::ReadingReport& reading) {
  if (reading.foreign > 0) {
    throw store::ForeignStore(
        fmt::format("{} holds {}; take that file out of the folder, or merge where it belongs",
                    folder.string(), reading.foreign_note));
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

// Whether a folder says which tournament, comparison or tuning is in it.
bool is_described(const fs::path& folder) {
  return fs::exists(folder / "manifest.json") || fs::exists(folder / "tune.json");
}

// What says it of `from`, for `out`, where nothing does.
std::vector<std::pair<std::string, std::string>> description_for(const fs::path& out,
                                                                 const fs::path& from) {
  std::error_code error;
  if (fs::is_directory(out, error)) {
    if (const auto records = store::record_files(out); !records.empty()) {
      throw store::ForeignStore(
          fmt::format("{} holds match records ({}) but no manifest.json that says of which "
                      "tournament; merge into another folder",
                      out.string(), records.front().filename().string()));
    }
  }
  std::vector<std::pair<std::string, std::string>> files;
  for (const std::string& name : describing_files(from)) {
    files.emplace_back(name, store::read_shared(from / name));
  }
  return files;
}

// All files of records in these folders. Throws ForeignStore if one belongs to another tournament
// than `store`.
std::vector<store::Seal::File> files_of(const std::vector<fs::path>& folders,
                                        const store::Store& store) {
  std::vector<store::Seal::File> files;
  for (const fs::path& folder : folders) {
    const auto other = store::Store::open(folder, store.games());
    if (other.id() != store.id()) {
      throw store::ForeignStore(
          fmt::format("{} holds another tournament than {}: seen from {}, it differs in {}",
                      folder.string(), store.folder().string(), store.folder().string(),
                      config::difference(other.manifest(), store.manifest())));
    }
    for (const auto& file : other.files()) {
      files.push_back({fs::absolute(file).string(), store::LineReader::whole, {}});
    }
  }
  return files;
}

}  // namespace

void require_intact(const store::Store& store, const store::ReadingReport& reading) {
  if (reading.broken_seal.empty()) return;
  throw store::BrokenSeal(fmt::format("{}; remove {} to play what is missing", reading.broken_seal,
                                      store::seal_path(store.folder()).string()));
}

// What goes into one folder.
struct Addition::Part {
  explicit Part(fs::path folder) : out(std::move(folder)) {}

  // Makes the folder, which is removed again if nothing comes into it, and keeps others from
  // playing there.
  void claim() {
    std::error_code error;
    if (!fs::exists(out, error)) made.emplace(out);
    fs::create_directories(out, error);
    if (error) throw store::store_error("make the folder", out, error.value());
    held.emplace(out, store::Claim::Kind::alone);
  }
  // Adds a line to the new file of records.
  void append(std::string_view line) {
    constexpr std::size_t enough = std::size_t{1} << 20;
    lines.append(line).append("\n");
    if (lines.size() >= enough) flush();
  }
  void flush() {
    if (lines.empty()) return;
    if (!records) {
      records.emplace(store::attempt_path(out, {}, store::highest_attempt(out, {}) + 1));
    }
    records->write(std::exchange(lines, {}));
  }

  const fs::path out;
  std::optional<store::Beginning> made;
  std::optional<store::Claim> held;
  std::vector<std::pair<std::string, std::string>> described;  // names and texts of files
  std::string lines;                                           // not in the file yet
  std::optional<store::WholeFile> records;
};

Addition::Addition(const rules::Games& games) : games_(games) {}

// A folder within another one that was made goes before that.
Addition::~Addition() {
  while (!parts_.empty()) parts_.pop_back();
}

Addition::Part& Addition::begin(const fs::path& out) {
  return *parts_.emplace_back(std::make_unique<Part>(out));
}

void Addition::add_likeness(const fs::path& out, const fs::path& from) {
  if (is_described(out)) return;
  Part& part = begin(out);
  part.described = description_for(out, from);
  part.claim();
}

void Addition::add_records(const fs::path& out, const std::vector<fs::path>& folders) {
  if (folders.empty()) return;
  const bool is_new = !is_described(out);
  const fs::path like = is_new ? folders.front() : out;
  const store::Store store = store::Store::open(like, games_);
  const bool sealed = !is_new && store.seal();
  Part& part = begin(out);
  if (is_new) part.described = description_for(out, like);
  std::vector<store::Seal::File> others = files_of(folders, store);
  if (!sealed) part.claim();
  std::vector<store::Seal::File> files;
  std::vector<bool> there;
  if (!is_new) {
    there = matches_there(store);
    files = sealed ? store.seal()->files : files_now(store);
  }
  files.insert(files.end(), others.begin(), others.end());
  store::RecordsHash hash(0);
  const auto take = [&](const store::MatchSummary& match, std::string_view line) {
    if (!sealed && (match.match >= there.size() || !there[match.match])) part.append(line);
  };
  const auto reading = store.read_files(files, {take, {}, match::Extent::whole, &hash});
  require_agreement(out, reading);
  part.flush();
}

void Addition::write() {
  for (const auto& part : parts_) {
    for (const auto& [name, text] : part->described) store::write_new_file(part->out / name, text);
    if (!part->records || part->records->finish_new()) continue;
    throw store::StoreError(
        fmt::format("another process has written into {} meanwhile; give the same command again",
                    part->out.string()));
  }
}

void join(const fs::path& out, const std::vector<fs::path>& folders) {
  Addition addition;
  addition.add_records(out, folders);
  addition.write();
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
  require_agreement(store.folder(), reading);
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
    return merge(store::Store::open(store.folder(), store.games()));
  }
  report.sealed = true;
  return report;
}

}  // namespace referee::parts
