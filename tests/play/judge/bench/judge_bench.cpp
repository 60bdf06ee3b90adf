// What a ply costs the referee where the rules are a judge: the same games of noughts and crosses
// with the rules that are a part of this program, and with a judge in C++. Each ply takes the lines
// of the seat and plays a move, one round trip. Prints JSON, in microseconds of this thread's CPU
// time and of wall time.
//
//   bench_judge FOLDER   the folder of the judge

#include <time.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/play/judge/registry.hpp"
#include "rules/random.hpp"
#include "tests/games/noughts_and_crosses/noughts_and_crosses.hpp"

namespace {

constexpr int games = 2000;

double cpu_us() {
  timespec time{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) * 1e6 + static_cast<double>(time.tv_nsec) / 1e3;
}

std::vector<std::string> random_moves(const rules::GameInfo& info, std::uint64_t seed) {
  std::vector<std::string> moves;
  const auto game = info.start(info.deal(seed));
  rules::Stream stream(seed, "bench");
  rules::MoveLine move;
  while (!game->over()) {
    game->random_move(stream, move);
    moves.emplace_back(move.view());
    static_cast<void>(game->play(move.view()));
  }
  return moves;
}

struct Cost {
  double cpu = 0;
  double wall = 0;
};

Cost cost_of(const rules::GameInfo& info, const std::vector<std::vector<std::string>>& all) {
  std::size_t plies = 0;
  std::string lines;
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_us();
  for (const std::vector<std::string>& moves : all) {
    const auto game = info.start("");
    for (const std::string& move : moves) {
      lines.clear();
      game->take_lines(game->to_move(), lines);
      if (!game->play(move)) throw std::runtime_error("a move was refused");
      ++plies;
    }
    if (!game->over()) throw std::runtime_error("a game has not ended");
  }
  const double used = cpu_us() - cpu;
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  const auto count = static_cast<double>(plies);
  return {used / count, took.count() / count};
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bench_judge FOLDER\n";
    return 2;
  }
  try {
    const rules::GameInfo built_in = rules::noughts_and_crosses::info();
    const rules::GameInfo& judged =
        *referee::judge::find_outside({std::string(argv[1]) + "/", true});
    std::vector<std::vector<std::string>> all;
    for (int seed = 0; seed < games; ++seed) {
      all.push_back(random_moves(built_in, static_cast<std::uint64_t>(seed)));
    }
    static_cast<void>(cost_of(judged, all));  // the processor's caches, and the judge's own
    const Cost inside = cost_of(built_in, all);
    const Cost outside = cost_of(judged, all);
    std::cout << "{\"built_in\": {\"cpu\": " << inside.cpu << ", \"wall\": " << inside.wall
              << "}, \"judge\": {\"cpu\": " << outside.cpu << ", \"wall\": " << outside.wall
              << "}}\n";
  } catch (const std::exception& error) {
    std::cerr << "bench_judge: " << error.what() << '\n';
    return 3;
  }
  return 0;
}
