#include "referee/play/match/match.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "referee/base/text/log.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/judge/external_game.hpp"
#include "referee/play/match/players.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {
namespace {

// The state of one match while it is played.
class Table {
 public:
  Table(const MatchPlan& plan, const rules::BySeat<Player*>& players, MatchListener* listener)
      : listener_(listener),
        game_(plan.game->start(plan.deal)),
        jury_(players.size(),
              [&](Seat seat) { return RandomPlayer(jury_stream(plan.seed, seat)); }),
        players_(players),
        failed_(players.size()),
        has_judge_(plan.game->outside.has_value()) {
    // A longer game takes more.
    constexpr std::size_t usual_plies = 64;
    record_.plies.reserve(usual_plies);
    record_.measured.cpu.reserve(usual_plies);
    record_.measured.wall.reserve(usual_plies);
    record_.game = plan.game;
    record_.seed = plan.seed;
    record_.deal = plan.deal;
    record_.bots.resize(players.size());
    record_.measured.bots.resize(players.size());
    for (Player* player : players_) player->meet(*game_);
    for (RandomPlayer& jury : jury_) jury.meet(*game_);
  }

  MatchRecord play() {
    try {
      while (!game_->over()) play_one();
      for (const Seat seat : players_.seats()) {
        if (!failed(seat)) player(seat).part(lines_for(seat));
      }
      record_.scores = scores_of(game_->result(), record_.faults);
    } catch (judge::JudgeError& error) {
      error.last_line = std::move(last_line_);
      throw;
    }
    return std::move(record_);
  }

 private:
  Player& player(Seat seat) { return *players_[seat]; }
  bool& failed(Seat seat) { return failed_[seat]; }

  std::string_view lines_for(Seat seat) {
    lines_.clear();
    game_->take_lines(seat, lines_);
    return lines_;
  }

  void play_one() {
    const Seat seat = game_->to_move();
    const int number = static_cast<int>(record_.plies.size()) + 1;
    if (listener_ != nullptr && !failed(seat)) listener_->asked(seat, number);
    Answer answer = player(seat).answer(lines_for(seat));
    // The further lines of an answer come together with its first one.
    answer.early = answer.early && !lines_.empty();
    text::debug("player {}{}: read '{}', answered '{}', {} us of CPU time, {} us of wall time",
                rules::index(seat) + 1, failed(seat) ? " (jury)" : "", lines_, answer.line,
                answer.cpu.count() / 1000, answer.wall.count() / 1000);
    auto& spent = record_.measured.bots[rules::index(seat)];
    spent.cpu += answer.cpu;
    spent.wall += answer.wall;
    if (answer.fault) {
      take_over(seat, std::move(*answer.fault), std::nullopt);
      return;
    }
    if (has_judge_) {
      last_line_ = {seat, failed(seat), answer.line};
      std::size_t unread = 0;
      for (const Player* one : players_) unread += one->unread();
      judge::check_size(*game_, unread);
    }
    game_->took(std::chrono::ceil<std::chrono::milliseconds>(answer.counted));
    const rules::Verdict verdict = game_->play(answer.line);
    if (!verdict) {
      // A deal that was recorded elsewhere may run out before the game ends: then no move is
      // legal, and the jury would be asked for ever.
      if (failed(seat)) {
        throw std::invalid_argument("the jury's move was refused: " + verdict.reason());
      }
      if (auto fault = player(seat).instead_of_move(answer.line)) {
        take_over(seat, std::move(*fault), std::nullopt);
      } else {
        if (answer.early) record_.measured.early.push_back(number);
        take_over(seat, {FaultKind::illegal, verdict.reason()}, std::move(answer.line),
                  verdict.word());
      }
      return;
    }
    record_.plies.push_back(
        {seat, std::move(answer.line), std::string(game_->relayed()), failed(seat)});
    record_.measured.cpu.push_back(answer.cpu);
    record_.measured.wall.push_back(answer.wall);
    note_stderr(answer.stderr_bytes);
    if (listener_ != nullptr) {
      listener_->moved(record_.plies.back(), number, answer.cpu, answer.wall);
    }
    if (answer.early) record_.measured.early.push_back(number);
    take_convictions();
  }

  // Of the last ply. Most bots write nothing there.
  void note_stderr(std::uint64_t bytes) {
    if (bytes == 0) return;
    auto& all = record_.measured.stderr_bytes;
    all.resize(record_.plies.size());
    all.back() = bytes;
  }

  // The bot of `seat` is out; where the game goes on, the jury plays in its place.
  void take_over(Seat seat, Fault what, std::optional<std::string> line,
                 std::string_view word = {}) {
    const int ply = static_cast<int>(record_.plies.size()) + 1;
    const MatchFault fault{seat, ply, std::move(what), std::move(line), std::string(word)};
    forfeit(*game_, *record_.game, fault);
    put_out(fault);
    take_convictions();
  }

  // The bots that the game has convicted are out.
  void take_convictions() {
    const auto found = game_->convictions();
    for (const rules::Conviction& one : std::vector(found.begin(), found.end())) {
      put_out(fault_of(one, record_.plies));
    }
  }

  // The game knows of the fault already.
  void put_out(const MatchFault& fault) {
    const Seat seat = fault.seat;
    record_.faults.push_back(fault);
    player(seat).dismiss(lines_for(seat), fault.fault);
    text::debug("player {}: {} at move {}: {}; {}", rules::index(seat) + 1,
                bot::name(fault.fault.kind), fault.ply, fault.fault.reason,
                game_->over()            ? "the game ends"
                : record_.game->takeover ? "the jury plays on"
                                         : "the game goes on without it");
    failed(seat) = true;
    players_[seat] = &jury_[seat];
    if (listener_ != nullptr) listener_->failed(fault);
  }

  MatchListener* listener_;
  std::unique_ptr<rules::Game> game_;
  rules::BySeat<RandomPlayer> jury_;
  rules::BySeat<Player*> players_;
  rules::BySeat<bool> failed_;
  std::string lines_;
  const bool has_judge_;
  std::optional<judge::JudgeError::LastLine> last_line_;  // where the game has a judge
  MatchRecord record_;
};

void log_departure(const BotIdentity& bot, const bot::Departure& how) {
  if (!how.signal && !how.exit_code) return;  // it was never launched
  text::debug("bot '{}': ended with {} {} after {} us of CPU time", bot.name,
              how.signal ? "signal" : "exit code",
              how.signal ? *how.signal : how.exit_code.value_or(0), how.cpu.count() / 1000);
}

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  ::gmtime_r(&now, &parts);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts)};
}

// Adds what play() does not know.
void complete(MatchRecord& record, const MatchSettings& settings, const kernel::TimeLimits& times,
              std::string started) {
  record.clock = settings.clock;
  record.times = times;
  record.speed = settings.speed;
  record.isolated = settings.isolated;
  record.ponders = settings.ponders;
  record.measured.started = std::move(started);
  record.measured.host = settings.host_facts;
}

}  // namespace

MatchRecord play(const MatchPlan& plan, const rules::BySeat<Player*>& players,
                 MatchListener* listener) {
  return Table(plan, players, listener).play();
}

namespace {

// Who sits in a seat: a bot, with a process or without one, or another player.
class Seated {
 public:
  Seated(const MatchPlace& place, const Occupant& who, Seat seat) : who_(who) {
    if (who.bot == nullptr) return;
    const Contestant& bot = *who.bot;
    if (bot.spec.command && bot.identity.command == toolchain::random_command) {
      random_.emplace(random_stream(place.plan.seed, seat));
    } else {
      process_.emplace(place.host, bot.spec,
                       terms_of(*place.plan.game, place.settings.clock, place.settings.speed),
                       place.settings.errors[seat]);
    }
  }

  Player& player() {
    if (random_) return *random_;
    return process_ ? static_cast<Player&>(*process_) : *who_.player;
  }

  // Once it is gone.
  void note(MatchRecord& record, Seat seat) const {
    record.bots[seat] = who_.bot != nullptr ? who_.bot->identity : who_.identity;
    if (!process_) return;
    const Contestant& bot = *who_.bot;
    match::BotMeasurements& measured = record.measured.bots[seat];
    measured.departure = process_->departure();
    log_departure(bot.identity, measured.departure);
    // Where nothing can be done about it there is nothing to say.
    const bool waits = record.game->outside && !record.game->starts_at_turn;
    if (waits && process_->before_first_turn() > bot.spec.limits.times.budget / 10) {
      measured.before_first_turn = process_->before_first_turn();
    }
  }

 private:
  const Occupant& who_;
  std::optional<RandomPlayer> random_;
  std::optional<BotPlayer> process_;
};

// Notes the limits of the bots: the longest ones as those of the match, and where they differ those
// of each.
void note_limits(MatchRecord& record, const Occupants& who, const MatchSettings& settings,
                 std::string started) {
  std::optional<kernel::TimeLimits> longest;
  bool own = false;
  for (const Occupant& one : who) {
    if (one.bot == nullptr) continue;
    const kernel::TimeLimits& times = one.bot->spec.limits.times;
    own = own || (longest && times != *longest);
    if (!longest || longest->budget < times.budget) longest = times;
  }
  complete(record, settings, longest.value_or(kernel::TimeLimits()), std::move(started));
  for (const Seat seat : who.seats()) {
    if (own && who[seat].bot != nullptr) record.bots[seat].times = who[seat].bot->spec.limits.times;
  }
}

// `played_by` plays the match between the players.
template <typename PlayedBy>
MatchRecord run_occupied(const MatchPlace& place, const Occupants& who, const PlayedBy& played_by) {
  std::string started = utc_now();
  rules::BySeat<Seated> seated(who.size(),
                               [&](Seat seat) { return Seated(place, who[seat], seat); });
  MatchRecord record = played_by(
      rules::BySeat<Player*>(who.size(), [&](Seat seat) { return &seated[seat].player(); }));
  place.host.settle();
  for (const Seat seat : who.seats()) seated[seat].note(record, seat);
  note_limits(record, who, place.settings, std::move(started));
  return record;
}

Occupants occupants_of(const Contestants& bots) {
  return {bots.size(), [&](Seat seat) { return Occupant{bots[seat]}; }};
}

}  // namespace

MatchRecord run(bot::Host& host, const MatchPlan& plan, const MatchSettings& settings,
                const Contestants& bots, MatchListener* listener) {
  return run_occupied(
      {host, plan, settings}, occupants_of(bots),
      [&](const rules::BySeat<Player*>& players) { return play(plan, players, listener); });
}

MatchRecord run_given(const MatchPlace& place, const Contestants& bots, const GivenStart& start,
                      std::vector<ReplacedAnswer>& replaced) {
  const auto played_by = [&](const rules::BySeat<Player*>& players) {
    GivenMoves given{start.moves};
    rules::BySeat<HeldPlayer> held(players.size(), [&](Seat seat) {
      return HeldPlayer(*players[seat], given, start.may_leave[seat]);
    });
    const rules::BySeat<Player*> led(players.size(), [&](Seat seat) { return &held[seat]; });
    MatchRecord record = play(place.plan, led, place.listener);
    record.given = static_cast<int>(given.made);
    for (const Seat seat : held.seats()) {
      for (const auto& [move, answer] : held[seat].answers()) {
        if (answer == given.moves[move]) continue;
        replaced.push_back({seat, static_cast<int>(move) + 1, answer});
      }
    }
    return record;
  };
  return run_occupied(place, occupants_of(bots), played_by);
}

MatchRecord run_seated(const MatchPlace& place, const Occupants& who) {
  return run_occupied(place, who, [&](const rules::BySeat<Player*>& players) {
    rules::BySeat<GivenMoves> given(who.size(),
                                    [&](Seat seat) { return GivenMoves{who[seat].held}; });
    rules::BySeat<HeldPlayer> held(
        who.size(), [&](Seat seat) { return HeldPlayer(*players[seat], given[seat]); });
    MatchRecord record =
        play(place.plan,
             rules::BySeat<Player*>(who.size(),
                                    [&](Seat seat) -> Player* {
                                      return who[seat].bot == nullptr ? players[seat] : &held[seat];
                                    }),
             place.listener);
    for (const Seat seat : who.seats()) {
      if (who[seat].answers == nullptr) continue;
      for (const HeldPlayer::Own& own : held[seat].answers()) {
        who[seat].answers->push_back(own.answer);
      }
    }
    return record;
  });
}

MatchRecord run_without_bots(const MatchPlan& plan, const MatchSettings& settings, Duration budget,
                             const rules::BySeat<Player*>& players,
                             rules::BySeat<BotIdentity> identities, MatchListener* listener) {
  MatchRecord record = play(plan, players, listener);
  complete(record, settings, {budget}, {});
  record.measured.known = false;
  record.bots = std::move(identities);
  return record;
}

}  // namespace referee::match
