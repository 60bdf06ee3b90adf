// Several observers of one run.
#pragma once

#include <utility>
#include <vector>

#include "referee/tournament/runner.hpp"

namespace referee::report {

// Passes everything on to each of them, in order. They must outlive this object.
class Observers final : public tournament::RunObserver {
 public:
  explicit Observers(std::vector<tournament::RunObserver*> all) : all_(std::move(all)) {}

  void begun(std::uint64_t done, std::uint64_t total) override;
  void started(const tournament::MatchStart& match) override;
  [[nodiscard]] bool wants_moves() const override;
  void moved(const tournament::MoveMade& move) override;
  void failed(const tournament::BotFailed& fault) override;
  void finished(const match::MatchRecord& record) override;
  void adopted(const store::MatchSummary& match) override;
  void planned(std::uint64_t total) override;
  void changed(const tournament::ProgramChanged& program) override;
  void replaced(const tournament::AnswerReplaced& answer) override;
  void voided(const tournament::MatchVoided& match) override;
  void tick() override;
  void stopping(std::size_t running) override;

 private:
  std::vector<tournament::RunObserver*> all_;
};

}  // namespace referee::report
