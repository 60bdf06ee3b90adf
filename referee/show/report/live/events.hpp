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

  void begun(std::uint64_t done, std::uint64_t total) override;
  void started(const tournament::MatchStart& match) override;
  [[nodiscard]] bool wants_moves() const override { return true; }
  void moved(const tournament::MoveMade& move) override;
  void failed(const tournament::BotFailed& fault) override;
  void finished(const match::MatchRecord& record) override;
  void planned(std::uint64_t total) override;
  void changed(const tournament::ProgramChanged& program) override;
  void replaced(const tournament::AnswerReplaced& answer) override;
  void voided(const tournament::MatchVoided& match) override;
  void left_open(const tournament::MatchLeftOpen& match) override;

  // Writes the last line: the standings so far, as standings_json makes them, and whether the
  // tournament is complete.
  void standings(const text::Json& standings, bool complete);

 private:
  void write(const text::Json& event);
  void write(const std::string& line);

  std::ostream& out_;
  std::string tournament_;
};

// Writes the standings of a store as the last event of a stream. Returns whether a bot failed.
// Throws as standings_in().
bool tell_standings(const store::Store& store, EventStream& events, bool complete);

// Passes everything on to each of several observers, in order. They must outlive this object.
class Observers final : public tournament::RunObserver {
  using Each = tournament::RunObserver;

 public:
  explicit Observers(std::vector<Each*> all) : all_(std::move(all)) {}

  void begun(std::uint64_t done, std::uint64_t total) override { pass(&Each::begun, done, total); }
  void planned(std::uint64_t total) override { pass(&Each::planned, total); }
  void started(const tournament::MatchStart& match) override { pass(&Each::started, match); }
  [[nodiscard]] bool wants_moves() const override {
    return std::any_of(all_.begin(), all_.end(),
                       [](const Each* one) { return one->wants_moves(); });
  }
  void moved(const tournament::MoveMade& move) override { pass(&Each::moved, move); }
  void failed(const tournament::BotFailed& fault) override { pass(&Each::failed, fault); }
  void finished(const match::MatchRecord& record) override { pass(&Each::finished, record); }
  void changed(const tournament::ProgramChanged& bot) override { pass(&Each::changed, bot); }
  void replaced(const tournament::AnswerReplaced& one) override { pass(&Each::replaced, one); }
  void voided(const tournament::MatchVoided& match) override { pass(&Each::voided, match); }
  void left_open(const tournament::MatchLeftOpen& match) override { pass(&Each::left_open, match); }
  void adopted(const store::MatchSummary& match) override { pass(&Each::adopted, match); }
  void tick() override { pass(&Each::tick); }
  void stopping(std::size_t running) override { pass(&Each::stopping, running); }

 private:
  template <typename Event, typename... Facts>
  void pass(Event event, const Facts&... facts) {
    for (Each* one : all_) (one->*event)(facts...);
  }

  std::vector<Each*> all_;
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
