#include "referee/show/scenes/match_data.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/machine/bot/bot.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/fault_scene.hpp"
#include "referee/play/match/lead.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/play/match/replay.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "referee/show/report/standings/headline.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/scenes/pictures.hpp"

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

namespace {

// Whether a judge says how a position looks, by its abilities; those that are not known are asked
// for.
bool draws(const rules::Outside& judge) {
  const text::Json facts = text::Json::parse(judge.facts, nullptr, false);
  if (!facts.is_object() || !facts.contains("can")) return true;
  const text::Json& can = facts.at("can");
  return std::any_of(can.begin(), can.end(),
                     [](const text::Json& word) { return word == "scene" || word == "draw"; });
}

// What a record says of its positions by itself: who is to move, and the result.
RecordScenes scenes_in(const match::MatchRecord& record) {
  RecordScenes found;
  int before = -1;
  for (std::size_t i = 0; i <= record.plies.size(); ++i) {
    const bool over = i == record.plies.size();
    const int to_move = over ? 0 : seat_number(record.plies[i].seat);
    text::Json scene = text::Json::object();
    if (to_move != std::exchange(before, to_move)) scene["to_move"] = to_move;
    if (over) {
      const auto& scores = record.scores;
      if (std::all_of(scores.begin(), scores.end(),
                      [](const auto& one) { return one.result.board_points.has_value(); })) {
        for (const match::SeatScore& one : scores) {
          scene["points"].push_back(match::points_json(*one.result.board_points));
        }
      }
      for (const match::SeatScore& one : scores) scene["score"].push_back(one.result.score);
    }
    found.scenes.push_back(std::move(scene));
  }
  return found;
}

}  // namespace

RecordScenes scenes_of(const match::MatchRecord& record, Detail detail) {
  const auto& outside = record.game->outside;
  if (detail == Detail::brief && outside && !draws(*outside)) return scenes_in(record);
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
    head += fmt::format(", {}: {}{}", report::bot_and_seat(record, last.seat),
                        report::move_text(last.relayed), last.jury ? " (jury)" : "");
  }
  captions.push_back(std::move(head));
  std::vector<std::string> points;
  for (const rules::Seat seat : result.seats.seats()) {
    if (const auto& own = result.seats[seat].board_points) points.push_back(own->text());
  }
  captions.push_back(points.size() == result.seats.size()
                         ? fmt::format("points {}; {}", text::join(points, " - "), scene.status)
                         : scene.status);
  const std::string title =
      fmt::format("{}: {}, {}", record.game->title, report::players_text(record), captions.front());
  return svg_of(record.game->layout(), scene, title, captions);
}

namespace {

using match::MatchRecord;
using text::Json;

// How many bytes of a bot's stderr are shown at most for one move: in full and in brief.
constexpr std::size_t most_errors = 4000;
constexpr std::size_t most_errors_in_brief = 400;

Json microseconds(const std::vector<match::Duration>& times) {
  Json list = Json::array();
  for (const auto time : times) list.push_back(match::whole_microseconds(time));
  return list;
}

// What bots wrote, each line safe to show.
std::string plain(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    out += text::safe_text(text.substr(0, end));
    if (end == std::string_view::npos) break;
    out += '\n';
    text.remove_prefix(end + 1);
  }
  return out;
}

std::string last_of(const std::string& text, std::size_t most) {
  return text.size() <= most ? text : text.substr(text.size() - most);
}

// What the bots wrote to stderr at each move: [move, seat, text]; move 0 is "some time".
Json errors_of(const MatchRecord& record, std::size_t most) {
  Json errors = Json::array();
  const auto add = [&](std::size_t ply, std::size_t seat, std::uint64_t begin, std::uint64_t end) {
    if (begin >= end) return;
    const std::string text = match::stderr_between(record, seat, begin, end);
    std::string shown = plain(last_of(text, most));
    if (shown.size() < end - begin && text.size() < end - begin &&
        begin >= record.measured.bots[seat].departure.stderr_head.size()) {
      shown.insert(0, "(its beginning was not kept)\n");
    }
    errors.push_back({ply, seat + 1, std::move(shown)});
  };
  const std::size_t known = record.measured.stderr_bytes.size();
  for (std::size_t i = 1; i <= std::min(known, record.plies.size()); ++i) {
    const std::size_t seat = rules::index(record.plies[i - 1].seat);
    if (record.plies[i - 1].jury) continue;
    add(i, seat, match::stderr_bytes_until(record, seat, i - 1),
        match::stderr_bytes_until(record, seat, i));
  }
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    const std::uint64_t total = record.measured.bots[seat].departure.stderr_total;
    const std::uint64_t begin = known == 0 ? 0 : match::stderr_bytes_until(record, seat, known);
    add(known == 0 ? 0 : record.plies.size() + 1, seat, begin, total);
  }
  return errors;
}

Json faults_of(const MatchRecord& record, const std::string& again) {
  const std::vector<match::FaultScene> scenes = match::fault_scenes(record);
  Json faults = Json::array();
  for (const match::MatchFault& fault : record.faults) {
    Json json = fault_event(record, fault);
    const auto scene = std::find_if(scenes.begin(), scenes.end(),
                                    [&](const auto& one) { return one.fault == &fault; });
    if (scene != scenes.end()) {
      json["read"] = plain(scene->read);
      json["legal_count"] = scene->legal_count;
      json["legal"] = scene->legal;
      json["time"] = report::time_used_text(record, *scene);
      json["stderr"] = plain(last_of(scene->errors, most_errors));
      if (scene->cpu) json["cpu"] = match::whole_microseconds(*scene->cpu);
      if (scene->wall) json["wall"] = match::whole_microseconds(*scene->wall);
      if (!again.empty()) json["again"] = again;
    }
    faults.push_back(std::move(json));
  }
  return faults;
}

// In brief the moves are those that the opponents read, and what was written is left out. In full a
// single seat's moves are its whole answer, and not cut.
void add_moves(const MatchRecord& record, Detail detail, Json& out) {
  Json moves = Json::array();
  Json relayed = Json::array();
  Json jury = Json::array();
  std::string seats;
  bool in_turn = true;
  bool as_written = true;
  const bool alone = record.bots.size() == 1;
  for (std::size_t i = 0; i < record.plies.size(); ++i) {
    const match::Ply& ply = record.plies[i];
    moves.push_back(alone ? match::escape_line(ply.line) : report::move_text(ply.line));
    relayed.push_back(report::move_text(ply.relayed));
    as_written = as_written && ply.line == ply.relayed;
    in_turn = in_turn && rules::index(ply.seat) == i % record.bots.size();
    seats += static_cast<char>('1' + rules::index(ply.seat));
    if (ply.jury) jury.push_back(i + 1);
  }
  const bool full = detail == Detail::full;
  out["moves"] = full ? std::move(moves) : relayed;
  if (full && !as_written) out["relayed"] = std::move(relayed);
  if (!in_turn) out["seats"] = seats;
  if (!jury.empty()) out["jury"] = std::move(jury);
}

// A position without points has those of the one before.
match::PointsByMove points_in(const Json& scenes) {
  const auto number = [](const Json& value) {
    return value.is_string() ? std::strtod(value.get_ref<const std::string&>().c_str(), nullptr)
                             : value.get<double>();
  };
  match::PointsByMove points;
  for (const Json& scene : scenes) {
    const auto found = scene.find("points");
    if (found == scene.end()) {
      points.push_back(points.empty() ? std::nullopt : points.back());
    } else if (found->is_null()) {
      points.emplace_back();
    } else {
      points.emplace_back(rules::BySeat<double>(
          found->size(), [&](rules::Seat seat) { return number((*found)[rules::index(seat)]); }));
    }
  }
  return points;
}

// [points, move]
Json at_move(const match::AtMove& at) {
  const auto whole = static_cast<std::int64_t>(at.points);
  Json points = at.points;
  if (static_cast<double>(whole) == at.points) points = whole;
  return Json::array({std::move(points), at.ply});
}

// Of a match in which it never changed: null. In brief without the other large changes.
Json lead_json(const match::Lead& lead, Detail detail) {
  if (lead.swing.points == 0) return nullptr;
  Json json{{"swing", at_move(lead.swing)}};
  if (detail == Detail::full) json["turns"] = lead.turns;
  Json lost = Json::array();
  for (const match::AtMove& one : lead.lost) lost.push_back(at_move(one));
  const bool none = std::all_of(lead.lost.begin(), lead.lost.end(),
                                [](const match::AtMove& one) { return one == match::AtMove(); });
  if (!none) json["lost"] = std::move(lost);
  return json;
}

}  // namespace

Json match_data(const MatchRecord& record, const MatchPlace& place, Detail detail) {
  const bool full = detail == Detail::full;
  Json out;
  out["n"] = place.number;
  if (place.official) out["official"] = *place.official;
  out["game"] = record.game->name;
  if (record.round > 0) out["round"] = record.round;
  if (record.seed) out["seed"] = *record.seed;
  if (full && !record.deal.empty()) out["deal"] = plain(record.deal);
  out["clock"] = kernel::name(record.clock);
  out["budget_us"] = match::whole_microseconds(record.times.budget);
  if (record.speed != 1) out["speed"] = record.speed;
  if (record.given > 0) out["given"] = record.given;
  if (full && !record.measured.started.empty()) out["started"] = plain(record.measured.started);
  Json bots = Json::array();
  for (std::size_t seat = 0; seat < record.bots.size(); ++seat) {
    const auto& result = record.scores[seat].result;
    Json bot{{"name", plain(record.bots[seat].name)},
             {"score", result.score},
             {"status", rules::name(record.scores[seat].status)}};
    if (result.board_points) bot["points"] = match::points_json(*result.board_points);
    if (record.bots.size() > rules::usual_seats) bot["place"] = result.place;
    if (record.game->most_game_points > 0) bot["game_points"] = result.game_points;
    if (full) bot["command"] = plain(record.bots[seat].command);
    const match::Duration budget = match::times_of(record, rules::seat_at(seat)).budget;
    if (budget != record.times.budget) bot["budget_us"] = match::whole_microseconds(budget);
    if (record.measured.known) {
      const match::BotMeasurements& measured = record.measured.bots[seat];
      bot["cpu"] = match::whole_microseconds(measured.cpu);
      bot["wall"] = match::whole_microseconds(measured.wall);
      if (full) bot["memory"] = measured.departure.peak_memory;
      if (const auto& waited = measured.departure.waited) {
        bot["waited"] = match::whole_microseconds(*waited);
      }
    }
    bots.push_back(std::move(bot));
  }
  out["bots"] = std::move(bots);
  if (const auto winner = report::winner_of(record)) out["winner"] = rules::index(*winner) + 1;
  out["end"] = report::end_text(record);
  add_moves(record, detail, out);
  if (!record.measured.cpu.empty()) out["cpu"] = microseconds(record.measured.cpu);
  if (!record.measured.wall.empty()) out["wall"] = microseconds(record.measured.wall);
  if (!record.measured.early.empty()) out["early"] = record.measured.early;
  if (!record.faults.empty()) out["faults"] = faults_of(record, place.again);
  Json errors = errors_of(record, full ? most_errors : most_errors_in_brief);
  if (!errors.empty()) out["errors"] = std::move(errors);
  RecordScenes scenes = scenes_of(record, detail);
  for (Json& one : scenes.sent) one[2] = plain(one[2].get_ref<const std::string&>());
  if (full) out["sent"] = std::move(scenes.sent);
  // What could be played is for those who play, and most of the text.
  for (Json& scene : scenes.scenes) scene.erase("input");
  Json lead = lead_json(match::lead_of(record, points_in(scenes.scenes)), detail);
  if (!lead.is_null()) out["lead"] = std::move(lead);
  out["scenes"] = std::move(scenes.scenes);
  if (!scenes.misfit.empty()) out["misfit"] = plain(scenes.misfit);
  return out;
}

Json fault_event(const MatchRecord& match, const match::MatchFault& fault) {
  const std::string& bot = match.bots[rules::index(fault.seat)].name;
  Json event = Json::parse(match::fault_line(match.match.value_or(0), text::safe_text(bot), fault));
  event["game"] = match.game->name;
  event["reason"] = report::reason_text(fault.fault);
  event["text"] = report::fault_text(match, fault);
  return event;
}

Json game_data(const rules::GameInfo& game) {
  Json out;
  out["name"] = game.name;
  out["title"] = game.title;
  out["contest"] = game.contest;
  out["summary"] = game.summary;
  out["seats"] = game.seat_names;
  out["cooperative"] = game.cooperative;
  out["board"] = to_json(game.layout());
  return out;
}

}  // namespace referee::scenes
