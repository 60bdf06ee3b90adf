// A line on a terminal that tells who has been thinking about which move, and for how long.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <thread>

#include "referee/machine/kernel/limits.hpp"
#include "referee/play/match/match.hpp"
#include "referee/show/report/live/live_line.hpp"
#include "rules/by_seat.hpp"

namespace referee::report {

// Shown from the second second of a move on. Draws on a thread of its own, so that the match is
// not held up.
class ThinkingLine final : public match::MatchListener {
 public:
  // What is known of the bot of a seat.
  struct Known {
    std::string name;
    std::string_view seat;
    kernel::ClockKind clock = kernel::ClockKind::cpu;
    kernel::Limits limits;
  };
  // `width`: that of the terminal at `out`.
  ThinkingLine(std::ostream& out, const rules::BySeat<Known>& seats, std::function<int()> width);
  ~ThinkingLine() override;
  ThinkingLine(const ThinkingLine&) = delete;
  ThinkingLine& operator=(const ThinkingLine&) = delete;

  void asked(match::Seat seat, int number) override { thinks(rules::index(seat), number); }
  void moved(const match::Ply&, int, match::Duration, match::Duration) override { thinks(0, 0); }
  void failed(const match::MatchFault&) override { thinks(0, 0); }

 private:
  void thinks(std::size_t seat, int number);
  void draw();

  rules::BySeat<std::string> names_;   // "mybot (red)"
  rules::BySeat<std::string> limits_;  // in words
  std::mutex mutex_;                   // guards what follows
  std::condition_variable ended_now_;
  bool ended_ = false;
  int number_ = 0;  // number of the move that is due; 0: none
  std::size_t seat_ = 0;
  std::chrono::steady_clock::time_point since_;
  LiveLine line_;
  std::thread drawer_;
};

}  // namespace referee::report
