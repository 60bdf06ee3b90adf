// A bot for Box that waits at the start of each match until the test lets it begin, so that the
// test decides how far a run gets.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstddef>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>

#include "tests/built.hpp"

namespace cli_test {

// Makes the program "gated" in a folder. It reads a token from a pipe, `gate`, and becomes
// "box-greedy".
class Gate {
 public:
  explicit Gate(const std::filesystem::path& folder) : pipe_(folder / "gate") {
    std::filesystem::copy_file(built::file("box-greedy"), folder / "box-greedy");
    const std::filesystem::path program = folder / "gated";
    std::ofstream(program) << "#!/bin/sh\nread -r token < gate\nexec ./box-greedy\n";
    std::filesystem::permissions(program, std::filesystem::perms::owner_all);
    if (::mkfifo(pipe_.c_str(), 0600) != 0) throw std::runtime_error("mkfifo");
    end_ = ::open(pipe_.c_str(), O_RDWR | O_CLOEXEC);
    if (end_ < 0) throw std::runtime_error("gate");
  }
  ~Gate() { ::close(end_); }
  Gate(const Gate&) = delete;
  Gate& operator=(const Gate&) = delete;

  // Lets this many matches begin.
  void admit(std::size_t count) const {
    const std::string tokens(count, '\n');
    ASSERT_EQ(::write(end_, tokens.data(), tokens.size()), static_cast<ssize_t>(count));
  }
  [[nodiscard]] const std::filesystem::path& pipe() const noexcept { return pipe_; }

 private:
  std::filesystem::path pipe_;
  int end_ = -1;
};

}  // namespace cli_test
