#include <string>
#include <string_view>
#include <utility>

#include "rules/black_hole/black_hole.hpp"

namespace rules::black_hole {
namespace {

constexpr std::array<std::string_view, 2> colour_names{"red", "blue"};
constexpr int highest_value = 15;

std::string name_of_field(std::size_t field) { return {letter_of(field), digit_of(field)}; }

Look look_of(const Position& position, std::size_t field) {
  if ((position.brown & bit(field)) != 0) return {Colour::brown, '#', ""};
  if ((position.empty & bit(field)) != 0) {
    return position.hole ? Look{Colour::hole, 'O', ""} : Look{};
  }
  const bool red = (position.red & bit(field)) != 0;
  return {red ? Colour::red : Colour::blue, red ? 'r' : 'b',
          std::to_string(position.values[field])};
}

// The stones next to the hole, which are all that counts.
void add_score(const Position& position, Scene& scene) {
  Mark near{Mark::Kind::near, {}, 0, {}};
  for (std::size_t field = 0; field < field_count; ++field) {
    if ((neighbours(*position.hole) & bit(field)) == 0) continue;
    near.cells.push_back(static_cast<CellId>(field));
    if (((position.brown | position.empty) & bit(field)) != 0) continue;
    const Seat seat = (position.red & bit(field)) != 0 ? Seat::first : Seat::second;
    scene.parts.push_back(
        {seat, name_of_field(field) + ", next to the hole", position.values[field]});
  }
  scene.marks.push_back(std::move(near));
}

Input input_of(const Position& position) {
  Input input;
  input.separator = "=";
  Input::Group group;
  for (int value = 1; value <= highest_value; ++value) {
    if ((position.left[index(*position.to_move)] & 1 << value) == 0) continue;
    group.options.push_back(static_cast<std::uint8_t>(input.options.size()));
    const std::string text = std::to_string(value);
    input.options.push_back({text, "value " + text, value < 10 ? text : "", {}});
  }
  for (std::size_t field = 0; field < field_count; ++field) {
    if ((position.empty & bit(field)) != 0) group.cells.push_back(static_cast<CellId>(field));
  }
  input.groups.push_back(std::move(group));
  return input;
}

std::string left_to(std::size_t seat, std::uint16_t values) {
  std::string text;
  for (int value = 1; value <= highest_value; ++value) {
    if ((values & 1 << value) != 0) text += ' ' + std::to_string(value);
  }
  return std::string(colour_names[seat]) + " has left:" + (text.empty() ? " nothing" : text);
}

}  // namespace

const Layout& layout() {
  static const Layout layout = [] {
    Layout made;
    made.shape = CellShape::hexagon;
    for (std::size_t field = 0; field < field_count; ++field) {
      const Place place = place_of(field);
      const int row = place.letter + place.digit;
      made.cells.push_back({name_of_field(field), side - 1 - row + 2 * place.digit, row});
    }
    return made;
  }();
  return layout;
}

Scene scene_of(const Position& position) {
  Scene scene;
  scene.to_move = position.to_move;
  for (std::size_t field = 0; field < field_count; ++field) {
    scene.looks.push_back(look_of(position, field));
  }
  scene.seats = {Look{Colour::red, 'r', ""}, Look{Colour::blue, 'b', ""}};
  if (position.last) {
    scene.marks.push_back({Mark::Kind::last, {}, 0, {static_cast<CellId>(*position.last)}});
  }
  const bool nobody = position.forfeited[0] && position.forfeited[1];
  if (position.hole && !nobody) add_score(position, scene);
  for (std::size_t seat = 0; seat < 2; ++seat) {
    scene.notes.push_back(left_to(seat, position.left[seat]));
  }
  if (position.to_move) {
    scene.status = "put a stone on an empty field";
    scene.input = input_of(position);
  } else if (position.hole) {
    scene.status = "over: the hole is " + name_of_field(*position.hole);
  } else {
    scene.status = "over: both players have failed";
  }
  return scene;
}

}  // namespace rules::black_hole
