// The events of a run passed on: to several observers, as lines of JSON, and from the run of
// another process to a display.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/store/follower.hpp"
#include "referee/run/tournament/runner.hpp"
#include "referee/show/report/live/display.hpp"

namespace referee::report {

// Writes one object for each line and flushes it: "begun", then for each match "started", "move"
// and "fault" as they come, and "finished"; "program_changed" for a bot that was rebuilt, "void"
// for a match that is played again, "left_open" for one that has no result. Lines of different
// matches are interleaved. docs/events.schema.json describes the format. Throws std::runtime_error
// if a line cannot be written.
class EventStream final : public tournament::RunObserver {
 public:
  EventStream(std::ostream& out, std::string tournament)
      : out_(out), tournament_(std::move(tournament)) {}

  void happened(const tournament::Event& event) override;
  [[nodiscard]] bool wants_moves() const override { return true; }

  // Writes the last line: the standings so far, as standings_json makes them, and whether the
  // tournament is complete.
  void standings(const text::Json& standings, bool complete);

 private:
  void write(const std::string& line);

  std::ostream& out_;
  std::string tournament_;
};

// Writes the standings of a store as the last event of a stream. Returns whether a bot failed.
// Throws as standings_in().
bool tell_standings(const store::Store& store, EventStream& events, bool complete);

// Passes everything on to each of several observers, in order. They must outlive this object.
class Observers final : public tournament::RunObserver {
 public:
  explicit Observers(std::vector<tournament::RunObserver*> all) : all_(std::move(all)) {}

  void happened(const tournament::Event& event) override {
    for (auto* one : all_) one->happened(event);
  }
  [[nodiscard]] bool wants_moves() const override {
    return std::any_of(all_.begin(), all_.end(), [](auto* one) { return one->wants_moves(); });
  }
  void tick() override {
    for (auto* one : all_) one->tick();
  }

 private:
  std::vector<tournament::RunObserver*> all_;
};

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
