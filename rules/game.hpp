// The one interface through which all other code sees a game.
//
// A Game is a position together with everything the seats have been told
// about it. It knows the whole protocol of its game (tiles, `Start`, relayed
// forms, `Quit`, `x`), so that a match loop never asks which game it plays.
//
// The sequence of calls in one match:
//
//   auto game = info.start(info.deal(seed));
//   while (!game->over()) {
//     lines.clear();
//     game->take_lines(game->to_move(), lines);   // send these to the bot
//     Verdict verdict = game->play(answer);       // and judge what it answered
//     if (!verdict) game->forfeit(game->to_move());  // or forfeit_for(), see there
//   }
//   for (Seat seat : seats(info.seats())) game->take_lines(seat, ...);
//   game->result();
//
// Source of every rule: the original pages. Each game's own header has the sections Rules, Figures,
// Protocol, Result, Random moves and Interpretations; the last one lists what the page leaves open,
// where the code decides it, and how certain it is: [page] the page says so after all, elsewhere;
// [records] recorded official games show it; [bots] bots that took part rely on it; [ours] our own
// choice.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "rules/by_seat.hpp"
#include "rules/points.hpp"
#include "rules/random.hpp"

namespace rules {

struct Scene;  // rules/scene.hpp

// The answer of `Game::play` to a line: accepted, or the reason why not, one line of plain text for
// the bot's author, without a full stop.
class [[nodiscard]] Verdict {
 public:
  Verdict() = default;  // accepted
  // `word`: that of official results, where the game has its own for this (RecordFormat::words). It
  // must outlive the verdict.
  static Verdict refused(std::string reason, std::string_view word = {}) {
    Verdict verdict;
    verdict.reason_ = std::move(reason);
    verdict.word_ = word;
    return verdict;
  }
  explicit operator bool() const noexcept { return reason_.empty(); }
  // Empty exactly when the line was accepted.
  [[nodiscard]] const std::string& reason() const noexcept { return reason_; }
  // Empty if the word is ILLEGAL.
  [[nodiscard]] std::string_view word() const noexcept { return word_; }

 private:
  std::string reason_;
  std::string_view word_;
};

// A move as a bot would write it, without the newline. Moves of up to `capacity` bytes allocate
// nothing; each game that is a part of this program asserts that its longest move fits.
class MoveLine {
 public:
  static constexpr std::size_t capacity = 120;

  void clear() noexcept {
    size_ = 0;
    long_.clear();
  }
  void push_back(char c) noexcept { text_[size_++] = c; }
  void append(std::string_view text) noexcept {
    for (const char c : text) push_back(c);
  }
  // Assigns a move of any length.
  void assign(std::string_view move) {
    clear();
    move.size() <= capacity ? append(move) : static_cast<void>(long_ = move);
  }
  [[nodiscard]] std::string_view view() const noexcept {
    return long_.empty() ? std::string_view(text_.data(), size_) : std::string_view(long_);
  }

 private:
  std::array<char, capacity> text_;
  std::uint8_t size_ = 0;
  std::string long_;  // a move that does not fit into `text_`
};

// The outcome of a game for one seat, as the official result lists have it. The statuses of faults
// (ILLEGAL, TIMEOUT, EXIT) depend on the bot and are set by the match; the rules only know that a
// seat forfeited. Among more than two seats, the best one wins or, if it has equals, these draw.
enum class Outcome : std::uint8_t { win, lose, draw };

struct SeatResult {
  // The figure that standings add up: 0..320 or so, each game's header gives the range; in games
  // whose rules are programs most_outside_score (rules/catalogue.hpp) is the limit.
  std::int64_t score = 0;
  // Game points, 0..GameInfo::most_game_points.
  int game_points = 0;
  // The count on the board that the score was computed from; each game's header defines it.
  // Nothing: nobody has said it; then `score` says nothing either until the game is over.
  std::optional<Points> board_points = 0;
  // By the final position, also for the seat that plays on after the other one's
  // fault: it may `lose` on the board with a score above 0 against a forfeited 0.
  Outcome outcome = Outcome::draw;
  bool forfeited = false;
  // Among more than two seats, 1 for the best; those that tie have the same. 0: in games of one or
  // two, where the outcome says it.
  int place = 0;

  friend bool operator==(const SeatResult&, const SeatResult&) = default;
};

struct Result {
  BySeat<SeatResult> seats;

  friend bool operator==(const Result&, const Result&) = default;
};

// How a game ended for a seat: the words that every game has in records, standings and official
// result lists.
enum class Status : std::uint8_t {
  win,
  lose,
  draw,
  illegal,  // the bot failed: an illegal line
  timeout,
  exit,  // it left, crashed, or could not be run
};
inline constexpr std::array<std::string_view, 6> status_names{"WIN",     "LOSE",    "DRAW",
                                                              "ILLEGAL", "TIMEOUT", "EXIT"};

constexpr bool is_fault(Status status) noexcept { return status >= Status::illegal; }
constexpr std::string_view name(Status status) noexcept {
  return status_names[static_cast<std::size_t>(status)];
}
// The status of that name, or nothing.
constexpr std::optional<Status> status_named(std::string_view text) noexcept {
  for (std::size_t i = 0; i < status_names.size(); ++i) {
    if (status_names[i] == text) return static_cast<Status>(i);
  }
  return std::nullopt;
}
constexpr Status status_of(Outcome outcome) noexcept {
  if (outcome == Outcome::draw) return Status::draw;
  return outcome == Outcome::win ? Status::win : Status::lose;
}

// What the rules find of a line that they had accepted, when it is judged with others, or by
// another program: its seat has failed after all.
struct Conviction {
  Seat seat{};
  Status status = Status::illegal;  // of a fault that lines show: illegal or timeout
  std::string reason;               // as in a Verdict

  friend bool operator==(const Conviction&, const Conviction&) = default;
};

class Game {
 public:
  Game() = default;
  virtual ~Game() = default;

  // The seat whose answer is due. Meaningless once the game is over.
  [[nodiscard]] virtual Seat to_move() const noexcept = 0;
  [[nodiscard]] virtual bool over() const noexcept = 0;

  // Appends to `out` every line that `seat` has not been given yet, each ended
  // by '\n', and counts them as given. Called for the seat to move before it is
  // asked for its move, and for all seats after the end or a forfeit; what is
  // appended then (`Quit`, `x` or nothing) is the farewell.
  virtual void take_lines(Seat seat, std::string& out) = 0;

  // Judges and plays one line, without its newline, for the seat to move. The
  // line must match exactly: the caller has removed what may be removed (blanks and
  // '\r' at the end). A refused line changes nothing. `line` may have any bytes.
  // Precondition: !over().
  [[nodiscard]] virtual Verdict play(std::string_view line) = 0;

  // The verdict that play() would give on this line. Precondition: !over().
  [[nodiscard]] virtual Verdict check(std::string_view line) const { return clone()->play(line); }

  // The last accepted move as the opponent reads it, which may differ from what the
  // player wrote. Empty before the first move. Valid until the next call of play().
  [[nodiscard]] virtual std::string_view relayed() const noexcept = 0;

  // Whether the last accepted moves are still hidden from the seat that did not make them, as where
  // both choose at once: until this is false again after a later move, or the game is over.
  [[nodiscard]] virtual bool hides() const noexcept { return false; }

  // The seats that the last play() or forfeit() has convicted: each has moved before, and has
  // forfeited by this, without a call of forfeit().
  [[nodiscard]] virtual std::span<const Conviction> convictions() const noexcept { return {}; }

  // Whether a position holds what not all seats may know, such as hands of cards. Then persons who
  // play are shown the next two functions, and no points, until the game is over.
  [[nodiscard]] virtual bool secret() const noexcept { return false; }
  // As much of draw() and scene() as the person in `seat` may see.
  [[nodiscard]] virtual std::string draw_for(Seat /*seat*/) const { return draw(); }
  [[nodiscard]] virtual Scene scene_for(Seat seat) const;

  // The limit of the turn that is due; 0: that of the bot.
  [[nodiscard]] virtual std::chrono::milliseconds turn_limit() const noexcept { return {}; }
  // The line that a bot has written that leaves with exit code 0 in the turn that is due; empty: it
  // has failed.
  [[nodiscard]] virtual std::string_view exit_line() const noexcept { return {}; }
  // The time that the line took which play() gets next, on the clock of the match.
  virtual void took(std::chrono::milliseconds /*time*/) {}

  // Whether legal moves can be counted and chosen: the next three functions.
  [[nodiscard]] virtual bool lists_moves() const noexcept { return true; }

  // The number of legal moves of the seat to move, at least 1. Precondition: !over().
  [[nodiscard]] virtual std::uint32_t legal_count() const = 0;

  // Writes the legal move of this number, 0..legal_count()-1, in the order that the game's header
  // gives under Random moves. No two are the same. Precondition: !over().
  virtual void legal_move(std::uint32_t number, MoveLine& out) const = 0;

  // A uniformly random legal move for the seat to move, from `stream` alone: the
  // same stream and position give the same move on every machine. Every legal
  // move is possible. Precondition: !over().
  virtual void random_move(Stream& stream, MoveLine& out) const = 0;

  // Records a fault of `seat`. In games with takeover it scores 0, reads `Quit` and its turns go on
  // (the caller plays random moves for it); the game is over when all seats have forfeited. In
  // other games it ends at once or, if there are more than two seats, may go on without this one.
  // Forfeiting twice is the same as once. Precondition: !over().
  virtual void forfeit(Seat seat) = 0;
  // The same with the kind of the fault, as the word of official results: ILLEGAL, TIMEOUT, EXIT or
  // one of RecordFormat::words. Only games whose scores depend on it override this.
  virtual void forfeit_for(Seat seat, std::string_view /*word*/) { forfeit(seat); }

  // The result so far; final once over() is true.
  [[nodiscard]] virtual Result result() const = 0;

  // The position drawn for people, several lines, each ended by '\n', plain
  // ASCII, at most 79 columns.
  [[nodiscard]] virtual std::string draw() const = 0;

  // The position for displays and input. Its cells are those of GameInfo::layout.
  [[nodiscard]] virtual Scene scene() const = 0;

  // An independent copy, undelivered lines included.
  [[nodiscard]] virtual std::unique_ptr<Game> clone() const = 0;

 protected:
  Game(const Game&) = default;
  Game& operator=(const Game&) = default;
};

// A further word that one game has for a bot that failed (RecordFormat::words), and its status in
// standings. A word that is a kind of fault in capitals, like CRASH, is that of such a fault in the
// referee's own matches; the other words come from the game's verdicts.
struct ResultWord {
  std::string_view text;  // "NO_SOLUTIONS_LEFT"
  Status status = Status::illegal;
};

}  // namespace rules
