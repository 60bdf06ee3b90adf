#include "referee/show/server/live_match.hpp"

#include <map>
#include <string_view>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/play/match/budget.hpp"
#include "referee/play/match/record.hpp"
#include "referee/show/report/match/match_text.hpp"
#include "rules/scene.hpp"

namespace referee::server {
namespace {

using text::Json;

constexpr std::array lists{"moves", "relayed", "cpu", "wall", "scenes"};

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

LiveMatch::LiveMatch(Facts facts)
    : facts_(std::move(facts)),
      game_(facts_.plan.game->start(facts_.plan.deal)),
      scenes_(scenes::Detail::full) {
  match_["n"] = facts_.number;
  match_["running"] = true;
  match_["game"] = facts_.plan.game->name;
  if (facts_.round > 0) match_["round"] = facts_.round;
  if (facts_.plan.seed) match_["seed"] = *facts_.plan.seed;
  match_["clock"] = kernel::name(facts_.clock);
  match_["budget_us"] = match::whole_microseconds(facts_.budget);
  match_["bots"] = Json::array();
  for (const std::string& name : facts_.bots) {
    match_["bots"].push_back(
        {{"name", text::safe_text(name)}, {"score", 0}, {"status", ""}, {"points", 0}});
  }
  for (const char* list : lists) match_[list] = Json::array();
  match_["seats"] = "";
  match_["jury"] = Json::array();
  match_["faults"] = Json::array();
  match_["scenes"].push_back(scene());
}

Json LiveMatch::scene() {
  Json scene = scenes_.next(*game_);
  // Of use only to those who may move, and by far the largest part.
  if (!facts_.input) {
    scene.erase("input");
  } else if (facts_.plan.game->outside && game_->lists_moves() && !says_how(game_->scene())) {
    scene["input"] = scenes::to_json(listed(*game_, facts_.plan.game->layout()));
  }
  return scene;
}

void LiveMatch::forfeit(const std::vector<match::MatchFault>& faults, int ply) {
  while (forfeits_ < faults.size() && faults[forfeits_].ply <= ply && !game_->over()) {
    const match::MatchFault& fault = faults[forfeits_++];
    match::forfeit(*game_, *facts_.plan.game, fault);
    match_["faults"].push_back(fault_event(fault));
  }
}

std::optional<Json> LiveMatch::follow(const std::vector<Made>& moves,
                                      const std::vector<match::MatchFault>& faults) {
  if (misfit_ || moves.size() <= plies_) return std::nullopt;
  Json news{{"n", facts_.number}, {"from", plies_}};
  for (const char* list : lists) news[list] = Json::array();
  std::string seats;
  Json jury = Json::array();
  for (; plies_ < moves.size(); ++plies_) {
    const Made& made = moves[plies_];
    const int ply = static_cast<int>(plies_) + 1;
    forfeit(faults, ply);
    if (game_->over() || game_->to_move() != made.ply.seat || !game_->play(made.ply.line)) {
      misfit_ = true;
      break;
    }
    news["moves"].push_back(match::escape_line(made.ply.line));
    news["relayed"].push_back(match::escape_line(made.ply.relayed));
    news["cpu"].push_back(match::whole_microseconds(made.cpu));
    news["wall"].push_back(match::whole_microseconds(made.wall));
    news["scenes"].push_back(scene());
    seats += made.ply.seat == rules::Seat::first ? '1' : '2';
    if (made.ply.jury) jury.push_back(ply);
  }
  for (const char* list : lists) {
    for (const Json& one : news[list]) match_[list].push_back(one);
  }
  match_["seats"] = match_["seats"].get<std::string>() + seats;
  for (const Json& one : jury) match_["jury"].push_back(one);
  news["seats"] = seats;
  news["jury"] = std::move(jury);
  return news;
}

Json LiveMatch::fault_event(const match::MatchFault& fault) const {
  match::MatchRecord record;
  record.game = facts_.plan.game;
  for (std::size_t seat = 0; seat < 2; ++seat) record.bots[seat].name = facts_.bots[seat];
  return fault_event(facts_.number, record, fault);
}

Json LiveMatch::fault_event(std::uint64_t number, const match::MatchRecord& record,
                            const match::MatchFault& fault) {
  return Json{{"n", number},
              {"game", record.game->name},
              {"seat", scenes::seat_number(fault.seat)},
              {"bot", text::safe_text(record.bots[rules::index(fault.seat)].name)},
              {"ply", fault.ply},
              {"kind", bot::name(fault.fault.kind)},
              {"reason", report::reason_text(fault.fault)},
              {"text", report::fault_text(record, fault)}};
}

Json LiveMatch::json() const { return match_; }

}  // namespace referee::server
