#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <string_view>
#include <utility>

#include "referee/base/text/utf8.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/scenes/pictures.hpp"

namespace referee::scenes {
namespace {

using rules::CellId;
using rules::Colour;
using rules::Layout;
using rules::Look;
using rules::Mark;

struct Point {
  double x = 0;
  double y = 0;
};

constexpr double width = 36;  // of a cell
constexpr double margin = 10;
constexpr double line_height = 20;
constexpr std::string_view ink = "#1c1b19";

// What a colour is painted with: the fill, its edge, the text upon it, and lines in that colour
// with what lies beneath them, so that they stand out on any cell. The tiles' colours and red and
// blue are those of Okabe and Ito, which the colour-blind tell apart.
struct Paintbox {
  std::string_view fill, edge, text;
  std::string_view ink, halo = "#ffffff";
};
constexpr Paintbox paint_of(Colour colour) noexcept {
  constexpr std::array<Paintbox, rules::colour_count> table{{
      {"#f4f1ea", "#d6d0c4", "#8d8678", "#7a1fa2"},             // empty
      {"#fdfdfb", "#55524b", "#1c1b19", "#fdfdfb", "#1c1b19"},  // white
      {"#24272b", "#0d0e10", "#ffffff", "#1c1b19"},             // black
      {"#c8460a", "#8f3206", "#ffffff", "#8f3206"},             // red
      {"#0a6aa8", "#064c79", "#ffffff", "#064c79"},             // blue
      {"#7c7f83", "#565a5e", "#ffffff", "#4a4d51"},             // gray
      {"#6d4c33", "#4d3523", "#ffffff", "#4d3523"},             // brown
      {"#0b0b0c", "#0b0b0c", "#ffffff", "#0b0b0c"},             // hole
      {"#e69f00", "#b87f00", "#1c1b19", "#7a5400"},             // tiles
      {"#56b4e9", "#3a8fc0", "#1c1b19", "#1b5f8f"},
      {"#12a37a", "#0c7a5b", "#1c1b19", "#075c43"},
      {"#f0e442", "#c4b92a", "#1c1b19", "#6b6300"},
      {"#0a6aa8", "#064c79", "#ffffff", "#063e66"},
      {"#d586b3", "#a95f8a", "#1c1b19", "#7d3a61"},
  }};
  return table[static_cast<std::size_t>(colour)];
}

// Of seats that have no colour of their own.
constexpr std::array<std::string_view, 2> seat_ink{"#7a1fa2", "#0b6b35"};

// Of what the last move moved.
constexpr std::string_view trace_ink = "#d0106a";

class Picture {
 public:
  Picture(const Layout& layout, const rules::Scene& scene) : layout_(layout), scene_(scene) {}

  // The position, within the window of the picture.
  void draw_position() {
    for (std::size_t i = 0; i < layout_.cells.size(); ++i) draw_cell(static_cast<CellId>(i));
    for (const Layout::Label& label : layout_.labels) {
      text(at(label.x, label.y), label.text, 14, "#6b665c");
      take_in(at(label.x, label.y), width / 3);
    }
    for (const Mark& mark : scene_.marks) draw_mark(mark);
    if (low_.x > high_.x) low_ = high_ = Point{};  // a game without a board
  }

  std::string within(const std::string& title, const Frame& frame) {
    draw_position();
    return fmt::format(
               "<svg x=\"{:.0f}\" y=\"{:.0f}\" width=\"{:.0f}\" height=\"{:.0f}\" "
               "viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\" "
               "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{}</title>\n",
               frame.x, frame.y, frame.width, frame.height, low_.x - margin, low_.y - margin,
               high_.x - low_.x + 2 * margin, high_.y - low_.y + 2 * margin, report::xml(title)) +
           out_ + "</svg>\n";
  }

  std::string draw(const std::string& title, const std::vector<std::string>& captions) {
    draw_position();
    double bottom = high_.y + margin;
    std::string below;
    for (const std::string& caption : captions) {
      bottom += line_height;
      below +=
          fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"14\" fill=\"{}\">{}</text>\n",
                      low_.x, bottom - 4, ink, report::xml(caption));
      high_.x = std::max(high_.x, low_.x + 7.7 * text::display_width(caption));
    }
    const double left = low_.x - margin;
    const double top = low_.y - margin;
    return fmt::format(
               "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0:.1f} {1:.1f} {2:.1f} "
               "{3:.1f}\" width=\"{2:.0f}\" height=\"{3:.0f}\" role=\"img\" "
               "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n<title>{4}</title>\n"
               "<rect x=\"{0:.1f}\" y=\"{1:.1f}\" width=\"{2:.1f}\" height=\"{3:.1f}\" "
               "fill=\"#ffffff\"/>\n",
               left, top, high_.x + margin - left, bottom + margin - top, report::xml(title)) +
           out_ + below + "</svg>\n";
  }

 private:
  [[nodiscard]] bool hexagonal() const { return layout_.shape == rules::CellShape::hexagon; }
  [[nodiscard]] Point at(int x, int y) const {
    const double pitch = hexagonal() ? std::sqrt(3.0) / 2 : 1;
    return {x * width / 2, y * width * pitch};
  }
  [[nodiscard]] Point middle(CellId cell) const {
    return at(layout_.cells[cell].x, layout_.cells[cell].y);
  }
  void take_in(Point point, double reach) {
    low_ = {std::min(low_.x, point.x - reach), std::min(low_.y, point.y - reach)};
    high_ = {std::max(high_.x, point.x + reach), std::max(high_.y, point.y + reach)};
  }

  // The corners of a cell, clockwise.
  [[nodiscard]] std::vector<Point> corners(CellId cell) const {
    const Point here = middle(cell);
    std::vector<Point> points;
    if (!hexagonal()) {
      const double half = width / 2;
      return {{here.x - half, here.y - half},
              {here.x + half, here.y - half},
              {here.x + half, here.y + half},
              {here.x - half, here.y + half}};
    }
    const double radius = width / std::sqrt(3.0);
    for (int i = 0; i < 6; ++i) {
      const double angle = (60 * i - 90) * std::acos(-1.0) / 180;
      points.push_back({here.x + radius * std::cos(angle), here.y + radius * std::sin(angle)});
    }
    return points;
  }

  static std::string list(const std::vector<Point>& points) {
    std::string text;
    for (const Point point : points) {
      text += fmt::format("{}{:.1f},{:.1f}", text.empty() ? "" : " ", point.x, point.y);
    }
    return text;
  }

  void polygon(const std::vector<Point>& points, std::string_view fill, std::string_view edge,
               double thick, std::string_view more = "") {
    out_ += fmt::format(
        "<polygon points=\"{}\" fill=\"{}\" stroke=\"{}\" stroke-width=\"{:.1f}\"{}/>\n",
        list(points), fill, edge, thick, more);
  }

  void text(Point point, const std::string& words, double size, std::string_view fill) {
    if (words.empty()) return;
    out_ += fmt::format(
        "<text x=\"{:.1f}\" y=\"{:.1f}\" font-size=\"{:.1f}\" text-anchor=\"middle\" "
        "fill=\"{}\">{}</text>\n",
        point.x, point.y + 0.36 * size, size, fill, report::xml(words));
  }

  static std::string written_on(const Look& look) {
    return look.colour >= Colour::tile1 ? std::string(1, look.sign) : look.text;
  }

  void draw_cell(CellId cell) {
    const Look& look = scene_.looks[cell];
    const Paintbox empty = paint_of(Colour::empty);
    const Paintbox paint = paint_of(look.colour);
    const Point here = middle(cell);
    take_in(here, width / 2 + (hexagonal() ? 3 : 0));
    switch (look.colour) {
      case Colour::empty:
        polygon(corners(cell), empty.fill, empty.edge, 1);
        // Without labels beside the board, fields show their names.
        if (layout_.labels.empty()) text(here, layout_.cells[cell].name, 11, empty.text);
        return;
      case Colour::white:
      case Colour::black:
      case Colour::red:
        polygon(corners(cell), empty.fill, empty.edge, 1);
        out_ += fmt::format(
            "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" fill=\"{}\" stroke=\"{}\"/>\n",
            here.x, here.y, 0.41 * width, paint.fill, paint.edge);
        break;
      case Colour::blue:
      case Colour::gray: {
        // Another form than that of red pieces, for those who see no difference in colour.
        polygon(corners(cell), empty.fill, empty.edge, 1);
        const double half = 0.37 * width;
        out_ += fmt::format(
            "<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" rx=\"{}\" "
            "fill=\"{}\" stroke=\"{}\"/>\n",
            here.x - half, here.y - half, 2 * half, 2 * half, look.colour == Colour::blue ? 7 : 1,
            paint.fill, paint.edge);
        break;
      }
      default:
        polygon(corners(cell), paint.fill, paint.edge, 1);
    }
    const std::string words = written_on(look);
    text(here, words, words.size() > 3 ? 11 : words.size() > 2 ? 13 : 16, paint.text);
  }

  void draw_mark(const Mark& mark) {
    switch (mark.kind) {
      case Mark::Kind::last:
        outline(mark.cells, "#1c1b19", 3, "");
        break;
      case Mark::Kind::near:
        outline(mark.cells, "#7a1fa2", 2.5, " stroke-dasharray=\"5 3\"");
        break;
      case Mark::Kind::path:
        draw_path(mark);
        break;
      case Mark::Kind::slide:
        draw_slide(mark);
        break;
      case Mark::Kind::scoring:
        draw_scoring(mark);
        break;
      case Mark::Kind::side:
        draw_side(mark);
        break;
    }
  }

  // Through its cells, or beside what is written on them.
  void draw_scoring(const Mark& mark) {
    const std::size_t seat = mark.seat ? rules::index(*mark.seat) : 0;
    const Look& look = scene_.seats[seat];
    const Paintbox paint = paint_of(look.colour);
    std::vector<Point> points;
    Point centre;
    bool written = false;
    for (const CellId cell : mark.cells) {
      points.push_back(middle(cell));
      centre.x += points.back().x / static_cast<double>(mark.cells.size());
      centre.y += points.back().y / static_cast<double>(mark.cells.size());
      written = written || !written_on(scene_.looks[cell]).empty();
    }
    constexpr double aside = 0.34 * width;
    for (Point& point : points) {
      if (!written) break;
      point.x += std::clamp(centre.x - point.x, -aside, aside);
      point.y += std::clamp(centre.y - point.y, -aside, aside);
    }
    polygon(points, "none", paint.halo, 4.5, " stroke-opacity=\"0.8\"");
    polygon(points, "none", look.colour == Colour::empty ? seat_ink[seat] : paint.ink, 2.2,
            seat == 0 ? "" : " stroke-dasharray=\"6 3\"");
  }

  // Along the edges of the board on which all these cells lie.
  void draw_side(const Mark& mark) {
    using Key = std::pair<long, long>;
    const auto key = [](Point a, Point b) {
      return Key{std::lround(4 * (a.x + b.x)), std::lround(4 * (a.y + b.y))};
    };
    std::map<Key, int> cells_at;
    for (std::size_t cell = 0; cell < layout_.cells.size(); ++cell) {
      const std::vector<Point> points = corners(static_cast<CellId>(cell));
      for (std::size_t i = 0; i < points.size(); ++i) {
        ++cells_at[key(points[i], points[(i + 1) % points.size()])];
      }
    }
    const std::size_t seat = mark.seat ? rules::index(*mark.seat) : 0;
    const Look& look = scene_.seats[seat];
    std::string path;
    for (std::size_t i = 0; i < (hexagonal() ? 6U : 4U); ++i) {
      std::string along;
      const bool outer = std::all_of(mark.cells.begin(), mark.cells.end(), [&](CellId cell) {
        const std::vector<Point> points = corners(cell);
        const Point a = points[i];
        const Point b = points[(i + 1) % points.size()];
        along += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
        return cells_at[key(a, b)] == 1;
      });
      if (outer) path += along;
    }
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"5\" "
        "stroke-linecap=\"round\"/>\n",
        path, look.colour == Colour::empty ? seat_ink[seat] : paint_of(look.colour).fill);
  }

  // Around several cells together: the edges that only one of them has.
  void outline(const std::vector<CellId>& cells, std::string_view colour, double thick,
               std::string_view more) {
    struct Edge {
      Point from, to;
      int count = 0;
    };
    std::map<std::pair<long, long>, Edge> edges;
    for (const CellId cell : cells) {
      const std::vector<Point> points = corners(cell);
      for (std::size_t i = 0; i < points.size(); ++i) {
        const Point a = points[i];
        const Point b = points[(i + 1) % points.size()];
        Edge& edge = edges[{std::lround(4 * (a.x + b.x)), std::lround(4 * (a.y + b.y))}];
        edge = {a, b, edge.count + 1};
      }
    }
    std::string path;
    for (const auto& [middle, edge] : edges) {
      if (edge.count > 1) continue;
      path += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", edge.from.x, edge.from.y, edge.to.x,
                          edge.to.y);
    }
    out_ += fmt::format(
        "<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{:.1f}\" "
        "stroke-linecap=\"round\"{}/>\n",
        path, colour, thick, more);
  }

  // From one point to another, with length 1; 0 if they are the same.
  static Point direction(Point from, Point to) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    return length == 0 ? Point{} : Point{(to.x - from.x) / length, (to.y - from.y) / length};
  }

  // The head of an arrow that points in this direction, with half its width.
  void arrow(Point tip, Point step, double length, double half) {
    const Point foot{tip.x - length * step.x, tip.y - length * step.y};
    polygon({tip,
             {foot.x - half * step.y, foot.y + half * step.x},
             {foot.x + half * step.y, foot.y - half * step.x}},
            trace_ink, "#ffffff", 0.7);
  }

  // An arrow from the first cell to the edge of the last one.
  void draw_slide(const Mark& mark) {
    const Point from = middle(mark.cells.front());
    const Point last = middle(mark.cells.back());
    const Point step = direction(from, last);
    if (step.x == 0 && step.y == 0) return;
    const Point tip{last.x - step.x * width / 2, last.y - step.y * width / 2};
    constexpr double head = 9;
    out_ += fmt::format(
        "<path d=\"M{:.1f} {:.1f}L{:.1f} {:.1f}\" stroke=\"{}\" stroke-width=\"2.5\"/>\n", from.x,
        from.y, tip.x - head * step.x, tip.y - head * step.y, trace_ink);
    arrow(tip, step, head, 5);
  }

  // With an arrow in the middle of each side.
  void draw_path(const Mark& mark) {
    std::vector<Point> points;
    for (const CellId cell : mark.cells) points.push_back(middle(cell));
    polygon(points, "none", "#ffffff", 5, " stroke-opacity=\"0.7\" stroke-linejoin=\"round\"");
    polygon(points, "none", trace_ink, 2.5, " stroke-linejoin=\"round\"");
    for (std::size_t i = 0; i < points.size(); ++i) {
      const Point a = points[i];
      const Point b = points[(i + 1) % points.size()];
      const Point step = direction(a, b);
      arrow({(a.x + b.x) / 2 + 6 * step.x, (a.y + b.y) / 2 + 6 * step.y}, step, 12, 4.8);
    }
  }

  const Layout& layout_;
  const rules::Scene& scene_;
  std::string out_;
  Point low_{std::numeric_limits<double>::max(), std::numeric_limits<double>::max()};
  Point high_{std::numeric_limits<double>::lowest(), std::numeric_limits<double>::lowest()};
};

}  // namespace

std::string svg_of(const Layout& layout, const rules::Scene& scene, const std::string& title,
                   const std::vector<std::string>& captions) {
  return Picture(layout, scene).draw(title, captions);
}

std::string svg_within(const Layout& layout, const rules::Scene& scene, const std::string& title,
                       const Frame& frame) {
  return Picture(layout, scene).within(title, frame);
}

}  // namespace referee::scenes
