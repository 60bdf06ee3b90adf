// What a judge of somebody else writes: its answers, its board and positions, which are then drawn,
// and its game.json. Each is accepted, or refused with words.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "check.hpp"
#include "referee/play/judge/answers.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/show/scenes/pictures.hpp"
#include "referee/show/scenes/scene_json.hpp"
#include "rules/by_seat.hpp"

namespace {

using namespace referee;

constexpr int most_game_points = 3;

void read_answer(std::string_view text) {
  rules::BySeat<std::string> told;
  const judge::Lines lines = judge::lines_of(text);
  const judge::ReadState state = judge::read_state(lines, 0, most_game_points, told);
  fuzz::check(!state.turn || state.limit.count() >= 0, "a time limit below 0", text);
  for (const std::string& one : told) {
    fuzz::check(one.empty() || one.back() == '\n', "a line without its end", one);
  }
}

void read_result(std::string_view text) {
  const judge::Lines lines = judge::lines_of(text);
  const judge::ReadResult result = judge::read_result(lines, 0, most_game_points);
  fuzz::check(result.next <= lines.size(), "more lines than there are", text);
}

// The first line is a layout, the second one a scene on it.
void read_scene(std::string_view text) {
  const judge::Lines lines = judge::lines_of(text);
  if (lines.size() < 2) return;
  const rules::Layout layout = judge::read_layout({lines[0]});
  for (const bool over : {false, true}) {
    const rules::Scene scene = judge::read_scene({lines[1]}, layout, over);
    fuzz::check(!over || scene.input.groups.empty(), "something to enter after the end", text);
    const std::string picture = scenes::svg_of(layout, scene, "A position", {std::string(text)});
    fuzz::check(picture.find("<script") == std::string::npos, "a script", picture);
  }
}

void read_game(std::string_view text) {
  try {
    const text::Json json = text::parse_json(std::string(text), "game.json");
    const judge::GameFile game = judge::read_game_file(text::JsonReader(json, "game.json:"));
    fuzz::check(!game.info.name.empty(), "a game without a name");
  } catch (const text::JsonError& error) {
    fuzz::check(std::string_view(error.what()).find("game.json") != std::string_view::npos,
                "the place", error.what());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  constexpr std::array readers{read_answer, read_result, read_scene, read_game};
  try {
    readers[data[0] % readers.size()](text);
  } catch (const judge::BadAnswer& bad) {
    fuzz::check(!bad.what.empty(), "no words");
  }
  return 0;
}
