// Random play by the judge's own rules, as a bot or to measure a game:
//   playout GAME          plays by the protocol on standard input and output
//   playout GAME GAMES    plays so many games with itself; tells their mean length and scores
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>

#include <rules/catalogue.hpp>
#include <rules/client.hpp>
#include <rules/random.hpp>

namespace {

void play_as_bot(const rules::GameInfo& info) {
  rules::Client client(info);
  rules::Stream moves(1, "playout");
  std::string line;
  while (client.state() != rules::Client::State::left) {
    if (client.state() == rules::Client::State::listening) {
      if (!std::getline(std::cin, line)) return;
      client.read(line);
    } else {
      rules::MoveLine move;
      client.random_move(moves, move);
      std::cout << move.view() << std::endl;
    }
  }
}

void measure(const rules::GameInfo& info, std::uint64_t games) {
  std::uint64_t plies = 0;
  std::uint64_t choices = 0;
  std::int64_t scores[2] = {0, 0};
  for (std::uint64_t seed = 1; seed <= games; ++seed) {
    const auto game = info.start(info.deal(seed));
    rules::Stream moves(seed, "playout");
    for (; !game->over(); ++plies) {
      choices += game->legal_count();
      rules::MoveLine move;
      game->random_move(moves, move);
      if (const auto verdict = game->play(move.view()); !verdict) {
        throw std::runtime_error(std::string(move.view()) + ": " + verdict.reason());
      }
    }
    const rules::Result result = game->result();
    for (int seat = 0; seat < 2; ++seat) scores[seat] += result.seats[seat].score;
  }
  const auto mean = [](auto sum, auto count) {
    return static_cast<double>(sum) / static_cast<double>(count);
  };
  std::cout << info.title << ": " << mean(plies, games) << " plies, " << mean(choices, plies)
            << " legal moves, scores " << mean(scores[0], games) << " and "
            << mean(scores[1], games) << '\n';
}

}  // namespace

int main(int argc, char** argv) {
  const rules::GameInfo* game = argc > 1 ? rules::find_game(argv[1]) : nullptr;
  if (game == nullptr) {
    std::cerr << "playout GAME [GAMES]; the games are:";
    for (const rules::GameInfo& one : rules::games()) std::cerr << ' ' << one.name;
    std::cerr << '\n';
    return 2;
  }
  try {
    const std::uint64_t games = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 0;
    if (games > 0) {
      measure(*game, games);
    } else {
      play_as_bot(*game);
    }
  } catch (const std::exception& error) {
    std::cerr << "playout: " << error.what() << '\n';
    return 1;
  }
}
