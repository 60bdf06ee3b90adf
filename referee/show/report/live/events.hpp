// The events of a tournament, as JSON lines, while they happen.
#pragma once

#include <ostream>
#include <string>
#include <utility>

#include "referee/base/text/json_reader.hpp"
#include "referee/run/tournament/runner.hpp"

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

}  // namespace referee::report
