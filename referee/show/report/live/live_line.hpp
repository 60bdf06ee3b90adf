// Lines at the bottom of a terminal that are redrawn in place, below lines that stay.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace referee::report {

// Errors in writing are ignored: a display never stops a run. Not thread-safe.
class LiveLine {
 public:
  using Width = std::function<int()>;  // width of the terminal, in columns

  LiveLine(std::ostream& out, Width width);
  // Removes the lines, so that the terminal is left tidy when a run ends with an exception.
  ~LiveLine();
  LiveLine(const LiveLine&) = delete;
  LiveLine& operator=(const LiveLine&) = delete;

  // Draws or redraws the lines, each cut to the width, with one write; above them go lines that
  // stay.
  void draw(const std::vector<std::string>& lines, const std::vector<std::string>& above = {});
  void draw(const std::string& line) { draw(std::vector{line}); }
  // Removes the lines and writes one that stays.
  void say(const std::string& line);
  void clear();

 private:
  [[nodiscard]] std::string to_begin() const;

  std::ostream& out_;
  Width width_;
  std::vector<int> drawn_;  // widths of the lines on the terminal
};

}  // namespace referee::report
