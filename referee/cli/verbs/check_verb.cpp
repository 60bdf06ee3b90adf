// referee check: would this bot be admitted?

#include <fmt/core.h>

#include <algorithm>
#include <array>
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

#include "referee/analysis/checks/bot_check.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/folder_config.hpp"
#include "referee/cli/interrupt.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/toolchain/bot_folder.hpp"
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/machine/toolchain/source_file.hpp"
#include "referee/play/judge/game_check.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "referee/play/match/beginning.hpp"
#include "referee/run/config/marks.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/form.hpp"
#include "referee/show/report/live/live_line.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/verdicts/check_report.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;
using checks::Finding;

struct CheckOptions {
  PlayOptions play;
  std::string bot;
  std::string game;
  std::vector<std::string> read;
  unsigned games = 20;
  std::vector<std::string> with;  // of a judge: two bots
  std::string junit;
  std::string folder;  // of which the bot is one of several that were sent in; empty: of none
};

match::Contestant contestant_of(const CheckOptions& options, const rules::GameInfo& game,
                                const std::string& name, const std::string& command) {
  match::ContestantOptions bot;
  bot.identity.name = name;
  bot.identity.command = command;
  bot.folder = ".";
  options.play.give_limits(bot, game, {name});
  bot.toolchain = options.play.toolchain_year().value_or(0);
  bot.isolated = !options.play.trust;
  if (command == options.bot) {
    bot.read = options.read;
    bot.alone = !options.folder.empty();
  } else {
    bot.limits = {};
  }
  return match::contestant(bot, game);
}

// The example bots that were built with this program: beside it, or where it was installed.
std::vector<match::Contestant> examples(const CheckOptions& options, const rules::GameInfo& game) {
  std::vector<match::Contestant> found;
  std::error_code error;
  const fs::path folder = fs::read_symlink("/proc/self/exe", error).parent_path();
  for (const char* kind : {"greedy"}) {
    const std::string name = fmt::format("{}-{}", game.name, kind);
    for (const fs::path& file :
         {folder / name, folder.parent_path() / "libexec" / "referee" / name}) {
      if (!fs::is_regular_file(file, error)) continue;
      found.push_back(contestant_of(options, game, name, text::shell_word(file.string())));
      break;
    }
  }
  return found;
}

checks::BotCheckPlan plan_of(const CheckOptions& options, const rules::GameInfo& game,
                             match::Contestant bot, const walls::Protections& protections) {
  checks::BotCheckPlan plan;
  plan.game = &game;
  plan.bot = std::move(bot);
  plan.random = contestant_of(options, game, "random", match::random_bot(game, " --seed {seed}"));
  plan.opponents = examples(options, game);
  plan.settings = options.play.settings(protections);
  plan.games = options.games;
  plan.enough = std::chrono::seconds(20);
  plan.seed = options.play.seed.value_or(1);
  plan.has_thread_limit = protections.notify_continue;
  return plan;
}

// The points of a source, and the bot if it compiles.
std::optional<match::Contestant> prepare(const CheckOptions& options, const rules::GameInfo& game,
                                         std::vector<checks::CheckedPoint>& points) {
  auto source = toolchain::find_source(options.bot, ".", options.read);
  try {
    if (source) {
      source->official = game.official();
      const auto built = toolchain::build(*source, options.play.toolchain_year().value_or(0));
      points = checks::source_points(built, game);
    }
    match::Contestant bot =
        contestant_of(options, game, program::short_name(options.bot, "."), options.bot);
    if (!bot.spec.command) throw program::CommandError(bot.command_error);
    return bot;
  } catch (const toolchain::CompileError& error) {
    points.push_back(checks::failed_to_compile(error));
    return std::nullopt;
  } catch (const std::exception& error) {
    // One bad file of many is a line in the list, whatever is wrong with it.
    if (options.folder.empty()) throw;
    points.push_back({"starts", Finding::failed, error.what(), {}});
    return std::nullopt;
  }
}

report::BotCheckReport check_one(const CheckOptions& options, const rules::GameInfo& game,
                                 const tournament::MakeHost& make_host, report::LiveLine* line) {
  const auto begin = std::chrono::steady_clock::now();
  report::BotCheckReport report;
  report.game = &game;
  report.bot.name = program::short_name(options.bot, ".");
  report.bot.command = options.bot;
  if (auto bot = prepare(options, game, report.points)) {
    const walls::Protections protections = walls::probe_protections();
    auto plan = plan_of(options, game, std::move(*bot), protections);
    std::vector<match::Contestant*> bots{&plan.bot, &plan.random};
    for (match::Contestant& one : plan.opponents) bots.push_back(&one);
    std::vector<fs::path> others;
    if (!options.folder.empty()) others.push_back(fs::absolute(options.folder));
    store::hide_from_bots(bots, others);
    const auto host = make_host(protections, 1);
    const InterruptWatch watch(ending(*host));
    const auto played = checks::check_bot(plan, *host, [&](std::string_view what) {
      if (line != nullptr) line->draw(fmt::format("{}: {}", report.bot.name, what));
    });
    report.points.insert(report.points.end(), played.begin(), played.end());
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

// All bots of a folder, one after the other: a bot's times are those of a bot that plays alone.
std::vector<report::BotCheckReport> check_all(const CheckOptions& options,
                                              const rules::GameInfo& game,
                                              const tournament::MakeHost& make_host,
                                              report::LiveLine* line) {
  std::vector<report::BotCheckReport> reports;
  for (const toolchain::FolderBot& bot : read_bot_folder(options.bot, options.play.quiet).bots) {
    CheckOptions one = options;
    one.folder = options.bot;
    // The command is relative to the folder.
    one.bot = text::shell_word(
        (fs::path(options.bot) / program::command_words(bot.command, options.bot).front())
            .lexically_normal()
            .string());
    if (one.bot.find('/') == std::string::npos) one.bot = "./" + one.bot;
    reports.push_back(check_one(one, game, make_host, line));
    reports.back().bot.name = bot.name;
  }
  return reports;
}

judge::PlayedGame played_game(const match::MatchRecord& record) {
  judge::PlayedGame game;
  game.deal = record.deal;
  for (const match::Ply& ply : record.plies) game.lines.push_back(ply.line);
  if (!record.faults.empty()) game.told = report::fault_text(record, record.faults.front());
  for (const match::MatchFault& fault : record.faults) {
    if (fault.found_after > 0) continue;  // the judge finds it again by itself
    game.lines.resize(std::min(game.lines.size(), static_cast<std::size_t>(fault.ply - 1)));
    game.refused = fault.line;
    game.fault = std::string(match::official_word(*record.game, fault));
    break;
  }
  return game;
}

// Games of two bots, in both seat orders by turns.
std::vector<judge::PlayedGame> games_of_bots(const CheckOptions& options,
                                             const rules::GameInfo& game,
                                             const tournament::MakeHost& make_host,
                                             const std::function<void(std::string_view)>& tell) {
  const walls::Protections protections = walls::probe_protections();
  std::vector<match::Contestant> bots;
  for (const std::string& command : options.with) {
    bots.push_back(contestant_of(options, game, program::short_name(command, "."), command));
    if (!bots.back().spec.command) throw UsageError("--with: " + bots.back().command_error);
  }
  const std::array both{&bots[0], &bots[1]};
  store::hide_from_bots(both, {});
  const auto host = make_host(protections, 1);
  const InterruptWatch watch(ending(*host));
  const match::MatchSettings settings = options.play.settings(protections);
  std::vector<judge::PlayedGame> games;
  constexpr std::chrono::seconds enough{10};
  const auto begin = std::chrono::steady_clock::now();
  for (unsigned i = 0; i < options.games; ++i) {
    if (i >= 2 && std::chrono::steady_clock::now() > begin + enough) break;
    tell(fmt::format("the bots' game {} of {}", i + 1, options.games));
    const std::uint64_t seed = options.play.seed.value_or(1) + i / 2;
    const auto plan = match::MatchPlan::from_seed(game, seed);
    const auto told = [&](unsigned bot) {
      return config::with_mark(bots[bot], config::seed_mark, config::seed_text(seed));
    };
    const rules::BySeat<match::Contestant> seated{told(i % 2), told(1 - i % 2)};
    games.push_back(played_game(match::run(*host, plan, settings, {&seated[0], &seated[1]})));
  }
  return games;
}

// Of the folder of a game: its judge is what is checked.
report::BotCheckReport check_judge(const CheckOptions& options, Call& call,
                                   report::LiveLine* line) {
  const auto begin = std::chrono::steady_clock::now();
  judge::OutsideGame& game = call.games.at(options.bot);
  judge::GameCheckPlan plan;
  plan.games = options.games;
  plan.seed = options.play.seed.value_or(1);
  plan.tell = [&](std::string_view what) {
    if (line != nullptr) line->draw(fmt::format("{}: {}", game.info().name, what));
  };
  if (!options.with.empty())
    plan.played = games_of_bots(options, match::for_two(game.info()), call.make_host, plan.tell);
  report::BotCheckReport report;
  report.game = &game.info();
  report.bot.name = "its judge";
  report.bot.command = options.bot;
  for (judge::GamePoint& point : judge::check_game(game, plan)) {
    using From = judge::GamePoint::Finding;
    const Finding finding = point.finding == From::passed   ? Finding::passed
                            : point.finding == From::failed ? Finding::failed
                                                            : Finding::noted;
    report.points.push_back({std::move(point.name), finding, std::move(point.text), {}});
  }
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return report;
}

bool is_game(std::string_view word) {
  const auto games = rules::games();
  return std::any_of(games.begin(), games.end(),
                     [word](const rules::GameInfo& game) { return game.name == word; });
}

bool is_folder_of_game(const std::string& path) {
  return judge::has_game_file(path) || fs::path(path).filename() == judge::game_file_name;
}

int check(CheckOptions options, Call& call) {
  if (options.play.quiet) text::hush_notes();
  // One word alone is the bot, whose game is then missing; or the folder of the game to check.
  const bool of_judge = options.bot.empty() && is_folder_of_game(options.game);
  if (options.bot.empty()) std::swap(options.bot, options.game);
  if (!options.with.empty() && (!of_judge || options.with.size() != 2)) {
    throw UsageError(
        "--with takes two bots that play a game whose judge is checked, as in referee "
        "check ./mygame --with ./a.py ./b.py");
  }
  if (options.game.empty() && !of_judge) {
    throw UsageError(
        is_game(options.bot)
            ? fmt::format("the bot is missing, as in referee check {} ./bot.py", options.bot)
            : fmt::format("the game is missing: which one does '{0}' play? As in referee check "
                          "GAME {0}. Only the folder of a game, which has a file {1}, is checked "
                          "without",
                          options.bot, judge::game_file_name));
  }
  const rules::GameInfo* game = of_judge ? nullptr : &game_named(options.game, call.games);
  std::optional<OutputFile> file;
  if (!options.junit.empty()) {
    file.emplace(OutputFile::Options{"--junit", options.junit, {}, false});
  }
  const bool whole_folder = !of_judge && fs::is_directory(options.bot);
  std::vector<report::BotCheckReport> reports;
  {
    std::optional<report::LiveLine> line;
    if (live_display(options.play.quiet)) line.emplace(std::cerr, [] { return terminal_width(2); });
    report::LiveLine* shown = line ? &*line : nullptr;
    if (of_judge) {
      reports.push_back(check_judge(options, call, shown));
    } else if (whole_folder) {
      reports = check_all(options, *game, call.make_host, shown);
    } else {
      reports.push_back(check_one(options, *game, call.make_host, shown));
    }
  }
  const std::string unwritten = try_to_write(file, report::bot_check_junit(reports));
  if (options.play.json) {
    std::cout << report::json_text(whole_folder ? report::bot_checks_json(reports)
                                                : report::bot_check_json(reports.front()));
  } else {
    std::cout << (whole_folder ? report::bot_checks_text(reports, output_style())
                               : report::bot_check_text(reports.front(), output_style()));
  }
  if (!unwritten.empty()) throw store::StoreError(unwritten);
  return std::any_of(reports.begin(), reports.end(),
                     [](const auto& report) { return report.count(Finding::failed) > 0; })
             ? failed
             : done;
}

}  // namespace

void add_check(CommandLine& program) {
  const Verb verb = program.add("check", "Check that a bot would be admitted, or a game's judge");
  auto options = std::make_shared<CheckOptions>();
  add_game_argument(verb, options->game).required();
  verb.option("bot", &options->bot,
              "Command of the bot, its source file, or a folder: each source file and each program "
              "in it. Without it the judge in the folder of the game is checked");
  add_games_option(verb, &options->games);
  verb.option("--with", &options->with,
              "For a judge: two bots, whose games are checked instead of random ones")
      .unit("BOT BOT");
  verb.option("--junit", &options->junit, "Write the result as JUnit XML, for CI")
      .unit("FILE")
      .check(must_be_named);
  options->play.add_to(verb);
  add_read_option(verb, options->read);
  verb.footer(with_games(
      "It plays in both seats, against random moves, itself and example bots, and tries\n"
      "each way in which a game can end: does the bot answer, are its moves legal, does\n"
      "it leave, does it play the same again, how much of its time and memory does it\n"
      "need? Of a source also: does it compile, is it small enough, does it ask for\n"
      "threads, programs or a network?\n\n"
      "Examples:\n"
      "  referee check {game} ./bot.cpp\n"
      "  referee check {game} \"python3 bot.py\" --junit check.xml\n"
      "  referee check {game} submissions\n"
      "  referee check ./mygame\n"
      "  referee check ./mygame --with ./a.py ./b.py\n\n"
      "The folder of a game alone (it has a file game.json): its\n"
      "judge plays random games against itself, tests moves and malformed lines; its\n"
      "answers must be the same in another process, in the opposite order, and in\n"
      "another environment.\n\n"
      "Exit code 1 if a point failed. What is only noted is not against the rules."));
  verb.runs([options](Call& call) { return check(*options, call); });
}

}  // namespace referee::cli
