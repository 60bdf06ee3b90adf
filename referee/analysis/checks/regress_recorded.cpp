// The checks on recorded games, in which the bot takes one seat, and the other seat is played from
// the record: same-moves and plays-on.
//
// In every game's protocol a bot reads only the moves of the other seat. So it reaches a recorded
// position only if it makes the recorded moves of its seat itself; if it makes another move, the
// game departs from the record there.

#include <fmt/core.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include <nlohmann/json.hpp>

#include "referee/analysis/checks/regress_check.hpp"
#include "referee/base/text/sha256.hpp"
#include "referee/base/text/words.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "rules/two_seats.hpp"

namespace referee::checks {
namespace {

using match::MatchRecord;
using rules::Seat;

constexpr std::size_t no_end = std::numeric_limits<std::size_t>::max();
constexpr std::int64_t most_plies = 10'000;

// One game to be played.
struct Goal {
  std::size_t recorded = 0;  // which of the plan's games
  std::size_t compared = 0;  // plies from the beginning in which the bot's moves are compared
  std::size_t given = 0;     // plies from the beginning that the record plays
};

// The place where a game first differs from the record.
struct Difference {
  std::size_t ply = 0;  // from 1
  std::string played;   // the move, or the fault in words
  std::string recorded;
};

std::vector<std::string> moves_of(const ReplayedGame& game, Seat seat, std::size_t plies) {
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < std::min(plies, game.plies.size()); ++i) {
    if (game.plies[i].seat == seat) moves.push_back(game.plies[i].line);
  }
  return moves;
}

// The tournament that the games are stored as: one round for each. The hash of its second bot
// covers the recorded games, so that other records make another tournament.
config::Manifest recorded_manifest(const CheckContext& context, const RecordedPlan& plan,
                                   const std::vector<Goal>& goals) {
  std::string all;
  for (const Goal& goal : goals) {
    const ReplayedGame& game = plan.games[goal.recorded];
    all += fmt::format("{}\n{} {} {} {}\n", game.plan.deal, game.plan.seed.value_or(0),
                       rules::index(game.seat), goal.compared, goal.given);
    for (const match::Ply& ply : game.plies) all += ply.relayed + "\n";
  }
  config::Manifest manifest = context.base;
  manifest.events.push_back(plan.event);
  manifest.events.back().rounds = static_cast<int>(goals.size());
  manifest.events.back().bots.back().hash = text::sha256(all);
  manifest.own_deals = true;
  return manifest;
}

std::string fault_text(const match::MatchFault& fault) {
  return fmt::format("{} ({})", bot::name(fault.fault.kind),
                     config::reason_with_advice(fault.fault));
}

class RecordedCheck : public Check {
 public:
  RecordedCheck(std::string name, std::string_view kind, const CheckContext& context,
                RecordedPlan plan, std::vector<Goal> goals)
      : Check(std::move(name), kind, recorded_manifest(context, plan, goals)),
        games_(std::move(plan.games)),
        goals_(std::move(goals)) {}

  [[nodiscard]] std::uint64_t games() const final { return goals_.size(); }

  [[nodiscard]] CheckGame game(std::uint64_t index) const final {
    const Goal& goal = goals_.at(index);
    const ReplayedGame& recorded = games_[goal.recorded];
    const std::size_t seat = rules::index(recorded.seat);
    CheckGame game;
    // Of the two matches of a round, the one with the bot in its recorded seat.
    game.number = 2 * index + seat;
    game.pairing.round = static_cast<int>(index) + 1;
    game.pairing.bots = {seat, 1 - seat};
    game.pairing.seed = recorded.plan.seed.value_or(0);
    game.plan = recorded.plan;
    game.recorded = moves_of(recorded, rules::other(recorded.seat), goal.given);
    game.own_moves = text::join(moves_of(recorded, recorded.seat, goal.given), ",");
    return game;
  }

  void note(const MatchRecord& record) final {
    const std::uint64_t index = record.match.value_or(0) / 2;
    const Goal& goal = goals_.at(index);
    const ReplayedGame& recorded = games_[goal.recorded];
    Result result;
    result.where = where(recorded);
    for (const match::MatchFault& fault : record.faults) {
      if (fault.seat == recorded.seat) result.fault = fault;
    }
    const std::size_t compared = std::min(goal.compared, recorded.plies.size());
    for (std::size_t i = 0; i < compared && !result.difference; ++i) {
      const match::Ply& right = recorded.plies[i];
      if (right.seat != recorded.seat) continue;
      ++result.same;
      const bool failed = result.fault && result.fault->gone_from() <= static_cast<int>(i) + 1;
      if (failed) {
        result.difference = {i + 1, fault_text(*result.fault), right.line};
      } else if (i >= record.plies.size() || record.plies[i].relayed != right.relayed) {
        // The game cannot have ended earlier, since all moves were as recorded.
        const bool ended = i >= record.plies.size();
        result.difference = {i + 1, ended ? "nothing" : fmt::format("'{}'", record.plies[i].line),
                             right.line};
      }
    }
    if (result.difference) --result.same;
    results_[index] = std::move(result);
  }

  [[nodiscard]] Outcome outcome() const final {
    Outcome outcome;
    judge(outcome, goals_, results_);
    if (outcome.details.size() > most_details) outcome.details.resize(most_details);
    return outcome;
  }

 protected:
  struct Result {
    std::string where;       // "games.jsonl: line 3 as blue, seed 7"
    std::uint64_t same = 0;  // moves of the bot that were compared and found the same
    std::optional<Difference> difference;
    std::optional<match::MatchFault> fault;  // of the bot
  };
  using Results = std::map<std::uint64_t, Result>;  // by position in the goals

  // Judges by the results that are known.
  virtual void judge(Outcome& outcome, const std::vector<Goal>& goals,
                     const Results& results) const = 0;

 private:
  [[nodiscard]] std::string where(const ReplayedGame& recorded) const {
    std::string text = fmt::format("{} as {}", recorded.place,
                                   event().game->seat_names[rules::index(recorded.seat)]);
    if (recorded.plan.seed) text += fmt::format(", seed {}", *recorded.plan.seed);
    return text;
  }

  std::vector<ReplayedGame> games_;
  std::vector<Goal> goals_;
  Results results_;
};

// The bot makes the same moves as in recorded games.
class SameMoves final : public RecordedCheck {
 public:
  using RecordedCheck::RecordedCheck;

 private:
  void judge(Outcome& outcome, const std::vector<Goal>& goals,
             const Results& results) const override {
    std::uint64_t moves = 0;
    std::uint64_t different = 0;
    std::uint64_t failed = 0;
    for (const auto& [index, result] : results) {
      moves += result.same;
      if (result.difference) {
        ++different;
        outcome.details.push_back(fmt::format("{}, move {}: {}, recorded was '{}'", result.where,
                                              result.difference->ply, result.difference->played,
                                              result.difference->recorded));
      } else if (result.fault) {
        ++failed;
        outcome.details.push_back(fmt::format("{}, after the compared moves, move {}: {}",
                                              result.where, result.fault->ply,
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

// The bot plays on from recorded positions: from each of them it must finish the game against
// random moves without a fault. It reaches the position only if it makes the recorded moves up to
// there. A game in which it does not is ignored, unless the bot fails in it.
class PlaysOn final : public RecordedCheck {
 public:
  using RecordedCheck::RecordedCheck;

 private:
  void judge(Outcome& outcome, const std::vector<Goal>& goals,
             const Results& results) const override {
    std::uint64_t failed = 0;
    std::uint64_t reached = 0;
    std::vector<std::string> astray;
    for (const auto& [index, result] : results) {
      if (!result.difference) ++reached;
      if (result.fault) {
        ++failed;
        outcome.details.push_back(fmt::format("{}, move {}: {}", result.where, result.fault->ply,
                                              fault_text(*result.fault)));
      } else if (result.difference) {
        astray.push_back(fmt::format(
            "{}, position after move {} was not reached: at move {} it plays {}, recorded "
            "was '{}'",
            result.where, goals[index].given, result.difference->ply, result.difference->played,
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

std::unique_ptr<Check> read_same_moves(const text::JsonReader& reader, std::string name,
                                       const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "records", "match", "as", "plies"});
  const auto first = reader.find("plies");
  const auto plies = static_cast<std::size_t>(first ? first->integer(1, most_plies) : most_plies);
  RecordedPlan plan = read_recorded(reader, context);
  std::vector<Goal> goals;
  for (std::size_t i = 0; i < plan.games.size(); ++i) goals.push_back({i, plies, no_end});
  return std::make_unique<SameMoves>(std::move(name), "same-moves", context, std::move(plan),
                                     std::move(goals));
}

std::unique_ptr<Check> read_plays_on(const text::JsonReader& reader, std::string name,
                                     const CheckContext& context) {
  reader.only({"name", "check", "game", "budget", "command", "records", "match", "as", "plies"});
  const text::JsonReader plies = reader.at("plies");
  const std::set<std::size_t> wanted = read_plies(plies);
  RecordedPlan plan = read_recorded(reader, context);
  // One position for each game and each of these plies that the game has.
  std::vector<Goal> goals;
  for (std::size_t i = 0; i < plan.games.size(); ++i) {
    for (const std::size_t ply : wanted) {
      if (ply < plan.games[i].plies.size()) goals.push_back({i, ply, ply});
    }
  }
  if (goals.empty()) plies.fail("no game of the records goes on after that many moves");
  if (goals.size() > most_recorded) {
    plies.fail(fmt::format("these are {} positions; at most {} can be played", goals.size(),
                           most_recorded));
  }
  return std::make_unique<PlaysOn>(std::move(name), "plays-on", context, std::move(plan),
                                   std::move(goals));
}

}  // namespace referee::checks
