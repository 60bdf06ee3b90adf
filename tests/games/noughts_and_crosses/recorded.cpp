#include "tests/games/noughts_and_crosses/recorded.hpp"

#include <algorithm>
#include <string>
#include <string_view>

namespace rules::noughts_and_crosses {
namespace {

class Format final : public RecordFormat {
 public:
  [[nodiscard]] std::string_view header() const noexcept override {
    return "game,round,score1,status1,score2,status2,squares";
  }

  void read(const RecordedRow& row, RecordedGame& game) const override {
    std::string_view rest = row.at("squares");
    while (!rest.empty()) {
      const std::string move(rest.substr(0, rest.find(' ')));
      if (move.size() != 2) bad_column("squares", move, "squares like b2, separated by one blank");
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

}  // namespace rules::noughts_and_crosses
