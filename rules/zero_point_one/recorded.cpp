#include "rules/zero_point_one/recorded.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace rules::zero_point_one {
namespace {

class Format final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "Game,Round,IsSwiss,User1,Score1,Status1,User2,Score2,Status2,Moves";
  }

  [[nodiscard]] std::span<const ResultWord> words() const noexcept override {
    static constexpr std::array words{ResultWord{"CRASH", RecordedStatus::exit}};
    return words;
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    std::string_view rest = row.at("moves");
    while (!rest.empty()) {
      const std::string move(rest.substr(0, rest.find(' ')));
      if (move.empty()) bad_column("moves", row.at("moves"), "moves separated by one blank");
      constexpr std::size_t pieces = 16;
      if (game.moves.size() < 2 && move.size() != pieces) {
        bad_column("moves", move, "begun by two set-ups of 16 letters");
      }
      game.moves.push_back({game.moves.size() % 2 == 0 ? Seat::first : Seat::second, move, move});
      rest.remove_prefix(std::min(rest.size(), move.size() + 1));
    }
  }

  [[nodiscard]] std::string cell(std::string_view, const RecordedGame& game) const override {
    std::string text;
    for (const RecordedMove& move : game.moves) text += (text.empty() ? "" : " ") + move.line;
    return text;
  }
};

}  // namespace

const RecordFormat& record_format() noexcept {
  static const Format format;
  return format;
}

}  // namespace rules::zero_point_one
