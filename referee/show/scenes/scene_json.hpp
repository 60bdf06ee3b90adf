// The positions of a game as JSON: docs/scene.schema.json. Each position after the first has only
// its changes since the one before, so that a game of 1,000 moves stays small.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "rules/by_seat.hpp"
#include "rules/game_info.hpp"
#include "rules/scene.hpp"

namespace referee::scenes {

enum class Detail : std::uint8_t {
  full,
  // Without parts of the score and legal moves, and, if there are cells, without notes: for pages
  // with many games. A mark of kind "last" without cells is that of all cells that changed.
  brief,
};

// From 1, as the page counts seats; 0 for none.
int seat_number(std::optional<rules::Seat> seat) noexcept;
// {"shape": "square", "cells": [["Aa", 0, 0], ...], "labels": [["A", -2, 0], ...]}
nlohmann::ordered_json to_json(const rules::Layout& layout);
// {"options": [...], "groups": [{"options": [...], "cells": [...]}], ...}
nlohmann::ordered_json to_json(const rules::Input& input);

// Turns the positions of one game, in their order, into JSON.
class SceneWriter {
 public:
  explicit SceneWriter(Detail detail);

  // The difference from the position before, at first from a board of empty cells about which
  // nothing is known.
  nlohmann::ordered_json next(const rules::Game& game);
  // The same of a position as somebody sees it; without `result` its points are not known.
  nlohmann::ordered_json next(rules::Scene scene, const std::optional<rules::Result>& result);

 private:
  void add_looks(const rules::Scene& scene, nlohmann::ordered_json& out);
  void add_marks(const rules::Scene& scene, nlohmann::ordered_json& out);
  void add_words(const rules::Scene& scene, nlohmann::ordered_json& out);
  std::size_t number_of(const rules::Look& look, nlohmann::ordered_json& out);

  Detail detail_;
  bool begun_ = false;
  rules::Scene shown_;
  std::vector<rules::CellId> changed_;  // changed by the last move, in their order
  std::vector<rules::Mark> marks_;      // in the order that readers have them in
  std::vector<rules::Look> looks_;      // by the numbers given to them
  std::optional<rules::BySeat<rules::Points>> points_;
  std::optional<rules::BySeat<std::int64_t>> score_;
};

}  // namespace referee::scenes
