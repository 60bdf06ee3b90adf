#include "referee/store/part_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <regex>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/store/line_reader.hpp"

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

class Neighbours {
 public:
  Neighbours(const Stage& stage, Shard shard)
      : stage_(stage), shard_(shard), own_(Cut(stage, shard.count).ranges_of(shard.number)) {}

  // Whether that part has a match that ours has, too.
  bool touches(Shard other) {
    if (other.count == shard_.count) return other.number == shard_.number;
    const auto [at, is_new] = touching_.try_emplace(other.count);
    if (is_new) at->second = Cut(stage_, other.count).parts_of(own_);
    return std::binary_search(at->second.begin(), at->second.end(), other.number);
  }

 private:
  const Stage& stage_;
  Shard shard_;
  std::vector<MatchRange> own_;
  std::map<unsigned, std::vector<unsigned>> touching_;  // by how many parts there are
};

}  // namespace

ReadingReport read_part(const Store& store, const Stage& stage, Shard shard,
                        const Store::Visit& visit) {
  const bool all = shard.count == 1 || store.seal() || !store.manifest().extends.empty();
  if (all) return store.read(visit);
  Neighbours neighbours(stage, shard);
  std::vector<Seal::File> wanted;
  for (const auto& file : store.files()) {
    const auto origin = written_for(file);
    if (origin && (origin->stage != stage.number || !neighbours.touches(origin->part))) continue;
    wanted.push_back({file.filename().string(), LineReader::whole, {}});
  }
  return store.read_files(wanted, visit, {}, Depth::whole);
}

std::string label_of(const Stage& stage, Shard shard) {
  const std::string label = label_of(shard);
  return stage.number == 1 ? label : fmt::format("s{}-{}", stage.number, label);
}

}  // namespace referee::store
