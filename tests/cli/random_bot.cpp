// `referee random` without the rest of the program, for builds in which the program itself is too
// big to be a bot: `referee random GAME [--seed N] [--begin MOVE,MOVE,...]`. Exit code 2 for wrong
// words, and for a first move that is not legal.
#include <cstdint>
#include <iostream>
#include <sstream>
#include <string>

#include "rules/catalogue.hpp"
#include "rules/client.hpp"
#include "rules/random.hpp"

int main(int argc, char** argv) {
  const rules::GameInfo* game = argc > 2 ? rules::find_game(argv[2]) : nullptr;
  if (game == nullptr || std::string(argv[1]) != "random") return 2;
  std::uint64_t seed = 1;
  std::istringstream begin;
  for (int word = 3; word + 1 < argc; word += 2) {
    const std::string option = argv[word];
    if (option == "--seed") {
      seed = std::stoull(argv[word + 1]);
    } else if (option == "--begin") {
      begin.str(argv[word + 1]);
    } else {
      return 2;
    }
  }
  rules::Client client(*game);
  rules::Stream stream(seed, "random-bot");
  std::string line;
  while (client.state() != rules::Client::State::left) {
    if (client.state() == rules::Client::State::to_answer) {
      if (std::getline(begin, line, ',')) {
        if (!client.move(line)) return 2;
        std::cout << line << std::endl;
        continue;
      }
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
