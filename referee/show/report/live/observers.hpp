// Several observers of one run.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "referee/run/tournament/runner.hpp"

namespace referee::report {

// Passes everything on to each of them, in order. They must outlive this object.
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

}  // namespace referee::report
