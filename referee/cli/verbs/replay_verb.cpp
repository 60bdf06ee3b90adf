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

#include <nlohmann/json.hpp>

#include "referee/analysis/replaying/record_origin.hpp"
#include "referee/analysis/replaying/replaying.hpp"
#include "referee/analysis/replaying/under_tool.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/options/start_position.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "rules/by_seat.hpp"

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
  std::string free;  // a move, or "changed"; empty: the other seats are recorded
  std::string against;
  bool show_stderr = false;
  unsigned repeat = 1;
  std::optional<int> until;
  std::string stdin_to;
  std::string under;
  std::vector<std::string> read;
};

std::optional<int> free_ply(const std::string& text) {
  int ply = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), ply);
  if (error != std::errc() || stop != text.data() + text.size() || ply < 1 || ply > 1'000'000) {
    return std::nullopt;
  }
  return ply;
}

// A record is a file that somebody else may have written: what it has run is said first, and asked
// for if it was run without walls.
void tell_recorded_commands(const replaying::Task& task, const ReplayOptions& options) {
  if (!options.stdin_to.empty()) return;
  const auto tell = [&](const match::Contestant& bot) {
    if (!task.recorded.isolated) {
      require_trust(options.play.trust, options.log + " says \"isolated\": false");
    }
    if (options.play.quiet) return;
    text::tell("referee: the record has '{}' run {}", bot.identity.name, bot.identity.command);
  };
  if (options.bot.empty()) tell(task.contestant);
  for (const auto& other : task.others) {
    if (other && options.against.empty()) tell(*other);
  }
}

replaying::Task read_task(const ReplayOptions& options, const rules::Games& games) {
  const std::string log = store::log_named(options.log);
  const store::FoundRecord found = store::find_record(log, options.match, games);
  replaying::Task task;
  task.recorded = store::record_of(found.entry());
  if (!options.play.quiet) tell_last_game(options.log, task.recorded);
  task.as_recorded = options.as_recorded;
  task.may_leave = options.free == "changed";
  task.seat = replaying::seat_to_replay(task.recorded, options.seat);
  for (const match::BotIdentity& one : task.recorded.bots) {
    // What was meant is a bot of this match, not a program that happens to have its name.
    if (options.bot.empty() || one.name != options.bot || one.command == options.bot) continue;
    throw UsageError(
        fmt::format("--command takes a command; --seat {} replays the bot of that name",
                    text::shell_word(options.bot)));
  }
  // Lines that are only written need no bot.
  if (!options.stdin_to.empty()) return task;
  replaying::ReplayedBot bot;
  bot.command = options.bot;
  bot.limits = options.play.limits();
  const auto& players = task.recorded.bots;
  const auto& seats = task.recorded.game->seat_names;
  const rules::BySeat<std::string> numbers(
      players.size(), [](Seat seat) { return fmt::format("{}", rules::index(seat) + 1); });
  std::vector<match::LimitList::Names> names;
  for (const Seat seat : players.seats()) {
    names.push_back({players[seat].name, seats[rules::index(seat)], numbers[seat]});
  }
  bot.limits.check_names(names);
  bot.speed = options.play.speed_factor().value_or(task.recorded.speed);
  bot.toolchain = options.play.toolchain_year();
  if (options.play.quiet) text::hush_notes();
  bot.isolated = !options.play.trust;
  bot.games = &games;
  bot.read = options.read;
  bot.origin = replaying::origin_of(log, found.line, task.recorded, games);
  const std::optional<int> from = free_ply(options.free);
  if (from) bot.given = static_cast<std::size_t>(*from) - 1;
  task.contestant = replaying::contestant_of(log, task.recorded, task.seat, bot);
  if (!options.free.empty()) {
    task.is_free = true;
    task.others.resize(players.size());
    task.begin = replaying::begin_of(task.recorded, from);
    bot.command =
        options.against == "jury" ? match::random_bot(*task.recorded.game) : options.against;
    bot.option = "--opponent jury, or --opponent";
    for (const Seat seat : players.seats()) {
      if (seat == task.seat) continue;
      match::Contestant& other =
          task.others[seat].emplace(replaying::contestant_of(log, task.recorded, seat, bot));
      if (!other.spec.command) throw UsageError(other.command_error);
      if (!options.against.empty()) {
        other.identity.name = program::short_name(bot.command, ".");
      }
    }
  }
  tell_recorded_commands(task, options);
  if (!options.under.empty() && options.bot.empty() && bot.isolated) {
    replaying::require_own(bot.origin, task.recorded.bots[rules::index(task.seat)]);
  }
  std::vector<match::Contestant*> bots{&task.contestant};
  for (auto& other : task.others) {
    if (other) bots.push_back(&*other);
  }
  store::hide_from_bots(bots, std::array{std::filesystem::absolute(log)});
  return task;
}

// The last turn whose lines are wanted.
int last_ply(const replaying::Task& task, const ReplayOptions& options) {
  return options.until ? *options.until : replaying::last_ply(task.recorded, task.seat);
}

int write_lines(const replaying::Task& task, const ReplayOptions& options) {
  const std::string lines =
      text::join(replaying::turns_until(task.recorded, task.seat, last_ply(task, options)), "");
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

[[noreturn]] void run_under(const replaying::Task& task, const ReplayOptions& options) {
  const bot::BotSpec& spec = task.contestant.spec;
  if (!spec.command) throw UsageError(task.contestant.command_error);
  const int last = last_ply(task, options);
  replaying::run_under_tool(
      options.under, *spec.command, spec.environment,
      {replaying::turns_until(task.recorded, task.seat, last), last, options.until.has_value()});
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
    throw UsageError("--opponent goes with --free; else the other seats are recorded");
  }
}

int replay(const ReplayOptions& options, const Call& call) {
  check_together(options);
  const replaying::Task task = read_task(options, call.games);
  if (!options.stdin_to.empty()) return write_lines(task, options);
  if (!options.under.empty()) run_under(task, options);

  const walls::Protections protections = walls::probe_protections();
  match::MatchSettings settings;
  settings.clock = options.play.clock_kind().value_or(task.recorded.clock);
  settings.isolated = task.contestant.spec.isolated;
  settings.ponders = task.recorded.ponders;
  settings.speed = options.play.speed_factor().value_or(task.recorded.speed);
  settings.host_facts = host_facts(protections, settings.isolated);
  const auto host = call.make_host(protections, 1);
  const InterruptWatch watch(ending(*host));
  std::vector<replaying::Replayed> all;
  bool failed_once = false;
  for (unsigned i = 0; i < options.repeat; ++i) {
    all.push_back(match::until_judged(
        *host, [&] { return replaying::play(*host, task, settings); }, match::tell_void));
    if (!options.play.quiet && task.is_free) {
      tell_replaced(all.back().record, all.back().replaced);
    }
    failed_once = failed_once || match::fault_of(all.back().record, task.seat) != nullptr;
  }
  if (options.play.json) {
    std::cout << text::dump(report::outcomes_json(task, all), 2) << '\n';
  } else {
    std::cout << report::outcomes_text(task, all, options.show_stderr, output_style());
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
              "Play freely, against the other bots of the record, from this move on, or with "
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
              "With --free: another opponent, in each other seat; `jury` plays random moves")
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
              "reads up to the failed move as its input: gdb, valgrind, \"strace -f\", ...; of a "
              "record that is not your own only with --command or --trust")
      .unit("TOOL");
  verb.option("--until", &options->until,
              "For --stdin-to and --under: up to this move instead of the failed or last one; gdb "
              "stops the bot before it")
      .unit("PLY")
      .within(1, 1'000'000);
  options->play.add_without_seed_to(verb);
  add_read_option(verb, options->read);
  add_stderr_option(verb, options->show_stderr);
  verb.footer(
      "The other seats play their recorded moves. Where the bot plays something else,\n"
      "they go on as long as they are legal, then random ones follow. With --free their\n"
      "bots play.\n\n"
      "A record that somebody else may have written opens nothing of yours: its bot gets\n"
      "the program that played, if it is here unchanged, and what --read names; --under\n"
      "runs only a command that you type, a game of yours, or with --trust anything.\n\n"
      "Examples:\n"
      "  referee replay results/demo 17                    does the bot fail again?\n"
      "  referee replay results/demo 17 --repeat 20        does it always?\n"
      "  referee replay results/demo 17 --command ./fixed --as-recorded\n"
      "  referee replay results/demo 17 --free 12          from there both bots play\n"
      "  referee replay results/demo 17 --under gdb        the bot in a debugger\n"
      "  referee replay results/demo 17 --until 12 --under gdb   stopped before move 12\n"
      "  referee replay results/demo 17 --stdin-to in.txt  and then: ./mybot < in.txt\n\n"
      "Exit code 1 if the bot failed.");
  verb.runs([options](Call& call) { return replay(*options, call); });
}

}  // namespace referee::cli
