#include "referee/store/part_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <system_error>
#include <vector>

#include "referee/store/line_reader.hpp"
#include "referee/store/store_files.hpp"

namespace referee::store {
namespace {

struct Origin {
  unsigned stage = 1;
  Shard part;
};

// What a file was written for: matches-3-of-10-0001.jsonl for part 3/10 of the first stage,
// matches-s2-3-of-10-0001.jsonl for that of the second.
std::optional<Origin> written_for(const std::filesystem::path& file) {
  static const std::regex form(
      "matches-(?:s([0-9]{1,9})-)?([0-9]{1,9})-of-([0-9]{1,9})-[0-9]+\\.jsonl");
  const std::string name = file.filename().string();
  std::smatch found;
  if (!std::regex_match(name, found, form)) return {};
  try {
    const Shard part = shard_of(found.str(2) + "/" + found.str(3));
    return Origin{found[1].matched ? static_cast<unsigned>(std::stoul(found.str(1))) : 1, part};
  } catch (const std::invalid_argument&) {
    return {};
  }
}

// Some parts of one cut, and what shares matches with them.
class Neighbours {
 public:
  // `parts`: numbers, ascending.
  Neighbours(const Stage& stage, unsigned count, std::vector<unsigned> parts) : stage_(stage) {
    const Cut cut(stage, count);
    for (const unsigned part : parts) {
      const auto ranges = cut.ranges_of(part);
      own_.insert(own_.end(), ranges.begin(), ranges.end());
    }
    touching_.emplace(count, std::move(parts));
  }

  // Whether the file can hold matches of ours, by its name.
  bool may_have_ours(const std::filesystem::path& file) {
    const auto origin = written_for(file);
    return !origin || (origin->stage == stage_.number && touches(origin->part));
  }

 private:
  bool touches(Shard other) {
    const auto [at, is_new] = touching_.try_emplace(other.count);
    if (is_new) at->second = Cut(stage_, other.count).parts_of(own_);
    return std::binary_search(at->second.begin(), at->second.end(), other.number);
  }

  const Stage& stage_;
  std::vector<MatchRange> own_;
  std::map<unsigned, std::vector<unsigned>> touching_;  // by how many parts there are
};

// Whether a part reads everything, see read_part().
bool reads_all(const Store& store, unsigned count) {
  return count == 1 || store.seal() || !store.manifest().extends.empty();
}

// What says which tournament it is and how far it is.
bool is_about_the_tournament(const std::filesystem::path& file) {
  static const std::regex form("(manifest(-[0-9]+)?|stage-[0-9]+|batches)\\.json");
  return std::regex_match(file.filename().string(), form);
}

}  // namespace

ReadingReport read_part(const Store& store, const Stage& stage, Shard shard,
                        const Store::Visit& visit) {
  if (reads_all(store, shard.count)) return store.read(visit);
  Neighbours neighbours(stage, shard.count, {shard.number});
  std::vector<Seal::File> wanted;
  for (const auto& file : store.files()) {
    if (!neighbours.may_have_ours(file)) continue;
    wanted.push_back({file.filename().string(), LineReader::whole, {}});
  }
  return store.read_files(wanted, visit, {}, Depth::whole);
}

std::vector<std::filesystem::path> files_for(const Store& store, unsigned count,
                                             const std::vector<unsigned>& parts) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(store.folder(), error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (is_about_the_tournament(entry->path())) files.push_back(entry->path());
  }
  if (error) throw store_error("read", store.folder(), error.value());

  std::set<std::string> sealed;
  if (store.stage_seal()) {
    for (const Seal::File& file : store.stage_seal()->files) sealed.insert(file.name);
  }
  const bool all = store.manifest().played_by == PlayedBy::compare || reads_all(store, count);
  const Stage stage = all ? Stage() : stage_of(store);
  std::optional<Neighbours> neighbours;
  if (!all) neighbours.emplace(stage, count, parts);
  for (const auto& file : store.files()) {
    if (all || sealed.count(file.filename().string()) > 0 || neighbours->may_have_ours(file)) {
      files.push_back(file);
    }
  }
  return files;
}

std::string label_of(const Stage& stage, Shard shard) {
  const std::string label = label_of(shard);
  return stage.number == 1 ? label : fmt::format("s{}-{}", stage.number, label);
}

}  // namespace referee::store
