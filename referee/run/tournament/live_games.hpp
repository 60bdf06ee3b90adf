// The running matches of a run, for those who watch it from other processes (store/live_file.hpp).
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "referee/run/store/live_file.hpp"
#include "referee/run/tournament/run_observer.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {

// Keeps the data to show the running matches, which costs well below a microsecond for each move,
// and writes them to a file while somebody watches.
class LiveGames {
 public:
  using Clock = std::chrono::steady_clock;

  // `label`: that of the part being played; may be empty.
  LiveGames(const std::filesystem::path& folder, std::string_view label, std::string tournament);
  ~LiveGames();  // removes the file
  LiveGames(const LiveGames&) = delete;
  LiveGames& operator=(const LiveGames&) = delete;

  // One match, while it is played. Used on the thread that plays it.
  class Game {
   public:
    Game(LiveGames& all, const MatchStart& start);
    ~Game();
    Game(const Game&) = delete;
    Game& operator=(const Game&) = delete;

    void moved(const match::Ply& ply, match::Duration cpu, match::Duration wall);
    void failed(const match::MatchFault& fault);

   private:
    friend class LiveGames;
    LiveGames& all_;
    std::mutex mutex_;  // guards the rest
    std::uint64_t number_;
    int moves_ = 0;
    std::string events_;  // lines
    rules::BySeat<std::string> bots_;
  };

  // To be called about ten times a second, on one thread. Errors in writing are ignored: a display
  // never stops a run.
  void tick(Clock::time_point now = Clock::now());

 private:
  void write(Clock::time_point now);

  const std::filesystem::path folder_;
  const std::filesystem::path file_;
  const std::string tournament_;
  std::uint64_t times_written_;
  std::mutex mutex_;  // guards the next one
  std::vector<Game*> games_;
  std::atomic<std::uint64_t> changes_ = 0;

  std::uint64_t written_changes_ = 0;
  bool watched_ = false;
  bool file_is_there_ = false;
  Clock::time_point next_look_{};
  Clock::time_point next_write_{};
  Clock::time_point last_write_{};
};

}  // namespace referee::tournament
