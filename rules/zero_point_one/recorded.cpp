#include "rules/zero_point_one/recorded.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace rules::zero_point_one {
namespace {

class Format final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "game,round,score1,status1,score2,status2,moves";
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    std::string_view rest = row.at("moves");
    while (!rest.empty()) {
      const std::string move(rest.substr(0, rest.find(' ')));
      if (move.empty()) bad_column("moves", row.at("moves"), "moves separated by one blank");
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
