// referee match: one game between bots.

#include <fmt/core.h>
#include <sched.h>

#include <algorithm>
#include <filesystem>
#include <future>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
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
  std::vector<std::string> bots;  // by seat
  std::vector<std::string> read;
  StartOptions start;
  bool show_stderr = false;
  std::string out;
  std::string html;
  std::string logs;
};

// The game with a seat for each of these bots.
const rules::GameInfo& game_for(const MatchOptions& options, judge::Games& games) {
  const rules::GameInfo& game = any_game_named(options.game, games);
  if (const rules::GameInfo* seated = game.with_seats(options.bots.size())) return *seated;
  const std::string seats = game.fewest_seats == game.seats()
                                ? text::plural(game.seats(), "seat")
                                : fmt::format("{} to {} seats", game.fewest_seats, game.seats());
  const bool many = options.bots.size() > game.seats();
  throw UsageError(
      fmt::format("{} has {}: name a bot for each, not {}{}", game.name, seats,
                  text::plural(options.bots.size(), "bot"),
                  many ? "; a command with blanks needs quotation marks: \"python3 bot.py\"" : ""));
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
                           {bot.identity.name, game.seat_names[seat], fmt::format("{}", seat + 1)});
  bot.read = options.read;
  bot.toolchain = options.play.toolchain_year().value_or(0);
  bot.isolated = !options.play.trust;
  return match::contestant(bot, game);
}

// The content hashes of all bots' programs; of one that cannot be read it stays empty.
rules::BySeat<std::string> hashes_of(const rules::BySeat<match::Contestant>& bots) {
  const auto hash = [](const match::Contestant& bot) -> std::string {
    try {
      return bot.spec.command ? program::content_hash(*bot.spec.command) : std::string();
    } catch (const program::CommandError&) {
      return {};
    }
  };
  const auto same = [](const match::Contestant& one, const match::Contestant& two) {
    const auto& first = one.spec.command;
    const auto& second = two.spec.command;
    return first && second && first->program == second->program && first->files == second->files &&
           first->folders == second->folders && first->read == second->read;
  };
  rules::BySeat<std::string> hashes(bots.size());
  for (std::size_t i = 0; i < bots.size(); ++i) {
    const auto* const before = std::find_if(bots.begin(), bots.begin() + i,
                                            [&](const auto& one) { return same(one, bots[i]); });
    const auto known = static_cast<std::size_t>(before - bots.begin());
    hashes[i] = known < i ? hashes[known] : hash(bots[i]);
  }
  return hashes;
}

// What is known before the first move.
struct Pairing {
  match::MatchPlan plan;
  match::GivenStart start;
  rules::BySeat<match::Contestant> bots;
};

Pairing pairing(const MatchOptions& options, const rules::GameInfo& game,
                const rules::Games& games) {
  const auto names = names_of(options.bots);
  const rules::BySeat<std::string> numbers(
      names.size(), [](rules::Seat seat) { return fmt::format("{}", rules::index(seat) + 1); });
  std::vector<match::LimitList::Names> known;
  for (std::size_t i = 0; i < names.size(); ++i) {
    known.push_back({names[i], game.seat_names[i], numbers[i]});
  }
  options.play.limits().check_names(known);
  const match::MatchPlan plan =
      options.start.plan(game, options.play.seed.value_or(any_seed()), games);
  match::GivenStart start;
  start.moves = options.start.given_moves(plan);
  prepare(options, game);
  const auto bot = [&](match::Seat seat) {
    match::Contestant found =
        config::with_mark(contestant(options, game, rules::index(seat)), config::moves_mark,
                          match::moves_of_seat(plan, start.moves, seat));
    if (!plan.seed) return found;
    return config::with_mark(std::move(found), config::seed_mark, config::seed_text(*plan.seed));
  };
  Pairing found{plan, start, rules::BySeat<match::Contestant>(names.size(), bot)};
  std::vector<match::Contestant*> bots;
  for (match::Contestant& one : found.bots) bots.push_back(&one);
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
  auto hashes = std::async(std::launch::async, [&] { return hashes_of(pairing.bots); });
  // Its thread stays off the processor of the bots.
  const auto names = names_of(options.bots);
  std::optional<report::ThinkingLine> thinking;
  if (live_display(options.play.quiet)) {
    const auto known = [&](rules::Seat seat) {
      return report::ThinkingLine::Known{names[seat], game.seat_names[seat], settings.clock,
                                         pairing.bots[seat].spec.limits};
    };
    thinking.emplace(std::cerr, rules::BySeat<report::ThinkingLine::Known>(names.size(), known),
                     [] { return terminal_width(2); });
  }
  // One processor for the referee and all bots: only one of them ever runs, and clocks are read at
  // rest.
  const text::Descriptor processor = kernel::pin_this_thread(::sched_getcpu());
  const auto host = make_host(protections, 1);
  const InterruptWatch watch(ending(*host));
  const match::Contestants bots(pairing.bots.size(),
                                [&](rules::Seat seat) { return &pairing.bots[seat]; });
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
                                bots, pairing.start, replaced);
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
  const rules::GameInfo& game = game_for(options, call.games);
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
  const Verb verb = program.add("match", "Play one game between bots");
  auto options = std::make_shared<MatchOptions>();
  add_game_argument(verb, options->game).required();
  verb.option(
          "bots", &options->bots,
          "Commands of the bots, one for each seat of the game, two as a rule; the first begins")
      .required();
  options->play.add_to(verb);
  add_read_option(verb, options->read);
  options->start.add_to(verb);
  add_stderr_option(verb, options->show_stderr);
  add_logs_option(verb, options->logs);
  add_save_option(verb, &options->out).check(must_be_named);
  verb.earlier("--out", &options->out).check(must_be_named);
  add_page_option(verb, options->html);
  verb.footer(
      with_games(
          "A bot is a command. It is split into words as a shell does, but no shell runs.\n\n"
          "Examples:\n"
          "  referee match {game} ./mybot \"python3 other.py\"\n"
          "  referee match {cooperative} ./mybot \"referee random {cooperative}\" --seed 5 "
          "--stderr\n"
          "  referee show last\n"
          "  referee match {game} ./new ./old --json > record.json\n"
          "  referee show record.json\n"
          "  referee match {game} ./mybot ./other --deal @record.json --moves first-six.txt\n\n"
          "The last ") +
      fmt::format("{} games of a folder are kept for referee show, replay and play "
                  "--from:\n`last`, the one before it `last-1`, and so on.\n\n"
                  "Exit code 1 if a bot failed; the result names its fault and the "
                  "reason.",
                  store::most_kept_games));
  verb.runs([options](Call& call) { return match_of(*options, call); });
}

}  // namespace referee::cli
