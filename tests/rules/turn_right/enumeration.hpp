// All circuits of the board, found by walking: nothing here is shared with the code
// under test.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace turn_right_test {

struct Found {
  // The steps between columns, gap a-b in the highest six bits, within a gap row 1 in
  // the lowest bit. It identifies a circuit and gives the documented order.
  std::uint32_t key = 0;
  int corners = 0;

  friend bool operator==(const Found&, const Found&) = default;
};

// Every circuit once, ordered by key.
std::vector<Found> find_all_circuits();

// The key of a circuit written as a list of corners.
std::uint32_t key_of(const std::string& corners);

}  // namespace turn_right_test
