// The pairings of a tournament: a pure function of the manifest and of the results of earlier
// rounds.
//
// In every format the manifest alone fixes the numbers of an event's matches, so they never change.
// The numbers of play-offs that a knockout turns out not to need are left out, and so are those of
// a ladder's rounds that ended early. In a Swiss, a knockout or a ladder, the pairings of a round
// are known once note() has been called for all matches of the rounds before. Matches are numbered
// event by event, round by round, board by board, with the two seat orders of a pairing next to
// each other, so that a run that stops early is fair. In a round robin the boards are the pairs
// (0,1), (0,2), ..., (1,2), ...; games of one seat and of many have tables, see tables.hpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "referee/run/config/manifest.hpp"
#include "referee/run/formats/early_results.hpp"
#include "referee/run/formats/knockout.hpp"
#include "referee/run/formats/ladder.hpp"
#include "referee/run/formats/league.hpp"
#include "referee/run/formats/official.hpp"
#include "referee/run/formats/ranking.hpp"
#include "referee/run/formats/swiss.hpp"
#include "referee/run/formats/tables.hpp"
#include "rules/by_seat.hpp"

namespace referee::config {

struct Pairing {
  std::size_t event = 0;
  int round = 1;                      // from 1
  rules::BySeat<std::size_t> bots{};  // positions in the event's list, by seat
  // All matches of a round share this seed, and so the deal. In a knockout with several
  // deals for each pairing, each deal of the round has its own; in a ladder each pair has.
  std::uint64_t seed = 0;
  // Set where the manifest's seed was drawn: that seed, and the number of the deal in the round.
  struct Drawn {
    std::uint64_t seed = 0;
    int deal = 0;
  };
  std::optional<Drawn> drawn;

  // The number for {seed}, of at most 31 bits, if it does not follow from the pairing's seed.
  [[nodiscard]] std::optional<std::uint64_t> told() const;
};

// The names of its bots, by seat.
rules::BySeat<std::string> names_of(const Event& event, const Pairing& pairing);

// Sets the seed of the deal number `deal` (0 where a round has only one) of the pairing's round,
// and what the number for {seed} is made from. If the manifest's seed was drawn, both are keyed
// hashes of it: from what it sees a bot can find neither. A chosen seed gives the same deals as in
// earlier versions.
void set_seed(Pairing& pairing, const Manifest& manifest, int deal);
void set_seed(Pairing& pairing, std::uint64_t seed, bool drawn, int deal);

class Schedule {
 public:
  // Throws std::invalid_argument for an event whose format cannot be played with that many
  // bots; a manifest that was read from JSON has no such event.
  explicit Schedule(const Manifest& manifest);

  // The number of match numbers, in total and in one event.
  [[nodiscard]] std::uint64_t size() const noexcept { return size_; }
  [[nodiscard]] std::uint64_t size_of(std::size_t event) const;
  // The number of matches needed by all results so far: all that are not left out, but in a
  // knockout only those play-offs that a tie has called for. Never shrinks; the tournament is
  // complete when that many have been played.
  [[nodiscard]] std::uint64_t planned() const;
  [[nodiscard]] std::uint64_t planned_of(std::size_t event) const;
  // Whether a match is among those. Throws std::out_of_range unless number < size(), here and
  // below.
  [[nodiscard]] bool is_planned(std::uint64_t number) const;
  // Whether a match is known never to be needed: a play-off of a pairing that was decided before,
  // or a match of a ladder's round that ended because bots joined or left.
  [[nodiscard]] bool is_left_out(std::uint64_t number) const;
  // The event of a match, by its position in the manifest. Precondition: number < size().
  [[nodiscard]] std::size_t event_of(std::uint64_t number) const;
  // The number of rounds of an event.
  [[nodiscard]] int rounds_of(std::size_t event) const { return parts_.at(event).rounds; }

  // Match `number`, or nothing while it depends on results that are missing. Allocates no
  // memory; takes time linear in the number of bots at most.
  [[nodiscard]] std::optional<Pairing> find(std::uint64_t number) const;
  // The same for a match that is known; throws std::out_of_range if it is not.
  [[nodiscard]] Pairing at(std::uint64_t number) const;

  // The data of an imported match from the place where it was played; nullptr for other matches.
  [[nodiscard]] const formats::RecordedMatch* recorded(std::uint64_t number) const;

  // Adds the result of a match; each once, in any order. Returns true if this made further
  // matches known, or known to be left out. find() depends on which results were added, not on
  // their order. Round robins ignore results.
  bool note(std::uint64_t number, const formats::GameFigures& game);

  // The bots of an event ranked by the rules of its format and all results so far, best
  // first. Empty for a round robin, which the standings rank.
  [[nodiscard]] std::vector<formats::Placed> ranking(std::size_t event) const;

  using Plan =
      std::variant<formats::RoundRobin, formats::Tables, formats::Gauntlet, formats::Swiss,
                   formats::Knockout, formats::Official, formats::Ladder, formats::Recorded>;
  // The plan, for callers that need rounds, byes or qualified bots.
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
    std::optional<formats::NumberRange> seeds;  // of its rounds, if they do not follow
    formats::EarlyResults<Result> early;        // of matches that are not known yet
  };

  std::uint64_t seed_;
  bool drawn_;
  std::uint64_t size_ = 0;
  std::vector<Part> parts_;
};

}  // namespace referee::config
