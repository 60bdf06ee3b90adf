// A match while it is played, as the page gets it: its events with positions and texts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/play/match/match.hpp"
#include "referee/show/scenes/scene_json.hpp"

namespace referee::server {

class LiveMatch {
 public:
  // `match`: its number, game, seed, clock, budget and the names of its bots; round 0: not of a
  // tournament. `input`: persons play it, so the scenes say how a move is entered, and nothing that
  // is secret; `persons`: their seats.
  LiveMatch(const match::MatchRecord& match, const std::string& deal, bool input,
            const rules::BySeat<bool>& persons = {});

  // Returns the events that are new in `match`, which is what is known of it now. With `input`,
  // those that the game hides come once it shows them.
  text::Json follow(const match::MatchRecord& match);

  // All events so far.
  [[nodiscard]] const text::Json& events() const noexcept { return events_; }
  [[nodiscard]] std::size_t plies() const noexcept { return shown_; }
  // The position now, after moves that it hides, too.
  [[nodiscard]] const rules::Game& game() const noexcept { return *game_; }

 private:
  text::Json scene();
  text::Json scene_of_person();
  // Whose view is shown; nothing: all is to be seen.
  [[nodiscard]] std::optional<rules::Seat> viewer() const;

  const rules::GameInfo* info_;
  bool input_;
  rules::BySeat<bool> persons_;
  std::vector<std::string> told_;  // the last lines that the viewer read, where something is secret
  std::unique_ptr<rules::Game> game_;
  scenes::SceneWriter scenes_;
  std::size_t plies_ = 0;
  std::size_t shown_ = 0;  // of them
  std::size_t faults_ = 0;
  bool misfit_ = false;                      // a move did not follow the rules: it goes no further
  text::Json hidden_ = text::Json::array();  // events
  text::Json events_ = text::Json::array();
};

}  // namespace referee::server
