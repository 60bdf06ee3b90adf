// The quick reader of a record's front part: accepted or refused with a JsonError.
// Where the whole reader accepts the line as well, both must have read the same.
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include <nlohmann/json.hpp>

#include "check.hpp"
#include "referee/match/record_json.hpp"
#include "referee/store/store.hpp"

namespace {

using namespace referee;

std::optional<match::MatchRecord> whole(std::string_view line) {
  try {
    const text::Json json = text::parse_json(line, "log");
    return match::record_from_json(text::JsonReader(json, "log:"));
  } catch (const text::JsonError&) {
    return std::nullopt;
  }
}

void compare(const store::MatchSummary& summary, const match::MatchRecord& record) {
  fuzz::check(summary.tournament == record.tournament, "tournament", summary.tournament);
  fuzz::check(summary.match == record.match.value_or(0), "match");
  fuzz::check(summary.round == record.round, "round");
  fuzz::check(summary.seed == record.seed, "seed");
  fuzz::check(summary.game == record.game->name, "game", summary.game);
  for (std::size_t i = 0; i < 2; ++i) {
    fuzz::check(summary.bots[i] == record.bots[i].name, "name", summary.bots[i]);
    const auto& quick = summary.seats[i];
    const auto& slow = record.scores[i];
    fuzz::check(quick.score == slow.result.score, "score");
    fuzz::check(quick.game_points == slow.result.game_points, "game points");
    fuzz::check(quick.board_points == slow.result.board_points, "board points");
    fuzz::check(quick.status == slow.status, "status", quick.status);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view line(reinterpret_cast<const char*>(data), size);
  try {
    const store::MatchSummary summary = store::summary_of_line(line);
    if (const auto record = whole(line)) compare(summary, *record);
  } catch (const text::JsonError& error) {
    fuzz::check(!std::string_view(error.what()).empty(), "no words");
  }
  return 0;
}
