// referee match: one game between two bots.

#include <fmt/core.h>
#include <sched.h>

#include <array>
#include <filesystem>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/options/start_position.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/kernel/processors.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/play/match/error_logs.hpp"
#include "referee/play/match/match.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/live/thinking_line.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "rules/by_seat.hpp"

namespace referee::cli {
namespace {

struct MatchOptions {
  PlayOptions play;
  std::string game;
  rules::BySeat<std::string> bots;
  std::vector<std::string> read;
  StartOptions start;
  bool show_stderr = false;
  std::string out;
  std::string html;
  std::string logs;
};

// A bot is named after what it runs; two of one name are distinguished by their folders, else by
// their seats.
rules::BySeat<std::string> names_of(const rules::BySeat<std::string>& commands) {
  rules::BySeat<std::string> names{program::short_name(commands[0], "."),
                                   program::short_name(commands[1], ".")};
  if (names[0] != names[1]) return names;
  const rules::BySeat<std::string> longer{program::short_name(commands[0], ".", 1),
                                          program::short_name(commands[1], ".", 1)};
  if (longer[0] != longer[1]) return longer;
  return {names[0] + "-1", names[1] + "-2"};
}

// Compiles sources at the same time.
void prepare(const MatchOptions& options, const rules::GameInfo& game) {
  std::vector<toolchain::BotLine> lines;
  for (const std::string& bot : options.bots) {
    lines.push_back({bot, ".", options.read, options.play.toolchain_year().value_or(0)});
    lines.back().official = game.official();
  }
  toolchain::prepare(lines);
}

match::Contestant contestant(const MatchOptions& options, const rules::GameInfo& game,
                             std::size_t seat) {
  match::ContestantOptions bot;
  bot.identity = {names_of(options.bots)[seat], options.bots[seat], {}, {}};
  bot.folder = ".";
  options.play.give_limits(bot, game,
                           {bot.identity.name, game.seat_names[seat], seat == 0 ? "1" : "2"});
  bot.read = options.read;
  bot.toolchain = options.play.toolchain_year().value_or(0);
  bot.isolated = !options.play.trust;
  return match::contestant(bot, game);
}

// The content hashes of both bots' programs; of one that cannot be read it stays empty.
rules::BySeat<std::string> hashes_of(const match::Contestant& first,
                                     const match::Contestant& second) {
  const auto hash = [](const match::Contestant& bot) -> std::string {
    try {
      return bot.spec.command ? program::content_hash(*bot.spec.command) : std::string();
    } catch (const program::CommandError&) {
      return {};
    }
  };
  const auto& one = first.spec.command;
  const auto& two = second.spec.command;
  std::string hash_of_first = hash(first);
  if (one && two && one->program == two->program && one->files == two->files &&
      one->folders == two->folders && one->read == two->read) {
    return {hash_of_first, hash_of_first};
  }
  return {std::move(hash_of_first), hash(second)};
}

// What is known before the first move.
struct Pairing {
  match::MatchPlan plan;
  match::GivenStart start;
  match::Contestant first;
  match::Contestant second;
};

Pairing pairing(const MatchOptions& options, const rules::GameInfo& game,
                const rules::Games& games) {
  const auto names = names_of(options.bots);
  options.play.limits().check_names(
      {{names[0], game.seat_names[0], "1"}, {names[1], game.seat_names[1], "2"}});
  const match::MatchPlan plan =
      options.start.plan(game, options.play.seed.value_or(any_seed()), games);
  const match::GivenStart start{options.start.given_moves(plan), {}};
  prepare(options, game);
  const auto bot = [&](match::Seat seat) {
    match::Contestant found =
        config::with_mark(contestant(options, game, rules::index(seat)), config::moves_mark,
                          match::moves_of_seat(plan, start.moves, seat));
    if (!plan.seed) return found;
    return config::with_mark(std::move(found), config::seed_mark, config::seed_text(*plan.seed));
  };
  Pairing found{plan, start, bot(match::Seat::first), bot(match::Seat::second)};
  const std::array bots{&found.first, &found.second};
  // A command that is wrong is a mistake of the user's, not the fault of a bot.
  for (const match::Contestant* one : bots) {
    if (!one->spec.command) throw UsageError(one->command_error);
  }
  std::vector<std::filesystem::path> hidden;
  for (const std::string& written : {options.out, options.html, options.logs}) {
    if (!written.empty()) hidden.push_back(std::filesystem::absolute(written));
  }
  store::hide_from_bots(bots, hidden);
  if (options.play.quiet) return found;
  for (const match::Contestant* one : bots) {
    const std::string& note = one->spec.command->note;
    if (!note.empty()) text::tell("referee: {}", note);
  }
  return found;
}

match::MatchRecord play(const MatchOptions& options, const Pairing& pairing,
                        const tournament::MakeHost& make_host) {
  const rules::GameInfo& game = *pairing.plan.game;
  const walls::Protections protections = walls::probe_protections();
  match::MatchSettings settings = options.play.settings(protections);
  std::optional<match::ErrorLogs> logs;
  if (!options.logs.empty()) text::make_real_folder(options.logs);

  // Hashing takes longer than starting: no move waits for it.
  auto hashes =
      std::async(std::launch::async, [&] { return hashes_of(pairing.first, pairing.second); });
  // Its thread stays off the processor of the bots.
  const auto names = names_of(options.bots);
  std::optional<report::ThinkingLine> thinking;
  if (live_display(options.play.quiet)) {
    const auto known = [&](std::size_t seat, const match::Contestant& bot) {
      return report::ThinkingLine::Known{names[seat], game.seat_names[seat], settings.clock,
                                         bot.spec.limits};
    };
    thinking.emplace(std::cerr, rules::BySeat{known(0, pairing.first), known(1, pairing.second)},
                     [] { return terminal_width(2); });
  }
  // One processor for the referee and both bots: only one of the three ever runs, and clocks are
  // read at rest.
  const text::Descriptor processor = kernel::pin_this_thread(::sched_getcpu());
  const auto host = make_host(protections, 1);
  const InterruptWatch watch(ending(*host));
  std::vector<match::ReplacedAnswer> replaced;
  match::MatchRecord record = match::until_judged(
      *host,
      [&] {
        replaced.clear();
        if (!options.logs.empty()) {
          logs.emplace(options.logs, game.name, std::uint64_t{1}, names);
          settings.errors = logs->sinks();
        }
        return match::run_given({*host, pairing.plan, settings, thinking ? &*thinking : nullptr},
                                pairing.first, pairing.second, pairing.start, replaced);
      },
      match::tell_void);
  thinking.reset();
  if (!options.play.quiet) tell_replaced(record, replaced);
  if (logs && logs->finish() > 0) {
    text::warn("a file in {} would have been longer than {} MiB and was cut there", options.logs,
               match::most_log_bytes >> 20);
  }
  const auto hash = hashes.get();
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) record.bots[seat].hash = hash[seat];
  return record;
}

// `log` names the record for other verbs; empty: it is kept nowhere.
std::string result_text(const match::MatchRecord& record, const std::string& log, bool written) {
  const std::string hint =
      !written      ? "The record was not written; --json prints it instead."
      : log.empty() ? "The moves: the same command with --save FILE, then referee show FILE"
                    : fmt::format("The moves: referee show {}", log);
  return report::match_text(record, output_style(), hint,
                            log.empty() ? "" : fmt::format("referee replay {}", log));
}

int match_of(const MatchOptions& options, Call& call) {
  const rules::GameInfo& game = game_named(options.game, call.games);
  if (options.play.quiet) text::hush_notes();
  const Pairing bots = pairing(options, game, call.games);
  // Files that cannot be written are an error before the game, not after it.
  std::optional<OutputFile> file;
  if (!options.out.empty()) file.emplace(OutputFile::Options{"--save", options.out, {}, true});
  std::optional<OutputFile> page;
  if (!options.html.empty()) page.emplace(OutputFile::Options{"--html", options.html, {}, false});
  const match::MatchRecord record = play(options, bots, call.make_host);

  const std::string line = match::to_line(record);
  const bool is_last = store::keep_last_game(line);
  const std::string unwritten = try_to_write(file, line + '\n');
  const std::string unwritten_page =
      page ? try_to_write(page, pages().of_match(record, options.out, 1)) : std::string();
  if (options.play.json) {
    std::cout << line << '\n';
  } else {
    const bool kept = !options.out.empty() && unwritten.empty();
    const std::string log = kept ? text::shell_word(options.out) : is_last ? "last" : "";
    std::cout << result_text(record, log, unwritten.empty());
  }
  if (options.show_stderr) {
    for (std::size_t i = 0; i < record.bots.size(); ++i) {
      std::cerr << report::stderr_text(record, i);
    }
  }
  for (const std::string& error : {unwritten, unwritten_page}) {
    if (!error.empty()) throw store::StoreError(error);
  }
  return record.faults.empty() ? done : failed;
}

}  // namespace

void add_match(CommandLine& program) {
  const Verb verb = program.add("match", "Play one game between two bots");
  auto options = std::make_shared<MatchOptions>();
  add_game_argument(verb, options->game).required();
  verb.option("first", &options->bots[0], "Command of the bot that begins").required();
  verb.option("second", &options->bots[1], "Command of the other bot").required();
  options->play.add_to(verb);
  add_read_option(verb, options->read);
  options->start.add_to(verb);
  add_stderr_option(verb, options->show_stderr);
  add_logs_option(verb, options->logs);
  add_save_option(verb, &options->out).check(must_be_named);
  verb.earlier("--out", &options->out).check(must_be_named);
  add_page_option(verb, options->html);
  verb.footer(with_games(
      "A bot is a command. It is split into words as a shell does, but no shell runs.\n\n"
      "Examples:\n"
      "  referee match {game} ./mybot \"python3 other.py\"\n"
      "  referee match {cooperative} ./mybot \"referee random {cooperative}\" --seed 5 --stderr\n"
      "  referee show last\n"
      "  referee match {game} ./new ./old --json > record.json\n"
      "  referee show record.json\n"
      "  referee match {game} ./mybot ./other --deal @record.json --moves first-six.txt\n\n"
      "The last 20 games of a folder are kept for referee show, replay and play --from:\n"
      "`last`, the one before it `last-1`, and so on.\n\n"
      "Exit code 1 if a bot failed; the result names its fault and the reason."));
  verb.runs([options](Call& call) { return match_of(*options, call); });
}

}  // namespace referee::cli
