// referee random: a bot that plays random legal moves, to test others with.

#include <fmt/core.h>

#include <algorithm>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/cli/common.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/cli/options/shared_options.hpp"
#include "referee/cli/verbs/verbs.hpp"
#include "rules/client.hpp"
#include "rules/random.hpp"

namespace referee::cli {
namespace {

// Moves joined by commas.
std::vector<std::string> moves_in(std::string_view list) {
  std::vector<std::string> moves;
  while (!list.empty()) {
    const auto end = std::min(list.find(','), list.size());
    if (end > 0) moves.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return moves;
}

int play(const rules::GameInfo& game, std::uint64_t seed, const std::vector<std::string>& begin) {
  rules::Client client(game);
  rules::Stream stream(seed, "random-bot");
  auto next = begin.begin();
  std::string line;
  while (client.state() != rules::Client::State::left) {
    if (client.state() == rules::Client::State::listening) {
      if (!std::getline(std::cin, line)) break;
      try {
        client.read(line);
      } catch (const std::invalid_argument& error) {
        throw UsageError(fmt::format("cannot understand the judge's line: {}", error.what()));
      }
    } else {
      if (next != begin.end()) {
        if (!client.move(*next)) {
          throw UsageError(fmt::format("--begin: '{}' is not legal here", *next));
        }
        std::cout << *next++ << std::endl;
        continue;
      }
      rules::MoveLine move;
      client.random_move(stream, move);
      std::cout << move.view() << std::endl;
    }
  }
  return done;
}

}  // namespace

void add_random(CommandLine& program) {
  const Verb verb = program.add("random", "Act as a bot that plays random legal moves");
  struct RandomOptions {
    std::string game;
    std::uint64_t seed = 1;
    std::string begin;
  };
  auto options = std::make_shared<RandomOptions>();
  add_game_argument(verb, options->game).required();
  add_seed_option(verb, &options->seed);
  verb.option("--begin", &options->begin,
              "Its first moves, joined by commas, as {moves} in a command gives them")
      .unit("MOVES");
  verb.footer(
      with_games("Example: referee match {game} ./mybot \"referee random {game} --seed 7\""));
  verb.runs([options](Call& call) {
    const rules::GameInfo& game = game_named(options->game, call.games);
    if (game.outside) {
      throw UsageError(fmt::format(
          "what the judge of {} tells bots says nothing to this one; give @random in its place",
          game.name));
    }
    return play(game, options->seed, moves_in(options->begin));
  });
}

}  // namespace referee::cli
