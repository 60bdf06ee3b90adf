// What `referee compare` shows: while it plays, and at its end.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "referee/evidence/compare.hpp"
#include "referee/report/fault_notes.hpp"
#include "referee/report/form.hpp"
#include "referee/report/live_line.hpp"
#include "referee/report/style.hpp"
#include "referee/text/json_reader.hpp"

namespace referee::report {

struct ComparisonReport {
  const store::Manifest& manifest;
  const evidence::Comparison& comparison;
  TextStyle style{};  // of the form "text"
};

// text and json.
std::span<const Form<ComparisonReport>> comparison_forms() noexcept;

// The result for people: counts, figures, the evidence, the decision in a sentence.
std::string comparison_text(const store::Manifest& manifest, const evidence::Comparison& comparison,
                            const TextStyle& style);

// The decision in a sentence or two.
std::string verdict_text(const evidence::Comparison& comparison);

// The result for programs; nothing in it depends on times.
text::Json comparison_json(const store::Manifest& manifest, const evidence::Comparison& comparison);

// Tells people how a comparison is going on: as Progress does for a tournament, on a live
// line or on plain lines every 30 seconds, with every fault on a line of its own up to
// faults_in_full of one kind and bot. Quiet: faults only. Used from one thread.
class CompareProgress final : public evidence::CompareObserver {
 public:
  using Clock = std::function<std::chrono::steady_clock::time_point()>;
  using Width = LiveLine::Width;

  static constexpr std::uint64_t faults_in_full = FaultNotes::in_full;

  CompareProgress(
      std::ostream& out, bool live, bool quiet, bool kept, Width width = [] { return 80; },
      Clock now = &std::chrono::steady_clock::now);

  void begun(std::uint64_t matches_before) override;
  void finished(const match::MatchRecord& record) override;
  void pair_counted(const evidence::Comparison& comparison) override;
  void tick() override;
  void stopping(std::size_t running) override;

  // After the run, however it ended: removes the live line and says how long it took.
  void finish();

 private:
  using Time = std::chrono::steady_clock::time_point;

  [[nodiscard]] std::string state_line() const;

  LiveLine line_;
  bool live_;
  bool quiet_;
  bool kept_;  // records are kept: the same command continues
  bool stopping_ = false;
  Clock now_;
  std::uint64_t played_ = 0;
  FaultNotes faults_;
  std::string evidence_;  // of the last pair that counted
  Time start_{};
  Time last_shown_{};
};

}  // namespace referee::report
