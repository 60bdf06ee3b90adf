// Pictures of positions as SVG.
#pragma once

#include <string>
#include <vector>

#include "rules/scene.hpp"

namespace referee::scenes {

// An SVG document of its own, which needs no fonts, scripts or other files. `title` is its name
// for people who cannot see it; `captions` are lines of text below the board. Both may have any
// bytes: they are made safe.
std::string svg_of(const rules::Layout& layout, const rules::Scene& scene, const std::string& title,
                   const std::vector<std::string>& captions);

// A place in a larger picture.
struct Frame {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
};
// The same position as an element that fills this place, without captions.
std::string svg_within(const rules::Layout& layout, const rules::Scene& scene,
                       const std::string& title, const Frame& frame);

}  // namespace referee::scenes
