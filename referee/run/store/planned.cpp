#include "referee/run/store/planned.hpp"

#include <algorithm>
#include <system_error>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/formats/format.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

constexpr std::string_view planned_schema = "referee-planned";

std::filesystem::path planned_path(const std::filesystem::path& folder) {
  return folder / "planned.json";
}

// Pairs of games stay together, and no period ends before it has begun.
std::uint64_t whole(const config::Event& event, std::uint64_t numbers) {
  return std::max(numbers + numbers % 2, event.format.periods.back().begin);
}

// With how many numbers the ladder has `games` matches that are not left out.
std::uint64_t numbers_for(const config::Event& event, std::uint64_t games) {
  std::uint64_t numbers = games;
  for (const formats::LadderPeriod& period : event.format.periods) {
    for (const auto& [first, last] : period.skipped) numbers += last + 1 - first;
  }
  return std::min(whole(event, numbers), formats::most_ladder_matches);
}

}  // namespace

std::uint64_t read_planned(const std::filesystem::path& folder) {
  constexpr std::uint64_t most = formats::most_ladder_matches;
  const std::filesystem::path file = planned_path(folder);
  std::error_code unknown;
  const auto type = std::filesystem::symlink_status(file, unknown).type();
  if (type == std::filesystem::file_type::not_found) return most;
  const text::Json json = text::parse_json(read_shared(file), file.string());
  const text::JsonReader reader(json, file.string() + ":");
  if (reader.at("schema").text() != planned_schema) {
    reader.fail("does not say how many matches are planned; remove it, and the next run writes it");
  }
  const text::JsonReader matches = reader.at("matches");
  const auto number =
      static_cast<std::uint64_t>(matches.integer(0, static_cast<std::int64_t>(most)));
  if (number % 2 != 0) matches.fail("must be even, because pairs of games stay together");
  return number;
}

void write_planned(const std::filesystem::path& folder, std::uint64_t matches) {
  const text::Json json{{"schema", planned_schema}, {"version", 1}, {"matches", matches}};
  WholeFile file(planned_path(folder));
  file.write(text::dump(json, 2) + "\n");
  file.finish();
}

Store plan_more(const Store& store, const config::Manifest& config, std::uint64_t games) {
  const std::vector<bool> played = store.played();
  const auto done = static_cast<std::uint64_t>(std::count(played.begin(), played.end(), true));
  {
    const Claim claim(store.folder(), Claim::Kind::alone);
    const std::uint64_t numbers = numbers_for(store.manifest().events.front(), done + games);
    write_planned(store.folder(), std::max<std::uint64_t>(numbers, played.size()));
  }
  return Store::create(store.folder(), config, ChangedPrograms::refuse, store.games());
}

void plan_no_more(const Store& store) {
  write_planned(store.folder(), whole(store.manifest().events.front(), store.played().size()));
}

}  // namespace referee::store
