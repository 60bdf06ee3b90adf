// `referee random GAME --seed N` without the rest of the program, for builds in which
// the program itself is too big to be a bot: `referee random GAME [--seed N]`.
#include <cstdint>
#include <iostream>
#include <string>

#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/random.hpp"

int main(int argc, char** argv) {
  const rules::GameInfo* game = argc > 2 ? rules::find_game(argv[2]) : nullptr;
  if (game == nullptr || std::string(argv[1]) != "random") return 2;
  const std::uint64_t seed = argc > 4 ? std::stoull(argv[4]) : 1;
  rules::Client client(*game);
  rules::Stream stream(seed, "random-bot");
  std::string line;
  while (client.state() != rules::Client::State::left) {
    if (client.state() == rules::Client::State::to_answer) {
      rules::MoveLine move;
      client.random_move(stream, move);
      std::cout << move.view() << std::endl;
    } else if (std::getline(std::cin, line)) {
      client.read(line);
    } else {
      break;
    }
  }
  return 0;
}
