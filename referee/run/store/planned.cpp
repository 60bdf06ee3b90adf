#include "referee/run/store/planned.hpp"

#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/formats/format.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::store {
namespace {

constexpr std::string_view planned_schema = "referee-planned";

std::filesystem::path planned_path(const std::filesystem::path& folder) {
  return folder / "planned.json";
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
  file.write(json.dump(2) + "\n");
  file.finish();
}

}  // namespace referee::store
