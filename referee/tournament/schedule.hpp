// Who meets whom: a pure function of the manifest.
//
// Round robin: in every round every pair of bots of an event plays twice, once in
// each seat order, on the deal of the round. Matches are numbered event by event,
// round by round, pair by pair ((0,1), (0,2), ..., (1,2), ...), the two orders of a
// pair next to each other, so that a run that stops early is fair.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "referee/tournament/manifest.hpp"

namespace referee::tournament {

struct Pairing {
  std::size_t event = 0;
  int round = 1;                      // from 1
  std::array<std::size_t, 2> bots{};  // positions in the event's list, by seat
  std::uint64_t seed = 0;             // of the round: all its matches share the deal
};

class Schedule {
 public:
  explicit Schedule(const Manifest& manifest);

  // How many matches there are.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  // Match `number`, 0..size()-1. Costs no memory and at most a step for each bot.
  [[nodiscard]] Pairing at(std::uint64_t number) const;

 private:
  struct Part {
    std::uint64_t begin;
    std::uint64_t per_round;
    std::size_t bots;
  };
  std::uint64_t seed_;
  std::uint64_t size_ = 0;
  std::vector<Part> parts_;
};

}  // namespace referee::tournament
