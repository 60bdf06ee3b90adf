// referee games: what can be played.

#include <algorithm>
#include <chrono>
#include <iomanip>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"
#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "referee/play/judge/outside_game.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

struct GamesOptions {
  std::optional<std::string> game;
  std::vector<std::string> read;
  bool json = false;
};

double seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

text::Json as_json(const rules::GameInfo& game) {
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

void print_json() {
  text::Json list = text::Json::array();
  for (const auto& game : rules::games()) list.push_back(as_json(game));
  std::cout << list.dump(2) << '\n';
}

void print_table() {
  std::size_t width = 0;
  for (const auto& game : rules::games()) width = std::max(width, game.name.size() + 2);
  const auto column = std::setw(static_cast<int>(width));
  for (const auto& game : rules::games()) {
    std::cout << std::left << column << game.name << game.title << ", " << game.contest << ", "
              << seconds(game.budget) << " s a bot; " << game.seat_names[0] << " begins, "
              << game.seat_names[1] << " follows\n"
              << column << "" << game.summary << '\n';
  }
}

int games(const GamesOptions& options) {
  if (!options.game) {
    if (!options.read.empty()) throw UsageError("--read goes with the folder of a game");
    options.json ? print_json() : print_table();
    return done;
  }
  const rules::GameInfo& game = options.read.empty()
                                    ? game_named(*options.game)
                                    : judge::outside_game_at(*options.game, options.read).info();
  if (options.json) {
    std::cout << as_json(game).dump(2) << '\n';
  } else {
    std::cout << game.page;
  }
  return done;
}

}  // namespace

void add_games(CommandLine& program) {
  const Verb verb = program.add("games", "List the games, or explain one of them");
  auto options = std::make_shared<GamesOptions>();
  add_game_argument(verb, &options->game);
  add_read_option(verb, options->read);
  add_json_option(verb, options->json);
  verb.footer(
      with_games("Examples:\n"
                 "  referee games              the games\n"
                 "  referee games {game} | less   rules, protocol and sample dialogues of {title}\n"
                 "  referee games --json"));
  verb.runs([options] { return games(*options); });
}

}  // namespace referee::cli
