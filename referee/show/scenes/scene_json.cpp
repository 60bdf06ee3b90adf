#include "referee/show/scenes/scene_json.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/record_json.hpp"

namespace referee::scenes {

using rules::CellId;
using rules::Seat;
using text::Json;

namespace {

// Numbers as runs of equal steps, three for each run: the first number, the step, how many.
Json runs_of(const std::vector<CellId>& cells) {
  Json runs = Json::array();
  for (std::size_t i = 0; i < cells.size();) {
    const int step = i + 1 < cells.size() ? cells[i + 1] - cells[i] : 0;
    std::size_t end = i + 1;
    while (end < cells.size() && cells[end] - cells[end - 1] == step) ++end;
    // Two numbers are a run only at the end; a later run may begin with the second one.
    if (end - i == 2 && end < cells.size()) {
      const int next = cells[end] - cells[end - 1];
      if (end + 1 < cells.size() && cells[end + 1] - cells[end] == next) end = i + 1;
    }
    runs.insert(runs.end(), {cells[i], end - i == 1 ? 0 : step, end - i});
    i = end;
  }
  return runs;
}

// The longest run of equal steps through these cells, in ascending order, that begins with the
// first of them. Removes it.
std::vector<CellId> take_run(std::vector<CellId>& cells) {
  std::vector<CellId> best{cells.front()};
  for (std::size_t second = 1; second < cells.size(); ++second) {
    const int step = cells[second] - cells[0];
    if (step * static_cast<int>(best.size()) > cells.back() - cells[0]) break;
    std::vector<CellId> run{cells.front()};
    while (std::binary_search(cells.begin(), cells.end(), run.back() + step)) {
      run.push_back(static_cast<CellId>(run.back() + step));
    }
    if (run.size() > best.size()) best = std::move(run);
  }
  std::erase_if(cells,
                [&](CellId cell) { return std::binary_search(best.begin(), best.end(), cell); });
  return best;
}

Json look_json(const rules::Look& look) {
  return {rules::name_of(look.colour), std::string(1, look.sign), look.text};
}

Json mark_json(const rules::Mark& mark) {
  return {rules::name_of(mark.kind), seat_number(mark.seat), mark.points, runs_of(mark.cells)};
}

}  // namespace

int seat_number(std::optional<Seat> seat) noexcept {
  return seat ? static_cast<int>(rules::index(*seat)) + 1 : 0;
}

Json to_json(const rules::Layout& layout) {
  Json board;
  board["shape"] = layout.shape == rules::CellShape::hexagon ? "hexagon" : "square";
  board["cells"] = Json::array();
  for (const auto& cell : layout.cells) board["cells"].push_back({cell.name, cell.x, cell.y});
  board["labels"] = Json::array();
  for (const auto& label : layout.labels) board["labels"].push_back({label.text, label.x, label.y});
  return board;
}

SceneWriter::SceneWriter(Detail detail) : detail_(detail), looks_{rules::Look{}} {}

Json SceneWriter::next(const rules::Game& game) { return next(game.scene(), game.result()); }

Json SceneWriter::next(rules::Scene scene, const std::optional<rules::Result>& result) {
  Json out = Json::object();
  if (!begun_) shown_.looks.resize(scene.looks.size());
  add_looks(scene, out);
  add_marks(scene, out);
  if (!begun_ || scene.to_move != shown_.to_move) out["to_move"] = seat_number(scene.to_move);
  std::optional<rules::BySeat<rules::Points>> points;
  std::optional<rules::BySeat<std::int64_t>> score;
  if (result) {
    const auto& seats = result->seats;
    if (std::all_of(seats.begin(), seats.end(),
                    [](const auto& seat) { return seat.board_points.has_value(); })) {
      points.emplace(seats.size(), [&](rules::Seat seat) { return *seats[seat].board_points; });
    }
    if (points || !scene.to_move) {
      score.emplace(seats.size(), [&](rules::Seat seat) { return seats[seat].score; });
    }
  }
  const auto add = [&](const char* key, const auto& now, auto& before, auto json) {
    if (now != before) {
      out[key] = Json();
      if (now) {
        for (const auto& one : *now) out[key].push_back(json(one));
      }
    }
    before = now;
  };
  add("points", points, points_, match::points_json);
  add("score", score, score_, [](std::int64_t value) { return Json(value); });
  if (scene.seats != shown_.seats) {
    out["seats"] = Json::array();
    for (const rules::Look& look : scene.seats) out["seats"].push_back(look_json(look));
  }
  if (detail_ == Detail::full) add_words(scene, out);
  // Where there are no cells they are all that there is to see.
  const bool is_text = scene.looks.empty() && detail_ == Detail::brief;
  if (is_text && scene.notes != shown_.notes) out["notes"] = scene.notes;
  shown_ = std::move(scene);
  begun_ = true;
  return out;
}

std::size_t SceneWriter::number_of(const rules::Look& look, Json& out) {
  const auto found = std::find(looks_.begin(), looks_.end(), look);
  if (found == looks_.end()) {
    looks_.push_back(look);
    out["looks"].push_back(look_json(look));
    return looks_.size() - 1;
  }
  return static_cast<std::size_t>(found - looks_.begin());
}

void SceneWriter::add_looks(const rules::Scene& scene, Json& out) {
  std::vector<CellId> changed;
  for (std::size_t i = 0; i < scene.looks.size(); ++i) {
    if (scene.looks[i] != shown_.looks[i]) changed.push_back(static_cast<CellId>(i));
  }
  changed_ = changed;
  Json cells = Json::array();
  while (!changed.empty()) {
    const std::vector<CellId> run = take_run(changed);
    Json looks = Json::array();
    for (const CellId cell : run) looks.push_back(number_of(scene.looks[cell], out));
    cells.push_back(run.front());
    cells.push_back(run.size() == 1 ? 0 : run[1] - run[0]);
    cells.push_back(std::move(looks));
  }
  if (!cells.empty()) out["cells"] = std::move(cells);
}

void SceneWriter::add_marks(const rules::Scene& scene, Json& out) {
  Json gone = Json::array();
  std::vector<rules::Mark> kept;
  for (std::size_t i = 0; i < marks_.size(); ++i) {
    if (std::find(scene.marks.begin(), scene.marks.end(), marks_[i]) == scene.marks.end()) {
      gone.push_back(i);
    } else {
      kept.push_back(std::move(marks_[i]));
    }
  }
  Json added = Json::array();
  marks_ = std::move(kept);
  const std::size_t old = marks_.size();
  for (const rules::Mark& mark : scene.marks) {
    const auto end = marks_.begin() + static_cast<std::ptrdiff_t>(old);
    if (std::find(marks_.begin(), end, mark) != end) continue;
    added.push_back(mark_json(mark));
    if (detail_ == Detail::brief && mark.kind == rules::Mark::Kind::last &&
        std::is_permutation(mark.cells.begin(), mark.cells.end(), changed_.begin(),
                            changed_.end())) {
      added.back().erase(3);
    }
    marks_.push_back(mark);
  }
  if (!gone.empty()) out["gone"] = std::move(gone);
  if (!added.empty()) out["marks"] = std::move(added);
}

namespace {

Json ghosts_json(const std::vector<rules::Input::Option::Ghost>& ghosts) {
  Json list = Json::array();
  for (const auto& ghost : ghosts) {
    Json one{ghost.x, ghost.y};
    for (Json& part : look_json(ghost.look)) one.push_back(std::move(part));
    list.push_back(std::move(one));
  }
  return list;
}

Json option_json(const rules::Input::Option& option) {
  Json out{{"name", option.name},
           {"text", option.text},
           {"key", option.key},
           {"ghosts", ghosts_json(option.ghosts)}};
  if (option.count > 0) out["count"] = option.count;
  return out;
}

}  // namespace

Json to_json(const rules::Input& input) {
  Json out = Json::object();
  if (input.most_corners > 0) out["most_corners"] = input.most_corners;
  if (!input.separator.empty()) out["separator"] = input.separator;
  if (input.option_first) out["option_first"] = true;
  if (!input.arranged.empty()) out["arranged"] = runs_of(input.arranged);
  for (const auto& option : input.options) out["options"].push_back(option_json(option));
  for (const auto& group : input.groups) {
    out["groups"].push_back({{"options", group.options}, {"cells", runs_of(group.cells)}});
  }
  return out;
}

void SceneWriter::add_words(const rules::Scene& scene, Json& out) {
  if (scene.status != shown_.status) out["status"] = scene.status;
  if (scene.notes != shown_.notes) out["notes"] = scene.notes;
  if (scene.parts != shown_.parts) {
    out["parts"] = Json::array();
    for (const auto& part : scene.parts) {
      out["parts"].push_back({seat_number(part.seat), part.text, part.points});
    }
  }
  if (scene.next != shown_.next) out["next"] = ghosts_json(scene.next);
  if (scene.input != shown_.input) out["input"] = to_json(scene.input);
}

}  // namespace referee::scenes
