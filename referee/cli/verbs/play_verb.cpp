// referee play: a person against bots, the jury, or other persons at the same terminal.

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/browser.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/program/contents.hpp"
#include "referee/play/judge/judge_process.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/sitting.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/match/person.hpp"
#include "referee/show/server/play_site.hpp"
#include "rules/by_seat.hpp"

namespace referee::cli {
namespace {

using match::Ply;
using match::Seat;

// Without a clock a bot may think as long as it likes; its process still has an end.
constexpr std::chrono::hours no_clock{24};
// In place of a bot.
constexpr std::string_view a_second_person = "human";

struct PersonOptions {
  PlayOptions play;
  std::vector<std::string> read;
  std::string game;
  std::vector<std::string> bots;  // of the other seats, in their order
  std::string seat;
  std::string hint;
  std::string from;  // "LOG:PLY"
  std::string out;
  bool window = false;
  ServeOptions serve;
};

Seat seat_named(const std::string& name, const rules::GameInfo& game) {
  if (name.empty()) return Seat::first;
  std::vector<std::string> all;
  for (const Seat seat : rules::seats(game.seats())) {
    const std::string number = fmt::format("{}", rules::index(seat) + 1);
    const std::string_view own = game.seat_names[rules::index(seat)];
    if (name == number || name == own) return seat;
    all.push_back(
        fmt::format("{} ({}{})", number, own, seat == Seat::first ? ", which begins" : ""));
  }
  throw UsageError(fmt::format("--seat: {} has no seat '{}'; give {}", game.name, name,
                               text::join_with(all, "or")));
}

// The game with a seat for the person and one for each bot, or with as few as it can be played
// with: the jury takes those that are left. With --from it has those of the record.
const rules::GameInfo& game_for(const PersonOptions& options, judge::Games& games) {
  const rules::GameInfo& game = any_game_named(options.game, games);
  const std::size_t taken = options.bots.size() + 1;
  if (taken > game.seats()) {
    throw UsageError(fmt::format(
        "{} has {}, and one is yours: name at most {}, not {}{}", game.name,
        text::plural(game.seats(), "seat"), text::plural(game.seats() - 1, "bot"), taken - 1,
        "; a command with blanks needs quotation marks: \"python3 bot.py\""));
  }
  const bool for_two = options.bots.empty() && game.with_seats(rules::usual_seats) != nullptr;
  return *game.with_seats(for_two ? rules::usual_seats : std::max(taken, game.fewest_seats));
}

match::Contestant contestant(const PersonOptions& options, const rules::GameInfo& game,
                             const std::string& name, const std::string& command) {
  match::ContestantOptions bot;
  bot.identity = {name, command, {}, {}};
  bot.folder = ".";
  const match::GivenLimits given = options.play.limits().with_all({bot.identity.name});
  bot.limits = given.chosen;
  bot.times = match::chosen_or(
      match::to_local(given.times, options.play.speed_factor().value_or(1)), {no_clock});
  bot.read = options.read;
  bot.toolchain = options.play.toolchain_year().value_or(0);
  bot.isolated = !options.play.trust;
  return match::contestant(bot, game);
}

// The record that --from names, and the move that is to be made first.
std::pair<match::MatchRecord, std::size_t> record_from(const PersonOptions& options,
                                                       const rules::GameInfo& game,
                                                       const rules::Games& games) {
  const auto colon = options.from.rfind(':');
  const std::string number = colon == std::string::npos ? "" : options.from.substr(colon + 1);
  std::size_t ply = 0;
  const auto [stop, error] = std::from_chars(number.data(), number.data() + number.size(), ply);
  if (number.empty() || error != std::errc() || stop != number.data() + number.size() || ply == 0) {
    throw UsageError(fmt::format(
        "--from takes a game and the number of the move to go on with, as in last:12 or "
        "results/demo:17:12, not '{}'",
        options.from));
  }
  const std::string log = options.from.substr(0, colon);
  match::MatchRecord record = store::record_named(store::log_named(log), {}, games);
  tell_last_game(log, record);
  if (record.game->name != game.name) {
    throw UsageError(
        fmt::format("--from: that is a game of {}, not of {}", record.game->name, game.name));
  }
  if (ply > record.plies.size() + 1) {
    throw UsageError(
        fmt::format("--from: that game has only {}", text::plural(record.plies.size(), "move")));
  }
  return {std::move(record), ply};
}

// The seat of the person in a game that is gone on with, unless --seat says another one.
void begin_from(const PersonOptions& options, const rules::GameInfo& game,
                const rules::Games& games, match::SittingOptions& sitting) {
  const auto [record, ply] = record_from(options, game, games);
  const rules::GameInfo& seated = *record.game;
  if (options.bots.size() >= seated.seats()) {
    throw UsageError(fmt::format("--from: that game has {}, and one is yours: name at most {}",
                                 text::plural(seated.seats(), "seat"),
                                 text::plural(seated.seats() - 1, "bot")));
  }
  sitting.plan = {&seated, record.seed, match::whole_deal(seated, record.deal)};
  sitting.failed = record.faults;
  for (std::size_t i = 0; i + 1 < ply; ++i) {
    sitting.begun.push_back(record.plies[i]);
    sitting.begun.back().jury = false;
  }
  if (!options.seat.empty()) return;
  const auto* const person =
      std::find_if(record.bots.begin(), record.bots.end(),
                   [](const match::BotIdentity& bot) { return bot.command == match::a_person; });
  if (person != record.bots.end()) {
    sitting.own_seat = rules::seat_at(static_cast<std::size_t>(person - record.bots.begin()));
  }
}

// Persons and bots in the seats beside the own one.
void seat_others(const PersonOptions& options, match::SittingOptions& sitting) {
  const rules::GameInfo& game = *sitting.plan.game;
  sitting.chairs.resize(game.seats());
  std::vector<std::string> commands;
  for (const std::string& one : options.bots) {
    if (one != a_second_person) commands.push_back(one);
  }
  const rules::BySeat<std::string> names = names_of(commands);
  const std::string hint = program::short_name(options.hint, ".");
  std::vector<match::LimitList::Names> known{{hint}};
  for (const std::string& name : names) known.push_back({name});
  options.play.limits().check_names(known);
  std::size_t next = 0;
  std::size_t bots = 0;
  for (const Seat seat : sitting.chairs.seats()) {
    if (seat == sitting.own_seat || next == options.bots.size()) continue;
    match::Chair& chair = sitting.chairs[seat];
    chair.person = options.bots[next++] == a_second_person;
    if (chair.person) continue;
    chair.bot = contestant(options, game, names[bots], commands[bots]);
    ++bots;
    if (!chair.bot->spec.command) throw UsageError(chair.bot->command_error);
    const match::Duration budget = chair.bot->spec.limits.times.budget;
    sitting.budget = bots == 1 ? budget : std::max(sitting.budget, budget);
    chair.bot->identity.hash = program::content_hash(*chair.bot->spec.command);
    std::string moves;
    for (const Ply& ply : sitting.begun) {
      if (ply.seat == seat) text::add_to_list(moves, ply.line, ",");
    }
    chair.bot = config::with_mark(std::move(*chair.bot), config::moves_mark, moves);
  }
}

// Throws UsageError for bots that cannot be run.
match::SittingOptions sitting_of(const PersonOptions& options, const rules::GameInfo& game,
                                 const rules::Games& games) {
  match::SittingOptions sitting;
  if (options.from.empty()) {
    sitting.plan = match::MatchPlan::from_seed(game, options.play.seed.value_or(any_seed()));
  } else {
    begin_from(options, game, games, sitting);
  }
  if (!options.seat.empty()) sitting.own_seat = seat_named(options.seat, *sitting.plan.game);
  sitting.settings.clock = options.play.clock_kind().value_or(kernel::ClockKind::cpu);
  sitting.settings.isolated = !options.play.trust;
  sitting.settings.host_facts = host_facts(walls::probe_protections(), sitting.settings.isolated);
  sitting.budget = no_clock;
  seat_others(options, sitting);
  if (!options.hint.empty()) {
    sitting.adviser = contestant(options, *sitting.plan.game,
                                 program::short_name(options.hint, "."), options.hint);
    if (!sitting.adviser->spec.command) {
      throw UsageError("--hint: " + sitting.adviser->command_error);
    }
  }
  std::vector<match::Contestant*> bots;
  for (match::Chair& chair : sitting.chairs) {
    if (chair.bot) bots.push_back(&*chair.bot);
  }
  if (sitting.adviser) bots.push_back(&*sitting.adviser);
  std::vector<std::filesystem::path> written;
  if (!options.out.empty()) written.push_back(std::filesystem::absolute(options.out));
  if (!bots.empty()) store::hide_from_bots(bots, written);
  return sitting;
}

// Persons at this terminal.
class Terminal final : public match::Sitting::People {
 public:
  explicit Terminal(match::SittingOptions sitting)
      : host_(walls::probe_protections()),
        sitting_(host_, std::move(sitting)),
        watch_([this] {
          interrupted_ = true;
          host_.interrupt();
          sitting_.interrupt_hint();
          judge::JudgeProcess::interrupt_all();
        }),
        lines_(interrupted_) {
    style_ = on_terminal(2) ? report::TextStyle{true, terminal_width(2)} : report::TextStyle{};
  }

  match::MatchRecord play() { return sitting_.play(*this); }

  std::unique_ptr<match::SittingBoard> board(std::size_t known) override {
    const auto& options = sitting_.options();
    const auto who = options.identities();
    auto board = std::make_unique<report::SharedBoard>(
        options.plan,
        rules::BySeat<std::string>(who.size(), [&](Seat seat) { return who[seat].name; }),
        options.only_person(), std::cerr, style_, known);
    board_ = board.get();
    return board;
  }
  std::unique_ptr<match::Player> person(Seat seat, match::SittingBoard& board,
                                        std::vector<std::string> given) override {
    report::Person::Table table{*board_, lines_, std::cerr, style_, sitting_, {}};
    if (sitting_.options().adviser) {
      table.hint = [this, seat, &board] { return hint(seat, board); };
    }
    return std::make_unique<report::Person>(std::move(table), seat, std::move(given));
  }

 private:
  std::string hint(Seat seat, const match::SittingBoard& board) {
    const match::Sitting::Hint hint = sitting_.hint(seat, board);
    return fmt::format("{}: {}", text::safe_text(hint.by),
                       hint.failed.empty() ? text::safe_text(hint.move)
                                           : "it failed: " + text::safe_text(hint.failed));
  }

  std::atomic<bool> interrupted_ = false;
  bot::ProcessHost host_;
  match::Sitting sitting_;
  InterruptWatch watch_;
  report::TypedLines lines_;
  report::TextStyle style_;
  report::SharedBoard* board_ = nullptr;  // the newest one
};

// Says how a game ended. `kept`: where its record is; may be empty.
void tell_result(const match::MatchRecord& record, bool json, const std::string& kept) {
  if (json) {
    std::cout << match::to_line(record) << '\n';
    return;
  }
  std::cout << '\n'
            << report::match_text(record, output_style(),
                                  kept.empty()
                                      ? std::string()
                                      : "The moves: referee show " + text::shell_word(kept),
                                  "");
}

// Keeps the game; where it is, as `referee show` takes it, empty if nowhere.
std::string kept_as(const match::MatchRecord& record, const std::string& written) {
  const bool is_last = store::keep_last_game(match::to_line(record));
  return !written.empty() ? written : is_last ? "last" : "";
}

void open_file(const PersonOptions& options, std::optional<OutputFile>& file) {
  if (!options.out.empty()) file.emplace(OutputFile::Options{"--save", options.out, {}, true});
}

int play_at_terminal(const PersonOptions& options, const rules::GameInfo& game,
                     const rules::Games& games) {
  std::optional<OutputFile> file;
  open_file(options, file);
  Terminal terminal(sitting_of(options, game, games));
  match::MatchRecord record;
  try {
    record = terminal.play();
  } catch (const report::Left&) {
    text::tell("");
    text::tell("you left; nothing is saved");
    return done;
  }
  const std::string unwritten = try_to_write(file, match::to_line(record) + '\n');
  tell_result(record, options.play.json, kept_as(record, unwritten.empty() ? options.out : ""));
  if (!unwritten.empty()) throw store::StoreError(unwritten);
  return match::bot_failed(record) ? failed : done;
}

// Plays in a browser, one game after the other, until Ctrl-C. `ended` is called with each finished
// game, on this thread, and returns whether it was saved; nothing if it is saved nowhere. Throws
// like match::run().
void play_in_window(match::SittingOptions sitting, const ServeOptions& serve,
                    const std::function<std::optional<bool>(const match::MatchRecord&)>& ended) {
  server::PlaySite site(std::move(sitting), pages());
  const InterruptWatch watch([&] {
    site.leave();
    judge::JudgeProcess::interrupt_all();
  });
  Serving serving(site, serve);
  text::tell("the game is in the browser; Ctrl-C ends this");
  site.play([&](std::function<void()> job) { serving.server().post(std::move(job)); }, ended);
  serving.stop();
  serving.wait();
}

int play_at_window(const PersonOptions& options, const rules::GameInfo& game,
                   const rules::Games& games) {
  std::optional<OutputFile> first;
  open_file(options, first);  // a path that cannot be written is an error now
  bool bot_failed = false;
  std::string unwritten;
  play_in_window(sitting_of(options, game, games), options.serve,
                 [&](const match::MatchRecord& record) {
                   std::optional<OutputFile> file;
                   open_file(options, file);
                   unwritten = try_to_write(file, match::to_line(record) + '\n');
                   if (!unwritten.empty()) text::warn("{}", unwritten);
                   tell_result(record, options.play.json,
                               kept_as(record, unwritten.empty() ? options.out : ""));
                   std::cout << std::flush;
                   bot_failed = bot_failed || match::bot_failed(record);
                   return options.out.empty() ? std::nullopt : std::optional(unwritten.empty());
                 });
  if (!unwritten.empty()) throw store::StoreError(unwritten);
  return bot_failed ? failed : done;
}

int play(const PersonOptions& options, judge::Games& games) {
  const rules::GameInfo& game = game_for(options, games);
  if (!options.window && (options.serve.no_browser || options.serve.port)) {
    throw UsageError("--port and --no-browser go with --window");
  }
  return options.window ? play_at_window(options, game, games)
                        : play_at_terminal(options, game, games);
}

}  // namespace

void add_play(CommandLine& program) {
  const Verb verb = program.add("play", "Play a game yourself, in the terminal or a browser");
  auto options = std::make_shared<PersonOptions>();
  add_game_argument(verb, options->game).required();
  verb.option(
      "bot", &options->bots,
      "Command of the bot that you play against, or `human` for a second person at this "
      "terminal; without one, random moves. In games of more seats one for each other seat");
  add_seat_option(verb, options->seat);
  verb.option("--hint", &options->hint, "The bot that `hint` asks").unit("COMMAND");
  verb.option("--from", &options->from,
              "Go on with a recorded game: LOG:PLY, or LOG:N:PLY for match N of several; the moves "
              "before move PLY are the recorded ones")
      .unit("LOG:PLY");
  options->play.add_to(verb);
  add_read_option(verb, options->read);
  add_save_option(verb, &options->out).check(must_be_named);
  verb.earlier("--out", &options->out).check(must_be_named);
  verb.flag("--window", options->window, "Play in a browser instead of the terminal");
  options->serve.add_to(verb);
  verb.footer(with_games(
      "At the prompt type a move, or `help`: `?` lists the legal moves, `? TEXT` those\n"
      "with TEXT in them, `undo` takes back your last move and what followed, `hint`\n"
      "asks the bot of --hint, `resign` gives up. The page of the game, referee show\n"
      "GAME, says what moves look like.\n\n"
      "With --window the address is printed on standard output and opened in a browser,\n"
      "on this machine only; games are played there until Ctrl-C.\n\n"
      "No clock runs unless --limit budget=... sets one. After `undo` the bot is\n"
      "started again and given the game so far; a bot with random numbers of its own\n"
      "may not fit it. The board shows everything, also what a game hides from its\n"
      "players. It and the prompt are on standard error, the result on standard output.\n\n"
      "Examples:\n"
      "  referee play {game}\n"
      "  referee play {game} ./mybot --seat 2 --hint ./better\n"
      "  referee play {game} human --save game.json\n"
      "  referee play {game} ./mybot --window\n"
      "  referee play {game} ./mybot --from last:12\n\n"
      "Exit code 1 if the bot failed."));
  verb.runs([options](Call& call) { return play(*options, call.games); });
}

}  // namespace referee::cli
