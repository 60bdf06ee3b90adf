#include "referee/run/parts/part_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::parts {
namespace {

struct Origin {
  unsigned stage = 1;
  Shard part;
};

// Takes `expected` off the front of `rest`, if it is there.
bool take(std::string_view& rest, std::string_view expected) {
  if (!rest.starts_with(expected)) return false;
  rest.remove_prefix(expected.size());
  return true;
}

// Takes off the digits that `rest` begins with.
std::string take_digits(std::string_view& rest) {
  const std::string digits(rest.substr(0, rest.find_first_not_of("0123456789")));
  rest.remove_prefix(digits.size());
  return digits;
}

// What a file was written for: matches-3-of-10-0001.jsonl for part 3/10 of the first stage,
// matches-s2-3-of-10-0001.jsonl for that of the second.
std::optional<Origin> written_for(const std::filesystem::path& file) {
  const std::string name = file.filename().string();
  std::string_view rest = name;
  if (!take(rest, "matches-")) return {};
  std::string stage = "1";
  if (take(rest, "s")) {
    stage = take_digits(rest);
    if (!take(rest, "-")) return {};
  }
  const std::string number = take_digits(rest);
  if (!take(rest, "-of-")) return {};
  const std::string count = take_digits(rest);
  if (!take(rest, "-") || take_digits(rest).empty() || rest != ".jsonl") return {};
  for (const std::string* digits : {&std::as_const(stage), &number, &count}) {
    if (digits->empty() || digits->size() > 9) return {};
  }
  try {
    return Origin{static_cast<unsigned>(std::stoul(stage)), shard_of(number + "/" + count)};
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
bool reads_all(const store::Store& store, unsigned count) {
  return count == 1 || store.seal() || !store.manifest().extends.empty();
}

// What says which tournament it is and how far it is.
bool is_about_the_tournament(std::string_view name) {
  if (name == "manifest.json" || name == "batches.json" || name == "planned.json") return true;
  std::string_view rest = name;
  return (take(rest, "manifest-") || take(rest, "stage-")) && !take_digits(rest).empty() &&
         rest == ".json";
}

}  // namespace

store::ReadingReport read_part(const store::Store& store, const Stage& stage, Shard shard,
                               const store::Store::Visit& visit) {
  if (reads_all(store, shard.count)) return store.read(visit);
  Neighbours neighbours(stage, shard.count, {shard.number});
  std::vector<store::Seal::File> wanted;
  for (const auto& file : store.files()) {
    if (!neighbours.may_have_ours(file)) continue;
    wanted.push_back({file.filename().string(), store::LineReader::whole, {}});
  }
  return store.read_files(wanted, {visit});
}

std::vector<std::filesystem::path> files_for(const store::Store& store, unsigned count,
                                             const std::vector<unsigned>& parts) {
  std::vector<std::filesystem::path> files;
  for (const std::string& name : store::names_in(store.folder())) {
    if (is_about_the_tournament(name)) files.push_back(store.folder() / name);
  }

  std::set<std::string> sealed;
  if (store.stage_seal()) sealed = store.stage_seal()->names();
  const bool all =
      store.manifest().played_by == config::PlayedBy::compare || reads_all(store, count);
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

}  // namespace referee::parts
