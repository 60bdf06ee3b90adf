#include <fmt/core.h>

#include <map>
#include <numeric>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/judge/answers.hpp"

namespace referee::judge {
namespace {

using rules::CellId;
using rules::Colour;
using text::Json;
using text::JsonReader;

constexpr std::size_t most_cells = 10'000;
constexpr int most_coordinate = 10'000;

// `read` gets the JSON; what is wrong with it is a bad answer.
template <typename Read>
auto read_json(const Lines& lines, std::string_view word, const Read& read) {
  const std::string_view text =
      only_line(lines, word, fmt::format("\"{} JSON\" in one line", word));
  try {
    const Json json = text::parse_json(text, word);
    return read(JsonReader(json, std::string(word)));
  } catch (const text::JsonError& error) {
    throw BadAnswer{fmt::format("describes no {}: {}", word, error.what())};
  }
}

int small(const JsonReader& reader, std::int64_t least, std::int64_t most) {
  return static_cast<int>(reader.integer(least, most));
}

// Calls `read` with each element of a list that may be missing.
template <typename Read>
void each(const JsonReader& reader, std::string_view key, const Read& read) {
  const auto list = reader.find(key);
  for (std::size_t i = 0; list && i < list->items(); ++i) read(list->item(i));
}

void require_items(const JsonReader& list, std::size_t count) {
  if (list.items() != count) list.fail(fmt::format("must have {} elements", count));
}

int coordinate(const JsonReader& reader) {
  return small(reader, -most_coordinate, most_coordinate);
}

std::string short_text(const JsonReader& reader, std::size_t most) {
  std::string text = reader.text();
  if (text.size() > most) reader.fail(fmt::format("must have at most {} bytes", most));
  return text;
}

rules::Look look_of(const JsonReader& colour, const JsonReader& sign, const JsonReader& text) {
  rules::Look look;
  const std::string name = colour.text();
  int number = 0;
  while (number < rules::colour_count && rules::name_of(static_cast<Colour>(number)) != name) {
    ++number;
  }
  if (number == rules::colour_count) colour.fail(fmt::format("unknown colour \"{}\"", name));
  look.colour = static_cast<Colour>(number);
  const std::string letter = sign.text();
  if (letter.size() != 1 || letter[0] <= ' ' || letter[0] > '~') {
    sign.fail("must be one printable character");
  }
  if ((letter == ".") != (look.colour == Colour::empty)) {
    sign.fail("must be \".\" of the colour empty, and of no other");
  }
  look.sign = letter[0];
  constexpr std::size_t most = 6;
  look.text = short_text(text, most);
  return look;
}

class SceneReader {
 public:
  SceneReader(const rules::Layout& layout, std::size_t seats) {
    scene_.seats = rules::BySeat<rules::Look>(seats);
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
      numbers_.emplace(layout.cells[i].name, static_cast<CellId>(i));
    }
    scene_.looks.resize(layout.cells.size());
  }

  rules::Scene read(const JsonReader& reader) {
    reader.only({"cells", "marks", "parts", "seats", "status", "notes", "input"});
    if (const auto cells = reader.find("cells")) read_cells(*cells);
    each(reader, "marks", [this](const JsonReader& mark) { read_mark(mark); });
    each(reader, "parts", [this](const JsonReader& part) { read_part(part); });
    if (const auto seats = reader.find("seats")) {
      require_items(*seats, scene_.seats.size());
      for (std::size_t i = 0; i < scene_.seats.size(); ++i) {
        const JsonReader look = seats->item(i);
        require_items(look, 3);
        scene_.seats[i] = look_of(look.item(0), look.item(1), look.item(2));
      }
    }
    if (const auto status = reader.find("status")) scene_.status = status->text();
    each(reader, "notes", [this](const JsonReader& note) { scene_.notes.push_back(note.text()); });
    if (const auto input = reader.find("input")) {
      read_input(*input);
    } else {
      all_cells();
    }
    return std::move(scene_);
  }

 private:
  [[nodiscard]] CellId cell(const JsonReader& reader, const std::string& name) const {
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) reader.fail(fmt::format("no cell is called \"{}\"", name));
    return found->second;
  }

  [[nodiscard]] std::vector<CellId> cells(const JsonReader& list) const {
    std::vector<CellId> all;
    for (std::size_t i = 0; i < list.items(); ++i) {
      all.push_back(cell(list.item(i), list.item(i).text()));
    }
    return all;
  }

  void read_cells(const JsonReader& reader) {
    if (!reader.value().is_object()) reader.fail("must be an object");
    std::map<char, Colour> signs;
    for (const auto& [name, value] : reader.value().items()) {
      const JsonReader look(value, fmt::format("{}.{}", reader.place(), name));
      require_items(look, 3);
      rules::Look& place = scene_.looks[cell(look, name)];
      place = look_of(look.item(0), look.item(1), look.item(2));
      if (signs.emplace(place.sign, place.colour).first->second != place.colour) {
        look.fail("two colours have the same sign");
      }
    }
  }

  void read_mark(const JsonReader& reader) {
    using Kind = rules::Mark::Kind;
    require_items(reader, 4);
    rules::Mark mark;
    const std::string name = reader.item(0).text();
    bool known = false;
    for (const Kind kind :
         {Kind::last, Kind::path, Kind::slide, Kind::near, Kind::scoring, Kind::side}) {
      if (rules::name_of(kind) != name) continue;
      mark.kind = kind;
      known = true;
    }
    if (!known) reader.item(0).fail(fmt::format("unknown kind of mark \"{}\"", name));
    const int seat = small(reader.item(1), 0, std::ssize(scene_.seats));
    if (seat > 0) mark.seat = rules::seat_at(static_cast<std::size_t>(seat - 1));
    mark.points = small(reader.item(2), -1'000'000, 1'000'000);
    mark.cells = cells(reader.item(3));
    for (const rules::Mark& other : scene_.marks) {
      if (other == mark) reader.fail("is there twice");
    }
    scene_.marks.push_back(std::move(mark));
  }

  void read_part(const JsonReader& reader) {
    require_items(reader, 3);
    rules::ScorePart part;
    const int seat = small(reader.item(0), 1, std::ssize(scene_.seats));
    part.seat = rules::seat_at(static_cast<std::size_t>(seat - 1));
    part.text = reader.item(1).text();
    part.points = small(reader.item(2), -1'000'000, 1'000'000);
    scene_.parts.push_back(std::move(part));
  }

  void read_input(const JsonReader& reader) {
    reader.only({"most_corners", "separator", "option_first", "arranged", "options", "groups"});
    rules::Input& input = scene_.input;
    constexpr int most_corners = 1000;
    if (const auto most = reader.find("most_corners")) {
      input.most_corners = small(*most, 4, most_corners);
    }
    if (const auto separator = reader.find("separator")) input.separator = separator->text();
    if (const auto first = reader.find("option_first")) input.option_first = first->boolean();
    if (const auto arranged = reader.find("arranged")) input.arranged = cells(*arranged);
    if (const auto options = reader.find("options"); options && options->items() > 255) {
      options->fail("must have at most 255 elements");
    }
    each(reader, "options", [&](const JsonReader& one) { input.options.push_back(option(one)); });
    each(reader, "groups", [this](const JsonReader& group) { read_group(group); });
  }

  static rules::Input::Option option(const JsonReader& reader) {
    reader.only({"name", "text", "key", "ghosts", "count"});
    rules::Input::Option option;
    option.name = reader.at("name").text();
    option.text = reader.find("text") ? reader.at("text").text() : option.name;
    if (const auto key = reader.find("key")) option.key = key->text();
    if (const auto count = reader.find("count")) option.count = small(*count, 1, most_cells);
    each(reader, "ghosts", [&](const JsonReader& ghost) {
      require_items(ghost, 5);
      option.ghosts.push_back({coordinate(ghost.item(0)), coordinate(ghost.item(1)),
                               look_of(ghost.item(2), ghost.item(3), ghost.item(4))});
    });
    return option;
  }

  void read_group(const JsonReader& reader) {
    reader.only({"options", "cells"});
    rules::Input::Group group;
    const auto last = static_cast<std::int64_t>(scene_.input.options.size()) - 1;
    each(reader, "options", [&](const JsonReader& number) {
      group.options.push_back(static_cast<std::uint8_t>(number.integer(0, last)));
    });
    if (const auto list = reader.find("cells")) group.cells = cells(*list);
    if (group.options.empty() && group.cells.empty()) reader.fail("must have options or cells");
    scene_.input.groups.push_back(std::move(group));
  }

  // A click on a cell is a move with its name; the judge says whether it is one.
  void all_cells() {
    if (scene_.looks.empty()) return;
    rules::Input::Group group;
    group.cells.resize(scene_.looks.size());
    std::iota(group.cells.begin(), group.cells.end(), CellId{0});
    scene_.input.groups.push_back(std::move(group));
  }

  std::map<std::string, CellId, std::less<>> numbers_;
  rules::Scene scene_;
};

}  // namespace

rules::Layout read_layout(const Lines& lines) {
  return read_json(lines, "layout", [](const JsonReader& reader) {
    reader.only({"shape", "cells", "labels"});
    rules::Layout layout;
    const std::string shape = reader.at("shape").text();
    if (shape != "square" && shape != "hexagon") {
      reader.at("shape").fail("must be \"square\" or \"hexagon\"");
    }
    if (shape == "hexagon") layout.shape = rules::CellShape::hexagon;
    const JsonReader cells = reader.at("cells");
    if (cells.items() > most_cells) {
      cells.fail(fmt::format("must list at most {} cells", most_cells));
    }
    std::set<std::string> names;
    each(reader, "cells", [&](const JsonReader& cell) {
      require_items(cell, 3);
      layout.cells.push_back(
          {cell.item(0).name(), coordinate(cell.item(1)), coordinate(cell.item(2))});
      if (!names.insert(layout.cells.back().name).second) cell.fail("two cells have this name");
    });
    each(reader, "labels", [&](const JsonReader& label) {
      require_items(label, 3);
      layout.labels.push_back(
          {label.item(0).text(), coordinate(label.item(1)), coordinate(label.item(2))});
    });
    return layout;
  });
}

rules::Scene read_scene(const Lines& lines, const rules::Layout& layout, bool over,
                        std::size_t seats) {
  return read_json(lines, "scene", [&](const JsonReader& reader) {
    rules::Scene scene = SceneReader(layout, seats).read(reader);
    if (over) scene.input = {};
    return scene;
  });
}

}  // namespace referee::judge
