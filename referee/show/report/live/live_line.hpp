// One line at the bottom of a terminal that is redrawn in place, below lines that stay.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace referee::report {

// Errors in writing are ignored: a display never stops a run. Not thread-safe.
class LiveLine {
 public:
  using Width = std::function<int()>;  // width of the terminal, in columns

  LiveLine(std::ostream& out, Width width);
  // Removes the line, so that the terminal is left tidy when a run ends with an exception.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Draws or redraws the line, cut to the width.
  void draw(const std::string& line);
  // Removes the line and writes one that stays.
  void say(const std::string& line);
  void clear();

 private:
  std::ostream& out_;
  Width width_;
  bool drawn_ = false;
};

}  // namespace referee::report
