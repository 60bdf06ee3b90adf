// referee games: what can be played.

#include <chrono>
#include <iomanip>
#include <iostream>

#include <nlohmann/json.hpp>

#include "referee/cli/exit_code.hpp"
#include "referee/cli/verbs.hpp"
#include "referee/text/json_reader.hpp"
#include "rules/catalogue.hpp"

namespace referee::cli {
namespace {

double seconds(std::chrono::milliseconds time) {
  return std::chrono::duration<double>(time).count();
}

void print_json() {
  text::Json list = text::Json::array();
  for (const auto& game : rules::games()) {
    list.push_back({{"name", game.name},
                    {"title", game.title},
                    {"contest", game.contest},
                    {"summary", game.summary},
                    {"seats", game.seat_names},
                    {"budget", seconds(game.budget)},
                    {"memory_limit", game.memory_limit},
                    {"takeover", game.takeover},
                    {"cooperative", game.cooperative}});
  }
  std::cout << list.dump(2) << '\n';
}

void print_table() {
  for (const auto& game : rules::games()) {
    std::cout << std::left << std::setw(12) << game.name << game.title << ", " << game.contest
              << ", " << seconds(game.budget) << " s a bot; " << game.seat_names[0] << " begins, "
              << game.seat_names[1] << " follows\n"
              << std::setw(12) << "" << game.summary << '\n';
  }
}

}  // namespace

void add_games(CommandLine& program) {
  const Verb verb = program.add("games", "List the games that this program judges");
  auto json = std::make_shared<bool>(false);
  verb.flag("--json", *json, "As JSON on standard output");
  verb.footer("Example: referee games --json");
  verb.runs([json] {
    *json ? print_json() : print_table();
    return done;
  });
}

}  // namespace referee::cli
