// Everything that the rest of the program knows about one game. A game's folder fills in one
// GameInfo, and nothing outside of the folder asks which game it has before it.
#pragma once

#include <array>
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

#include "rules/game.hpp"

namespace rules {

class RecordFormat;
struct Layout;  // rules/scene.hpp

// What a tournament of a game is ranked by, most important first.
enum class RankingKey : std::uint8_t {
  score,             // sum of the scores, higher is better
  game_points,       // sum of the game points, higher is better
  among_tied,        // sum of the scores over the games among those still tied
  irregular_losses,  // number of games lost by a fault, fewer is better
};

// What a difference in points is worth: the limits that a sequential test on points needs, and
// the gain that it looks for unless the user names one. The difference of a game is that of its
// two scores (in a cooperative game, of two games with the same partner); the difference of a
// pair of games is the mean over both seat orders, so it has the same limits.
struct PointScale {
  // Differences are within -limit..limit, above 0. If `exact`, the rules allow no others.
  // Otherwise scores have no useful limit, and this one is what bots of one kind are taken not to
  // exceed; forty times the gain. A larger difference counts as `limit`, and what speaks against
  // an answer may not be cut (evidence/comparison.hpp).
  double limit = 0;
  bool exact = true;
  // The usual gain worth finding, above 0: a tenth to a twentieth of what typical pairs of bots
  // are apart.
  double gain = 0;
};

// What a bot reads besides its opponent's moves, so that rules::Client can follow the game. The
// functions throw std::invalid_argument, saying what they read and what they expected.
struct Protocol {
  // Lines that both seats read before anything else.
  std::size_t preamble_lines = 0;
  // A deal that agrees with these lines; what they do not tell may be anything that leaves the
  // same moves legal. Empty: the lines joined by blanks are the deal.
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

// The game's part of a bot to begin with, for `referee new`: it reads the protocol, keeps the
// position and lists legal moves. referee/starter/skeletons/ has the rest of the bot, one file for
// each language, which says what it expects of this part.
struct BotPart {
  std::string_view ending;  // of file names in its language, without the dot: "cpp"
  std::string_view text;
};

// Of a game whose rules are a program of their own, a judge.
struct Outside {
  std::string folder;   // of the game, absolute
  std::string version;  // of its rules
  std::string hash;     // of the rules: another one may judge otherwise
  std::string facts;    // what is known of the game without the judge: one line of JSON
  // Files of the judge, absolute: no player may read them.
  std::vector<std::string> files;
  bool deterministic = true;  // the same lines lead to the same result
  bool lists_moves = true;    // see Game::lists_moves()
};

struct GameInfo {
  std::string_view name;     // as in configs and on the command line: "black-hole"
  std::string_view title;    // for people: "Black Hole"
  std::string_view contest;  // where it was played: "CodeCup 2018"
  std::string_view summary;  // one line for `referee games`
  // What `referee games NAME` prints: rules and protocol, Markdown. From NAME.md in the game's
  // folder; the catalogue fills it in.
  std::string_view page;
  // In the languages for which the game's folder has a file new/part.ENDING.in; the catalogue fills
  // it in. A line with the mark @only NAME@ is there for the game NAME alone, where several games
  // share a folder.
  std::span<const BotPart> bot_parts;
  std::array<std::string_view, 2> seat_names;  // "red", "blue"
  std::chrono::milliseconds budget{};          // thinking time of one bot for one game
  std::size_t memory_limit = 0;                // bytes, as the page sets it; 0: the page sets none
  // The longest that a turn may take; 0: only the budget ends it. `first_turn_limit`: the same of a
  // bot's first turn; 0: as the others.
  std::chrono::milliseconds turn_limit{};
  std::chrono::milliseconds first_turn_limit{};
  bool takeover = true;      // the jury plays on for a bot that failed
  bool cooperative = false;  // both seats get the same score; nobody beats anybody
  std::span<const RankingKey> ranking;
  int most_game_points = 0;      // SeatResult::game_points is 0..most_game_points
  std::size_t longest_move = 0;  // characters of the longest legal line, without the newline
  PointScale point_scale;
  Protocol protocol;

  // The random part of a game as one line of text (Box: both colours and all tiles; Black Hole:
  // the brown fields; elsewhere empty), a pure function of the seed.
  std::function<std::string(std::uint64_t seed)> deal;
  // The game before its first move. Throws std::invalid_argument, saying what is wrong, if
  // `deal` is not a deal of this game.
  std::function<std::unique_ptr<Game>(std::string_view deal)> start;
  // What lies on the board before the first move, in the form of a relayed move (Box: its start
  // tile, "Hh216534h"). Throws like `start`. Empty: nothing does.
  std::function<std::string(std::string_view deal)> opening;

  // Where the cells of the board are, for Game::scene().
  std::function<const Layout&()> layout;

  // How official records write games of this kind (recorded_game.hpp); nullptr: there are none.
  const RecordFormat* record_format = nullptr;

  // Nothing if the rules are a part of this program.
  std::optional<Outside> outside = std::nullopt;
};

}  // namespace rules
