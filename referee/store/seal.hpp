// The seal of a store that is complete: sealed.json names the files that hold its
// records, with their sizes, how many records count, and a hash over them. What comes
// into the folder later is no part of the store any more, and what is lost or changed
// shows.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/text/json_reader.hpp"

namespace referee::store {

struct Seal {
  struct File {
    std::string name;  // in the folder of the store
    std::uint64_t bytes = 0;
    // The numbers of lines that look like records and are damaged within, in order.
    std::vector<std::uint64_t> left_out;
  };
  std::string tournament;     // its id
  std::uint64_t records = 0;  // one for each match
  std::string hash;           // of a RecordsHash over them
  std::vector<File> files;    // in the order in which they are read
};

// The record's line without its member "measured": what is the same for every run of
// deterministic bots. Precondition: `line` is JSON, an object.
std::string canonical_text(std::string_view line);

// A hash over the records of a tournament, the same whatever files they stand in and in
// whatever order they come: the SHA-256 of the SHA-256 of each canonical text, in binary,
// in the order of the matches' numbers. Takes 32 bytes for each match.
class RecordsHash {
 public:
  explicit RecordsHash(std::uint64_t matches) : hashes_(matches) {}

  void add(std::uint64_t match, std::string_view line);
  [[nodiscard]] std::string hex() const;

 private:
  std::vector<std::array<char, 32>> hashes_;
};

std::filesystem::path seal_path(const std::filesystem::path& folder);

// The seal of a folder, if it has one. Throws StoreError, JsonError.
std::optional<Seal> read_seal(const std::filesystem::path& folder);

// Seals a folder, once: false if it has a seal already. Throws StoreError.
bool write_seal(const std::filesystem::path& folder, const Seal& seal);

}  // namespace referee::store
