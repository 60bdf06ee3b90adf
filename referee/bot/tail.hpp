// The end of a stream that may be endless.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace referee::bot {

// Keeps the last `limit` bytes of what is appended, in at most twice that memory.
class Tail {
 public:
  explicit Tail(std::size_t limit) : limit_(limit) {}

  void append(std::string_view bytes) {
    total_ += bytes.size();
    if (bytes.size() > limit_) bytes.remove_prefix(bytes.size() - limit_);
    bytes_.append(bytes);
    if (bytes_.size() > 2 * limit_) bytes_.erase(0, bytes_.size() - limit_);
  }

  [[nodiscard]] std::string_view view() const noexcept {
    std::string_view all = bytes_;
    return all.size() > limit_ ? all.substr(all.size() - limit_) : all;
  }

  // Bytes appended in all.
  [[nodiscard]] std::uint64_t total() const noexcept { return total_; }

 private:
  std::size_t limit_;
  std::string bytes_;
  std::uint64_t total_ = 0;
};

}  // namespace referee::bot
