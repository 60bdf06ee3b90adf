// referee replay: plays a recorded match again, with a running bot in one seat.

#include <fmt/core.h>

#include <array>
#include <charconv>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/options/start_position.hpp"
#include "referee/cli/play/last_game.hpp"
#include "referee/cli/play/under_tool.hpp"
#include "referee/cli/records.hpp"
#include "referee/cli/replay_outcomes.hpp"
#include "referee/cli/replaying.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/hidden.hpp"

namespace referee::cli {
namespace {

using match::MatchRecord;
using match::Seat;

struct ReplayOptions {
  PlayOptions play;
  std::string log;
  std::optional<std::uint64_t> match;
  std::string seat;
  std::string bot;
  bool as_recorded = false;
  std::string free;  // a move, or "changed"; empty: the other seat is recorded
  std::string against;
  bool show_stderr = false;
  unsigned repeat = 1;
  std::optional<int> until;
  std::string stdin_to;
  std::string under;
};

std::optional<int> free_ply(const std::string& text) {
  int ply = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  if (error != std::errc() || stop != text.data() + text.size() || ply < 1 || ply > 1'000'000) {
    return std::nullopt;
  }
  return ply;
}

// What is replayed.
struct ReplayTask {
  MatchRecord recorded;
  Seat seat{};
  match::Contestant contestant;
  std::optional<match::Contestant> opponent;  // living, after the recorded moves
  std::vector<std::string> begin;             // these moves

  [[nodiscard]] std::string bot_name() const {
    return text::safe_text(recorded.bots[rules::index(seat)].name);
  }
};

// The last turn whose lines are wanted: that of `--until`, of the fault, or the last one.
int last_ply(const ReplayTask& task, const std::optional<int>& until) {
  if (until) return *until;
  const match::MatchFault* fault = fault_of(task.recorded, task.seat);
  if (fault != nullptr && fault->ply > 0) return fault->ply;
  int last = 0;
  for (std::size_t i = 0; i < task.recorded.plies.size(); ++i) {
    const match::Ply& ply = task.recorded.plies[i];
    if (ply.seat == task.seat && !ply.jury) last = static_cast<int>(i) + 1;
  }
  if (last == 0) throw UsageError(task.bot_name() + " made no move in this match");
  return last;
}

// A record is a file that somebody else may have written: what it has run is said first, and asked
// for if it was run without walls.
void tell_recorded_commands(const ReplayTask& task, const ReplayOptions& options) {
  if (!options.stdin_to.empty()) return;
  const auto tell = [&](const match::Contestant& bot) {
    if (!task.recorded.isolated) {
      require_trust(options.play.trust, options.log + " says \"isolated\": false");
    }
    if (options.play.quiet) return;
    std::cerr << text::safe_text(fmt::format("referee: the record has '{}' run {}",
                                             bot.identity.name, bot.identity.command))
              << '\n';
  };
  if (options.bot.empty()) tell(task.contestant);
  if (task.opponent && options.against.empty()) tell(*task.opponent);
}

// The recorded moves up to the one before `from`, or all that bots made before the first fault.
std::vector<std::string> begin_of(const MatchRecord& recorded, const std::optional<int>& from) {
  std::vector<std::string> moves;
  for (const match::Ply& ply : recorded.plies) {
    if (ply.jury || (from && moves.size() + 1 >= static_cast<std::size_t>(*from))) break;
    moves.push_back(ply.line);
  }
  if (from && moves.size() + 1 < static_cast<std::size_t>(*from)) {
    throw UsageError(
        fmt::format("--free {}: the bots of this match made {} before its end, or before a fault",
                    *from, text::plural(moves.size(), "move")));
  }
  return moves;
}

ReplayTask read_task(const ReplayOptions& options) {
  const std::string log = log_named(options.log);
  const FoundRecord found = find_record(log, options.match);
  ReplayTask task;
  task.recorded = record_of(found.entry());
  task.seat = seat_to_replay(task.recorded, options.seat);
  for (const match::BotIdentity& one : task.recorded.bots) {
    // What was meant is a bot of this match, not a program that happens to have its name.
    if (options.bot.empty() || one.name != options.bot || one.command == options.bot) continue;
    throw UsageError(
        fmt::format("--command takes a command; --seat {} replays the bot of that name",
                    text::shell_word(options.bot)));
  }
  // Lines that are only written need no bot.
  if (!options.stdin_to.empty()) return task;
  ReplayedBot bot;
  bot.command = options.bot;
  bot.limits = options.play.limits();
  bot.speed = options.play.speed_factor().value_or(task.recorded.speed);
  bot.toolchain = options.play.toolchain_year();
  if (options.play.quiet) text::hush_notes();
  bot.isolated = !options.play.trust;
  const std::optional<int> from = free_ply(options.free);
  if (from) bot.given = static_cast<std::size_t>(*from) - 1;
  task.contestant = contestant_of(log, task.recorded, task.seat, bot);
  if (!options.free.empty()) {
    task.begin = begin_of(task.recorded, from);
    const Seat other = rules::other(task.seat);
    bot.command =
        options.against == "jury" ? match::random_bot(*task.recorded.game) : options.against;
    bot.option = "--opponent jury, or --opponent";
    task.opponent = contestant_of(log, task.recorded, other, bot);
    if (!task.opponent->spec.command) throw UsageError(task.opponent->command_error);
    if (!options.against.empty()) {
      task.opponent->identity.name = program::short_name(bot.command, ".");
    }
  }
  tell_recorded_commands(task, options);
  std::vector<match::Contestant*> bots{&task.contestant};
  if (task.opponent) bots.push_back(&*task.opponent);
  store::hide_from_bots(bots, std::array{std::filesystem::absolute(log)});
  return task;
}

int write_lines(const ReplayTask& task, const ReplayOptions& options) {
  const std::string lines = lines_until(task.recorded, task.seat, last_ply(task, options.until));
  if (options.stdin_to == "-") {
    std::cout << lines;
    return done;
  }
  std::optional<OutputFile> file;
  file.emplace(OutputFile::Options{"--stdin-to", options.stdin_to, {}, false});
  const std::string unwritten = try_to_write(file, lines);
  if (!unwritten.empty()) throw store::StoreError(unwritten);
  return done;
}

[[noreturn]] void run_under(const ReplayTask& task, const ReplayOptions& options) {
  const bot::BotSpec& spec = task.contestant.spec;
  if (!spec.command) throw UsageError(task.contestant.command_error);
  const int last = last_ply(task, options.until);
  run_under_tool(options.under, *spec.command, spec.environment,
                 {turns_until(task.recorded, task.seat, last), last, options.until.has_value()});
}

Replayed play_once(bot::Host& host, const ReplayTask& task, const match::MatchSettings& settings,
                   const ReplayOptions& options) {
  const MatchRecord& recorded = task.recorded;
  const match::MatchPlan plan{recorded.game, recorded.seed,
                              match::whole_deal(*recorded.game, recorded.deal)};
  const Seat other_seat = rules::other(task.seat);
  match::RecordedPlayer other(*recorded.game, all_moves(recorded, other_seat),
                              rules::Stream(recorded.seed.value_or(0), "recorded"));
  const match::MatchPlace place{host, plan, settings};
  const match::OneBot who{
      task.contestant,
      task.seat,
      other,
      {recorded.bots[rules::index(other_seat)].name, std::string(match::recorded_command), {}, {}}};
  Replayed played;
  std::vector<std::string> answers;
  played.is_free = task.opponent.has_value();
  if (task.opponent) {
    std::vector<match::ReplacedAnswer> replaced;
    const bool first = task.seat == Seat::first;
    match::GivenStart start{task.begin, {}};
    start.may_leave[rules::index(task.seat)] = options.free == "changed";
    played.record = match::run_given(place, first ? task.contestant : *task.opponent,
                                     first ? *task.opponent : task.contestant, start, replaced);
    if (!options.play.quiet) tell_replaced(played.record, replaced);
  } else if (options.as_recorded) {
    played.record = match::run_held(place, who, own_moves(recorded, task.seat), answers);
  } else {
    played.record = match::run_against(place, who);
  }
  played.deviation = deviation(recorded, played.record, task.seat, answers);
  return played;
}

void check_together(const ReplayOptions& options) {
  if (!options.under.empty() && !options.stdin_to.empty()) {
    throw UsageError("--under and --stdin-to exclude each other");
  }
  if (!options.under.empty() || !options.stdin_to.empty()) return;
  if (options.until) throw UsageError("--until goes with --stdin-to or --under");
  if (options.as_recorded && !options.free.empty()) {
    throw UsageError("--as-recorded holds the bot to the whole record; leave out --free");
  }
  if (!options.against.empty() && options.free.empty()) {
    throw UsageError("--opponent goes with --free; else the other seat is recorded");
  }
}

int replay(const ReplayOptions& options) {
  check_together(options);
  const ReplayTask task = read_task(options);
  if (!options.stdin_to.empty()) return write_lines(task, options);
  if (!options.under.empty()) run_under(task, options);

  const walls::Protections protections = walls::probe_protections();
  match::MatchSettings settings;
  settings.clock = options.play.clock_kind().value_or(task.recorded.clock);
  settings.isolated = task.contestant.spec.isolated;
  settings.ponders = task.recorded.ponders;
  settings.speed = options.play.speed_factor().value_or(task.recorded.speed);
  settings.host_facts = host_facts(protections, settings.isolated);
  bot::Host host(protections);
  const InterruptWatch watch(ending(host));
  std::vector<Replayed> all;
  bool failed_once = false;
  for (unsigned i = 0; i < options.repeat; ++i) {
    all.push_back(match::until_judged(
        host, [&] { return play_once(host, task, settings, options); }, match::tell_void));
    failed_once = failed_once || fault_of(all.back().record, task.seat) != nullptr;
  }
  if (options.play.json) {
    std::cout << outcomes_json(task.recorded, task.seat, all)
                     .dump(2, ' ', false, text::Json::error_handler_t::replace)
              << '\n';
  } else {
    std::cout << outcomes_text(task.recorded, task.seat, all, options.show_stderr);
  }
  return failed_once ? failed : done;
}

}  // namespace

void add_replay(CommandLine& program) {
  const Verb verb = program.add("replay", "Play a recorded match again with a running bot");
  auto options = std::make_shared<ReplayOptions>();
  verb.option("log", &options->log, "A tournament's folder, a file of records, or last").required();
  verb.option("match", &options->match,
              "The number of the match, as for referee show; optional if the log has only one");
  add_seat_option(verb, options->seat);
  verb.option("--command", &options->bot, "Command of another bot for that seat").unit("CMD");
  verb.flag("--as-recorded", options->as_recorded,
            "Put the recorded move in place of each answer that differs, so that the bot meets "
            "the recorded positions; without it, the game goes on with what the bot plays");
  verb.option("--free", &options->free,
              "Play freely, against the other bot of the record, from this move on, or with "
              "`changed` from the bot's first answer that differs; the moves before are the "
              "recorded ones")
      .unit("PLY|changed")
      .check([](const std::string& given) {
        return given == "changed" || free_ply(given)
                   ? std::string()
                   : "'" + given +
                         "' is neither a move, a whole number from "
                         "1 to 1000000, nor `changed`";
      });
  verb.option("--opponent", &options->against,
              "With --free: another opponent; `jury` plays random moves")
      .unit("CMD");
  verb.option("--repeat", &options->repeat, "Play it N times and summarise the outcomes")
      .unit("N")
      .within(1, 100'000);
  verb.option("--stdin-to", &options->stdin_to,
              "Play nothing; write what the bot reads up to the failed move to this file (- for "
              "standard output)")
      .unit("FILE");
  verb.option("--under", &options->under,
              "Run the bot under this tool, without clocks, limits and protections, with what it "
              "reads up to the failed move as its input: gdb, valgrind, \"strace -f\", ...")
      .unit("TOOL");
  verb.option("--until", &options->until,
              "For --stdin-to and --under: up to this move instead of the failed or last one; gdb "
              "stops the bot before it")
      .unit("PLY")
      .within(1, 1'000'000);
  options->play.add_without_seed_to(verb);
  add_stderr_option(verb, options->show_stderr);
  verb.footer(
      "The other seat plays its recorded moves. Where the bot plays something else,\n"
      "they go on as long as they are legal, then random ones follow. With --free its\n"
      "bot plays.\n\n"
      "Examples:\n"
      "  referee replay results/demo 17                    does the bot fail again?\n"
      "  referee replay results/demo 17 --repeat 20        does it always?\n"
      "  referee replay results/demo 17 --command ./fixed --as-recorded\n"
      "  referee replay results/demo 17 --free 12          from there both bots play\n"
      "  referee replay results/demo 17 --under gdb        the bot in a debugger\n"
      "  referee replay results/demo 17 --until 12 --under gdb   stopped before move 12\n"
      "  referee replay results/demo 17 --stdin-to in.txt  and then: ./mybot < in.txt\n\n"
      "Exit code 1 if the bot failed.");
  verb.runs([options] { return replay(*options); });
}

}  // namespace referee::cli
