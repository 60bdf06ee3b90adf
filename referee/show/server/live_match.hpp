// A match while it is played, as the page knows matches.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/match.hpp"
#include "referee/run/store/live_file.hpp"
#include "referee/show/scenes/scene_json.hpp"

namespace referee::server {

class LiveMatch {
 public:
  struct Facts {
    std::uint64_t number = 0;
    match::MatchPlan plan;
    int round = 0;  // 0: not of a tournament
    std::array<std::string, 2> bots;
    kernel::ClockKind clock = kernel::ClockKind::cpu;
    match::Duration budget{};
    bool input = false;  // the scenes say how a move is entered
  };
  explicit LiveMatch(Facts facts);

  using Made = store::RunningMatch::Made;
  // Adds the moves that are new, and returns the data of the event `moves`; nothing if there are
  // none. `faults`: all so far; they decide when the jury plays.
  std::optional<text::Json> follow(const std::vector<Made>& moves,
                                   const std::vector<match::MatchFault>& faults);
  // The data of the event `fault`.
  [[nodiscard]] text::Json fault_event(const match::MatchFault& fault) const;
  static text::Json fault_event(std::uint64_t number, const match::MatchRecord& record,
                                const match::MatchFault& fault);

  // A `Match` of the page, with "running": true.
  [[nodiscard]] text::Json json() const;
  [[nodiscard]] std::size_t plies() const noexcept { return plies_; }

 private:
  text::Json scene();
  // Lets the bots that failed at this move or before forfeit.
  void forfeit(const std::vector<match::MatchFault>& faults, int ply);

  Facts facts_;
  std::unique_ptr<rules::Game> game_;
  scenes::SceneWriter scenes_;
  std::size_t plies_ = 0;
  std::size_t forfeits_ = 0;
  bool misfit_ = false;  // a move did not follow the rules: it goes no further
  text::Json match_;
};

}  // namespace referee::server
