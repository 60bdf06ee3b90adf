#include "rules/zero_point_one/recorded.hpp"

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
    static constexpr std::array words{ResultWord{"CRASH", Status::exit}};
    return words;
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    add_moves(row.at("moves"), game);
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const std::string& move = game.moves[i].line;
      if (move.empty()) bad_column("moves", row.at("moves"), "moves separated by one blank");
      constexpr std::size_t pieces = 16;
      if (i < 2 && move.size() != pieces) {
        bad_column("moves", move, "begun by two set-ups of 16 letters");
      }
    }
  }

  [[nodiscard]] std::string cell(std::string_view, const RecordedGame& game) const override {
    return moves_cell(game);
  }
};

}  // namespace

const RecordFormat& record_format() noexcept {
  static const Format format;
  return format;
}

}  // namespace rules::zero_point_one
