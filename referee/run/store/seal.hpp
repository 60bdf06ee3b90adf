// The seal of a complete store: sealed.json names the files that hold its records, with their
// sizes, the number of records that count, and a hash over them. Files that appear in the
// folder later are not part of the store, and lost or changed records are noticed.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"

namespace referee::store {

struct Seal {
  struct File {
    std::string name;  // in the folder of the store
    std::uint64_t bytes = 0;
    // Line numbers, ascending, of records that are damaged beyond their summary.
    std::vector<std::uint64_t> left_out;
  };
  std::string tournament;     // its id
  std::uint64_t records = 0;  // one for each match
  std::string hash;           // of a RecordsHash over them
  std::vector<File> files;    // in the order in which they are read
};

// The record's line without its member "measured": the part that is the same in every run of
// deterministic bots. `measured` is that member within it, see match::ReadLine.
std::string canonical_text(std::string_view line, std::string_view measured);

// The SHA-256 of the canonical text of a record's line.
using RecordDigest = std::array<std::uint8_t, 32>;
RecordDigest digest_of(std::string_view line, std::string_view measured);

// A hash over the records of a tournament that depends neither on their files nor on their
// order: the SHA-256 of the concatenated SHA-256 digests (binary) of all canonical texts, in
// the order of match numbers. Takes 32 bytes of memory for each match.
class RecordsHash {
 public:
  // `matches`: how many the tournament has. It grows with a match beyond them, so that a
  // comparison, in which few of millions of matches are played, begins with 0.
  explicit RecordsHash(std::uint64_t matches) : hashes_(matches) {}

  void add(std::uint64_t match, const RecordDigest& digest);
  // Whether that is what was added for this match.
  [[nodiscard]] bool has(std::uint64_t match, const RecordDigest& digest) const {
    return match < hashes_.size() && hashes_[match] == digest;
  }
  [[nodiscard]] std::string hex() const;

 private:
  std::vector<RecordDigest> hashes_;
};

std::filesystem::path seal_path(const std::filesystem::path& folder);

// The seal in this file, if there is one. Throws StoreError, JsonError.
std::optional<Seal> read_seal(const std::filesystem::path& file);

// Writes a seal. Returns false, and changes nothing, if there is one already. Throws StoreError.
bool write_seal(const std::filesystem::path& file, const Seal& seal);

}  // namespace referee::store
