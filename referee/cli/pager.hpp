// Long output on a terminal, page by page, as git does it.
#pragma once

#include <memory>
#include <sstream>
#include <streambuf>

namespace referee::cli {

// While it lives, what is printed to std::cout is collected; its end hands that to a pager. That is
// the program in the environment variable PAGER, else `less`, which returns at once if all fits on
// the screen. Does nothing if `wanted` is false, if standard output is not a terminal, if PAGER is
// empty or `cat`, or if there is no such program.
class Pager {
 public:
  explicit Pager(bool wanted);
  ~Pager();
  Pager(const Pager&) = delete;
  Pager& operator=(const Pager&) = delete;

 private:
  struct Program;
  std::unique_ptr<Program> program_;  // none: std::cout is as it was
  std::stringbuf collected_;
  std::streambuf* before_ = nullptr;
};

}  // namespace referee::cli
