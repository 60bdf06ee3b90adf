// Fuzzing a game through its only interface, rules::Game. Built once for every game,
// with REFEREE_FUZZ_GAME as its name.
//
//   cmake --preset fuzz && cmake --build --preset fuzz
//   build/fuzz/bin/fuzz_play_box -max_total_time=60 -timeout=10
//
// The input is a seed (8 bytes) and then commands (see Session::step): lines of the
// input's own, legal moves with a few bytes changed, random legal moves, reading,
// forfeits. After everything the game must hold together (check_position), and a
// refused line must have changed nothing.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <string_view>

#include "rules/catalogue.hpp"
#include "rules/two_seats.hpp"

namespace {

using rules::Game;
using rules::Seat;

void check(bool fine, const char* what, std::string_view detail = {}) {
  if (fine) return;
  std::fprintf(stderr, "broken: %s\n%.*s\n", what, static_cast<int>(detail.size()), detail.data());
  std::abort();
}

// The fuzzer's bytes, from the front; zeros when there are no more.
class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

  [[nodiscard]] bool empty() const noexcept { return left_ == 0; }

  std::uint8_t byte() noexcept {
    if (left_ == 0) return 0;
    --left_;
    return *data_++;
  }

  std::uint64_t number() noexcept {
    std::uint64_t value = 0;
    for (int i = 0; i < 8; ++i) value = value << 8 | byte();
    return value;
  }

  // Up to 255 bytes, their number first.
  std::string text() {
    std::string result(std::min<std::size_t>(byte(), left_), '\0');
    for (char& c : result) c = static_cast<char>(byte());
    return result;
  }

 private:
  const std::uint8_t* data_;
  std::size_t left_;
};

bool printable(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= 0x20 && c < 0x7f; });
}

// Lines of printable ASCII, each of at most `width` characters and ended by '\n'.
void check_lines(std::string_view text, std::size_t width, const char* what) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    check(end != std::string_view::npos && end <= width && printable(text.substr(0, end)), what,
          text);
    text.remove_prefix(end + 1);
  }
}

std::string take(Game& game, Seat seat) {
  std::string out;
  game.take_lines(seat, out);
  check_lines(out, rules::MoveLine::capacity, "a line for a seat");
  return out;
}

// Everything that can be seen of a game, undelivered lines included.
struct View {
  explicit View(const Game& game)
      : over(game.over()), to_move(game.to_move()), drawn(game.draw()), result(game.result()) {
    relayed = game.relayed();
    const auto copy = game.clone();
    for (const Seat seat : {Seat::first, Seat::second}) lines += take(*copy, seat) + "--\n";
  }

  bool over;
  Seat to_move;
  std::string drawn;
  std::string relayed;
  std::string lines;
  rules::Result result;

  friend bool operator==(const View&, const View&) = default;
};

std::string random_line(const Game& game, rules::Stream& stream) {
  rules::MoveLine move;
  game.random_move(stream, move);
  return std::string(move.view());
}

class Session {
 public:
  explicit Session(const Input& input)
      : input_(input),
        info_(*rules::find_game(REFEREE_FUZZ_GAME)),
        seed_(input_.number() & rules::max_seed),
        stream_(seed_, "fuzz"),
        game_(info_.start(info_.deal(seed_))) {}

  void run() {
    check_position();
    while (!input_.empty() && !game_->over()) step();
    finish();
  }

 private:
  // More than any game has: the longest ones have 1000 moves.
  static constexpr int most_plies = 1200;

  void step() {
    const std::uint8_t command = input_.byte();
    switch (command % 8) {
      case 0:
      case 1:
        try_line(input_.text());
        break;
      case 2:
      case 3:
        try_line(mutated(random_line(*game_, stream_)));
        break;
      case 4:
      case 5:
        for (int i = command % 8 == 4 ? 0 : command / 8; i >= 0 && !game_->over(); --i) {
          play_random();
        }
        check_position();
        break;
      case 6:
        (void)take(*game_, command < 128 ? game_->to_move() : rules::other(game_->to_move()));
        break;
      default:
        // Rarely, or most games would end before they have begun.
        if (command < 224) break;
        forfeit(command % 16 < 8 ? game_->to_move() : rules::other(game_->to_move()));
    }
  }

  // Up to four single changes.
  std::string mutated(std::string line) {
    for (int changes = input_.byte() % 4; changes >= 0; --changes) {
      const std::size_t at = line.empty() ? 0 : input_.byte() % line.size();
      const std::uint8_t kind = input_.byte() % 4;
      const auto c = static_cast<char>(input_.byte());
      if (kind == 0 || line.empty()) {
        line.insert(at, 1, c);
      } else if (kind == 1) {
        line.erase(at, 1);
      } else if (kind == 2) {
        line[at] = c;
      } else {
        line[at] = static_cast<char>(line[at] + c % 3);  // the next letter or digit
      }
    }
    return line;
  }

  void try_line(const std::string& line) {
    const View before(*game_);
    const rules::Verdict verdict = game_->play(line);
    if (verdict) {
      ++plies_;
      check_position();
      return;
    }
    check(View(*game_) == before, "a refused line changed the game", line);
    check(printable(verdict.reason()) && verdict.reason().size() <= 500, "the reason",
          verdict.reason());
  }

  // Checks little, for speed: the caller checks the position that comes of it.
  void play_random() {
    const std::string line = random_line(*game_, stream_);
    const rules::Verdict verdict = game_->play(line);
    check(static_cast<bool>(verdict), "a random move was refused", line + ": " + verdict.reason());
    check(++plies_ <= most_plies, "the game does not end");
  }

  void forfeit(Seat seat) {
    game_->forfeit(seat);
    const View once(*game_);
    check(once.result.seats[rules::index(seat)].forfeited, "a forfeit is not in the result");
    if (!game_->over()) game_->forfeit(seat);
    check(View(*game_) == once, "forfeiting twice is not once");
    check(info_.takeover || game_->over(), "no takeover, but the game goes on");
    check_position();
  }

  // What must be true of every position.
  void check_position() const {
    const View view(*game_);
    check(View(*game_->clone()) == view, "a copy differs");
    check_lines(view.drawn, 79, "the drawing");
    check(view.relayed.size() <= rules::MoveLine::capacity && printable(view.relayed), "relayed()",
          view.relayed);
    check((plies_ == 0) == view.relayed.empty(), "relayed() and the moves made", view.relayed);
    for (const rules::SeatResult& mine : view.result.seats) {
      check(mine.score >= 0 && mine.score < 100000 && mine.board_points.value_or(-1) >= 0,
            "the result");
      check(!mine.forfeited || mine.score == 0, "a forfeited seat scores");
    }
    if (view.over) return;
    // A copy of the stream: looking must not change what is played.
    rules::Stream stream = stream_;
    const std::string line = random_line(*game_, stream);
    const auto copy = game_->clone();
    check(static_cast<bool>(copy->play(line)), "no legal move, but not over", line);
    check(View(*game_) == view, "a copy is not independent");
  }

  void finish() {
    while (!game_->over()) play_random();
    for (const Seat seat : {Seat::first, Seat::second}) {
      (void)take(*game_, seat);
      check(take(*game_, seat).empty(), "lines after the farewell");
    }
    check_position();
  }

  Input input_;
  const rules::GameInfo& info_;
  std::uint64_t seed_;
  rules::Stream stream_;
  std::unique_ptr<Game> game_;
  int plies_ = 0;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Session(Input(data, size)).run();
  return 0;
}
