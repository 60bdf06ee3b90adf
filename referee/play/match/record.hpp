// Everything that is known about one match: enough to replay it and to audit it. For its JSON see
// record_json.hpp and docs/match-record.schema.json.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/words.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/machine/bot/fault.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/play/match/budget.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"
#include "rules/game.hpp"

namespace referee::match {

using bot::Fault;
using bot::FaultKind;
using kernel::Duration;

// How a match ended for a seat: the words of official result lists, records and standings.
using rules::Status;

// "WIN, LOSE, DRAW, ILLEGAL, TIMEOUT or EXIT", for errors.
inline std::string status_choices() { return text::join_with(rules::status_names, "or"); }

constexpr Status status_of(bot::FaultKind kind) noexcept {
  switch (kind) {
    case bot::FaultKind::illegal:
    case bot::FaultKind::flood:
      return Status::illegal;
    case bot::FaultKind::timeout:
      return Status::timeout;
    default:
      return Status::exit;
  }
}

using rules::Seat;

// 1 or 2, as in records and for people.
constexpr int number_of(Seat seat) { return static_cast<int>(rules::index(seat)) + 1; }

struct BotIdentity {
  std::string name;
  std::string command;  // as the user wrote it
  std::string hash;     // see program::content_hash; empty if it could not be taken
  std::vector<program::ReadFacts> read;             // what it was given to read besides
  std::optional<program::SourceFacts> source = {};  // if the command is a source file
  // Its limits, if those of the two bots differ; else all 0, see times_of().
  kernel::TimeLimits times = {};

  friend bool operator==(const BotIdentity&, const BotIdentity&) = default;
};

struct Ply {
  Seat seat{};
  std::string line;     // as the player wrote it, blanks at its end removed
  std::string relayed;  // as the opponent reads it
  bool jury = false;    // played by the jury after a fault

  friend bool operator==(const Ply&, const Ply&) = default;
};

struct MatchFault {
  Seat seat{};
  // The move that failed, counted from 1; 0: not known (recorded elsewhere). It is one of the plies
  // if the judge found the fault only later, see found_after.
  int ply = 0;
  Fault fault;
  std::optional<std::string> line;  // what it wrote, if that was the fault
  // The word of official results, if the game has its own for this fault; empty: official_word()
  // gives it.
  std::string word = {};
  // The number of plies after which the judge convicted the seat of this move, which it had
  // accepted (rules::Conviction); 0: the move was not accepted.
  int found_after = 0;

  // The number of the move that came next when it was found; 0: not known.
  [[nodiscard]] int found_before() const noexcept {
    return found_after > 0 ? found_after + 1 : ply;
  }
  // The number from which on the bot made no move any more; 0: not known.
  [[nodiscard]] int gone_from() const noexcept { return found_after > 0 ? ply + 1 : ply; }

  friend bool operator==(const MatchFault&, const MatchFault&) = default;
};

struct SeatScore {
  rules::SeatResult result;
  Status status = Status::draw;

  friend bool operator==(const SeatScore&, const SeatScore&) = default;
};

// The kind of fault with this name in capitals: a crash for CRASH. Nothing for other words.
std::optional<FaultKind> kind_named(std::string_view word);

// The word of official results for a fault in this game: the game's own, or the name of its status.
// Valid as long as the fault.
std::string_view official_word(const rules::GameInfo& game, const MatchFault& fault);

// Informs a game that a bot has failed, unless it has found that itself.
void forfeit(rules::Game& position, const rules::GameInfo& game, const MatchFault& fault);

// The kind of fault of which a game has convicted a seat.
constexpr FaultKind kind_of(const rules::Conviction& found) noexcept {
  return found.status == Status::timeout ? FaultKind::timeout : FaultKind::illegal;
}
// That fault, found when these plies had been made.
MatchFault fault_of(const rules::Conviction& found, const std::vector<Ply>& plies);

// The result of a match: a bot that failed has the status of its fault, whatever the board says.
rules::BySeat<SeatScore> scores_of(const rules::Result& result,
                                   const std::vector<MatchFault>& faults);

// The command in records of a bot that played elsewhere.
inline constexpr std::string_view recorded_command = "(recorded)";

// Whether it has no process: a person, the jury, recorded moves, random_command.
inline bool is_no_bot(const BotIdentity& bot) {
  return bot.command.starts_with('(') || bot.command == program::random_command;
}

// Measurements, which differ between identical runs. Nothing else in a record does.
struct BotMeasurements {
  Duration cpu{};  // charged over all of its turns
  Duration wall{};
  // Wall time from its start to its first turn, if both bots started with the game because its
  // judge has not said otherwise, and that was more than a tenth of its budget.
  std::optional<Duration> before_first_turn;
  bot::Departure departure;
};
struct Measurements {
  bool known = true;    // false for games recorded elsewhere: then nothing here is known
  std::string started;  // UTC, ISO 8601
  rules::BySeat<BotMeasurements> bots;
  std::vector<Duration> cpu;  // of each ply
  std::vector<Duration> wall;
  // Bytes that the bot wrote to its standard error from the end of its previous turn to the end of
  // this one; shorter than the game if the rest is 0, or not known.
  std::vector<std::uint64_t> stderr_bytes;
  std::vector<int> early;  // plies (from 1) whose line came before it was asked for
  std::string host;        // the machine and its protections, one line of JSON
};

// {seed} in a command becomes a number up to this one.
inline constexpr std::int64_t most_told_seed = 0x7fffffff;

struct MatchRecord {
  // The tournament's id, the match's number in it (from 0) and its round (from 1).
  std::string tournament;
  std::optional<std::uint64_t> match;
  int round = 0;

  const rules::GameInfo* game = nullptr;
  std::optional<std::uint64_t> seed;  // none for games recorded elsewhere and for a given deal
  // The number that bots were given for {seed}, if the seed does not follow from it.
  std::optional<std::uint64_t> told_seed;
  std::string deal;
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  // On this machine. If those of the bots differ: all those of the bot with the larger budget, of
  // the first seat if both are as large.
  kernel::TimeLimits times;
  double speed = 1;  // given speed of this machine relative to the official one
  bool isolated = true;
  bool ponders = false;  // bots might compute while the other side thought
  int given = 0;         // plies at the beginning that were given, whatever the bots answered
  rules::BySeat<BotIdentity> bots;
  std::vector<Ply> plies;
  std::vector<MatchFault> faults;
  rules::BySeat<SeatScore> scores;
  // The number of plies that a record states besides listing them; verify() compares.
  std::optional<std::uint64_t> stated_plies;
  Measurements measured;
};

// The time limits of the bot in this seat.
inline kernel::TimeLimits times_of(const MatchRecord& record, Seat seat) {
  const kernel::TimeLimits& own = record.bots[rules::index(seat)].times;
  return own.budget > Duration{} ? own : record.times;
}

// The fault of this seat, or nullptr.
const MatchFault* fault_of(const MatchRecord& record, Seat seat);

// A bot's line as text that any terminal may show: \xNN replaces the bytes of a backslash, of
// characters that are text::is_unsafe(), and those that are not UTF-8.
std::string escape_line(std::string_view line);
// The inverse. Throws std::invalid_argument for a backslash without x and two hexadecimal digits.
std::string unescape_line(std::string_view text);

}  // namespace referee::match
