// Writes texts in the order of their numbers, whatever order they arrive in. If a schedule decides
// the order, use formats::EarlyResults.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <utility>

namespace referee::report {

// Takes what is written.
using Sink = std::function<void(std::string_view)>;

// Number 0 first. A text that arrives early is kept until those before it have arrived, or
// until finish().
class InOrder {
 public:
  explicit InOrder(const Sink& out) : out_(out) {}

  void add(std::uint64_t number, std::string text) {
    if (number != next_) {
      waiting_.emplace(number, std::move(text));
      return;
    }
    out_(text);
    ++next_;
    for (auto first = waiting_.begin(); first != waiting_.end() && first->first == next_;
         first = waiting_.erase(first)) {
      out_(first->second);
      ++next_;
    }
  }
  void finish() {
    for (const auto& [number, text] : waiting_) out_(text);
    waiting_.clear();
  }

 private:
  const Sink& out_;
  std::uint64_t next_ = 0;
  std::multimap<std::uint64_t, std::string> waiting_;
};

}  // namespace referee::report
