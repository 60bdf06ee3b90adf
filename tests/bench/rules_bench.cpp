// How fast the rules are: random legal moves chosen, written, parsed and played
// through the text interface that a match uses, lines to the seats included.

#include <benchmark/benchmark.h>

#include <string>

#include "rules/catalogue.hpp"

namespace {

void random_games(benchmark::State& state, const rules::GameInfo& info) {
  std::uint64_t seed = 0;
  std::int64_t moves = 0;
  std::int64_t games = 0;
  std::string lines;
  for (auto _ : state) {
    const auto game = info.start(info.deal(seed));
    rules::Stream stream(seed, "jury-1");
    while (!game->over()) {
      lines.clear();
      game->take_lines(game->to_move(), lines);
      rules::MoveLine move;
      game->random_move(stream, move);
      if (!game->play(move.view())) state.SkipWithError("a random move was refused");
      ++moves;
    }
    benchmark::DoNotOptimize(game->result());
    ++games;
    ++seed;
  }
  state.counters["moves"] =
      benchmark::Counter(static_cast<double>(moves), benchmark::Counter::kIsRate);
  state.counters["games"] =
      benchmark::Counter(static_cast<double>(games), benchmark::Counter::kIsRate);
}

}  // namespace

int main(int argc, char** argv) {
  for (const rules::GameInfo& info : rules::games()) {
    benchmark::RegisterBenchmark(std::string(info.name).c_str(),
                                 [&info](benchmark::State& state) { random_games(state, info); });
  }
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  benchmark::RunSpecifiedBenchmarks();
  benchmark::Shutdown();
  return 0;
}
