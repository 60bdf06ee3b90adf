// What the lists of official competitions say of their games besides what is in the records.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "referee/run/config/schedule.hpp"

namespace referee::store {

class OfficialNumbers {
 public:
  // For the tournament in a folder; a file of records has none. Throws as open_store does.
  explicit OfficialNumbers(const std::filesystem::path& path);

  // The number of an imported game in its competition.
  [[nodiscard]] std::optional<std::int64_t> of(std::uint64_t match) const;
  // The matches with this number: at most one of each imported competition.
  [[nodiscard]] std::vector<std::uint64_t> matches_of(std::uint64_t number) const;

  // The phase of the competition to which a match of this round belongs: "swiss" or "final"; empty
  // if that is not known.
  [[nodiscard]] std::string phase_of(std::uint64_t match, int round) const;
  // The first line of the imported lists, if all have the same one and it is in the contest's own
  // form; else empty.
  [[nodiscard]] const std::string& columns() const noexcept { return columns_; }

 private:
  std::vector<config::Event> events_;
  std::optional<config::Schedule> schedule_;
  std::string columns_;
};

}  // namespace referee::store
