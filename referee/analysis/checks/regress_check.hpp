// What the readers of the kinds of checks share.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/analysis/checks/regress.hpp"
#include "referee/play/match/budget.hpp"

namespace referee::checks {

constexpr std::size_t most_details = 10;  // of an outcome

// The data that the checks of a config share.
struct CheckContext {
  config::BotEntry bot;
  config::Manifest base;               // seed, clock, isolation, folder; no events
  rules::TypedGames* games = nullptr;  // see config::Overrides
  const rules::GameInfo* game = nullptr;

  // Of which records may be.
  [[nodiscard]] const rules::Games& of_records() const {
    return games != nullptr ? *games : rules::own_games();
  }
  unsigned toolchain = 0;    // of sources, see toolchain::BotLine
  kernel::TimeLimits times;  // of the config
  match::LimitList limits;   // of the command line; these go before all others
};

// The readers of the kinds; all throw JsonError, that of recorded games as read_regress() does.
using CheckReader = std::unique_ptr<Check> (*)(const text::JsonReader& reader, std::string name,
                                               const CheckContext& context);
std::unique_ptr<Check> read_no_faults(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_not_weaker(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_score(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_move_time(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_same_moves(const text::JsonReader&, std::string, const CheckContext&);
std::unique_ptr<Check> read_plays_on(const text::JsonReader&, std::string, const CheckContext&);

// The event of a check with its game and budget; the bot under test is its only bot so far.
config::Event read_check_event(const text::JsonReader& reader, const CheckContext& context);

// A bot: a text (its command), or an object as in tournament configs, but with an optional name.
// Its program is hashed; a source is compiled. Without a name it gets that of the program, with a
// number if one of `others` has that name; a given name must differ from those of `others`. `game`:
// what it plays, null if that is not known.
config::BotEntry read_check_bot(const text::JsonReader& reader,
                                const std::vector<config::BotEntry>& others,
                                const CheckContext& context, const rules::GameInfo* game);

// The games that a config asks for.
struct GamesPlan {
  config::Event event;               // a gauntlet of the bot against its opponents
  std::vector<std::uint64_t> seeds;  // of the rounds; empty: those of the schedule

  // The manifest of these games.
  [[nodiscard]] config::Manifest manifest(const CheckContext& context) const;
};
// Reads "game", "budget", "opponents" (default: one that plays random moves) and "games" (against
// each opponent) or, if `seeds` allows it, "seeds".
GamesPlan read_games(const text::JsonReader& reader, const CheckContext& context, bool seeds);

// What a check keeps of a game.
struct PlayedGame {
  struct Failure {
    bool own = false;
    std::string kind;
    std::string like;  // the same for faults of one bot for one reason
    std::string text;  // which game, who failed and how
  };

  std::string where;  // "game 3 as blue against random, seed 12"
  double score = 0;
  std::uint64_t hash = 0;  // of deal and moves
  std::vector<Failure> failures;
  bool other_failed = false;
  bool cut_short = false;  // it ended because another bot failed
};
// `seat`: the bot's, 0 or 1.
PlayedGame played_game(const match::MatchRecord& record, std::size_t seat);

// The part of a recorded game that is needed to replay it against one seat.
struct ReplayedGame {
  std::string place;  // "games.jsonl: line 3"
  match::MatchPlan plan;
  rules::Seat seat{};             // the bot's
  std::vector<match::Ply> plies;  // without those after the bot's own fault
};

struct RecordedPlan {
  config::Event event;  // its bots: the bot under test, and "recorded" for the record
  std::vector<ReplayedGame> games;
};

// Reads "game", "budget", "command", "records", "match" and "as", and the records that they name.
RecordedPlan read_recorded(const text::JsonReader& reader, const CheckContext& context);
constexpr std::size_t most_recorded = 100'000;  // games, or positions in them

}  // namespace referee::checks
