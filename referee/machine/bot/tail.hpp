// The first and the last bytes of a stream of any length.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::bot {

// Keeps the last `limit` bytes of what is appended, in at most twice that memory, and the first
// `head_limit`.
class Tail {
 public:
  explicit Tail(std::size_t limit, std::size_t head_limit = 0)
      : limit_(limit), head_limit_(head_limit) {}

  void append(std::string_view bytes) {
    total_ += bytes.size();
    if (head_.size() < head_limit_) head_.append(bytes.substr(0, head_limit_ - head_.size()));
    if (bytes.size() > limit_) bytes.remove_prefix(bytes.size() - limit_);
    bytes_.append(bytes);
    if (bytes_.size() > 2 * limit_) bytes_.erase(0, bytes_.size() - limit_);
  }

  [[nodiscard]] std::string_view view() const noexcept {
    std::string_view all = bytes_;
    return all.size() > limit_ ? all.substr(all.size() - limit_) : all;
  }

  // The first bytes, as far as they are not in view(): together they are everything, or there is a
  // gap between them.
  [[nodiscard]] std::string_view head() const noexcept {
    const std::uint64_t before = total_ - view().size();
    return std::string_view(head_).substr(
        0, static_cast<std::size_t>(std::min<std::uint64_t>(head_.size(), before)));
  }

  // Bytes appended in all.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

 private:
  std::size_t limit_;
  std::size_t head_limit_;
  std::string bytes_;
  std::string head_;
  std::uint64_t total_ = 0;
};

}  // namespace referee::bot
