#include "rules/scene.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace rules {

Scene Game::scene_for(Seat /*seat*/) const { return scene(); }

std::string_view name_of(Colour colour) noexcept {
  constexpr std::array<std::string_view, colour_count> names{
      "empty", "white",  "black",  "red",    "blue",   "gray",   "brown",
      "hole",  "tile-1", "tile-2", "tile-3", "tile-4", "tile-5", "tile-6"};
  return names[static_cast<std::size_t>(colour)];
}

std::string_view name_of(Mark::Kind kind) noexcept {
  constexpr std::array<std::string_view, 6> names{"last", "path",    "slide",
                                                  "near", "scoring", "side"};
  return names[static_cast<std::size_t>(kind)];
}

std::vector<std::string> moves_of(const Layout& layout, const Input& input) {
  std::vector<std::string> moves;
  for (const Input::Group& group : input.groups) {
    if (group.cells.empty()) {
      for (const auto option : group.options) moves.push_back(input.options[option].name);
    }
    for (const CellId cell : group.cells) {
      const std::string& name = layout.cells[cell].name;
      if (group.options.empty()) moves.push_back(name);
      for (const auto option : group.options) {
        const std::string& what = input.options[option].name;
        moves.push_back(input.option_first ? what + input.separator + name
                                           : name + input.separator + what);
      }
    }
  }
  return moves;
}

std::string arranged_move(const Input& input, const std::vector<std::uint8_t>& options) {
  std::string move;
  for (const auto option : options) {
    if (!move.empty()) move += input.separator;
    move += input.options[option].name;
  }
  return move;
}

std::string path_move(const Layout& layout, const Input& input,
                      const std::vector<CellId>& corners) {
  std::string move;
  for (const CellId corner : corners) {
    if (!move.empty()) move += input.separator;
    move += layout.cells[corner].name;
  }
  return move;
}

}  // namespace rules
