// A game in which persons play, against bots, the jury or each other: moves are taken back, and
// another bot gives hints. The caller decides whether the persons sit at a terminal or at a page.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/play/match/match.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {

// The command in the record.
inline constexpr const char* a_person = "(person)";
inline constexpr const char* the_jury = "(jury)";

// The reason of a fault of a person who gave up.
inline constexpr std::string_view resigned = "resigned";

// Whether a bot has failed, and not a person or the jury.
bool bot_failed(const MatchRecord& record);

// The verdict for a person who is about to play this line: one that would be a fault is refused.
rules::Verdict verdict_for_person(const rules::Game& game, std::string_view line);

// The game as all who sit at the table see it.
class SittingBoard : public MatchListener {
 public:
  explicit SittingBoard(const MatchPlan& plan);

  void moved(const Ply& ply, int number, Duration cpu, Duration wall) override;
  void failed(const MatchFault& fault) override;

  [[nodiscard]] const rules::GameInfo& info() const noexcept { return info_; }
  [[nodiscard]] const rules::Game& game() const noexcept { return *game_; }
  [[nodiscard]] const std::vector<Ply>& plies() const noexcept { return plies_; }
  [[nodiscard]] const std::vector<MatchFault>& faults() const noexcept { return faults_; }

 private:
  const rules::GameInfo& info_;
  std::unique_ptr<rules::Game> game_;
  std::vector<Ply> plies_;
  std::vector<MatchFault> faults_;
};

// Thrown by a person who takes moves back: the game is played again up to that many plies.
struct TakenBack {
  std::size_t plies = 0;
};

// Thrown by a person who gives up: no player moves any more. The record continues to the end of the
// game with random moves of all seats, because the rules have no earlier end.
struct Resigned {
  Seat seat{};
};

// Who sits in a seat: a person or a bot; neither: the jury.
struct Chair {
  bool person = false;
  std::optional<Contestant> bot = {};
};

struct SittingOptions {
  MatchPlan plan;
  MatchSettings settings;
  Seat own_seat = Seat::first;        // of the only or first person
  rules::BySeat<Chair> chairs = {};   // of the other seats
  std::optional<Contestant> adviser;  // the bot that hint() asks
  Duration budget{};                  // for the record if there is no bot
  std::vector<Ply> begun;             // moves with which the game begins
  std::vector<MatchFault> failed;     // the faults of the game that these are of

  [[nodiscard]] bool is_person(Seat seat) const { return seat == own_seat || chairs[seat].person; }
  [[nodiscard]] bool has_bot() const;
  // The seat of the only person; nothing if there are several.
  [[nodiscard]] std::optional<Seat> only_person() const;
  // The players, by seat: "you", "second person", a bot, "jury".
  [[nodiscard]] rules::BySeat<BotIdentity> identities() const;
};

class Sitting {
 public:
  // The persons and what they see.
  class People {
   public:
    virtual ~People() = default;
    // A board for a game that begins, or begins again: its first `known` moves have been seen.
    virtual std::unique_ptr<SittingBoard> board(std::size_t known) = 0;
    // The person in this seat, who makes the moves of `given` without being asked.
    virtual std::unique_ptr<Player> person(Seat seat, SittingBoard& board,
                                           std::vector<std::string> given) = 0;
  };

  // `host` plays the bots; both must outlive this object.
  Sitting(bot::Host& host, SittingOptions options);

  // Plays to the end, however often moves are taken back. Passes on exceptions of persons other
  // than TakenBack and Resigned, and throws like run().
  MatchRecord play(People& people);

  [[nodiscard]] const SittingOptions& options() const noexcept { return options_; }

  // The number of these moves that are left if a person takes back the last one that a person made;
  // nothing if there is none.
  [[nodiscard]] std::optional<std::size_t> without_last(const std::vector<Ply>& plies) const;

  // The adviser's move in the game so far, in this seat; `failed` if it fails instead. May be
  // called while play() waits for a person, on the same thread. Throws bot::Interrupted, also after
  // interrupt_hint(). Precondition: there is an adviser.
  struct Hint {
    std::string by;
    std::string move;
    std::string failed;
  };
  Hint hint(Seat seat, const SittingBoard& board);
  // Ends a search for a hint. May be called from any thread.
  void interrupt_hint();

 private:
  // A game up to a move of it.
  struct Past {
    std::vector<Ply> plies;
    std::vector<MatchFault> faults;

    // The moves of a seat.
    [[nodiscard]] std::vector<std::string> moves_of(Seat seat) const;
    // The fault of a seat that is out since.
    [[nodiscard]] const MatchFault* out(Seat seat, const rules::GameInfo& game) const;
  };

  MatchRecord play_from(const Past& kept, SittingBoard& board, People& people);
  [[nodiscard]] MatchRecord given_up(const Past& past, Seat seat) const;
  // Plays the part of a seat that is out.
  [[nodiscard]] std::unique_ptr<Player> absent(const Past& past, Seat seat) const;

  bot::Host& host_;
  SittingOptions options_;
  std::mutex advising_mutex_;
  bot::Host* advising_ = nullptr;
};

}  // namespace referee::match
