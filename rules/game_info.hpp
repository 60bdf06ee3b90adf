// Everything that the rest of the program knows about one game. A game's folder fills in one
// GameInfo, and nothing outside of the folder asks which game it has before it.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "rules/by_seat.hpp"
#include "rules/game.hpp"

namespace rules {

class RecordFormat;
struct Layout;  // rules/scene.hpp

// The keys by which a tournament of a game is ranked, most important first.
enum class RankingKey : std::uint8_t {
  score,             // sum of the scores, higher is better
  game_points,       // sum of the game points, higher is better
  among_tied,        // sum of the scores over the games among those still tied
  irregular_losses,  // number of games lost by a fault, fewer is better
};

// The worth of a difference in points: the limits that a sequential test on points needs, and the
// gain that it seeks unless the user names one. The difference of a game is that of its two scores
// (in a cooperative game, of two games with the same partner); the difference of a pair of games is
// the mean over both seat orders, so it has the same limits. In a game of one seat it is that of
// two answers to a deal, of relative scores in per cent, see store/answer.hpp.
struct PointScale {
  // Differences are within -limit..limit, above 0. If `exact`, the rules allow no others. Otherwise
  // scores have no useful limit, and bots of one kind are assumed not to exceed this one. A larger
  // difference counts as `limit`, and differences that speak against an answer may not be cut
  // (evidence/comparison.hpp).
  double limit = 0;
  bool exact = true;
  // The usual gain worth finding, above 0: where `usual`, as fine as the usual question by wins, so
  // about a twenty-fifth of the deviation of a pair of random bots; elsewhere a tenth to a
  // twentieth of the difference between typical pairs of bots.
  double gain = 0;
  // A question whether one bot is better is about points unless it says otherwise, as it always is
  // in cooperative games: where a contest adds up scores, and they say more than who has won.
  bool usual = false;
};

// Of answers: which of two scores on the same deal is better, and what counts of them.
enum class Goal : std::uint8_t { max, min };
enum class Scores : std::uint8_t {
  absolute,  // the scores themselves
  relative,  // their ratio to the best one of the deal
};

// The lines that a bot reads besides its opponent's moves, so that rules::Client can follow the
// game. The functions throw std::invalid_argument, naming what they read and what they expected.
struct Protocol {
  // Lines that both seats read before anything else.
  std::size_t preamble_lines = 0;
  // A deal that agrees with these lines; its other parts may be anything that leaves the same moves
  // legal. Empty: the lines joined by blanks are the deal.
  std::function<std::string(std::span<const std::string> preamble)> deal;
  // The line after the preamble is the name of the seat (GameInfo::seat_names). Otherwise the
  // seat that begins reads `Start`, and the other one its opponent's first move.
  bool names_seat = false;
  // Checks the line that a seat reads before each of its own moves, after its opponent's move
  // (Box: its tile). Empty: no such line.
  std::function<void(std::string_view line)> check_hint;
  // A move as its player wrote it, from the form in which the opponent reads it. Empty: both
  // are the same.
  std::function<std::string(std::string_view relayed)> written;
  // A seat whose game is over reads `Quit`. Otherwise it reads nothing, or `x` after a fault.
  bool says_quit = true;
};

// The game's part of a new bot, for `referee new`: it reads the protocol, keeps the position and
// lists legal moves. referee/play/starter/skeletons/ has the rest of the bot, one file for each
// language, which describes the requirements for this part.
struct BotPart {
  std::string_view ending;  // of file names in its language, without the dot: "cpp"
  std::string_view text;
};

// A game whose rules are a program of their own, a judge.
struct Outside {
  std::string folder;   // of the game, absolute
  std::string version;  // of its rules
  std::string hash;     // of the rules: another one may judge otherwise
  std::string facts;    // description of the game without the judge: one line of JSON
  // Files of the judge, absolute: no player may read them.
  std::vector<std::string> files;
  bool deterministic = true;  // the same lines lead to the same result
  bool lists_moves = true;    // see Game::lists_moves()
  bool secret = false;        // see Game::secret()
};

struct GameInfo {
  std::string_view name;     // in configs and on the command line: "black-hole"
  std::string_view title;    // for people: "Black Hole"
  std::string_view contest;  // where it was played: "CodeCup 2018"
  std::string_view summary;  // one line for `referee show games`
  // The output of `referee show GAME`: rules and protocol, Markdown. From NAME.md in the game's
  // folder; the catalogue fills it in.
  std::string_view page;
  // The parts for the languages for which the game's folder has a file new/part.ENDING.in; the
  // catalogue fills it in. A line with the mark @only NAME@ is there for the game NAME alone, where
  // several games share a folder.
  std::span<const BotPart> bot_parts;
  BySeat<std::string_view> seat_names;  // "red", "blue"; in the order in which they begin
  [[nodiscard]] std::size_t seats() const noexcept { return seat_names.size(); }
  // A game for several numbers of seats is the one with the most of them, and has the others:
  // `seated` returns the same game with so many, fewest_seats to seats() - 1.
  std::size_t fewest_seats = usual_seats;
  std::function<const GameInfo*(std::size_t seats)> seated;
  // Whether one bot can beat another one in a game.
  [[nodiscard]] bool has_winner() const noexcept { return !cooperative && seats() > 1; }
  // The game in which bots answer alone; null if it is none.
  [[nodiscard]] const GameInfo* alone() const { return goal ? with_seats(1) : nullptr; }
  // The game with so many seats; null if it is not played so.
  [[nodiscard]] const GameInfo* with_seats(std::size_t count) const {
    if (count == seats()) return this;
    return count < fewest_seats || count > seats() ? nullptr : seated(count);
  }
  std::chrono::milliseconds budget{};  // thinking time of one bot for one game
  std::size_t memory_limit = 0;        // bytes, as the page sets it; 0: the page sets none
  // The time limit of a turn; 0: only the budget ends it. `first_turn_limit`: that of a bot's first
  // turn; 0: as the others.
  std::chrono::milliseconds turn_limit{};
  std::chrono::milliseconds first_turn_limit{};
  // A bot may exceed the limit of a turn by `soft_limit`, in `soft_turns` turns of a game.
  std::chrono::milliseconds soft_limit{};
  int soft_turns = 0;
  bool farewell = true;  // bots learn that the game is over; otherwise they are just ended
  // A bot is started when its seat is asked first; otherwise both are when the game begins.
  bool starts_at_turn = false;
  bool takeover = true;      // the jury plays on for a bot that failed
  bool cooperative = false;  // both seats get the same score; nobody beats anybody
  // Set: bots answer deals, each alone. Tournaments and comparisons play it with one seat, whatever
  // others it has.
  std::optional<Goal> goal = std::nullopt;
  Scores scores = Scores::absolute;  // of such a game
  std::span<const RankingKey> ranking;
  int most_game_points = 0;      // SeatResult::game_points is 0..most_game_points
  std::size_t longest_move = 0;  // characters of the longest legal line, without the newline
  PointScale point_scale;
  // The deal holds what a bot does not know from the start: a bot that guesses the seed knows it.
  bool secret_deal = false;
  Protocol protocol;

  // The random part of a game as one line of text (Box: both colours and all tiles; Black Hole:
  // the brown fields; elsewhere empty), a pure function of the seed.
  std::function<std::string(std::uint64_t seed)> deal;
  // The game before its first move. Throws std::invalid_argument, giving the reason, if `deal` is
  // not a deal of this game.
  std::function<std::unique_ptr<Game>(std::string_view deal)> start;
  // The pieces on the board before the first move, in the form of a relayed move (Box: its start
  // tile, "Hh216534h"). Throws like `start`. Empty: there are none.
  std::function<std::string(std::string_view deal)> opening;

  // The places of the board's cells, for Game::scene().
  std::function<const Layout&()> layout;

  // The form of official records of these games (recorded_game.hpp); nullptr: there are none.
  const RecordFormat* record_format = nullptr;

  // The judge; nothing if the rules are a part of this program.
  std::optional<Outside> outside = std::nullopt;
  // Whether a competition has an official judge for it, with compilers and a limit on sources.
  [[nodiscard]] bool official() const noexcept { return !outside; }
};

}  // namespace rules
