// The common part of checks that play ordinary games: the bot meets some opponents, in both seats
// of each deal.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "referee/analysis/checks/regress_check.hpp"

namespace referee::checks {

// The games that a config asks for.
struct GamesPlan {
  config::Event event;               // a gauntlet of the bot against its opponents
  std::vector<std::uint64_t> seeds;  // of the rounds; empty: those of the schedule
};
// Reads "game", "budget", "opponents" (default: one that plays random moves) and "games" (against
// each opponent) or, if `seeds` allows it, "seeds".
GamesPlan read_games(const text::JsonReader& reader, const CheckContext& context, bool seeds);
// The manifest of these games.
config::Manifest manifest_of(const CheckContext& context, const GamesPlan& plan);

// The behaviour of a bot in the games of a check.
class GameTally {
 public:
  static constexpr std::size_t most_details = 10;

  // Adds a game in which the bot had `seat` (0 or 1). Each number once, in any order.
  void add(const match::MatchRecord& record, std::size_t seat);

  [[nodiscard]] std::uint64_t games() const noexcept { return games_; }
  // Games that differ in their deal or in a move.
  [[nodiscard]] std::uint64_t different() const noexcept { return moves_.size(); }
  [[nodiscard]] std::uint64_t faults() const noexcept { return faults_; }
  // Games in which another bot failed; of these, games that ended there.
  [[nodiscard]] std::uint64_t others_failed() const noexcept { return others_failed_; }
  [[nodiscard]] std::uint64_t cut_short() const noexcept { return cut_short_; }

  // Whether another bot failed in every game, so that the bot had no real opponent.
  [[nodiscard]] bool others_always_failed() const noexcept {
    return games_ > 0 && others_failed_ == games_;
  }

  // "2 timeout, 1 crash"
  [[nodiscard]] std::string fault_kinds() const;
  // The first faults of the bot, one for each reason; if it had none, those of the others.
  [[nodiscard]] std::vector<std::string> fault_details() const;
  // "20 games", "20 games (2 different ones)"
  [[nodiscard]] std::string games_text() const;
  // "an opponent failed in 2 of the games", "... in each game"; nothing if none did.
  [[nodiscard]] std::string others_text() const;
  // games, different, faults by kind, others_failed.
  [[nodiscard]] text::Json json() const;

 private:
  // Faults for one reason: the first of them, by the number of its game.
  struct Repeated {
    std::uint64_t number = 0;
    std::string text;
    std::uint64_t count = 0;
  };
  using Faults = std::map<std::string, Repeated>;  // by bot, kind and reason

  std::uint64_t games_ = 0;
  std::uint64_t faults_ = 0;
  std::uint64_t others_failed_ = 0;
  std::uint64_t cut_short_ = 0;
  std::map<std::string, std::uint64_t> kinds_;
  Faults own_;
  Faults others_;
  std::unordered_set<std::uint64_t> moves_;
};

// "game 3 as blue against random, seed 12": where to look.
std::string game_text(const match::MatchRecord& record, std::size_t seat);

class GamesCheck : public Check {
 public:
  GamesCheck(std::string name, std::string_view kind, const CheckContext& context, GamesPlan plan);

  [[nodiscard]] std::uint64_t games() const final { return schedule_.size(); }
  [[nodiscard]] CheckGame game(std::uint64_t index) const final;
  void note(const match::MatchRecord& record) final;
  [[nodiscard]] Outcome outcome() const final;

 protected:
  // Whether seeds were given.
  [[nodiscard]] bool fixed_deals() const noexcept { return !seeds_.empty(); }
  [[nodiscard]] const GameTally& tally() const noexcept { return tally_; }
  [[nodiscard]] std::string missing_text() const;  // "7 of 20 games were played"

  // Adds a game in which the bot had `seat`. The tally already includes it.
  virtual void note(const match::MatchRecord& record, std::size_t seat) = 0;
  // Judges by the games so far; `complete` if none is missing. The figures already include the
  // tally.
  virtual void judge(Outcome& outcome, bool complete) const = 0;

 private:
  std::vector<std::uint64_t> seeds_;
  config::Schedule schedule_;
  GameTally tally_;
};

}  // namespace referee::checks
