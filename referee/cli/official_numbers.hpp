// The numbers that imported games had where they were played.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "referee/store/schedule.hpp"

namespace referee::cli {

class OfficialNumbers {
 public:
  // Of the tournament in a folder; a file of records has none. Throws as open_store.
  explicit OfficialNumbers(const std::filesystem::path& path);

  [[nodiscard]] std::optional<std::int64_t> of(std::uint64_t match) const;
  // The matches that have this one: of every competition that was imported one at most.
  [[nodiscard]] std::vector<std::uint64_t> matches_of(std::uint64_t number) const;

 private:
  std::optional<store::Schedule> schedule_;
};

}  // namespace referee::cli
