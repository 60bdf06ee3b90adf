// What a ply costs the referee where the rules are a judge: the same games of noughts and crosses
// with the rules that are a part of this program, and with a judge in C++. Each ply takes the lines
// of the seat and plays a move, one round trip; and as the floor the same lines over two bare
// pipes. Prints JSON, in microseconds of this thread's CPU time and of wall time.
//
//   bench_judge FOLDER   the folder of the judge

#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <exception>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "referee/play/judge/games.hpp"
#include "referee/play/judge/outside_game.hpp"
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

// The judge on two pipes, with nobody who checks anything.
class BareJudge {
 public:
  explicit BareJudge(const referee::program::Command& command) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    if (::pipe(in.data()) != 0 || ::pipe(out.data()) != 0) throw std::runtime_error("no pipes");
    std::vector<char*> words;
    for (const std::string& word : command.words) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    process_ = ::fork();
    if (process_ == 0) {
      ::dup2(in[0], STDIN_FILENO);
      ::dup2(out[1], STDOUT_FILENO);
      ::close(in[1]);
      ::execv(command.program.c_str(), words.data());
      ::_exit(127);
    }
    ::close(in[0]);
    ::close(out[1]);
    to_ = in[1];
    from_ = out[0];
    ask("referee-judge 1\n");
  }
  ~BareJudge() {
    ::close(to_);
    ::close(from_);
    ::waitpid(process_, nullptr, 0);
  }
  BareJudge(const BareJudge&) = delete;
  BareJudge& operator=(const BareJudge&) = delete;

  void ask(const std::string& request) {
    if (::write(to_, request.data(), request.size()) < 0) throw std::runtime_error("it has left");
    answer_.clear();
    while (!answer_.ends_with("\n.\n") && answer_ != ".\n") {
      std::array<char, 4096> buffer;
      const ssize_t size = ::read(from_, buffer.data(), buffer.size());
      if (size <= 0) throw std::runtime_error("it has left");
      answer_.append(buffer.data(), static_cast<std::size_t>(size));
    }
  }

 private:
  pid_t process_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string answer_;
};

// Costs of all plies, which `play` plays game by game and counts.
template <typename Play>
Cost measured(const std::vector<std::vector<std::string>>& all, const Play& play) {
  std::size_t plies = 0;
  const auto begin = std::chrono::steady_clock::now();
  const double cpu = cpu_us();
  for (const std::vector<std::string>& moves : all) {
    play(moves);
    plies += moves.size();
  }
  const double used = cpu_us() - cpu;
  const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - begin;
  const auto count = static_cast<double>(plies);
  return {used / count, took.count() / count};
}

Cost cost_of(BareJudge& judge, const std::vector<std::vector<std::string>>& all) {
  return measured(all, [&](const std::vector<std::string>& moves) {
    judge.ask("start \n");
    for (const std::string& move : moves) judge.ask("play " + move + '\n');
  });
}

Cost cost_of(const rules::GameInfo& info, const std::vector<std::vector<std::string>>& all) {
  std::string lines;
  return measured(all, [&](const std::vector<std::string>& moves) {
    const auto game = info.start("");
    for (const std::string& move : moves) {
      lines.clear();
      game->take_lines(game->to_move(), lines);
      if (!game->play(move)) throw std::runtime_error("a move was refused");
    }
    if (!game->over()) throw std::runtime_error("a game has not ended");
  });
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::cerr << "usage: bench_judge FOLDER\n";
    return 2;
  }
  try {
    const rules::GameInfo built_in = rules::noughts_and_crosses::info();
    referee::judge::Games loaded;
    referee::judge::OutsideGame& game = loaded.at(argv[1]);
    const rules::GameInfo& judged = game.info();
    std::vector<std::vector<std::string>> all;
    for (int seed = 0; seed < games; ++seed) {
      all.push_back(random_moves(built_in, static_cast<std::uint64_t>(seed)));
    }
    static_cast<void>(cost_of(judged, all));  // the processor's caches, and the judge's own
    const Cost inside = cost_of(built_in, all);
    BareJudge bare(*game.program().spec.command);
    static_cast<void>(cost_of(bare, all));
    const Cost floor = cost_of(bare, all);
    const Cost outside = cost_of(judged, all);
    std::cout << "{\"built_in\": {\"cpu\": " << inside.cpu << ", \"wall\": " << inside.wall
              << "}, \"judge\": {\"cpu\": " << outside.cpu << ", \"wall\": " << outside.wall
              << "}, \"floor\": {\"cpu\": " << floor.cpu << ", \"wall\": " << floor.wall << "}}\n";
  } catch (const std::exception& error) {
    std::cerr << "bench_judge: " << error.what() << '\n';
    return 3;
  }
  return 0;
}
