// Who meets whom: a pure function of the manifest and of the results of earlier
// rounds.
//
// How many matches an event has is fixed by the manifest alone, in every format, so
// that match numbers never change; who sits at a board of a later round of a Swiss
// or a knockout is known once all results of the rounds before have been told.
// Matches are numbered event by event, round by round, board by board, the two seat
// orders of a pairing next to each other, so that a run that stops early is fair. In
// a round robin the boards are the pairs (0,1), (0,2), ..., (1,2), ...
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "referee/formats/early_results.hpp"
#include "referee/formats/knockout.hpp"
#include "referee/formats/league.hpp"
#include "referee/formats/official.hpp"
#include "referee/formats/ranking.hpp"
#include "referee/formats/recorded.hpp"
#include "referee/formats/swiss.hpp"
#include "referee/store/manifest.hpp"

namespace referee::store {

struct Pairing {
  std::size_t event = 0;
  int round = 1;                      // from 1
  std::array<std::size_t, 2> bots{};  // positions in the event's list, by seat
  // Of the round: all its matches share the deal. In a knockout with several deals
  // a pairing, of the round's deal.
  std::uint64_t seed = 0;
};

class Schedule {
 public:
  // Throws std::invalid_argument for an event whose format cannot be played with so
  // many bots; a manifest that was read from JSON has none.
  explicit Schedule(const Manifest& manifest);

  // How many matches there are, in all and in one event.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t size_of(std::size_t event) const;
  // How many rounds an event has.
  [[nodiscard]] int rounds_of(std::size_t event) const { return parts_.at(event).rounds; }

  // Match `number`, or nothing while it depends on results that have not been told.
  // Costs no memory and at most a step for each bot. Throws std::out_of_range for a
  // number that is not below size().
  [[nodiscard]] std::optional<Pairing> find(std::uint64_t number) const;
  // The same for a match that is known; throws std::out_of_range if it is not.
  [[nodiscard]] Pairing at(std::uint64_t number) const;

  // The number under which a match was played elsewhere; nothing for one that was not.
  [[nodiscard]] std::optional<std::int64_t> recorded_number(std::uint64_t number) const;

  // Tells the result of a match, each once, in any order. True if further matches
  // are known now. The answer to find() depends on what has been told, not on the
  // order. Round robins need no results, and telling them changes nothing.
  bool note(std::uint64_t number, const formats::GameFigures& game);

  // The bots of an event ranked by the rules of its format and by all results told
  // so far, the best first. Empty for a round robin, whose ranking is that of the
  // standings.
  [[nodiscard]] std::vector<formats::Placed> ranking(std::size_t event) const;

  using Plan = std::variant<formats::RoundRobin, formats::Gauntlet, formats::Swiss,
                            formats::Knockout, formats::Official, formats::Recorded>;
  // For who wants to see rounds, byes and qualified bots.
  [[nodiscard]] const Plan& plan(std::size_t event) const { return parts_.at(event).plan; }

 private:
  struct Result {
    std::uint64_t match = 0;  // in the part
    formats::GameFigures game;
  };
  struct Part {
    std::uint64_t begin = 0;
    int rounds = 0;
    Plan plan;
    formats::EarlyResults<Result> early;  // of matches that are not known yet
  };
  [[nodiscard]] std::size_t event_of(std::uint64_t number) const;

  std::uint64_t seed_;
  std::uint64_t size_ = 0;
  std::vector<Part> parts_;
};

}  // namespace referee::store
