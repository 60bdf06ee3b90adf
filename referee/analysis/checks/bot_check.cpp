#include "referee/analysis/checks/bot_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>
#include <utility>

#include "referee/analysis/checks/bot_points.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/config/marks.hpp"

namespace referee::checks {
namespace {

using kernel::Duration;
using match::MatchRecord;
using rules::Seat;

constexpr std::array both_seats{Seat::first, Seat::second};

// Runtimes that have threads of their own, whatever the bot does.
bool has_threads_anyway(const program::Command& command) {
  const std::string program = command.program.filename().string();
  if (program == "java" || program == "node" || program == "d8" || program == "mono") return true;
  return command.source &&
         (command.source->language == "Go" || command.source->language == "Haskell");
}

bool waits_for_input(const bot::Fault& fault) {
  return fault.fact(bot::What::waits_for_input) != nullptr;
}

class BotCheck {
 public:
  BotCheck(const BotCheckPlan& plan, bot::Host& host,
           const std::function<void(std::string_view)>& doing)
      : plan_(plan), host_(host), doing_(doing), game_(*plan.game), spec_(plan.bot.spec) {}

  std::vector<CheckedPoint> run() {
    if (!starts()) return std::move(points_).take();
    play_random();
    play_itself();
    play_others();
    repeat();
    points_.add_all(ends_of(plan_, host_, patient(), use_, doing_));
    points_.add_all(use_.points());
    judge_threads();
    return std::move(points_).take();
  }

 private:
  [[nodiscard]] std::string seat_name(Seat seat) const {
    return std::string(game_.seat_names[rules::index(seat)]);
  }

  // ---- the first move ----

  // A bot that waits for ever would cost the whole wall limit in each game: it is met here first.
  bool starts() {
    doing_("the first move in both seats");
    bot::BotSpec hasty = spec_;
    hasty.limits.times.budget =
        std::min<Duration>(spec_.limits.times.budget, std::chrono::seconds(5));
    for (const Seat seat : both_seats) {
      BotProbe probe(host_, hasty, plan_.settings.clock, game_, plan_.seed, seat);
      const auto fault = probe.play(1);
      const bot::Departure end = probe.end();
      if (!fault) continue;
      if (fault->kind == bot::FaultKind::timeout && !waits_for_input(*fault) &&
          hasty.limits.times.budget < spec_.limits.times.budget) {
        continue;  // it thinks
      }
      points_.add("first move", Finding::failed,
                  fmt::format("as {}: {}", seat_name(seat),
                              text::with_characters(config::reason_with_advice(*fault))),
                  advice_for(*fault, probe.line(), end) + first_move_again(seat));
      return false;
    }
    points_.add("first move", Finding::passed, "answers in both seats");
    return true;
  }

  // The command that shows it.
  [[nodiscard]] std::string first_move_again(Seat seat) const {
    const std::string mine = text::shell_word(plan_.bot.identity.command);
    const std::string other = text::shell_word(match::random_bot(game_, " --seed 1"));
    return fmt::format("again: referee match {} {} {} --seed {}", match::game_word(game_),
                       seat == Seat::first ? mine : other, seat == Seat::first ? other : mine,
                       plan_.seed);
  }

  // Lines, each with its end.
  [[nodiscard]] std::string advice_for(const bot::Fault& fault, const std::string& line,
                                       const bot::Departure& end) const {
    if (!end.stderr_tail.empty()) return said_last(end);
    if (fault.kind == bot::FaultKind::timeout && waits_for_input(fault)) {
      return fmt::format(
          "flush standard output after each move, and read only the lines that the protocol has: "
          "referee show {}\n",
          match::game_word(game_));
    }
    if (fault.kind != bot::FaultKind::illegal) return {};
    const bool message = line.size() > game_.longest_move || line.find(' ') != std::string::npos;
    return fmt::format("{}the form of a move: referee show {}\n",
                       message ? "no move looks like that: messages go to standard error; " : "",
                       match::game_word(game_));
  }

  // How long a bot may take that is asked to leave: a few times what its first turns took.
  [[nodiscard]] bot::BotSpec patient() const {
    bot::BotSpec spec = spec_;
    spec.limits.times.budget =
        std::min<Duration>(spec.limits.times.budget,
                           std::max<Duration>(4 * use_.slow_turn(), std::chrono::seconds(1)));
    return spec;
  }

  // ---- games ----

  static match::Contestant seeded(const match::Contestant& bot, std::uint64_t seed) {
    return config::with_mark(bot, config::seed_mark, config::seed_text(seed));
  }

  MatchRecord run(const match::MatchPlan& plan, const match::Contestant& first,
                  const match::Contestant& second) {
    return match::until_judged(
        host_,
        [&] {
          return match::run(host_, plan, plan_.settings, {&first, &second});
        },
        match::tell_void);
  }

  // A game of the bot in `seat`; what it used is noted.
  MatchRecord play(const match::Contestant& opponent, std::uint64_t seed, Seat seat) {
    const match::Contestant bot = seeded(plan_.bot, seed);
    const match::Contestant other = seeded(opponent, seed);
    const auto deal = match::MatchPlan::from_seed(game_, seed);
    const bool begins = seat == Seat::first;
    MatchRecord record = run(deal, begins ? bot : other, begins ? other : bot);
    use_.add(record, seat);
    return record;
  }

  // Games against one opponent: how many, in how many the bot failed, and how it did first.
  struct Series {
    unsigned played = 0;
    unsigned failed = 0;
    std::string fault;
    std::string advice;  // what it said, and the command that plays that game again
  };

  void add_to(Series& series, const MatchRecord& record, std::initializer_list<Seat> seats,
              const std::string& opponent) {
    ++series.played;
    bool failed = false;
    for (const match::MatchFault& fault : record.faults) {
      if (std::find(seats.begin(), seats.end(), fault.seat) == seats.end()) continue;
      out_of_time_ = out_of_time_ || fault.fault.kind == bot::FaultKind::timeout;
      if (std::exchange(failed, true) || ++series.failed > 1) continue;
      const bool first = fault.seat == Seat::first;
      const std::string mine = text::shell_word(plan_.bot.identity.command);
      const std::string other = text::shell_word(opponent);
      series.fault =
          fmt::format("{} as {} at move {}: {}", bot::name(fault.fault.kind), seat_name(fault.seat),
                      fault.ply, text::with_characters(config::reason_with_advice(fault.fault)));
      series.advice =
          said_last(record.measured.bots[rules::index(fault.seat)].departure) +
          fmt::format("again: referee match {} {} {} --seed {}", match::game_word(game_),
                      first ? mine : other, first ? other : mine, *record.seed);
    }
  }

  void play_random() {
    const auto begin = std::chrono::steady_clock::now();
    Series series;
    for (; series.played < std::max(2U, plan_.games) && !out_of_time_;) {
      const unsigned played = series.played;
      if (played >= 2 && std::chrono::steady_clock::now() - begin > plan_.enough) break;
      doing_(fmt::format("game {} against random moves", played + 1));
      const Seat seat = both_seats[played % 2];
      const std::uint64_t seed = plan_.seed + played / 2;
      const MatchRecord record = play(plan_.random, seed, seat);
      const auto mark = plan_.random.identity.command.find(config::seed_mark);
      std::string opponent = plan_.random.identity.command;
      if (mark != std::string::npos) {
        opponent.replace(mark, config::seed_mark.size(), config::seed_text(seed));
      }
      add_to(series, record, {seat}, opponent);
      if (played < 2) first_games_.push_back(record);
    }
    add_games("legal moves", series, "against random moves");
  }

  void add_games(const std::string& name, const Series& series, const std::string& against) {
    const std::string games = text::plural(series.played, "game");
    if (series.failed == 0) {
      points_.add(name, Finding::passed, fmt::format("no fault in {} {}", games, against));
      return;
    }
    points_.add(name, Finding::failed,
                fmt::format("a fault in {} of {} {}, first {}{}", series.failed, games, against,
                            series.fault, out_of_time_ ? "; it plays no more games here" : ""),
                series.advice);
  }

  void play_itself() {
    if (out_of_time_) return;
    doing_("a game against itself");
    const match::Contestant bot = seeded(plan_.bot, plan_.seed);
    const MatchRecord record = run(match::MatchPlan::from_seed(game_, plan_.seed), bot, bot);
    Series series;
    for (const Seat seat : both_seats) use_.add(record, seat);
    add_to(series, record, {Seat::first, Seat::second}, plan_.bot.identity.command);
    add_games("against itself", series, "against itself");
  }

  void play_others() {
    for (const match::Contestant& opponent : plan_.opponents) {
      if (!opponent.spec.command || out_of_time_) continue;
      Series series;
      for (const Seat seat : both_seats) {
        if (out_of_time_) break;
        doing_(fmt::format("a game against {}", opponent.identity.name));
        const MatchRecord record = play(opponent, plan_.seed, seat);
        add_to(series, record, {seat}, opponent.identity.command);
      }
      const std::string against = "against " + opponent.identity.name;
      add_games(against, series, against);
    }
  }

  // ---- the same again ----

  void repeat() {
    if (out_of_time_) return;
    doing_("the same games again");
    for (std::size_t i = 0; i < first_games_.size(); ++i) {
      const MatchRecord& before = first_games_[i];
      const MatchRecord after = play(plan_.random, *before.seed, both_seats[i]);
      for (std::size_t ply = 0; ply < std::min(before.plies.size(), after.plies.size()); ++ply) {
        if (before.plies[ply] == after.plies[ply]) continue;
        points_.add(
            "same input, same moves", Finding::noted,
            fmt::format("as {} it played {} at move {}, and {} when it read the same again",
                        seat_name(both_seats[i]), match::escape_line(before.plies[ply].line),
                        ply + 1, match::escape_line(after.plies[ply].line)),
            "it is random, or goes by the clock: its games cannot be played again as they were; a "
            "fixed seed, or {seed} in its command, makes that possible");
        return;
      }
    }
    points_.add("same input, same moves", Finding::passed,
                "played the same moves in the same two games");
  }

  void judge_threads() {
    if (!spec_.isolated || !plan_.has_thread_limit || out_of_time_) return;
    if (has_threads_anyway(*spec_.command)) {
      points_.add("threads", Finding::noted,
                  "not looked at: its runtime has threads of its own, whatever the bot does");
      return;
    }
    doing_("a game with one thread");
    bot::BotSpec single = spec_;
    single.limits.threads = 1;
    BotProbe probe(host_, single, plan_.settings.clock, game_, plan_.seed, Seat::first);
    const auto fault = probe.play(1000);
    const bot::Departure end = probe.end();
    if (std::find(end.refused.begin(), end.refused.end(), "thread") != end.refused.end()) {
      points_.add("threads", breach(spec_),
                  fmt::format("started a second thread{}", fault ? ", and fails without" : ""),
                  "extra threads are forbidden officially: leave them out");
    } else {
      points_.add("threads", Finding::passed, "has one");
    }
  }

  const BotCheckPlan& plan_;
  bot::Host& host_;
  const std::function<void(std::string_view)>& doing_;
  const rules::GameInfo& game_;
  const bot::BotSpec& spec_;
  CheckedPoints points_;
  std::vector<MatchRecord> first_games_;  // one in each seat
  BotUse use_{*plan_.game, plan_.settings.clock, spec_};
  bool out_of_time_ = false;  // once is enough: each such game costs the whole budget
};

}  // namespace

std::vector<CheckedPoint> check_bot(const BotCheckPlan& plan, bot::Host& host,
                                    const std::function<void(std::string_view)>& doing) {
  return BotCheck(plan, host, doing).run();
}

}  // namespace referee::checks
