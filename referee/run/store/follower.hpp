// Follows a tournament that somebody plays, in this process or another one: what is in its store,
// and what is being played now.
#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "referee/run/config/schedule.hpp"
#include "referee/run/store/live_file.hpp"
#include "referee/run/store/store.hpp"

namespace referee::store {

// Lines that are appended to the files with records of a folder.
class NewLines {
 public:
  explicit NewLines(std::filesystem::path folder) : folder_(std::move(folder)) {}

  // All whole lines that are there now count as read.
  void skip();
  // Calls `visit` with each whole line that came since, without its newline, file by file; lines
  // that are too long for records are skipped. Of one file about 4 MiB are read in one call, so
  // that the caller can do other things in between. Throws StoreError, and what `visit` throws.
  void read(const std::function<void(std::string_view)>& visit);

 private:
  std::filesystem::path folder_;
  std::map<std::filesystem::path, std::uint64_t> read_;  // whole lines of each file, in bytes
};

class Follower {
 public:
  using Time = std::chrono::steady_clock::time_point;

  // Lets processes that play there know that somebody watches. Throws as open_store().
  explicit Follower(const std::filesystem::path& folder,
                    const rules::Games& games = rules::own_games());

  // What has happened since the last call.
  struct News {
    // The tournament has grown or its bots have changed: all earlier news are void.
    bool anew = false;
    // Matches that are in the store now, each once, in the order in which they are found; by the
    // numbers that they have now. The first call has all that were there.
    std::vector<MatchSummary> finished;
    // The records of those in which a bot failed: at most 10, of the first call the last 50.
    std::deque<std::string> failed;
    bool running = false;  // running() has changed
    bool played = false;   // is_played() has changed
  };
  // Takes time only for what is new. Throws StoreError, JsonError.
  News poll(Time now = std::chrono::steady_clock::now());

  [[nodiscard]] const Store& store() const noexcept { return store_; }
  // See Schedule::planned().
  [[nodiscard]] std::uint64_t total() const { return schedule_.planned(); }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_; }
  // Whether somebody plays there.
  [[nodiscard]] bool is_played() const noexcept { return played_; }
  // Matches being played that are not in the store yet, in the order of their numbers, as far as
  // they are known, see LiveState. None if nobody plays, or if the processes that play cannot be
  // asked for them.
  [[nodiscard]] const std::vector<match::MatchRecord>& running() const noexcept { return running_; }

 private:
  struct LiveFile {
    std::filesystem::file_time_type time;
    std::uint64_t written = 0;
    Time changed;
    std::vector<match::MatchRecord> matches;
  };

  void begin(News& news);
  void read_new(News& news);
  void look_at_live_files(Time now);
  void find_running(Time now, News& news);
  // Whether it is new.
  bool add(const MatchSummary& match, News& news);

  std::filesystem::path folder_;
  Store store_;
  config::Schedule schedule_;
  Watching watching_;
  NewLines lines_;
  bool begun_ = false;
  bool played_ = false;
  std::uint64_t done_ = 0;
  Time next_look_for_manifest_{};
  std::vector<bool> seen_;  // by number
  std::map<std::filesystem::path, LiveFile> live_;
  std::vector<match::MatchRecord> running_;
};

}  // namespace referee::store
