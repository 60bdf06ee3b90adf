// The results of earlier programs of bots that were changed, see store/generations.hpp.
#pragma once

#include <string>
#include <vector>

#include "referee/run/config/manifest.hpp"
#include "referee/run/tournament/standings.hpp"

namespace referee::tournament {

class EarlierPrograms {
 public:
  explicit EarlierPrograms(const config::Manifest& manifest) : manifest_(manifest) {}

  // Adds a record that Store::read passes to `replaced`.
  void add(const store::MatchSummary& match);

  struct Row {
    const rules::GameInfo* game = nullptr;
    std::string bot;  // a name that is not in the newest manifest
    Tally total;
  };
  // The rows by game and name.
  [[nodiscard]] std::vector<Row> rows() const;

 private:
  const config::Manifest& manifest_;
  std::vector<Row> rows_;
};

}  // namespace referee::tournament
