// Cuts a bot's output into lines, or into blocks: all lines up to one that is only a dot.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace referee::bot {

class LineBuffer {
 public:
  explicit LineBuffer(bool blocks = false) : blocks_(blocks) {}

  void append(std::string_view bytes) { bytes_.append(bytes); }

  // The next complete line without its newline, and without the blanks and '\r' at its end, which
  // the protocol ignores; nothing if no line is complete. In blocks: the next block, its lines as
  // they came, without the dot.
  std::optional<std::string> take_line() {
    const auto end = end_of_first();
    if (end == std::string::npos) return std::nullopt;
    std::string line = bytes_.substr(begin_, end - begin_);
    begin_ = end + (blocks_ ? dot.size() : 1);
    seen_ = begin_;
    if (begin_ == bytes_.size()) clear();
    if (!blocks_) line.erase(line.find_last_not_of(" \t\r") + 1);
    return line;
  }

  [[nodiscard]] bool has_line() const noexcept { return end_of_first() != std::string::npos; }

  // Bytes of the first line so far, complete or not, its newline excluded.
  [[nodiscard]] std::size_t line_size() const noexcept {
    const auto end = end_of_first();
    return (end == std::string::npos ? bytes_.size() : end) - begin_;
  }

  [[nodiscard]] bool empty() const noexcept { return begin_ == bytes_.size(); }

  // Takes everything: lines and what follows the last newline.
  std::string take_all() {
    std::string all = bytes_.substr(begin_);
    clear();
    return all;
  }

  void clear() noexcept {
    bytes_.clear();
    begin_ = seen_ = 0;
  }

 private:
  static constexpr std::string_view dot = ".\n";

  // Position of the newline of the first line, or of the dot of the first block.
  [[nodiscard]] std::size_t end_of_first() const noexcept {
    if (!blocks_) return bytes_.find('\n', begin_);
    while (seen_ < bytes_.size()) {
      if (bytes_.compare(seen_, dot.size(), dot) == 0) return seen_;
      const auto next = bytes_.find('\n', seen_);
      if (next == std::string::npos) break;
      seen_ = next + 1;
    }
    return std::string::npos;
  }

  const bool blocks_;
  std::string bytes_;
  std::size_t begin_ = 0;
  mutable std::size_t seen_ = 0;  // in blocks: where the line begins that was checked last
};

}  // namespace referee::bot
