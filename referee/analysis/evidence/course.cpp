#include "referee/analysis/evidence/course.hpp"

#include <utility>

namespace referee::evidence {

void Course::add(const CoursePoint& point) {
  last_ = point;
  if (++count_ % step_ != 0) return;
  if (kept_.size() + 1 == most_points) {
    // Half of them, and this one only if it is still in step.
    std::vector<CoursePoint> half;
    for (std::size_t i = 1; i < kept_.size(); i += 2) half.push_back(kept_[i]);
    kept_ = std::move(half);
    step_ *= 2;
    if (count_ % step_ != 0) return;
  }
  kept_.push_back(point);
}

std::vector<CoursePoint> Course::points() const {
  std::vector<CoursePoint> points = kept_;
  if (count_ % step_ != 0) points.push_back(last_);
  return points;
}

}  // namespace referee::evidence
