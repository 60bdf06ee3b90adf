#include "referee/store/part_files.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>

#include "referee/store/line_reader.hpp"
#include "referee/store/store_files.hpp"

namespace referee::store {
namespace {

// The part for which a file was written: that of matches-3-of-10-0001.jsonl is 3/10.
std::optional<Shard> written_for(const std::filesystem::path& file) {
  constexpr std::string_view of = "-of-";
  const std::string name = file.filename().string();
  const auto first = name.find('-');
  const auto middle = name.find(of);
  if (first == std::string::npos || middle == std::string::npos || middle <= first) return {};
  const auto end = name.find('-', middle + of.size());
  if (end == std::string::npos) return {};
  const std::string number = name.substr(first + 1, middle - first - 1);
  const std::string count = name.substr(middle + of.size(), end - middle - of.size());
  const std::string label = number + std::string(of) + count;
  if (attempt_of(file, label) == 0) return {};
  try {
    return shard_of(number + "/" + count);
  } catch (const std::invalid_argument&) {
    return {};
  }
}

class Neighbours {
 public:
  Neighbours(const Manifest& manifest, Shard shard)
      : manifest_(manifest), shard_(shard), own_(ranges_of(manifest, shard)) {}

  // Whether that part has a match that ours has, too.
  bool touches(Shard other) {
    if (other.count == shard_.count) return other.number == shard_.number;
    const auto [at, is_new] = touching_.try_emplace(other.count);
    if (is_new) at->second = Cut(manifest_, other.count).parts_of(own_);
    return std::binary_search(at->second.begin(), at->second.end(), other.number);
  }

 private:
  const Manifest& manifest_;
  Shard shard_;
  std::vector<MatchRange> own_;
  std::map<unsigned, std::vector<unsigned>> touching_;  // by how many parts there are
};

}  // namespace

ReadingReport read_part(const Store& store, Shard shard, const Store::Visit& visit) {
  const bool all = shard.count == 1 || store.seal() || !store.manifest().extends.empty();
  if (all) return store.read(visit);
  Neighbours neighbours(store.manifest(), shard);
  std::vector<Seal::File> wanted;
  for (const auto& file : store.files()) {
    const auto other = written_for(file);
    if (other && !neighbours.touches(*other)) continue;
    wanted.push_back({file.filename().string(), LineReader::whole, {}});
  }
  return store.read_files(wanted, visit, {}, Depth::whole);
}

}  // namespace referee::store
