// referee show: a recorded match move by move, the list of matches, the games and their rules.

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <limits>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/file.hpp"
#include "referee/base/text/json_reader.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/output_file.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/pager.hpp"
#include "referee/cli/pages.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/game_file.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "referee/run/store/find_record.hpp"
#include "referee/run/store/last_game.hpp"
#include "referee/run/store/store.hpp"
#include "referee/show/report/match/bot_account.hpp"
#include "referee/show/report/match/match_list.hpp"
#include "referee/show/report/match/show.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct ShowOptions {
  std::string log;   // as it was given
  std::string path;  // what that is
  std::optional<std::uint64_t> match;
  std::string boards = "all";
  std::string plies;  // "A-B" or "A"
  bool show_stderr = false;
  bool json = false;
  bool scenes = false;
  std::string svg;                // the file
  std::string html;               // the file
  std::string game;               // the folder whose judge draws
  std::vector<std::string> read;  // what the judge of a game may read besides
  report::MatchFilter filter;
};

// A user may have named any file; `what` names it.
[[noreturn]] void refuse(const std::string& what) {
  throw UsageError(what +
                   "; expected a match record: name a file that referee match --json wrote, or a "
                   "tournament's folder");
}

store::MatchSummary summary_of(const store::RecordEntry& entry) {
  try {
    return store::summary_of_line(entry.line, match::Extent::front, nullptr, *entry.games);
  } catch (const text::JsonError& error) {
    refuse(fmt::format("{}: {}", entry.place, error.what()));
  }
}

match::MatchRecord whole_record_of(const store::RecordEntry& entry) {
  try {
    return store::record_of(entry);
  } catch (const text::JsonError& error) {
    refuse(error.what());  // which begins with the place
  }
}

report::Boards boards_of(const std::string& text) {
  if (text == "last") return report::Boards::last;
  if (text == "none") return report::Boards::none;
  return report::Boards::all;
}

// "12" or "12-20"; throws UsageError.
std::pair<int, int> range_of(const std::string& text) {
  std::pair<int, int> range{1, std::numeric_limits<int>::max()};
  if (text.empty()) return range;
  const char* const end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, range.first);
  range.second = range.first;
  if (read.ec == std::errc() && read.ptr != end && *read.ptr == '-') {
    read = std::from_chars(read.ptr + 1, end, range.second);
  }
  if (read.ec != std::errc() || read.ptr != end || range.first < 1 || range.second < range.first) {
    throw UsageError(
        fmt::format("--plies takes one number or a range such as 12-20, not '{}'", text));
  }
  return range;
}

// Throws UsageError for options of one match; here are several.
void check_list(const ShowOptions& options) {
  const char* option = !options.plies.empty()  ? "--plies"
                       : options.show_stderr   ? "--stderr"
                       : options.scenes        ? "--scenes"
                       : !options.svg.empty()  ? "--svg"
                       : !options.html.empty() ? "--html"
                                               : "";
  if (*option == 0) return;
  throw UsageError(fmt::format("{0} goes with the number of a match: referee show {1} NUMBER {0}",
                               option, options.log));
}

// Throws UsageError if `first_ply` is not there: neither a move nor a fault.
void check_plies(const match::MatchRecord& record, const std::string& plies, int first_ply) {
  int last = static_cast<int>(record.plies.size());
  for (const match::MatchFault& fault : record.faults) last = std::max(last, fault.ply);
  if (plies.empty() || first_ply <= last) return;
  throw UsageError(fmt::format("--plies {}: the game has only {}", plies,
                               text::plural(static_cast<std::uint64_t>(last), "move")));
}

// Of the position that is drawn: after the last move of --plies. Throws UsageError if it is not
// there.
int drawn_ply(const ShowOptions& options, const match::MatchRecord& record) {
  const int last = static_cast<int>(record.plies.size());
  if (options.plies == "0") return 0;
  const auto [first, wanted] = range_of(options.plies);
  check_plies(record, options.plies, std::min(first, wanted));
  return std::min(wanted, last);
}

// Returns whether the record could be replayed.
bool draw_match(const ShowOptions& options, const match::MatchRecord& record,
                std::uint64_t number) {
  if (!options.html.empty()) {
    OutputFile file({"--html", options.html, {options.log}, false});
    file.write(pages().of_match(record, options.log, number));
    file.finish();
    return true;
  }
  if (!options.svg.empty()) {
    OutputFile file({"--svg", options.svg, {options.log}, false});
    file.write(scenes::picture_of(record, drawn_ply(options, record)));
    file.finish();
    return true;
  }
  const text::Json document = scenes::scenes_document(record);
  std::cout << text::dump(document) << '\n';
  return !document.contains("misfit");
}

// Returns whether the record could be replayed.
bool print_match(const ShowOptions& options, const store::RecordEntry& entry,
                 const store::OfficialNumbers& official) {
  if (options.scenes || !options.svg.empty() || !options.html.empty()) {
    return draw_match(options, whole_record_of(entry), entry.number);
  }
  if (options.json) {
    std::cout << entry.line << '\n';
    return true;
  }
  report::ShowOptions show;
  show.again = fmt::format("referee replay {}", text::shell_word(options.log));
  if (fs::is_directory(options.log)) show.again += fmt::format(" {}", entry.number);
  show.boards = boards_of(options.boards);
  show.bot_stderr = options.show_stderr;
  show.style = output_style();
  std::tie(show.first_ply, show.last_ply) = range_of(options.plies);
  const match::MatchRecord record = whole_record_of(entry);
  check_plies(record, options.plies, show.first_ply);
  if (record.match) show.official_number = official.of(*record.match);
  return report::show_match(std::cout, record, show);
}

// Before the list of one bot's matches: why it loses.
void print_account(const ShowOptions& options, const rules::Games& games) {
  const std::string& bot = options.filter.bots.front();
  report::BotMatches matches(bot);
  store::each_record_warned(options.path, games, [&](const store::RecordEntry& entry) {
    const store::MatchSummary match = summary_of(entry);
    if (std::find(match.bots.begin(), match.bots.end(), bot) != match.bots.end()) {
      matches.add(entry.number, whole_record_of(entry));
    }
    return true;
  });
  const report::BotAccount account = matches.account();
  if (account.all.games == 0) return;
  std::cout << report::account_text(bot, account, "referee replay " + text::shell_word(options.log),
                                    output_style());
}

// The only match of a log, or a list to choose from.
int show_all(const ShowOptions& options, const store::OfficialNumbers& official,
             const rules::Games& games) {
  report::MatchList list(
      options.filter, options.json, official, [](std::string_view text) { std::cout << text; },
      output_style().width);
  if (!options.json && options.filter.only_one_bot()) print_account(options, games);
  const bool folder = fs::is_directory(options.log);
  std::set<std::string> names;
  if (folder) {
    const store::Store store = store::open_store(options.path, games);
    for (const config::Event& event : store.manifest().events) {
      for (const config::BotEntry& bot : event.bots) names.insert(bot.name);
    }
  }
  for (const std::string& name : names) list.expect_name(name);
  // Programs get a list of a folder whatever it holds, and so does who looks for something.
  bool several = (options.json && folder) || options.filter.any();
  std::string first_line;
  store::RecordEntry first{};
  std::uint64_t records = 0;
  const auto add = [&](const store::RecordEntry& entry) {
    const store::MatchSummary match = summary_of(entry);
    for (const std::string& bot : match.bots) {
      if (names.insert(bot).second) list.expect_name(bot);
    }
    list.add(entry.number, match);
  };
  store::each_record_warned(options.path, games, [&](const store::RecordEntry& entry) {
    if (++records == 1 && !several) {
      first_line = entry.line;
      first = {entry.number, first_line, entry.place, entry.now, entry.games};
      return true;
    }
    if (records <= 2) check_list(options);
    if (!std::exchange(several, true)) add(first);
    add(entry);
    return true;
  });
  if (records == 0) throw UsageError(fmt::format("'{}' has no matches yet", options.log));
  if (!several) return print_match(options, first, official) ? done : failed;
  list.finish();
  for (const std::string& bot : options.filter.bots) {
    if (names.contains(bot)) continue;
    const auto guess = text::nearest_in(bot, std::vector<std::string>(names.begin(), names.end()));
    throw UsageError(fmt::format("--bot: {} has no bot '{}'{}", options.log, text::safe_text(bot),
                                 guess ? fmt::format("; did you mean '{}'?", *guess) : ""));
  }
  if (list.size() == 0) text::warn("no match of {} is like that", options.log);
  return done;
}

// ---- games ----

// Whether a user who named this means what has been played, whatever game has that name.
bool holds_results(const fs::path& path) {
  if (fs::is_directory(path)) return fs::exists(path / "manifest.json");
  if (!fs::is_regular_file(path)) return false;
  std::string begin(100, '\0');
  std::ifstream(path).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("referee-match") != std::string::npos;
}

bool asks_of_games(const ShowOptions& options, judge::Games& games) {
  const fs::path path = options.log;
  if (holds_results(path)) return false;
  return options.log == "games" || judge::has_game_file(path) ||
         path.filename() == judge::game_file_name ||
         (options.log.find('/') == std::string::npos && games.typed(options.log) != nullptr);
}

// What is neither a path nor a game.
[[noreturn]] void refuse_missing(const std::string& what) {
  std::vector<std::string_view> names{"games"};
  for (const rules::GameInfo& game : rules::games()) names.push_back(game.name);
  const std::string missing = text::missing(what);
  const auto guess = text::nearest_in(what, names);
  if (!guess || missing.find("did you mean") != std::string::npos) throw UsageError(missing);
  throw UsageError(fmt::format("{}; did you mean 'referee show {}'?", missing, *guess));
}

// Throws UsageError for options of matches.
void check_alone(const Verb& verb, const ShowOptions& options) {
  for (const char* name : {"match", "--boards", "--plies", "--game", "--stderr", "--html", "--svg",
                           "--scenes", "--bot", "--lost", "--faults", "--longest"}) {
    if (!verb.given(name)) continue;
    throw UsageError(fmt::format("{} is about matches, and there are none at '{}'",
                                 *name == '-' ? name : std::to_string(*options.match),
                                 options.log));
  }
}

double seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

text::Json game_json(const rules::GameInfo& game) {
  return {{"name", game.name},
          {"title", game.title},
          {"contest", game.contest},
          {"summary", game.summary},
          {"seats", game.seat_names},
          {"budget", seconds(game.budget)},
          {"memory_limit", game.memory_limit},
          {"deals", !game.deal(0).empty()},
          {"takeover", game.takeover},
          {"cooperative", game.cooperative}};
}

void list_games(bool json) {
  text::Json list = text::Json::array();
  std::size_t width = 0;
  for (const rules::GameInfo& game : rules::games()) {
    list.push_back(game_json(game));
    width = std::max(width, game.name.size() + 2);
  }
  if (json) {
    std::cout << text::dump(list, 2) << '\n';
    return;
  }
  for (const rules::GameInfo& game : rules::games()) {
    std::cout << fmt::format("{:<{}}{}, {}, {} s a bot; {} begins, {} follows\n{:<{}}{}\n",
                             game.name, width, game.title, game.contest, seconds(game.budget),
                             game.seat_names[0], game.seat_names[1], "", width, game.summary);
  }
}

int show_games(const ShowOptions& options, judge::Games& games) {
  if (options.log == "games") {
    if (!options.read.empty()) throw UsageError("--read goes with the folder of a game");
    list_games(options.json);
    return done;
  }
  const rules::GameInfo& game = options.read.empty() ? any_game_named(options.log, games)
                                                     : games.at(options.log, options.read).info();
  const Pager pager(!options.json);
  std::cout << (options.json ? text::dump(game_json(game), 2) + '\n' : std::string(game.page));
  return done;
}

// ---- matches ----

int show(ShowOptions options, const rules::Games& games) {
  options.path = store::log_named(options.log);
  if (!fs::exists(options.path)) refuse_missing(options.log);
  if (!options.read.empty()) throw UsageError("--read goes with the folder of a game");
  const Pager pager(!options.json && !options.scenes && options.svg.empty() &&
                    options.html.empty());
  const store::OfficialNumbers official(options.path, games);
  if (options.filter.lost && options.filter.bots.size() != 1) {
    throw UsageError("--lost goes with --bot NAME, the bot that lost");
  }
  if (!options.match) return show_all(options, official, games);
  if (options.filter.any()) {
    throw UsageError(
        fmt::format("--bot, --lost, --faults and --longest choose from the list: leave out {}",
                    *options.match));
  }
  const store::FoundRecord found = store::find_record(options.path, options.match, games);
  return print_match(options, found.entry(), official) ? done : failed;
}

}  // namespace

void add_show(CommandLine& program) {
  const Verb verb = program.add("show", "Show a match move by move, or list all matches");
  auto options = std::make_shared<ShowOptions>();
  verb.option("log", &options->log,
              "A tournament's folder, a file of records, or last; or games, for the list of games, "
              "or the name or folder of a game, for its rules and protocol")
      .required();
  verb.option("match", &options->match,
              "The number of the match in its tournament, or of its line in a file (from 1); "
              "for imported games also the official number")
      .check([](const std::string& text) {
        return text.starts_with('-')
                   ? fmt::format("the number of a match is 0 or more, not {}", text)
                   : std::string();
      });
  verb.option("--boards", &options->boards, "Which boards to draw: all, last or none")
      .one_of({"all", "last", "none"});
  verb.option("--plies", &options->plies,
              "Show only these moves, e.g. 12 or 12-20; with --svg the position after the last of "
              "them, 0 is the start")
      .unit("A-B");
  add_game_option(verb, options->game);
  add_stderr_option(verb, options->show_stderr);
  add_page_option(verb, options->html);
  verb.option("--svg", &options->svg, "Draw the position after the last move, or --plies, as SVG")
      .unit("FILE")
      .check(must_be_named);
  verb.flag("--scenes", options->scenes,
            "Print all positions for programs that draw them, as JSON (docs/scene.schema.json)");
  add_bot_option(verb, options->filter.bots);
  verb.flag("--lost", options->filter.lost, "With --bot: list only matches that it lost");
  verb.flag("--faults", options->filter.faults,
            "List only matches in which a bot failed; with --bot, in which it did");
  verb.option("--longest", &options->filter.longest,
              "List the N matches in which a bot used most time; with --bot, in which it did")
      .unit("N")
      .within(1, 1'000'000);
  add_read_option(verb, options->read);
  add_json_option(verb, options->json);
  verb.footer(with_games(
      "Examples:\n"
      "  referee show last                  the last game of match or play\n"
      "  referee show results/demo          the list of its matches, by number\n"
      "  referee show results/demo 17       match 17\n"
      "  referee show results/demo --bot greedy   why it loses, and its matches\n"
      "  referee show results/demo --bot greedy --lost\n"
      "  referee show results/official-test-1 261343\n"
      "  referee show record.json --boards last --stderr\n"
      "  referee show results/demo 17 --plies 12 --svg board.svg\n"
      "  referee show games                 the games, one of which is {game}\n"
      "  referee show {game}                   its rules, protocol and sample dialogues\n\n"
      "Exit code 1 if the recorded moves do not follow the rules."));
  verb.runs([verb, options](Call& call) {
    judge::Games& games = call.games;
    if (asks_of_games(*options, games)) {
      check_alone(verb, *options);
      return show_games(*options, games);
    }
    if (!options->game.empty()) games.look_with(options->game);
    return show(*options, games);
  });
}

}  // namespace referee::cli
