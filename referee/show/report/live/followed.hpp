// A run of another process, as a display shows it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>

#include "referee/run/store/follower.hpp"
#include "referee/show/report/live/display.hpp"

namespace referee::report {

// Passes on what is new. Each running match appears once, and each of its faults.
class Followed {
 public:
  // Makes the display when the first look is taken, and whenever the tournament has become another
  // one.
  using Make = std::function<std::unique_ptr<Display>(const store::Store&)>;

  Followed(store::Follower& follower, Make make) : follower_(follower), make_(std::move(make)) {}

  // Throws as Follower::poll().
  void look();
  // Once look() was called.
  [[nodiscard]] Display& display() const { return *display_; }

 private:
  void begin(const store::Follower::News& news);
  void tell_finished(const store::Follower::News& news);
  void tell_running();

  store::Follower& follower_;
  Make make_;
  std::optional<store::Store> store_;
  std::unique_ptr<Display> display_;
  std::uint64_t total_ = 0;                    // matches that are needed, as far as told
  std::map<std::uint64_t, std::size_t> told_;  // running matches, and how many of their faults
};

}  // namespace referee::report
