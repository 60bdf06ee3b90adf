// Cuts a bot's output into lines, within limits.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace referee::bot {

class LineBuffer {
 public:
  void append(std::string_view bytes) { bytes_.append(bytes); }

  // The next complete line without its newline, and without the blanks and '\r' at
  // its end, which the protocol ignores; nothing if no line is complete.
  std::optional<std::string> take_line() {
    const auto end = bytes_.find('\n', begin_);
    if (end == std::string::npos) return std::nullopt;
    std::string line = bytes_.substr(begin_, end - begin_);
    begin_ = end + 1;
    if (begin_ == bytes_.size()) clear();
    line.erase(line.find_last_not_of(" \t\r") + 1);
    return line;
  }

  [[nodiscard]] bool has_line() const noexcept {
    return bytes_.find('\n', begin_) != std::string::npos;
  }

  // Bytes of the first line so far, complete or not, its newline excluded.
  [[nodiscard]] std::size_t line_size() const noexcept {
    const auto end = bytes_.find('\n', begin_);
    return (end == std::string::npos ? bytes_.size() : end) - begin_;
  }

  [[nodiscard]] bool empty() const noexcept { return begin_ == bytes_.size(); }

  // Everything, lines and what is behind the last newline.
  std::string take_all() {
    std::string all = bytes_.substr(begin_);
    clear();
    return all;
  }

  void clear() noexcept {
    bytes_.clear();
    begin_ = 0;
  }

 private:
  std::string bytes_;
  std::size_t begin_ = 0;
};

}  // namespace referee::bot
