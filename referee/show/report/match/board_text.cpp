#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <string_view>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/show/report/match/board_text.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/scene.hpp"

namespace referee::report {
namespace {

using rules::Colour;

// The numbers of colours on terminals that have 256 of them: what is written,
// and on what.
struct Ink {
  int text = 0;
  int ground = 0;
};
constexpr std::array<Ink, rules::colour_count> inks{{{245, -1},
                                                     {16, 255},
                                                     {255, 235},
                                                     {231, 166},
                                                     {231, 25},
                                                     {231, 242},
                                                     {231, 94},
                                                     {231, 16},
                                                     {16, 214},
                                                     {16, 117},
                                                     {16, 36},
                                                     {16, 227},
                                                     {231, 25},
                                                     {16, 175}}};

class ColouredBoard {
 public:
  ColouredBoard(const rules::Layout& layout, const rules::Scene& scene)
      : layout_(layout), scene_(scene), before_(layout.cells.size(), ' ') {
    for (const rules::Mark& mark : scene.marks) {
      for (const rules::CellId cell : mark.cells) {
        char& sign = before_[cell];
        if (mark.kind == rules::Mark::Kind::scoring || mark.kind == rules::Mark::Kind::near)
          sign = '*';
        if (mark.kind == rules::Mark::Kind::last && sign == ' ') sign = '>';
        if (mark.kind == rules::Mark::Kind::path && sign == ' ') sign = '+';
      }
    }
    for (std::size_t i = 0; i < layout.cells.size(); ++i) {
      cell_width_ = std::max(cell_width_, words(i).size() + 1);
    }
    // Cells of neighbouring rows may be shifted by half a width.
    cell_width_ += cell_width_ % 2;
  }

  std::string draw() {
    for (std::size_t i = 0; i < layout_.cells.size(); ++i) {
      const auto& cell = layout_.cells[i];
      const Ink ink = inks[static_cast<std::size_t>(scene_.looks[i].colour)];
      std::string text = fmt::format("{}{:>{}}", before_[i], words(i), cell_width_ - 1);
      std::string sgr = fmt::format("38;5;{}", ink.text);
      if (ink.ground >= 0) sgr += fmt::format(";48;5;{}", ink.ground);
      if (before_[i] != ' ') sgr += ";1";
      if (before_[i] == '>') sgr += ";4";
      put(cell.x, cell.y, fmt::format("\x1b[{}m{}\x1b[0m", sgr, text));
    }
    for (const auto& label : layout_.labels) {
      put(label.x, label.y, fmt::format("{:>{}}", label.text, cell_width_));
    }
    int left = 0;
    for (const auto& [row, pieces] : rows_) left = std::min(left, pieces.begin()->first);
    std::string out;
    for (const auto& [row, pieces] : rows_) {
      std::size_t column = 0;
      for (const auto& [x, piece] : pieces) {
        const std::size_t here = static_cast<std::size_t>(x - left) * cell_width_ / 2;
        if (here > column) out.append(here - column, ' ');
        out += piece;
        column = here + cell_width_;
      }
      out += '\n';
    }
    return out;
  }

 private:
  // What is written on a cell; empty ones have their names where nothing beside
  // the board does.
  [[nodiscard]] std::string words(std::size_t i) const {
    const rules::Look& look = scene_.looks[i];
    if (look.colour == Colour::empty && layout_.labels.empty()) return layout_.cells[i].name;
    const std::string sign(1, look.sign);
    return look.text == sign ? sign : look.text + sign;
  }

  void put(int x, int y, std::string text) { rows_[y][x] = std::move(text); }

  const rules::Layout& layout_;
  const rules::Scene& scene_;
  std::vector<char> before_;
  std::size_t cell_width_ = 2;
  std::map<int, std::map<int, std::string>> rows_;
};

}  // namespace

std::string board_text(const rules::GameInfo& info, const rules::Game& game,
                       const TextStyle& style) {
  if (!style.colour) return game.draw();
  const rules::Scene scene = game.scene();
  std::string text = ColouredBoard(info.layout(), scene).draw();
  const rules::Result result = game.result();
  for (const rules::Seat seat : {rules::Seat::first, rules::Seat::second}) {
    std::vector<std::string> parts;
    for (const rules::ScorePart& part : scene.parts) {
      if (part.seat == seat) parts.push_back(fmt::format("{} ({})", part.points, part.text));
    }
    text += fmt::format("{}: {}", info.seat_names[rules::index(seat)],
                        text::plural(static_cast<std::uint64_t>(std::max(
                                         0, result.seats[rules::index(seat)].board_points)),
                                     "point"));
    if (!parts.empty()) text += painted(" = " + text::join(parts, " + "), Paint::dim, style);
    text += '\n';
  }
  for (const std::string& note : scene.notes) text += note + '\n';
  if (scene.to_move) {
    text += fmt::format("{} to move: ", info.seat_names[rules::index(*scene.to_move)]);
  }
  return text + painted(scene.status, Paint::bold, style) + '\n';
}

}  // namespace referee::report
