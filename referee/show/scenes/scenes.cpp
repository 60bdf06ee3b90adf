#include "referee/show/scenes/scenes.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/play/match/replay.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/scenes/svg.hpp"

namespace referee::scenes {
namespace {

class SceneCollector final : public match::RecordVisitor {
 public:
  explicit SceneCollector(Detail detail) : detail_(detail), writer_(detail) {}

  void reads(rules::Seat seat, std::string_view lines) override {
    if (detail_ == Detail::full) found.sent.push_back({made_ + 1, seat_number(seat), lines});
  }
  bool before(const rules::Game& game, const match::Ply& /*ply*/, int /*number*/) override {
    begin(game);
    return true;
  }
  void after(const rules::Game& game, const match::Ply& /*ply*/, int number) override {
    found.scenes.push_back(writer_.next(game));
    made_ = number;
  }
  // Of a record without moves.
  void begin(const rules::Game& game) {
    if (found.scenes.empty()) found.scenes.push_back(writer_.next(game));
  }

  RecordScenes found;

 private:
  const Detail detail_;
  SceneWriter writer_;
  int made_ = 0;
};

}  // namespace

RecordScenes scenes_of(const match::MatchRecord& record, Detail detail) {
  SceneCollector collector(detail);
  const match::Replayed replayed = match::replay(record, collector);
  if (replayed.game) collector.begin(*replayed.game);
  if (replayed.misfit) collector.found.misfit = report::misfit_text(*replayed.misfit);
  return std::move(collector.found);
}

text::Json scenes_document(const match::MatchRecord& record) {
  text::Json document;
  document["schema"] = scenes_schema;
  document["version"] = scenes_version;
  document["game"] = record.game->name;
  document["seats"] = record.game->seat_names;
  document["board"] = to_json(record.game->layout());
  RecordScenes scenes = scenes_of(record, Detail::full);
  document["scenes"] = std::move(scenes.scenes);
  if (!scenes.misfit.empty()) document["misfit"] = scenes.misfit;
  return document;
}

std::string picture_of(const match::MatchRecord& record, int ply) {
  match::RecordVisitor nobody;
  const match::Replayed replayed = match::replay(record, nobody, ply);
  if (!replayed.game) {
    rules::Scene nothing;
    nothing.looks.resize(record.game->layout().cells.size());
    const std::string why = report::misfit_text(*replayed.misfit);
    return svg_of(record.game->layout(), nothing, why, {why});
  }
  const rules::Scene scene = replayed.game->scene();
  const rules::Result result = replayed.game->result();
  const auto made = std::min(record.plies.size(), static_cast<std::size_t>(std::max(0, ply)));
  std::vector<std::string> captions;
  std::string head = made == 0 ? "before the first move" : fmt::format("move {}", made);
  if (made > 0) {
    const match::Ply& last = record.plies[made - 1];
    head += fmt::format(", {}: {}{}", report::bot_and_seat(record, last.seat), last.relayed,
                        last.jury ? " (jury)" : "");
  }
  captions.push_back(std::move(head));
  captions.push_back(fmt::format("points {} - {}; {}", result.seats[0].board_points,
                                 result.seats[1].board_points, scene.status));
  const std::string title = fmt::format("{}: {} against {}, {}", record.game->title,
                                        record.bots[0].name, record.bots[1].name, captions.front());
  return svg_of(record.game->layout(), scene, title, captions);
}

}  // namespace referee::scenes
