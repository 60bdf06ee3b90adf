// The numbers that imported games have in the official competition.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "referee/store/schedule.hpp"

namespace referee::store {

class OfficialNumbers {
 public:
  // For the tournament in a folder; a file of records has none. Throws as open_store does.
  explicit OfficialNumbers(const std::filesystem::path& path);

  [[nodiscard]] std::optional<std::int64_t> of(std::uint64_t match) const;
  // The matches with this number: at most one of each imported competition.
  [[nodiscard]] std::vector<std::uint64_t> matches_of(std::uint64_t number) const;

 private:
  std::optional<Schedule> schedule_;
};

}  // namespace referee::store
