// Match numbers of the earlier manifests of a store.
//
// When a tournament grows, its matches get other numbers: a bot more means more pairs in each
// round, a round more of one game moves all games after it. Records keep the number of the manifest
// that they were played by. This class says which number they have now.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/config/schedule.hpp"

namespace referee::config {

class Renumbering {
 public:
  // The manifests of a store from the first to the newest. Each has the events and bots of the one
  // before it at the same positions, and at least as many rounds, see generations.hpp.
  explicit Renumbering(const std::vector<Manifest>& history);
  Renumbering(const Renumbering&) = delete;
  Renumbering& operator=(const Renumbering&) = delete;

  // The numbers that one manifest gave.
  class Numbers {
   public:
    [[nodiscard]] const std::string& id() const noexcept { return id_; }
    [[nodiscard]] std::uint64_t size() const noexcept { return size_; }  // matches
    // The number that match `number` has now. Precondition: number < size().
    [[nodiscard]] std::uint64_t now(std::uint64_t number) const;

   private:
    friend class Renumbering;
    struct Part {
      std::uint64_t begin = 0;  // of the event's matches
      std::uint64_t begin_now = 0;
      // Set if the event had fewer bots, else both null.
      const Schedule::Plan* then = nullptr;
      const Schedule::Plan* now = nullptr;
    };
    std::string id_;
    std::uint64_t size_ = 0;
    std::vector<Part> parts_;
  };

  // Null if no manifest of the store has this id.
  [[nodiscard]] const Numbers* find(std::string_view id) const;

  [[nodiscard]] const Schedule& newest() const { return schedules_.back(); }

 private:
  std::vector<Schedule> schedules_;  // oldest first
  std::vector<Numbers> numbers_;
};

}  // namespace referee::config
