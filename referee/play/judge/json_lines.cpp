#include "referee/play/judge/json_lines.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"

namespace referee::judge {
namespace {

using text::Json;
using Pointer = Json::json_pointer;

constexpr std::size_t most_lines = 300;

// Of brackets; what is in texts counts, too. Writing JSON needs stack for each.
std::size_t depth_of(std::string_view line) {
  std::size_t now = 0;
  std::size_t most = 0;
  for (const char c : line) {
    if (c == '[' || c == '{') most = std::max(most, ++now);
    if ((c == ']' || c == '}') && now > 0) --now;
  }
  return most;
}

std::vector<Json> replacements() {
  constexpr int deep = 1000;
  Json nested = Json::array();
  for (int i = 1; i < deep; ++i) nested = Json::array({std::move(nested)});
  return {nullptr, Json::array(), Json::object(), "", -1, 1e99, std::move(nested)};
}

class Structures {
 public:
  Structures(const Json& whole, std::size_t longest) : whole_(whole), longest_(longest) {}

  std::vector<std::string> all() {
    std::deque<Pointer> open{Pointer()};
    for (; !open.empty() && lines_.size() < most_lines; open.pop_front()) {
      replace(open.front());
      for (Pointer& part : parts_of(open.front())) open.push_back(std::move(part));
    }
    return std::move(lines_);
  }

 private:
  [[nodiscard]] std::vector<Pointer> parts_of(const Pointer& place) {
    const Json& value = whole_.at(place);
    std::vector<Pointer> parts;
    if (value.is_array() && !value.empty()) {
      parts.push_back(place / 0);
      if (value.size() > 1) parts.push_back(place / (value.size() - 1));
    }
    if (!value.is_object()) return parts;
    for (const auto& [key, one] : value.items()) {
      parts.push_back(place / key);
      Json without = whole_;
      without.at(place).erase(key);
      add(without);
    }
    return parts;
  }

  void replace(const Pointer& place) {
    static const std::vector<Json> others = replacements();
    for (const Json& other : others) {
      if (whole_.at(place) == other) continue;
      Json changed = whole_;
      changed.at(place) = other;
      add(changed);
    }
  }

  void add(const Json& line) {
    if (lines_.size() == most_lines) return;
    std::string text = line.dump();
    if (text.size() <= longest_) lines_.push_back(std::move(text));
  }

  const Json& whole_;
  const std::size_t longest_;
  std::vector<std::string> lines_;
};

}  // namespace

std::vector<std::string> other_structures(std::string_view line, std::size_t longest) {
  constexpr std::size_t deepest = 100;
  if (line.empty() || (line.front() != '{' && line.front() != '[') || depth_of(line) > deepest) {
    return {};
  }
  const Json whole = Json::parse(line, nullptr, false);
  if (whole.is_discarded()) return {};
  return Structures(whole, longest).all();
}

}  // namespace referee::judge
