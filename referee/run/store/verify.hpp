// Recorded games checked against the rules: each move and score.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "rules/catalogue.hpp"

namespace referee::store {

struct Disagreement {
  std::string place;  // the file and line
  std::string what;
};

// What was found at some paths.
struct Verified {
  std::uint64_t games = 0;
  std::uint64_t moves = 0;
  std::uint64_t disagreeing = 0;  // games
  std::uint64_t unchecked = 0;    // lines that are not records, or not of their store
  std::uint64_t unread = 0;       // files that hold nothing that can be read
  bool sealed_ones_hold = true;
  std::uint64_t repeated = 0;  // official games that an earlier line has, too
  std::vector<Disagreement> list;

  // Whether there was a game and nothing is wrong.
  [[nodiscard]] bool good() const {
    return games > 0 && disagreeing == 0 && unchecked == 0 && unread == 0 && sealed_ones_hold &&
           repeated == 0;
  }
  void add(const std::string& place, std::vector<std::string> found, std::size_t plies);
};

// Checks tournaments' folders, files of records and tables of official games. What is left out
// becomes warnings, also a file among several that cannot be read. Throws text::InputError for a
// path that leads nowhere, and for a single one that cannot be read.
Verified verify(const std::vector<std::string>& paths,
                const rules::Games& games = rules::own_games());

}  // namespace referee::store
