#include "referee/evidence/bot_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <initializer_list>
#include <list>
#include <optional>
#include <set>
#include <utility>

#include "referee/config/marks.hpp"
#include "referee/evidence/bot_probe.hpp"
#include "referee/match/escaped_line.hpp"
#include "referee/match/random_bot.hpp"
#include "referee/text/utf8.hpp"
#include "referee/text/words.hpp"

namespace referee::evidence {
namespace {

using kernel::Duration;
using match::MatchRecord;
using rules::Seat;
using std::chrono::seconds;

constexpr std::array both_seats{Seat::first, Seat::second};

double percent_of(double part, double whole) { return whole > 0 ? 100 * part / whole : 0; }

// "2.4 ms", "19.4 s"
std::string short_time(Duration duration) {
  const double time = std::chrono::duration<double>(duration).count();
  return time < 1 ? fmt::format("{:.1f} ms", time * 1000) : fmt::format("{:.1f} s", time);
}

std::string mebibytes(std::size_t bytes) {
  constexpr double mebibyte = 1 << 20;
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / mebibyte);
}

// What a bot wrote last to its standard error, a traceback say: lines, each with its end.
std::string said_last(const bot::Departure& end) {
  constexpr std::size_t most = 12;
  const auto lines = text::last_lines(end.stderr_tail, most);
  if (lines.empty()) return {};
  std::string words = "it wrote to its standard error:\n";
  for (const std::string& line : lines) words += fmt::format("  | {}\n", line);
  return words;
}

// What a bot's refused system calls were for.
bool is_of_network(std::string_view call) {
  constexpr std::array<std::string_view, 6> calls{"socket", "connect", "bind",
                                                  "listen", "accept",  "accept4"};
  return std::find(calls.begin(), calls.end(), call) != calls.end();
}
bool makes_process(std::string_view call) {
  constexpr std::array<std::string_view, 5> calls{"fork", "vfork", "clone", "clone3", "execve"};
  return std::find(calls.begin(), calls.end(), call) != calls.end();
}

// Runtimes that have threads of their own, whatever the bot does.
bool has_threads_anyway(const program::Command& command) {
  const std::string program = command.program.filename().string();
  if (program == "java" || program == "node" || program == "d8" || program == "mono") return true;
  return command.source &&
         (command.source->language == "Go" || command.source->language == "Haskell");
}

class BotCheck {
 public:
  BotCheck(const BotCheckPlan& plan, bot::Host& host,
           const std::function<void(std::string_view)>& doing)
      : plan_(plan), host_(host), doing_(doing), game_(*plan.game), spec_(plan.bot.spec) {}

  std::vector<CheckedPoint> run() {
    if (!starts()) return std::move(points_);
    play_random();
    play_itself();
    play_others();
    repeat();
    try_ends();
    judge_use();
    judge_words();
    judge_calls();
    return std::move(points_);
  }

 private:
  void add(std::string name, Finding finding, std::string text, std::string advice = {}) {
    points_.push_back({std::move(name), finding, std::move(text), std::move(advice)});
  }
  // Against the rules of submissions; of a command it is not known what will be submitted.
  [[nodiscard]] Finding breach() const {
    return spec_.command->source ? Finding::failed : Finding::noted;
  }
  [[nodiscard]] std::string seat_name(Seat seat) const {
    return std::string(game_.seat_names[rules::index(seat)]);
  }

  // ---- the first move ----

  // A bot that waits for ever would cost the whole wall limit in each game: it is met here first.
  bool starts() {
    doing_("the first move in both seats");
    bot::BotSpec impatient = spec_;
    impatient.limits.budget = std::min<Duration>(spec_.limits.budget, seconds(5));
    const bot::BotSpec& hasty = kept(std::move(impatient));
    for (const Seat seat : both_seats) {
      BotProbe probe(host_, hasty, plan_.settings.clock, game_, plan_.seed, seat);
      const auto fault = probe.play(1);
      const bot::Departure end = probe.end();
      if (!fault) continue;
      if (fault->kind == bot::FaultKind::timeout &&
          fault->reason.find("waits for input") == std::string::npos &&
          hasty.limits.budget < spec_.limits.budget) {
        continue;  // it thinks
      }
      add("first move", Finding::failed,
          fmt::format("as {}: {}", seat_name(seat), text::with_characters(fault->reason)),
          advice_for(*fault, end) + first_move_again(seat));
      return false;
    }
    add("first move", Finding::passed, "answers in both seats");
    return true;
  }

  // The command that shows it.
  [[nodiscard]] std::string first_move_again(Seat seat) const {
    const std::string mine = text::shell_word(plan_.bot.identity.command);
    const std::string other = text::shell_word(match::random_bot(game_, " --seed 1"));
    return fmt::format("again: referee match {} {} {} --seed {}", game_.name,
                       seat == Seat::first ? mine : other, seat == Seat::first ? other : mine,
                       plan_.seed);
  }

  // Lines, each with its end.
  [[nodiscard]] std::string advice_for(const bot::Fault& fault, const bot::Departure& end) const {
    if (!end.stderr_tail.empty()) return said_last(end);
    switch (fault.kind) {
      case bot::FaultKind::timeout:
        return fmt::format(
            "flush standard output after each move, and read only the lines that the protocol has: "
            "referee games {}\n",
            game_.name);
      case bot::FaultKind::illegal:
        return fmt::format("the form of a move: referee games {}\n", game_.name);
      default:
        return {};
    }
  }

  // ---- games ----

  // All that is started stays until the end: the host knows its walls by its address.
  const match::Contestant& seeded(const match::Contestant& bot, std::uint64_t seed) {
    return contestants_.emplace_back(
        config::with_mark(bot, config::seed_mark, config::seed_text(seed)));
  }
  const bot::BotSpec& kept(bot::BotSpec spec) { return specs_.emplace_back(std::move(spec)); }

  // A game of the bot in `seat`; what it used is noted.
  MatchRecord play(const match::Contestant& opponent, std::uint64_t seed, Seat seat) {
    const match::Contestant& bot = seeded(plan_.bot, seed);
    const match::Contestant& other = seeded(opponent, seed);
    const auto deal = match::MatchPlan::from_seed(game_, seed);
    MatchRecord record = seat == Seat::first ? match::run(host_, deal, plan_.settings, bot, other)
                                             : match::run(host_, deal, plan_.settings, other, bot);
    note_use(record, seat);
    return record;
  }

  void note_use(const MatchRecord& record, Seat seat) {
    const auto& measured = record.measured.bots[rules::index(seat)];
    const bool wall = plan_.settings.clock == kernel::ClockKind::wall;
    most_time_ = std::max(most_time_, wall ? measured.wall : measured.cpu);
    most_memory_ = std::max(most_memory_, measured.departure.peak_memory);
    most_stderr_ = std::max(most_stderr_, measured.departure.stderr_total);
    const auto failed = [&](const match::MatchFault& fault) { return fault.seat == seat; };
    if (measured.departure.killed &&
        std::none_of(record.faults.begin(), record.faults.end(), failed)) {
      stayed_ = true;
    }
    calls_.insert(measured.departure.refused.begin(), measured.departure.refused.end());
    for (const int ply : record.measured.early) {
      if (record.plies[static_cast<std::size_t>(ply - 1)].seat == seat && !early_) {
        early_ = fmt::format("as {} at move {} of the game with seed {}", seat_name(seat), ply,
                             *record.seed);
      }
    }
    // Its first two turns: what starting and a move or two may cost.
    int turns = 0;
    for (std::size_t i = 0; i < record.plies.size() && turns < 2; ++i) {
      if (record.plies[i].seat != seat || record.plies[i].jury) continue;
      ++turns;
      slow_turn_ = std::max({slow_turn_, record.measured.cpu[i], record.measured.wall[i]});
    }
    ++games_;
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
                      fault.ply, text::with_characters(fault.fault.reason));
      series.advice = said_last(record.measured.bots[rules::index(fault.seat)].departure) +
                      fmt::format("again: referee match {} {} {} --seed {}", game_.name,
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
      add(name, Finding::passed, fmt::format("no fault in {} {}", games, against));
      return;
    }
    add(name, Finding::failed,
        fmt::format("a fault in {} of {} {}, first {}{}", series.failed, games, against,
                    series.fault, out_of_time_ ? "; it plays no more games here" : ""),
        series.advice);
  }

  void play_itself() {
    if (out_of_time_) return;
    doing_("a game against itself");
    const match::Contestant& bot = seeded(plan_.bot, plan_.seed);
    const match::Contestant& twin = seeded(plan_.bot, plan_.seed);
    const MatchRecord record = match::run(host_, match::MatchPlan::from_seed(game_, plan_.seed),
                                          plan_.settings, bot, twin);
    Series series;
    for (const Seat seat : both_seats) note_use(record, seat);
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
        add("same input, same moves", Finding::noted,
            fmt::format("as {} it played {} at move {}, and {} when it read the same again",
                        seat_name(both_seats[i]), match::escape_line(before.plies[ply].line),
                        ply + 1, match::escape_line(after.plies[ply].line)),
            "it is random, or goes by the clock: its games cannot be played again as they were; a "
            "fixed seed, or {seed} in its command, makes that possible");
        return;
      }
    }
    add("same input, same moves", Finding::passed, "played the same moves in the same two games");
  }

  // ---- ends ----

  // How long a turn may last here: a few times what its first turns took.
  [[nodiscard]] bot::BotSpec patient() const {
    bot::BotSpec spec = spec_;
    spec.limits.budget =
        std::min<Duration>(spec.limits.budget, std::max<Duration>(4 * slow_turn_, seconds(1)));
    return spec;
  }

  void try_ends() {
    const bot::BotSpec& spec = kept(patient());
    for (const std::string& farewell : farewells(game_, plan_.seed)) {
      const std::string word = farewell.substr(0, farewell.size() - 1);
      doing_(fmt::format("the end by {}", word));
      try_farewell(spec, farewell, word);
    }
    doing_("the end of the input");
    BotProbe probe(host_, spec, plan_.settings.clock, game_, plan_.seed, Seat::first);
    const std::string name = "ends at the end of its input";
    if (probe.play(1)) return;
    if (probe.close_input().killed) {
      add(name, Finding::noted,
          fmt::format("was still there {} after its input was closed",
                      text::seconds_text(spec.limits.grace)),
          "leave when there is nothing more to read, or it stays behind where nobody ends it");
    } else {
      add(name, Finding::passed, "leaves");
    }
    if (!stayed_) return;
    add("leaves after its games", Finding::noted,
        fmt::format("was still there {} after the end of a game, its input closed",
                    text::seconds_text(spec.limits.grace)),
        fmt::format("how a game ends: referee games {}", game_.name));
  }

  void try_farewell(const bot::BotSpec& spec, const std::string& farewell,
                    const std::string& word) {
    const std::string name = "ends on " + word;
    BotProbe probe(host_, spec, plan_.settings.clock, game_, plan_.seed, Seat::first);
    if (probe.play(1)) return;  // told already
    const bot::Turn turn = probe.say(farewell);
    if (!turn.fault) {
      add(name, Finding::failed,
          fmt::format("answers {} to {}", match::escape_line(turn.line), word),
          fmt::format("leave when the line {} comes, before anything is written", word));
    } else if (turn.fault->kind == bot::FaultKind::timeout) {
      add(name, Finding::failed, fmt::format("stays after {}", word),
          fmt::format("leave when the line {} comes, in any turn", word));
    } else if (turn.fault->kind == bot::FaultKind::exit) {
      add(name, Finding::passed, "leaves");
    } else {
      const bot::Departure end = probe.end();
      std::string how = turn.fault->reason;
      if (end.exit_code) how = fmt::format("leaves with exit code {}", *end.exit_code);
      if (end.signal) how = "is ended by " + text::signal_text(*end.signal);
      add(name, Finding::noted, fmt::format("{} after {}", how, word),
          said_last(end) +
              "the game is over by then; but a crash there is a mistake that may show "
              "earlier elsewhere: leave with exit code 0");
    }
  }

  // ---- what it used ----

  void judge_use() {
    const double budget = std::chrono::duration<double>(spec_.limits.budget).count();
    const double used = std::chrono::duration<double>(most_time_).count();
    const double part = percent_of(used, budget);
    const std::string_view clock =
        plan_.settings.clock == kernel::ClockKind::cpu ? "CPU time" : "wall time";
    const std::string time = fmt::format(
        "at most {} of {} of {} in {} ({:.0f} %)", short_time(most_time_),
        text::seconds_text(spec_.limits.budget), clock, text::plural(games_, "game"), part);
    constexpr double half = 50;
    add("time", part > half ? Finding::noted : Finding::passed, time,
        part > half ? "the official machine may be half as fast as this one: keep a margin" : "");
    if (most_memory_ == 0) {
      add("memory", Finding::noted, "not known: it always ended before it could be read");
      return;
    }
    const std::size_t limit = spec_.limits.memory;
    const double share = percent_of(static_cast<double>(most_memory_), static_cast<double>(limit));
    constexpr double much = 80;
    add("memory", limit > 0 && share > much ? Finding::noted : Finding::passed,
        limit == 0 ? fmt::format("at most {}", mebibytes(most_memory_))
                   : fmt::format("at most {} of {} ({:.0f} %)", mebibytes(most_memory_),
                                 text::bytes_text(limit), share),
        limit > 0 && share > much ? "little is left: it may need more elsewhere" : "");
  }

  void judge_words() {
    if (early_) {
      add("standard output", Finding::failed, "wrote a line before it was asked, " + *early_,
          "write moves and nothing else to standard output; what is written too early counts as "
          "the next move");
    } else {
      add("standard output", Finding::passed, "one line for each move");
    }
    constexpr std::uint64_t kept = 10'000;
    if (most_stderr_ > kept) {
      add("standard error", Finding::noted, fmt::format("wrote {} bytes in one game", most_stderr_),
          "the official judge keeps about 10,000 characters");
    } else {
      add("standard error", Finding::passed, fmt::format("at most {} bytes a game", most_stderr_));
    }
  }

  void judge_calls() {
    std::vector<std::string> network;
    std::vector<std::string> processes;
    for (const std::string& call : calls_) {
      if (is_of_network(call)) network.push_back(call);
      if (makes_process(call)) processes.push_back(call);
    }
    const auto judge = [&](const std::string& name, const std::vector<std::string>& calls,
                           std::string_view what) {
      if (calls.empty()) {
        add(name, Finding::passed, fmt::format("asked for {}", what));
      } else {
        add(name, breach(), fmt::format("was refused: {}", text::join(calls)),
            "forbidden officially: leave it out");
      }
    };
    if (spec_.isolated) {
      judge("network", network, "none");
      if (spec_.limits.processes == 0) judge("other programs", processes, "none");
    }
    judge_threads();
  }

  void judge_threads() {
    if (!spec_.isolated || !plan_.has_thread_limit || out_of_time_) return;
    if (has_threads_anyway(*spec_.command)) {
      add("threads", Finding::noted,
          "not looked at: its runtime has threads of its own, whatever the bot does");
      return;
    }
    doing_("a game with one thread");
    bot::BotSpec single = spec_;
    single.limits.threads = 1;
    BotProbe probe(host_, kept(std::move(single)), plan_.settings.clock, game_, plan_.seed,
                   Seat::first);
    const auto fault = probe.play(1000);
    const bot::Departure end = probe.end();
    if (std::find(end.refused.begin(), end.refused.end(), "thread") != end.refused.end()) {
      add("threads", breach(),
          fmt::format("started a second thread{}", fault ? ", and fails without" : ""),
          "extra threads are forbidden officially: leave them out");
    } else {
      add("threads", Finding::passed, "has one");
    }
  }

  const BotCheckPlan& plan_;
  bot::Host& host_;
  const std::function<void(std::string_view)>& doing_;
  const rules::GameInfo& game_;
  const bot::BotSpec& spec_;
  std::vector<CheckedPoint> points_;
  std::list<match::Contestant> contestants_;
  std::list<bot::BotSpec> specs_;

  std::vector<MatchRecord> first_games_;  // one in each seat
  unsigned games_ = 0;                    // that the figures below are of
  Duration most_time_{};
  Duration slow_turn_{};  // of the first two turns of a game
  std::size_t most_memory_ = 0;
  std::uint64_t most_stderr_ = 0;
  std::set<std::string> calls_;  // that were refused
  std::optional<std::string> early_;
  bool out_of_time_ = false;  // once is enough: each such game costs the whole budget
  bool stayed_ = false;       // after a game without a fault of its own
};

}  // namespace

std::vector<CheckedPoint> check_bot(const BotCheckPlan& plan, bot::Host& host,
                                    const std::function<void(std::string_view)>& doing) {
  return BotCheck(plan, host, doing).run();
}

}  // namespace referee::evidence
