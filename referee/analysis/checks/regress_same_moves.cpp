// The bot makes the same moves as in recorded games.

#include <fmt/core.h>

#include <algorithm>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_recorded.hpp"
#include "referee/base/text/words.hpp"

namespace referee::checks {
namespace {

class SameMoves final : public RecordedCheck {
 public:
  SameMoves(std::string name, const CheckContext& context, RecordedPlan plan, std::size_t plies)
      : SameMoves(std::move(name), context, plan, goals_of(plan, plies)) {}

 private:
  SameMoves(std::string name, const CheckContext& context, RecordedPlan& plan,
            std::vector<Goal> goals)
      : RecordedCheck(std::move(name), "same-moves", context, std::move(plan), std::move(goals)) {}

  static std::vector<Goal> goals_of(const RecordedPlan& plan, std::size_t plies) {
    std::vector<Goal> goals;
    for (std::size_t i = 0; i < plan.games.size(); ++i) goals.push_back({i, plies, no_end});
    return goals;
  }

  // Moves of the bot that were compared and found the same.
  [[nodiscard]] std::uint64_t same_moves(const Goal& goal, const Result& result) const {
    const ReplayedGame& recorded = recorded_of(goal);
    std::size_t end = std::min(goal.compared, recorded.plies.size());
    if (result.difference) end = result.difference->ply - 1;
    std::uint64_t moves = 0;
    for (std::size_t i = 0; i < end; ++i)
      moves += recorded.plies[i].seat == recorded.seat ? 1U : 0U;
    return moves;
  }

  void judge(Outcome& outcome, const std::vector<Goal>& goals,
             const std::map<std::uint64_t, Result>& results) const override {
    std::uint64_t moves = 0;
    std::uint64_t different = 0;
    std::uint64_t failed = 0;
    for (const auto& [index, result] : results) {
      const Goal& goal = goals[index];
      moves += same_moves(goal, result);
      if (result.difference) {
        ++different;
        outcome.details.push_back(fmt::format("{}, move {}: {}, recorded was '{}'", where(goal),
                                              result.difference->ply, result.difference->played,
                                              result.difference->recorded));
      } else if (result.fault) {
        ++failed;
        outcome.details.push_back(fmt::format("{}, after the compared moves, move {}: {}",
                                              where(goal), result.fault->ply,
                                              fault_text(*result.fault)));
      }
    }
    outcome.figures = text::Json{
        {"games", results.size()}, {"moves", moves}, {"different", different}, {"failed", failed}};
    const std::string games = text::plural(results.size(), "game");
    const std::string in = fmt::format("{} the same in {}", text::plural(moves, "move"), games);
    if (different > 0) {
      outcome.verdict = Verdict::failed;
      outcome.reason =
          fmt::format("other moves in {} of {}, {}", different, games, outcome.details.front());
    } else if (failed > 0) {
      outcome.verdict = Verdict::failed;
      outcome.reason =
          fmt::format("{}, but the bot failed after them in {}", in, text::plural(failed, "game"));
    } else if (results.size() < goals.size()) {
      outcome.reason =
          fmt::format("{}, but only {} of {} were played", in, results.size(), goals.size());
    } else if (moves == 0) {
      outcome.reason = "the records have no move of the bot to compare";
    } else {
      outcome.verdict = Verdict::passed;
      outcome.reason = in;
    }
  }
};

}  // namespace

std::unique_ptr<Check> read_same_moves(const text::JsonReader& reader, std::string name,
                                       const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "records", "match", "as", "plies"});
  constexpr std::int64_t longest = 10'000;
  std::size_t plies = longest;
  if (const auto first = reader.find("plies")) {
    plies = static_cast<std::size_t>(first->integer(1, longest));
  }
  return std::make_unique<SameMoves>(std::move(name), context, read_recorded(reader, context),
                                     plies);
}

}  // namespace referee::checks
