// referee new: a bot to begin with.

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/machine/toolchain/languages.hpp"
#include "referee/play/starter/foreign.hpp"
#include "referee/play/starter/starter.hpp"
#include "referee/play/starter/writing.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

struct NewOptions {
  std::string judge;  // its language; empty: a bot
  std::string game;
  std::string language;
  std::string folder;
  starter::ForeignChoice foreign;
};

// Where the schemas of configs lie on every machine on which this program is installed alike; empty
// if it is in a folder of one machine, for configs are passed on.
std::string schemas_folder() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const fs::path prefix : {"/usr", "/usr/local"}) {
    const fs::path folder = prefix / "share/referee/docs";
    const bool there = fs::is_regular_file(folder / "config.schema.json", error);
    if (there && program.parent_path() == prefix / "bin") return folder.string();
  }
  return {};
}

// Says which files are new.
void write_all(const fs::path& folder, const std::vector<starter::StarterFile>& files) {
  starter::write_files(folder, files);
  for (const starter::StarterFile& file : files)
    std::cout << text::safe_text((folder / file.path).string()) << '\n';
}

// `game` is the program of a referee that others wrote; `language` is the new folder.
int adapt(const NewOptions& options) {
  const fs::path program = options.game;
  std::error_code error;
  if (!fs::is_regular_file(program, error)) {
    throw UsageError(
        fmt::format("{}: give the {} of the game's referee, as in referee new --judge "
                    "{} {}",
                    options.game.empty() ? "the program is missing" : text::missing(options.game),
                    options.judge == "caia" ? "program" : "jar", options.judge,
                    options.judge == "caia" ? "./referee" : "game.jar"));
  }
  const fs::path folder =
      options.language.empty() ? starter::folder_for(program) : fs::path(options.language);
  const starter::ForeignReferee referee = starter::look_at(options.judge, program, options.foreign);
  write_all(folder, starter::adaptor_files(options.judge, starter::name_of_game(folder), referee,
                                           schemas_folder()));
  fs::copy_file(program, folder / referee.file);
  std::cout << text::safe_text((folder / referee.file).string()) << '\n';
  if (const std::string known = starter::words_about(options.judge, referee); !known.empty()) {
    std::cout << '\n' << known;
  }
  std::string path = text::shell_word(folder.string());
  if (path.find('/') == std::string::npos) path = "./" + path;
  std::cout << fmt::format(
      "\nIts properties are in {0}/game.json. With two bots for it:\n"
      "  referee match {0} BOT BOT\n"
      "  referee check {0} --with BOT BOT\n",
      path);
  return done;
}

// `game` is the name of the new game, and of its folder.
int make_judge(const NewOptions& options) {
  const auto adaptors = starter::adaptors();
  if (std::find(adaptors.begin(), adaptors.end(), options.judge) != adaptors.end()) {
    return adapt(options);
  }
  if (options.game.empty() || !options.language.empty()) {
    throw UsageError(
        "a judge needs the name of the new game and nothing else, as in referee new "
        "--judge python mygame");
  }
  const fs::path folder = options.game;
  const auto files = starter::judge_files(starter::judge_named(options.judge),
                                          starter::name_of_game(folder), schemas_folder());
  write_all(folder, files);
  std::vector<std::string> bots;
  for (const starter::StarterFile& file : files) {
    if (!file.path.starts_with("bots/")) continue;
    bots.push_back(text::shell_word((folder / file.path).string()));
  }
  std::string path = text::shell_word(folder.string());
  if (path.find('/') == std::string::npos) path = "./" + path;
  std::cout << fmt::format(
      "\nIt plays. Put your rules into {0}/{1}, and its name into {0}/game.json.\n"
      "  referee match {0} {2}\n"
      "  referee check {0}\n"
      "  referee tournament {3} --out results/{4}\n",
      path, files[1].path, text::join(bots, " "),
      text::shell_word((folder / files.back().path).string()), folder.filename().string());
  return done;
}

bool is_language(std::string_view word) {
  const auto all = toolchain::languages();
  return std::any_of(all.begin(), all.end(), [word](const toolchain::Language& language) {
    return !language.skeleton.empty() && language.skeleton == word;
  });
}

int make(NewOptions options, judge::Games& games) {
  if (!options.judge.empty()) return make_judge(options);
  // No game has the name of a language, so the order is clear.
  if (is_language(options.game) && !is_language(options.language)) {
    std::swap(options.game, options.language);
  }
  if (options.game.empty() || options.language.empty()) {
    throw UsageError("a bot needs a game and a language, as in referee new GAME python");
  }
  const rules::GameInfo& game = game_named(options.game, games);
  const toolchain::Language& language = starter::language_named(game, options.language);
  const fs::path folder =
      options.folder.empty() ? fmt::format("{}-{}", game.name, language.skeleton) : options.folder;
  const auto files = starter::starter_files(game, language, schemas_folder());
  write_all(folder, files);
  const std::string source = files.front().path;
  std::cout << fmt::format(
      "\nIt plays. The place to think is marked in {0}.\n"
      "  cd {1}\n"
      "  referee match {2} ./{0} \"referee random {2}\"\n"
      "  referee check {2} ./{0}\n"
      "  referee tournament tournament.json\n",
      source, text::shell_word(folder.string()), game.name);
  return done;
}

}  // namespace

void add_new(CommandLine& program) {
  const Verb verb = program.add("new", "Write a bot, or a judge, to begin with, which plays");
  auto options = std::make_shared<NewOptions>();
  add_game_argument(verb, options->game);
  verb.option("language", &options->language, "c, cpp, python, java or rust");
  verb.option("folder", &options->folder, "Where to; default: a new folder GAME-LANGUAGE");
  verb.option(
          "--judge", &options->judge,
          "A judge for a game of your own: a small game with its rules, two bots and a config, in "
          "python, cpp, java or javascript, or hex, goofspiel, pig, tumbleweed, race (of two to "
          "four) "
          "or solve; or one "
          "for the jar of a game that others wrote: codingame, brutaltester, caia")
      .unit("JUDGE");
  verb.option("--seats", &options->foreign.seats,
              "With --judge and a referee by others: for how many players its game is; default: as "
              "the file config.ini beside it says")
      .unit("N")
      .within(1, 8);
  verb.option("--league", &options->foreign.league,
              "With --judge codingame: the league, whose rules are played; default: the highest "
              "beside the jar")
      .unit("N")
      .within(1, 99);
  verb.footer(with_games(
      "It writes a short, commented bot with the place to think marked, a config for a\n"
      "small tournament, one for referee regress, and a workflow for GitHub. Nothing is\n"
      "overwritten.\n\n"
      "Examples:\n"
      "  referee new {game} cpp\n"
      "  referee new {cooperative} python mybot\n"
      "  referee new --judge python mygame\n"
      "  referee new --judge codingame game.jar"));
  verb.runs([options](Call& call) { return make(*options, call.games); });
}

}  // namespace referee::cli
