#include "enumeration.hpp"

#include <algorithm>
#include <array>

namespace turn_right_test {
namespace {

struct Place {
  int column;
  int row;
};

constexpr std::array<Place, 4> directions{{{0, 1}, {1, 0}, {0, -1}, {-1, 0}}};

std::uint32_t bridge(int left_column, int row) {
  return std::uint32_t{1} << (6 * (4 - left_column) + row);
}

// Walks from a lowest square, upwards first, over higher squares only, and notes
// each way that comes back from the right.
class Walker {
 public:
  explicit Walker(std::vector<Found>& found) : found_(found) {}

  void start(Place place) {
    if (place.row == 5 || place.column == 5) return;
    start_ = place;
    used_[index(place)] = true;
    step({place.column, place.row + 1}, 0, 0, 0);
    used_[index(place)] = false;
  }

 private:
  static std::size_t index(Place place) {
    return static_cast<std::size_t>(place.column * 6 + place.row);
  }

  void step(Place at, std::size_t came, std::uint32_t key, int corners) {
    used_[index(at)] = true;
    for (std::size_t going = 0; going < 4; ++going) {
      const Place to{at.column + directions[going].column, at.row + directions[going].row};
      if (to.column < 0 || to.column > 5 || to.row < 0 || to.row > 5) continue;
      const std::uint32_t key_to =
          going % 2 == 0 ? key : key | bridge(std::min(at.column, to.column), at.row);
      const int corners_to = corners + (going == came ? 0 : 1);
      if (going == 3 && index(to) == index(start_)) {
        found_.push_back({key_to, corners_to + 1});
      } else if (index(to) > index(start_) && !used_[index(to)]) {
        step(to, going, key_to, corners_to);
      }
    }
    used_[index(at)] = false;
  }

  std::vector<Found>& found_;
  Place start_{0, 0};
  std::array<bool, 36> used_{};
};

}  // namespace

std::vector<Found> find_all_circuits() {
  std::vector<Found> found;
  Walker walker(found);
  for (int column = 0; column < 6; ++column) {
    for (int row = 0; row < 6; ++row) walker.start({column, row});
  }
  std::sort(found.begin(), found.end(),
            [](const Found& a, const Found& b) { return a.key < b.key; });
  return found;
}

std::uint32_t key_of(const std::string& corners) {
  std::uint32_t key = 0;
  for (std::size_t i = 0; i < corners.size(); i += 3) {
    const std::size_t next = i + 3 < corners.size() ? i + 3 : 0;
    const int from = std::min(corners[i], corners[next]) - 'a';
    const int to = std::max(corners[i], corners[next]) - 'a';
    for (int column = from; column < to; ++column) key |= bridge(column, corners[i + 1] - '1');
  }
  return key;
}

}  // namespace turn_right_test
