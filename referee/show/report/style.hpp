// The look of a text for people.
#pragma once

namespace referee::report {

struct TextStyle {
  bool colour = false;  // ANSI colours may be used
  int width = 80;       // columns; 0: as wide as it gets
};

}  // namespace referee::report
