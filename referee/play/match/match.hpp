// One match: a loop between one Game and its Players.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"
#include "rules/by_seat.hpp"
#include "rules/catalogue.hpp"

namespace referee::match {

// A match to be played. The deal is a function of the seed where there is one.
struct MatchPlan {
  const rules::GameInfo* game = nullptr;
  std::optional<std::uint64_t> seed;
  std::string deal;

  static MatchPlan from_seed(const rules::GameInfo& game, std::uint64_t seed) {
    return {&game, seed, game.deal(seed)};
  }
};

// Is notified of what happens in a match while it is played, on the thread that plays it and
// between two turns, when no clock runs. Its exceptions end the match and pass through.
class MatchListener {
 public:
  virtual ~MatchListener() = default;
  // A bot, in this seat, is about to be asked for move `number`.
  virtual void asked(Seat /*seat*/, int /*number*/) {}
  // Move `number`, counted from 1, has been made by a bot or the jury; the times of the turn.
  virtual void moved(const Ply& ply, int number, Duration cpu, Duration wall) = 0;
  virtual void failed(const MatchFault& fault) = 0;
};

// Plays `plan` between these players, one for each seat, and returns the record, without what only
// the caller knows (bots, clock, machine). If a player fails, the jury plays on for it if the game
// has a takeover, with moves from the streams of jury_stream(). Whatever a player throws goes
// through. Throws std::invalid_argument for a deal that cannot be read or that ends before the game
// does. A listener that is null costs nothing.
MatchRecord play(const MatchPlan& plan, const rules::BySeat<Player*>& players,
                 MatchListener* listener = nullptr);

// The way in which matches are played, the same for all matches of a tournament.
struct MatchSettings {
  kernel::ClockKind clock = kernel::ClockKind::cpu;
  bool isolated = true;
  bool ponders = false;    // as the contestants say
  double speed = 1;        // of this machine, for the records: budgets have been divided by it
  std::string host_facts;  // for the records: one line of JSON
  // See bot::Host::start().
  rules::BySeat<bot::ErrorSink> errors = rules::BySeat<bot::ErrorSink>(rules::most_seats);
};

// Starts all bots on `host`, plays, waits until they are gone, and returns the
// complete record. Throws bot::Interrupted, bot::MatchVoid and bot::EnvironmentError; then
// the bots are gone too.
using Contestants = rules::BySeat<const Contestant*>;
MatchRecord run(bot::Host& host, const MatchPlan& plan, const MatchSettings& settings,
                const Contestants& bots, MatchListener* listener = nullptr);

// The host, the match to play, and its listener.
struct MatchPlace {
  bot::Host& host;
  const MatchPlan& plan;
  const MatchSettings& settings;
  MatchListener* listener = nullptr;
};

// Who sits in a seat: a bot, which is started, or any other player, who has this identity in the
// record.
struct Occupant {
  const Contestant* bot = nullptr;
  Player* player = nullptr;  // if there is no bot
  BotIdentity identity = {};
  // The bot is held to these moves, see HeldPlayer; its own answers go to `answers` if that is
  // given.
  std::vector<std::string> held = {};
  std::vector<std::string>* answers = nullptr;
};
using Occupants = rules::BySeat<Occupant>;

// Plays like run(), but not only between bots; one at least is. Exceptions of other players pass
// through.
MatchRecord run_seated(const MatchPlace& place, const Occupants& who);

// Plays like run(), from a position that these moves lead to; they must be legal. A bot that would
// not play the given moves does not know that others were made, unless its command tells it:
// `replaced` has their own answers, by seat. `may_leave`: the bots whose own moves count as soon as
// they differ; then the given moves end.
struct GivenStart {
  std::vector<std::string> moves;
  rules::BySeat<bool> may_leave = rules::BySeat<bool>(rules::most_seats);
};
struct ReplacedAnswer {
  Seat seat{};
  int ply = 0;  // from 1
  std::string answer;
};
MatchRecord run_given(const MatchPlace& place, const Contestants& bots, const GivenStart& start,
                      std::vector<ReplacedAnswer>& replaced);

// Plays like run(), without any bot: no time is measured.
MatchRecord run_without_bots(const MatchPlan& plan, const MatchSettings& settings, Duration budget,
                             const rules::BySeat<Player*>& players,
                             rules::BySeat<BotIdentity> identities,
                             MatchListener* listener = nullptr);

// Plays a match on `host` until it can be judged: calls `play` again after a bot::MatchVoid, and
// `told` with each of them before that. Returns the result of `play`. Throws bot::EnvironmentError
// when the match has been void `most_voids` times.
constexpr int most_voids = 10;
template <typename Play, typename Told>
auto until_judged(bot::Host& host, const Play& play, const Told& told) {
  for (int voids = 1;; ++voids) {
    try {
      return play();
    } catch (const bot::MatchVoid& why) {
      host.settle();
      if (voids == most_voids) {
        throw bot::EnvironmentError(std::string(why.what()) + ", for the " + std::to_string(voids) +
                                    "th time; " + why.cure());
      }
      told(why);
    }
  }
}

// Reports it in the log, where nothing else counts void matches.
inline void tell_void(const bot::MatchVoid& why) {
  text::warn("{}; it is played again", why.what());
}

}  // namespace referee::match
