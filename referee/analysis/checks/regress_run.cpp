#include <algorithm>
#include <memory>
#include <unordered_set>

#include "referee/analysis/checks/regress.hpp"
#include "referee/analysis/evidence/comparison_run.hpp"
#include "referee/play/match/players.hpp"
#include "referee/play/match/record_json.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/store_writer.hpp"
#include "referee/run/tournament/runner.hpp"
#include "rules/by_seat.hpp"
#include "rules/random.hpp"

namespace referee::checks {
namespace {

// A bot with the texts of a recorded game for its marks.
match::Contestant for_game(const match::Contestant& contestant, const CheckGame& game) {
  return config::with_mark(
      config::with_mark(contestant, config::seed_mark,
                        config::seed_text(game.pairing.told().value_or(game.pairing.seed))),
      config::moves_mark, game.own_moves);
}

// One seat from a record, the bot in the other one.
tournament::MatchTask::Play play_recorded(const CheckGame& game) {
  return [plan = game.plan, moves = *game.recorded, seat = game.pairing.bots[0] == 0 ? 0U : 1U](
             bot::Host& host, const match::MatchSettings& settings,
             const rules::BySeat<const match::Contestant*>& bots) {
    match::RecordedPlayer other(*plan.game, moves,
                                rules::Stream(plan.seed.value_or(0), "recorded"));
    const match::Occupants who(bots.size(), [&](match::Seat one) {
      return rules::index(one) == seat ? match::Occupant{bots[one]}
                                       : match::Occupant{nullptr, &other, bots[one]->identity};
    });
    return match::run_seated({host, plan, settings}, who);
  };
}

// The games of a check that its store does not have.
class Missing final : public tournament::MatchSource {
 public:
  Missing(Check& check, const store::Store* store)
      : check_(check), contestants_(config::contestants(check.manifest(), check.event())) {
    store::hide_from_bots({&contestants_, 1}, check.manifest(), store);
    if (store == nullptr) return;
    store->read([this, store](const store::MatchSummary& match, std::string_view line) {
      check_.note(match::record_of_line(line, "a record", store->games()));
      done_.insert(match.match);
    });
  }

  [[nodiscard]] std::uint64_t done() const noexcept { return done_.size() + counted_; }

  // Runs on other threads than counted(). That is safe: it reads only game numbers and bots, which
  // never change, and results are noted only in counted().
  Next next() override {
    while (next_ < check_.games()) {
      const CheckGame game = check_.game(next_++);
      if (!done_.contains(game.number)) return task_of(game);
    }
    return None{};
  }

  bool counted(const match::MatchRecord& record, std::string_view) override {
    check_.note(record);
    ++counted_;
    return true;
  }

 private:
  [[nodiscard]] tournament::MatchTask task_of(const CheckGame& game) const {
    const match::Contestant& first = contestants_[game.pairing.bots[0]];
    const match::Contestant& second = contestants_[game.pairing.bots[1]];
    tournament::MatchTask task{game.number, game.pairing, {&first, &second}, {}, {}};
    if (!game.recorded) {
      task.own = config::with_marks({&first, &second}, check_.event(), game.pairing);
      return task;
    }
    task.own = std::make_unique<const rules::BySeat<match::Contestant>>(
        std::initializer_list<match::Contestant>{for_game(first, game), for_game(second, game)});
    task.play = play_recorded(game);
    return task;
  }

  Check& check_;
  std::vector<match::Contestant> contestants_;
  std::unordered_set<std::uint64_t> done_;  // in the store at the beginning
  std::uint64_t next_ = 0;
  std::uint64_t counted_ = 0;
};

tournament::RunEnd run_games(Check& check, const store::Store* store,
                             const tournament::RunContext& context,
                             tournament::RunObserver& observer) {
  Missing missing(check, store);
  observer.happened(tournament::RunBegun{missing.done(), check.games()});
  if (missing.done() == check.games()) return tournament::RunEnd::complete;
  std::optional<store::StoreWriter> writer;
  if (store != nullptr) writer.emplace(*store);
  const std::uint64_t left = check.games() - missing.done();
  tournament::play_matches(
      {check.manifest(), writer ? &*writer : nullptr, context, left,
       store != nullptr ? store->folder() / "programs" : std::filesystem::path()},
      missing, observer);
  if (missing.done() == check.games()) return tournament::RunEnd::complete;
  return context.stop.level() > 0 ? tournament::RunEnd::interrupted : tournament::RunEnd::left_open;
}

}  // namespace

Verdict verdict_of(const std::vector<CheckResult>& results) {
  const auto any = [&](Verdict verdict) {
    return std::any_of(results.begin(), results.end(), [verdict](const CheckResult& result) {
      return result.outcome.verdict == verdict;
    });
  };
  if (any(Verdict::failed)) return Verdict::failed;
  return any(Verdict::undecided) ? Verdict::undecided : Verdict::passed;
}

tournament::RunEnd run_check(Check& check, const store::Store* store,
                             const tournament::RunContext& context,
                             evidence::CompareObserver& observer) {
  if (evidence::Comparison* comparison = check.comparison()) {
    return evidence::compare(check.manifest(), store, context, *comparison, observer);
  }
  return run_games(check, store, context, observer);
}

}  // namespace referee::checks
