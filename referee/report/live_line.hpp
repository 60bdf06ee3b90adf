// One line at the bottom of a terminal that is drawn over itself, below lines that stay.
#pragma once

#include <functional>
#include <ostream>
#include <string>

namespace referee::report {

// What cannot be written is lost: a display never stops a run. Used from one thread.
class LiveLine {
 public:
  using Width = std::function<int()>;  // of the terminal, in columns

  LiveLine(std::ostream& out, Width width);
  // Removes it, so that the terminal is left in order when a run ends with an exception.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Shows it anew, cut to the width.
  void draw(const std::string& line);
  // Removes it and writes a line that stays.
  void say(const std::string& line);
  void clear();

 private:
  std::ostream& out_;
  Width width_;
  bool drawn_ = false;
};

}  // namespace referee::report
