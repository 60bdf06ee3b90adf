#include "referee/store/seal.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <span>
#include <system_error>

#include <nlohmann/json.hpp>

#include "referee/program/command.hpp"
#include "referee/store/shared_file.hpp"
#include "referee/store/store_files.hpp"
#include "referee/text/sha256.hpp"

namespace referee::store {
namespace {

constexpr std::string_view seal_schema = "referee-seal";
constexpr int seal_version = 1;
constexpr std::string_view stage_prefix = "stage-";
constexpr std::string_view stage_suffix = ".json";

// The characters that tell the members of an object apart.
constexpr auto matters = [] {
  std::array<bool, 256> all{};
  for (const char c : {'"', '{', '}', '[', ']', ','}) all[static_cast<unsigned char>(c)] = true;
  return all;
}();

// The position of the quotation mark that closes the string beginning at `at`, or the line's size.
std::size_t end_of_text(std::string_view line, std::size_t at) {
  const std::size_t begin = at + 1;
  while ((at = line.find('"', at + 1)) != std::string_view::npos) {
    std::size_t backslashes = 0;
    while (at - backslashes > begin && line[at - backslashes - 1] == '\\') ++backslashes;
    if (backslashes % 2 == 0) return at;
  }
  return line.size();
}

// Line numbers, which must be ascending.
std::vector<std::uint64_t> read_line_numbers(const text::JsonReader& list) {
  std::vector<std::uint64_t> numbers;
  std::int64_t least = 1;
  for (std::size_t i = 0; i < list.items(); ++i) {
    const auto number = list.item(i).integer(least, std::numeric_limits<std::int64_t>::max() - 1);
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

Canonical canonical(std::string_view line) {
  constexpr std::string_view key = "\"measured\"";
  constexpr auto none = std::string_view::npos;
  std::size_t begin = none;  // of the member
  int depth = 0;
  bool key_follows = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (!matters[static_cast<unsigned char>(c)]) continue;
    if (c == '"') {
      const std::size_t end = end_of_text(line, i);
      if (depth == 1 && key_follows && line.substr(i, end + 1 - i) == key) begin = i;
      key_follows = false;
      i = end;
    } else if (c == '{' || c == '[') {
      key_follows = ++depth == 1;
    } else if (c == ',') {
      if (depth != 1) continue;
      if (begin != none) return {line.substr(0, begin), line.substr(i + 1)};
      key_follows = true;
    } else if (depth-- == 1 && begin != none) {
      // The last member: remove the comma before it, too.
      std::string_view before = line.substr(0, begin);
      if (before.ends_with(',')) before.remove_suffix(1);
      return {before, line.substr(i)};
    }
  }
  return {line, {}};
}

}  // namespace

std::string canonical_text(std::string_view line) {
  const auto [begin, rest] = canonical(line);
  return std::string(begin).append(rest);
}

RecordDigest digest_of(std::string_view line) {
  const auto [begin, rest] = canonical(line);
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

std::filesystem::path stage_seal_path(const std::filesystem::path& folder, unsigned stage) {
  return folder / fmt::format("{}{:04}{}", stage_prefix, stage, stage_suffix);
}

// Listing the folder, and not asking for names, is what makes a network file system look again.
unsigned closed_stages_of(const std::filesystem::path& folder) {
  unsigned highest = 0;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(stage_prefix)) continue;
    unsigned number = 0;
    std::from_chars(name.data() + stage_prefix.size(), name.data() + name.size(), number);
    if (number > 0 && name == stage_seal_path(folder, number).filename()) {
      highest = std::max(highest, number);
    }
  }
  if (error) throw store_error("read", folder, error.value());
  return highest;
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
  const text::JsonReader files = reader.at("files");
  for (std::size_t i = 0; i < files.items(); ++i) {
    const text::JsonReader one = files.item(i);
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
  text::Json json;
  json["schema"] = seal_schema;
  json["version"] = seal_version;
  json["tournament"] = seal.tournament;
  json["records"] = seal.records;
  json["sha256"] = seal.hash;
  json["files"] = text::Json::array();
  for (const Seal::File& one : seal.files) {
    json["files"].push_back({{"name", one.name}, {"bytes", one.bytes}});
    if (!one.left_out.empty()) json["files"].back()["left_out"] = one.left_out;
  }
  return write_new_file(file, json.dump(2) + "\n");
}

}  // namespace referee::store
