// Shows on a terminal which bot thinks, while one match is played.
#pragma once

#include <array>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <thread>

#include "referee/play/match/match.hpp"
#include "referee/show/report/live/live_line.hpp"

namespace referee::cli {

// Says on standard error who has been thinking about which move, and for how long, from the second
// second of a move on. Draws on a thread of its own, so that the match is not held up.
class ThinkingLine final : public match::MatchListener {
 public:
  // `seats`: names of the seats. `limit`: the time limit of a move, in words.
  ThinkingLine(std::array<std::string, 2> seats, std::string limit);
  // Removes the line.
  ~ThinkingLine() override;
  ThinkingLine(const ThinkingLine&) = delete;
  ThinkingLine& operator=(const ThinkingLine&) = delete;

  void asked(match::Seat seat, int number) override;
  void moved(const match::Ply& ply, int number, match::Duration cpu, match::Duration wall) override;
  void failed(const match::MatchFault& fault) override;

 private:
  using Clock = std::chrono::steady_clock;
  void draw_until_ended();

  std::array<std::string, 2> seats_;
  std::string limit_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_now_;
  bool ended_ = false;
  int number_ = 0;  // number of the move that is due; 0: none
  std::size_t seat_ = 0;
  Clock::time_point since_;
  report::LiveLine line_;
  std::thread drawer_;
};

}  // namespace referee::cli
