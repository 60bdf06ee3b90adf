// What the tests of Box share.
#pragma once

#include <fstream>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "rules/box/board.hpp"
#include "rules/box/box.hpp"

namespace rules::box::test {

// The example of the contest's page.
inline constexpr std::string_view example_deal = "3 2 216534 364521 462513 326451 314625";

inline std::unique_ptr<Game> start(std::string_view deal) { return info().start(deal); }

inline std::string lines(Game& game, Seat seat) {
  std::string out;
  game.take_lines(seat, out);
  return out;
}

// All 434 placements that fit on the board, in the documented order.
inline std::vector<Placement> all_placements() {
  std::vector<Placement> all;
  for (const auto direction : {Direction::horizontal, Direction::vertical}) {
    for (int r = 0; r < row_count; ++r) {
      for (int c = 0; c < column_count; ++c) {
        const Placement placement{static_cast<std::int8_t>(r), static_cast<std::int8_t>(c),
                                  direction};
        if (fits(placement)) all.push_back(placement);
      }
    }
  }
  return all;
}

inline std::string text(Placement placement) {
  const auto chars = placement.text();
  return {chars.begin(), chars.end()};
}

inline Placement placement(std::string_view line) {
  return {static_cast<std::int8_t>(line[0] - 'A'), static_cast<std::int8_t>(line[1] - 'a'),
          line[2] == 'h' ? Direction::horizontal : Direction::vertical};
}

inline void play_all(Game& game, std::initializer_list<std::string_view> moves) {
  for (const auto move : moves) {
    const Verdict verdict = game.play(move);
    if (!verdict) throw std::logic_error(std::string(move) + ": " + verdict.reason());
  }
}

inline void play_randomly_to_the_end(Game& game, Stream& stream) {
  MoveLine line;
  while (!game.over()) {
    game.random_move(stream, line);
    play_all(game, {line.view()});
  }
}

// The whole of a file; throws if it cannot be read.
inline std::string read_file(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

inline std::vector<RecordedGame> parse_recorded_file(std::string_view text) {
  return rules::parse_recorded_file(record_format(), text);
}

inline RecordedGame parse_recorded(std::string_view row) {
  return rules::parse_recorded(record_format(), row, RecordedColumns(record_format()));
}

inline std::string to_row(const RecordedGame& game, bool players = false) {
  return rules::to_row(record_format(), game, players);
}

inline std::vector<std::string> replay(const RecordedGame& game) {
  return rules::replay(info(), game);
}

inline const std::string recorded_header(record_format().header());

inline std::vector<RecordedGame> fixture() {
  return parse_recorded_file(read_file(REFEREE_SOURCE_DIR "/tests/data/box/recorded.csv"));
}

}  // namespace rules::box::test
