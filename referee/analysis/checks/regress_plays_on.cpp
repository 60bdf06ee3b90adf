// The bot plays on from recorded positions: from each of them it must finish the game against
// random moves without a fault. It reaches the position only if it makes the recorded moves up to
// there. A game in which it does not is ignored, unless the bot fails in it.

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_recorded.hpp"
#include "referee/base/text/words.hpp"

namespace referee::checks {
namespace {

constexpr std::int64_t most_plies = 10'000;

class PlaysOn final : public RecordedCheck {
 public:
  PlaysOn(std::string name, const CheckContext& context, RecordedPlan plan, std::vector<Goal> goals)
      : RecordedCheck(std::move(name), "plays-on", context, std::move(plan), std::move(goals)) {}

  // One position for each game and each of these plies that the game has.
  static std::vector<Goal> goals_of(const RecordedPlan& plan, const std::set<std::size_t>& plies) {
    std::vector<Goal> goals;
    for (std::size_t i = 0; i < plan.games.size(); ++i) {
      for (const std::size_t ply : plies) {
        if (ply < plan.games[i].plies.size()) goals.push_back({i, ply, ply});
      }
    }
    return goals;
  }

 private:
  void judge(Outcome& outcome, const std::vector<Goal>& goals,
             const std::map<std::uint64_t, Result>& results) const override {
    std::uint64_t failed = 0;
    std::uint64_t reached = 0;
    std::vector<std::string> astray;
    for (const auto& [index, result] : results) {
      const Goal& goal = goals[index];
      const std::string place = where(goal);
      if (!result.difference) ++reached;
      if (result.fault) {
        ++failed;
        outcome.details.push_back(
            fmt::format("{}, move {}: {}", place, result.fault->ply, fault_text(*result.fault)));
      } else if (result.difference) {
        astray.push_back(fmt::format(
            "{}, position after move {} was not reached: at move {} it plays {}, recorded "
            "was '{}'",
            place, goal.given, result.difference->ply, result.difference->played,
            result.difference->recorded));
      }
    }
    outcome.details.insert(outcome.details.end(), astray.begin(), astray.end());
    outcome.figures = text::Json{{"positions", goals.size()},
                                 {"played", results.size()},
                                 {"reached", reached},
                                 {"failed", failed}};
    const std::string all = text::plural(goals.size(), "position");
    if (failed > 0) {
      outcome.verdict = Verdict::failed;
      outcome.reason = fmt::format("fails in {} from {}", text::plural(failed, "game"), all);
    } else if (results.size() < goals.size()) {
      outcome.reason = fmt::format("no fault, but only {} of {} were played", results.size(), all);
    } else if (!astray.empty()) {
      outcome.reason = fmt::format(
          "no fault, but {} of {} {} not reached, because the bot makes other moves before; see "
          "{{moves}}",
          astray.size(), all, astray.size() == 1 ? "was" : "were");
    } else {
      outcome.verdict = Verdict::passed;
      outcome.reason = "plays on without a fault from " + all;
    }
  }
};

std::set<std::size_t> read_plies(const text::JsonReader& reader) {
  std::set<std::size_t> plies;
  const auto add = [&](const text::JsonReader& item) {
    plies.insert(static_cast<std::size_t>(item.integer(1, most_plies)));
  };
  if (!reader.value().is_array()) {
    add(reader);
    return plies;
  }
  if (reader.items() == 0) reader.fail("must list at least one ply");
  for (std::size_t i = 0; i < reader.items(); ++i) add(reader.item(i));
  return plies;
}

}  // namespace

std::unique_ptr<Check> read_plays_on(const text::JsonReader& reader, std::string name,
                                     const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "command", "records", "match", "as", "plies"});
  const text::JsonReader plies = reader.at("plies");
  const std::set<std::size_t> wanted = read_plies(plies);
  RecordedPlan plan = read_recorded(reader, context);
  auto goals = PlaysOn::goals_of(plan, wanted);
  if (goals.empty()) plies.fail("no game of the records goes on after that many moves");
  constexpr std::size_t most_positions = 100'000;
  if (goals.size() > most_positions) {
    plies.fail(fmt::format("these are {} positions; at most {} can be played", goals.size(),
                           most_positions));
  }
  return std::make_unique<PlaysOn>(std::move(name), context, std::move(plan), std::move(goals));
}

}  // namespace referee::checks
