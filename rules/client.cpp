#include "rules/client.hpp"

#include <string>
#include <string_view>

#include "rules/quote.hpp"

namespace rules {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += (text.empty() ? "" : " ") + line;
  return text;
}

}  // namespace

void Client::read(std::string_view line) {
  if (line == "Quit" || (line == "x" && !protocol_.says_quit)) {
    state_ = State::left;
  } else if (preamble_.size() < protocol_.preamble_lines) {
    preamble_.emplace_back(line);
  } else if (!game_) {
    read_first(line);
  } else if (expects_hint_) {
    protocol_.check_hint(line);
    expects_hint_ = false;
    state_ = State::to_answer;
  } else {
    read_opponent(line);
  }
}

// The line that tells who begins: the name of the seat, Start, or the first player's move.
void Client::read_first(std::string_view line) {
  game_ = info_.start(protocol_.deal != nullptr ? protocol_.deal(preamble_) : joined(preamble_));
  if (protocol_.names_seat) {
    read_seat(line);
  } else if (line != "Start") {
    seat_ = Seat::second;
    read_opponent(line);
  } else {
    expects_hint_ = protocol_.check_hint != nullptr;
    state_ = expects_hint_ ? State::listening : State::to_answer;
  }
}

void Client::read_seat(std::string_view line) {
  const auto& names = info_.seat_names;
  if (line != names[0] && line != names[1]) {
    unexpected(line, std::string(names[0]) + " or " + std::string(names[1]));
  }
  seat_ = line == names[0] ? Seat::first : Seat::second;
  expects_hint_ = seat_ == Seat::first && protocol_.check_hint != nullptr;
  state_ = seat_ == Seat::first && !expects_hint_ ? State::to_answer : State::listening;
}

void Client::read_opponent(std::string_view line) {
  if (protocol_.written != nullptr) {
    play(protocol_.written(line));
  } else {
    play(line);
  }
  expects_hint_ = protocol_.check_hint != nullptr;
  after_move();
}

void Client::play(std::string_view line) {
  if (const Verdict verdict = game_->play(line); !verdict) unexpected(line, verdict.reason());
}

void Client::after_move() {
  if (game_->over()) {
    state_ = protocol_.says_quit ? State::listening : State::left;
  } else if (game_->to_move() == seat_ && !expects_hint_) {
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
