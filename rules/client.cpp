#include "rules/client.hpp"

#include <stdexcept>

#include "rules/quote.hpp"

namespace rules {
namespace {

[[noreturn]] void unexpected(std::string_view line, const std::string& wanted) {
  throw std::invalid_argument("read " + in_quotes(line) + ", expected " + wanted);
}

// Box tells only the tiles that have been dealt. Colours never decide what is
// legal, so the rest may be anything.
std::string box_deal(std::string_view start_tile) {
  if (start_tile.size() != 9) unexpected(start_tile, "the start tile, e.g. Hh216534h");
  constexpr int tiles_after_start = 38;
  std::string deal = "1 2 " + std::string(start_tile.substr(2, 6));
  for (int i = 0; i < tiles_after_start; ++i) deal += " 123456";
  return deal;
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return text;
}

}  // namespace

Client::Client(const GameInfo& info)
    : info_(info),
      preamble_size_(info.name == "black-hole" ? 5
                     : info.name == "box"      ? 2
                                               : 0),
      tiles_(info.name == "box") {}

void Client::read(std::string_view line) {
  if (line == "Quit" || (line == "x" && !info_.takeover)) {
    state_ = State::left;
  } else if (preamble_.size() < preamble_size_) {
    read_preamble(line);
  } else if (!game_) {
    read_first(line);
  } else if (expects_tile_) {
    if (line.size() != 6) unexpected(line, "a tile of six colours");
    expects_tile_ = false;
    state_ = State::to_answer;
  } else {
    read_opponent(line);
  }
}

void Client::read_preamble(std::string_view line) { preamble_.emplace_back(line); }

// The line that tells who begins: A, B, Start, or the first player's move.
void Client::read_first(std::string_view line) {
  game_ = info_.start(tiles_ ? box_deal(preamble_[1]) : joined(preamble_));
  if (info_.cooperative) {
    if (line != "A" && line != "B") unexpected(line, "A or B");
    seat_ = line == "A" ? Seat::first : Seat::second;
    state_ = line == "A" ? State::to_answer : State::listening;
    return;
  }
  if (line != "Start") {
    seat_ = Seat::second;
    read_opponent(line);
    return;
  }
  expects_tile_ = tiles_;
  state_ = tiles_ ? State::listening : State::to_answer;
}

void Client::read_opponent(std::string_view line) {
  if (tiles_) {
    if (line.size() != 9) unexpected(line, "a move of nine characters, e.g. Ik364521v");
    play(std::string{line[0], line[1], line[8]});
    expects_tile_ = true;
  } else {
    play(line);
  }
  after_move();
}

void Client::play(std::string_view line) {
  if (const Verdict verdict = game_->play(line); !verdict) unexpected(line, verdict.reason());
}

void Client::after_move() {
  if (game_->over()) {
    // Turn Right tells nobody that it has ended; elsewhere Quit follows.
    state_ = info_.takeover ? State::listening : State::left;
  } else if (game_->to_move() == seat_ && !expects_tile_) {
    state_ = State::to_answer;
  } else {
    state_ = State::listening;
  }
}

void Client::random_move(Stream& stream, MoveLine& out) {
  game_->random_move(stream, out);
  play(out.view());
  after_move();
}

Verdict Client::move(std::string_view line) {
  Verdict verdict = game_->play(line);
  if (verdict) after_move();
  return verdict;
}

}  // namespace rules
