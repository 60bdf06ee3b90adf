#include "referee/show/report/match/replay_report.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/play/match/record_json.hpp"
#include "referee/show/report/match/fault_card.hpp"
#include "referee/show/report/match/match_text.hpp"

namespace referee::report {
namespace {

using match::MatchRecord;
using match::Seat;
using replaying::Replayed;
using replaying::Task;

std::string outcome_text(const Replayed& replayed, const Task& task) {
  if (const auto& other = replayed.deviation) {
    std::string text = fmt::format("as recorded up to move {}, where it {}; recorded: it {}",
                                   other->ply, other->now, other->recorded);
    if (task.opponent) {
      text += fmt::format("; the game ended {} - {}", replayed.record.scores[0].result.score,
                          replayed.record.scores[1].result.score);
    }
    return text;
  }
  const match::MatchFault* fault = match::fault_of(replayed.record, task.seat);
  if (fault == nullptr) return "as recorded, to the end";
  return fmt::format("as recorded, with the same fault: {} at move {}",
                     bot::name(fault->fault.kind), fault->ply);
}

// The first outcome comes first.
std::string counted_outcomes(const std::vector<Replayed>& all, const Task& task) {
  std::vector<std::pair<std::string, unsigned>> counts;
  for (const Replayed& played : all) {
    const std::string text = outcome_text(played, task);
    const auto known = std::find_if(counts.begin(), counts.end(),
                                    [&](const auto& one) { return one.first == text; });
    if (known == counts.end()) {
      counts.emplace_back(text, 1);
    } else {
      ++known->second;
    }
  }
  if (all.size() == 1) return counts.front().first + '\n';
  std::string text;
  for (const auto& [outcome, count] : counts) {
    text += fmt::format("{} of {}: {}\n", count, all.size(), outcome);
  }
  return text;
}

}  // namespace

text::Json outcomes_json(const Task& task, const std::vector<Replayed>& all) {
  const MatchRecord& recorded = task.recorded;
  text::Json json;
  json["game"] = recorded.game->name;
  if (recorded.match) json["match"] = *recorded.match;
  json["seat"] = rules::index(task.seat) + 1;
  json["bot"] = recorded.bots[rules::index(task.seat)].name;
  json["runs"] = text::Json::array();
  for (const Replayed& played : all) {
    text::Json run;
    run["as_recorded"] = !played.deviation.has_value();
    if (played.deviation) {
      run["ply"] = played.deviation->ply;
      run["now"] = played.deviation->now;
      run["recorded"] = played.deviation->recorded;
    }
    run["record"] = match::to_json(played.record);
    json["runs"].push_back(std::move(run));
  }
  return json;
}

std::string outcomes_text(const Task& task, const std::vector<Replayed>& all, bool with_stderr,
                          const TextStyle& style) {
  const MatchRecord& recorded = task.recorded;
  const Seat seat = task.seat;
  const bool is_free = task.opponent.has_value();
  const Replayed& first = all.front();
  std::string text =
      fmt::format("{}{}: {} against {}{}\n", recorded.game->title,
                  recorded.match ? fmt::format(", match {}", *recorded.match) : std::string(),
                  bot_and_seat(recorded, seat), is_free ? "" : "the recorded moves of ",
                  bot_and_seat(is_free ? first.record : recorded, rules::other(seat)));
  text += counted_outcomes(all, task);
  // The first run with a fault, of which all is known now.
  const MatchRecord* shown = &first.record;
  for (const Replayed& played : all) {
    const auto scenes = match::fault_scenes(played.record);
    const auto own =
        std::find_if(scenes.begin(), scenes.end(),
                     [&](const match::FaultScene& scene) { return scene.fault->seat == seat; });
    if (own == scenes.end()) continue;
    text += '\n' + fault_card(played.record, *own, style, {});
    shown = &played.record;
    break;
  }
  if (with_stderr) text += '\n' + stderr_text(*shown, rules::index(seat));
  return text;
}

}  // namespace referee::report
