#include "referee/run/store/seal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <span>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/run/store/shared_file.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

constexpr std::string_view seal_schema = "referee-seal";
constexpr int seal_version = 1;

// Line numbers, which must be ascending.
std::vector<std::uint64_t> read_line_numbers(const text::JsonReader& list) {
  std::vector<std::uint64_t> numbers;
  std::int64_t least = 1;
  for (const text::JsonReader& item : list.all()) {
    const auto number = item.integer(least, std::numeric_limits<std::int64_t>::max() - 1);
    numbers.push_back(static_cast<std::uint64_t>(number));
    least = number + 1;
  }
  return numbers;
}

// A line without its member "measured", in two pieces.
struct Canonical {
  std::string_view begin;
  std::string_view rest;
};

Canonical canonical(std::string_view line, std::string_view measured) {
  if (measured.empty()) return {line, {}};
  const auto at = static_cast<std::size_t>(measured.data() - line.data());
  std::string_view before = line.substr(0, at);
  const auto next = std::min(line.find_first_of(",}", at + measured.size()), line.size());
  if (line.substr(next, 1) == ",") return {before, line.substr(next + 1)};
  // The last member: remove the comma before it, too.
  if (before.ends_with(',')) before.remove_suffix(1);
  return {before, line.substr(next)};
}

}  // namespace

std::string canonical_text(std::string_view line, std::string_view measured) {
  const auto [begin, rest] = canonical(line, measured);
  return std::string(begin).append(rest);
}

RecordDigest digest_of(std::string_view line, std::string_view measured) {
  const auto [begin, rest] = canonical(line, measured);
  text::Sha256 hash;
  hash.add(begin);
  hash.add(rest);
  return hash.digest();
}

void RecordsHash::add(std::uint64_t match, const RecordDigest& digest) {
  if (match >= hashes_.size()) hashes_.resize(match + 1);
  hashes_[match] = digest;
}

std::string RecordsHash::hex() const {
  text::Sha256 hash;
  for (const RecordDigest& digest : hashes_) hash.add(std::span(digest));
  return hash.hex();
}

std::filesystem::path seal_path(const std::filesystem::path& folder) {
  return folder / "sealed.json";
}

std::optional<Seal> read_seal(const std::filesystem::path& file) {
  std::error_code error;
  const auto status = std::filesystem::symlink_status(file, error);
  if (status.type() == std::filesystem::file_type::not_found) return std::nullopt;
  const text::Json json = text::parse_json(read_shared(file), file.string());
  const text::JsonReader reader(json, file.string() + ":");
  if (reader.at("schema").text() != seal_schema) reader.fail("this is not a seal");
  const text::JsonReader version = reader.at("version");
  if (version.integer(1, 1'000'000) > seal_version) {
    version.fail(fmt::format("is newer than this program, which knows version {}", seal_version));
  }
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  Seal seal;
  seal.tournament = reader.at("tournament").text();
  seal.records = static_cast<std::uint64_t>(reader.at("records").integer(0, most));
  seal.hash = reader.at("sha256").text();
  for (const text::JsonReader& one : reader.at("files").all()) {
    const std::string name = one.at("name").text();
    if (!is_record_file(name)) one.at("name").fail("is not the name of a file with records");
    seal.files.push_back({name, static_cast<std::uint64_t>(one.at("bytes").integer(0, most)), {}});
    if (const auto lines = one.find("left_out")) {
      seal.files.back().left_out = read_line_numbers(*lines);
    }
  }
  return seal;
}

bool write_seal(const std::filesystem::path& file, const Seal& seal) {
  text::Json json{{"schema", seal_schema},         {"version", seal_version},
                  {"tournament", seal.tournament}, {"records", seal.records},
                  {"sha256", seal.hash},           {"files", text::Json::array()}};
  for (const Seal::File& one : seal.files) {
    json["files"].push_back({{"name", one.name}, {"bytes", one.bytes}});
    if (!one.left_out.empty()) json["files"].back()["left_out"] = one.left_out;
  }
  return write_new_file(file, text::dump(json, 2) + "\n");
}

}  // namespace referee::store
