#include "referee/show/server/live_match.hpp"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/show/report/wording.hpp"
#include "referee/show/scenes/match_data.hpp"
#include "rules/scene.hpp"

namespace referee::server {
namespace {

using text::Json;

// A judge need not say how moves are entered. Then a cell is clicked whose name is a move, and
// there is a button for each other move, unless they are too many.
bool says_how(const rules::Scene& scene) {
  const auto& groups = scene.input.groups;
  const bool is_any_cell = groups.size() == 1 && groups.front().options.empty() &&
                           groups.front().cells.size() == scene.looks.size();
  return scene.input.most_corners > 0 || !scene.input.arranged.empty() ||
         !(groups.empty() || is_any_cell);
}

rules::Input listed(const rules::Game& game, const rules::Layout& layout) {
  constexpr std::uint32_t most_moves = 500;
  constexpr std::size_t most_buttons = 60;
  std::map<std::string_view, rules::CellId> cells;
  rules::Input::Group all;
  for (const auto& cell : layout.cells) {
    all.cells.push_back(static_cast<rules::CellId>(cells.size()));
    cells.emplace(cell.name, all.cells.back());
  }
  rules::Input input;
  rules::Input::Group clicked;
  rules::Input::Group buttons;
  const std::uint32_t count = game.over() ? 0 : game.legal_count();
  rules::MoveLine move;
  for (std::uint32_t i = 0; i < count && count <= most_moves; ++i) {
    game.legal_move(i, move);
    const std::string line(move.view());
    if (const auto cell = cells.find(line); cell != cells.end()) {
      clicked.cells.push_back(cell->second);
    } else if (input.options.size() < most_buttons) {
      buttons.options.push_back(static_cast<std::uint8_t>(input.options.size()));
      input.options.push_back({line, line, {}, {}, 0});
    }
  }
  if (count > most_moves) clicked = std::move(all);
  if (!clicked.cells.empty()) input.groups.push_back(std::move(clicked));
  if (!buttons.options.empty()) input.groups.push_back(std::move(buttons));
  return input;
}

}  // namespace

LiveMatch::LiveMatch(const match::MatchRecord& match, const std::string& deal, bool input,
                     const rules::BySeat<bool>& persons)
    : info_(match.game),
      input_(input),
      persons_(persons),
      game_(info_->start(deal)),
      scenes_(scenes::Detail::full) {
  Json event = Json::parse(match::started_line(match));
  for (Json& name : event["bots"]) name = text::safe_text(name.get<std::string>());
  event["clock"] = kernel::name(match.clock);
  event["budget_us"] = match::whole_microseconds(match.times.budget);
  const rules::BySeat<std::int64_t> own_us(match.bots.size(), [&](rules::Seat seat) {
    return match::whole_microseconds(match::times_of(match, seat).budget);
  });
  const auto* const differs =
      std::adjacent_find(own_us.begin(), own_us.end(), std::not_equal_to<>());
  if (differs != own_us.end()) event["budgets_us"] = own_us;
  event["scene"] = scene();
  events_.push_back(std::move(event));
}

std::optional<rules::Seat> LiveMatch::viewer() const {
  if (!input_ || !game_->secret()) return std::nullopt;
  // The next person to move, where a bot is.
  const std::size_t count = persons_.size();
  const std::size_t at = game_->over() ? 0 : rules::index(game_->to_move());
  for (std::size_t i = 0; i < count; ++i) {
    const rules::Seat seat = rules::seat_at((at + i) % count);
    if (persons_[seat]) return seat;
  }
  return std::nullopt;
}

Json LiveMatch::scene_of_person() {
  const rules::Seat seat = *viewer();
  rules::Scene scene = game_->scene_for(seat);
  std::string lines;
  game_->take_lines(seat, lines);
  if (!lines.empty()) told_ = report::lines_of(lines);
  if (scene.notes.empty()) scene.notes = told_;
  for (std::string& note : scene.notes) note = text::safe_text(note);
  const bool is_listed = game_->lists_moves() && game_->to_move() == seat && !says_how(scene);
  const bool is_turn = game_->to_move() == seat;
  Json out = scenes_.next(std::move(scene), std::nullopt);
  if (is_listed) out["input"] = scenes::to_json(listed(*game_, info_->layout()));
  if (!is_turn) out["input"] = Json::object();
  return out;
}

Json LiveMatch::scene() {
  if (viewer()) return scene_of_person();
  Json scene = scenes_.next(*game_);
  // Of use only to those who may move, and by far the largest part.
  if (!input_) {
    scene.erase("input");
  } else if (info_->outside && game_->lists_moves() && !says_how(game_->scene())) {
    scene["input"] = scenes::to_json(listed(*game_, info_->layout()));
  }
  return scene;
}

Json LiveMatch::follow(const match::MatchRecord& match) {
  Json news = Json::array();
  // Those before the next move.
  const auto tell_faults = [&] {
    for (; faults_ < match.faults.size(); ++faults_) {
      const match::MatchFault& fault = match.faults[faults_];
      if (!misfit_ && fault.found_before() > static_cast<int>(plies_) + 1) return;
      if (!game_->over()) match::forfeit(*game_, *info_, fault);
      news.push_back(scenes::fault_event(match, fault));
    }
  };
  tell_faults();
  for (; !misfit_ && plies_ < match.plies.size(); tell_faults()) {
    match::Ply ply = match.plies[plies_];
    misfit_ = game_->over() || game_->to_move() != ply.seat || !game_->play(ply.line);
    if (misfit_) continue;
    // Who plays reads of the other seat's secret moves what the judge relays.
    if (viewer() && ply.seat != *viewer()) ply.line = ply.relayed;
    ply.line = report::move_text(ply.line);
    ply.relayed = report::move_text(ply.relayed);
    const auto time = [at = plies_](const std::vector<match::Duration>& times) {
      return at < times.size() ? times[at] : match::Duration{};
    };
    ++plies_;
    news.push_back(
        Json::parse(match::move_line(match.match.value_or(0), static_cast<int>(plies_), ply,
                                     time(match.measured.cpu), time(match.measured.wall))));
    news.back()["scene"] = scene();
  }
  for (Json& one : news) hidden_.push_back(std::move(one));
  if (input_ && game_->hides()) return Json::array();
  shown_ = plies_;
  for (const Json& one : hidden_) events_.push_back(one);
  return std::exchange(hidden_, Json::array());
}

}  // namespace referee::server
