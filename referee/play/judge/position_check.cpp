#include "referee/play/judge/position_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "referee/base/text/utf8.hpp"
#include "referee/play/judge/json_lines.hpp"
#include "rules/scene.hpp"

namespace referee::judge {
namespace {

// All numbers, or `most` random ones if there are more.
std::set<std::uint32_t> numbers_below(std::uint32_t count, std::uint32_t most,
                                      rules::Stream& stream) {
  std::set<std::uint32_t> numbers;
  for (std::uint32_t i = 0; i < count && count <= most; ++i) numbers.insert(i);
  while (numbers.size() < std::min(count, most)) numbers.insert(stream.below(count));
  return numbers;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Digits in another script, whose 0 this is: all ten differ in the last byte.
std::string in_script(const std::string& digits, std::string_view zero) {
  std::string text;
  for (const char digit : digits) {
    text += zero;
    text.back() = static_cast<char>(text.back() + (digit - '0'));
  }
  return text;
}

// A number with something wrong in it; `way` is any number.
std::string spoilt_number(const std::string& digits, std::uint32_t way, rules::Stream& stream) {
  constexpr std::array<std::string_view, 3> zeros{"\xd9\xa0", "\xef\xbc\x90", "\xe0\xa5\xa6"};
  constexpr std::uint32_t longest = 30;
  switch (way % 6) {
    case 0:
      return in_script(digits, zeros.at(stream.below(zeros.size())));
    case 1:
      return digits + std::string(1 + stream.below(longest), digits.back());
    case 2:
      return '+' + digits;
    case 3:
      return '-' + digits;
    case 4:
      return digits.size() > 1 ? digits.substr(0, 1) + '_' + digits.substr(1) : '0' + digits;
    default:
      return digits + ".0";
  }
}

}  // namespace

std::vector<std::string> odd_lines(std::size_t longest) {
  // With a raised 2, a 1 in a circle, and 3 in Arabic, wide and bold digits; a letter of Cyrillic;
  // letters whose capital or small letter is another one; an accent; a character outside of 16
  // bits; numbers around the ends of the types of numbers, and beyond.
  std::vector<std::string> lines;
  for (const char* const line : {"",
                                 "0",
                                 "-1",
                                 "+1",
                                 "--1",
                                 "1_0",
                                 "1.5",
                                 "1.0",
                                 "1e3",
                                 "0x1",
                                 "01",
                                 " 1",
                                 "1 2",
                                 "NaN",
                                 "null",
                                 "\"",
                                 "\xc2\xb2",
                                 "\xe2\x91\xa0",
                                 "\xd9\xa3",
                                 "\xef\xbc\x93",
                                 "\xf0\x9d\x9f\x91",
                                 "\xd0\xb6",
                                 "\xc4\xb1",
                                 "\xc4\xb0",
                                 "\xc3\x9f",
                                 "e\xcc\x81",
                                 "\xf0\x9f\x98\x80",
                                 "2147483648",
                                 "4294967297",
                                 "9007199254740993",
                                 "9223372036854775808",
                                 "18446744073709551617",
                                 "-9223372036854775809",
                                 "100000000000000000000000000001"}) {
    lines.emplace_back(line);
  }
  lines.emplace_back(longest, 'x');
  lines.emplace_back(longest, '9');
  return lines;
}

std::string spoilt(std::string line, rules::Stream& stream) {
  constexpr std::string_view letters = "abcXYZ019 -,.!";
  const auto place = [&](std::size_t size) {
    return stream.below(static_cast<std::uint32_t>(std::max<std::size_t>(size, 1)));
  };
  const char letter = letters[place(letters.size())];
  const std::size_t from = place(line.size());
  constexpr std::uint32_t ways = 14;
  const std::uint32_t way = stream.below(ways);
  const auto digits = std::find_if(line.begin(), line.end(), is_digit);
  if (way >= 8 && digits != line.end()) {
    const auto end = std::find_if_not(digits, line.end(), is_digit);
    return std::string(line.begin(), digits) +
           spoilt_number(std::string(digits, end), way, stream) + std::string(end, line.end());
  }
  switch (way) {
    case 0:
      return {};
    case 1:
      return line + letter;
    case 2:
      return letter + line;
    case 3:
      return line + line;
    case 4:
      if (!line.empty()) line.erase(from, 1);
      return line;
    case 5:
      for (char& c : line) {
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 0x20);
      }
      return line;
    case 6: {
      // To the eye the same letter, of Cyrillic.
      const auto found = line.find('a');
      return found == std::string::npos ? "\xd0\xb0" + line : line.replace(found, 1, "\xd0\xb0");
    }
    default:
      if (!line.empty()) line[from] = letter;
      return line;
  }
}

PositionCheck::PositionCheck(std::size_t longest_move, bool tests, std::chrono::nanoseconds longest,
                             Dialogue*& heard)
    : longest_move_(longest_move),
      odd_lines_(odd_lines(longest_move)),
      tests_(tests),
      left_(longest),
      heard_(heard) {}

void PositionCheck::learn(const std::vector<std::string>& lines) {
  models_.insert(lines.begin(), lines.end());
  for (const std::string& line : lines) learn_structure(line);
}

void PositionCheck::learn_structure(const std::string& line) {
  constexpr int most = 3;
  if (structures_ == most) return;
  const auto lines = other_structures(line, longest_move_);
  if (lines.empty()) return;
  ++structures_;
  for (const std::string& one : lines) {
    if (std::find(odd_lines_.begin(), odd_lines_.end(), one) == odd_lines_.end()) {
      odd_lines_.push_back(one);
    }
  }
}

std::string PositionCheck::last_of_dialogue() const {
  return heard_ == nullptr ? "" : last_of(*heard_);
}

std::string PositionCheck::shown(const ExternalGame& game) {
  const rules::Result result = game.result();
  std::string all = game.draw();
  for (const rules::SeatResult& seat : result.seats) {
    all += fmt::format("{} {} {}\n", seat.score, seat.game_points,
                       rules::text_of(seat.board_points, "unknown"));
  }
  const rules::Scene scene = game.scene();
  for (const rules::Look& look : scene.looks) all += look.sign + look.text + ' ';
  all += scene.status;
  for (const Seat seat : result.seats.seats()) {
    if (!game.secret()) break;
    all += '\n' + game.draw_for(seat) + game.scene_for(seat).status;
  }
  if (!game.over() && game.lists_moves()) all += fmt::format("\n{}", game.legal_count());
  return all;
}

void PositionCheck::look(ExternalGame& game, rules::Stream& stream) {
  const std::string before = shown(game);
  complete_ = false;
  spoil(game, game.lists_moves() ? list_moves(game, stream) : models_, stream);
  if (shown(game) != before) {
    throw Broken{"other lines", "a test, or a refused line, has changed the position: before\n" +
                                    before + "\nafter\n" + shown(game) + last_of_dialogue()};
  }
}

std::set<std::string> PositionCheck::list_moves(const ExternalGame& game, rules::Stream& stream) {
  constexpr std::uint32_t most = 100;
  std::set<std::string> moves;
  rules::MoveLine move;
  const std::uint32_t count = game.legal_count();
  complete_ = count <= most;
  for (const std::uint32_t number : numbers_below(count, most, stream)) {
    game.legal_move(number, move);
    const std::string line(move.view());
    if (!moves.insert(line).second) {
      throw Broken{"legal moves", fmt::format("the move '{}' is in the list twice{}",
                                              text::safe_text(line), last_of_dialogue())};
    }
    ++listed_;
    learn_structure(line);
  }
  return moves;
}

void PositionCheck::spoil(ExternalGame& game, const std::set<std::string>& moves,
                          rules::Stream& stream) {
  using Clock = std::chrono::steady_clock;
  Dialogue* const heard = std::exchange(heard_, tests_ ? heard_ : nullptr);
  if (tests_ && game.lists_moves()) {
    for (const std::string& move : moves) static_cast<void>(game.check(move));
  }
  played_ = 0;
  constexpr std::size_t changed = 30;
  // Of each kind in turn; where there is little time, from where it ended in the position before.
  std::size_t odd = tests_ ? 0 : tried_;
  for (std::size_t i = 0; i < std::max(changed, odd_lines_.size()) && left_.count() > 0; ++i) {
    const auto begin = Clock::now();
    if (odd < odd_lines_.size()) {
      test_line(game, moves, odd_lines_[odd++]);
      tried_ = std::max(tried_, odd);
    }
    if (i < changed && !moves.empty()) {
      auto model = moves.begin();
      std::advance(model, stream.below(static_cast<std::uint32_t>(moves.size())));
      test_line(game, moves, spoilt(*model, stream));
    }
    if (!tests_) left_ -= Clock::now() - begin;
  }
  heard_ = heard;
}

void PositionCheck::test_line(ExternalGame& game, const std::set<std::string>& moves,
                              const std::string& line) {
  const rules::Verdict verdict = game.check(line);
  if (verdict) {
    constexpr std::size_t most_told = 5;
    if (complete_ && !moves.contains(line) && accepted_.size() < most_told) {
      accepted_.insert("'" + text::safe_text(line) + "'");
    }
    return;
  }
  ++refused_;
  constexpr int most_played = 5;
  if (!tests_ || played_++ >= most_played) return;
  const rules::Verdict again = game.play(line);
  if (again.reason() == verdict.reason()) return;
  throw Broken{
      "other lines",
      fmt::format("'{}' is refused otherwise by `test` (\"{}\") than by `play` ({}){}",
                  text::safe_text(line), text::safe_text(verdict.reason()),
                  again ? "which accepts it" : "\"" + text::safe_text(again.reason()) + "\"",
                  last_of_dialogue())};
}

}  // namespace referee::judge
