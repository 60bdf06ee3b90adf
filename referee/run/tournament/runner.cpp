#include "referee/run/tournament/runner.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/play/match/error_logs.hpp"
#include "referee/run/config/match_beginning.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/early_results.hpp"
#include "referee/run/parts/merging.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/match_summary.hpp"
#include "referee/run/store/store_writer.hpp"
#include "referee/run/tournament/giving_up.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {
namespace {

// The matches of a part that a store does not have, in the order of their numbers.
class Missing final : public MatchSource {
 public:
  // `part`: nothing for the whole tournament.
  Missing(const store::Store& store, const std::optional<parts::Part>& part, RunObserver& observer,
          const RunOptions& options)
      : store_(store),
        until_(options.until),
        part_(part),
        observer_(observer),
        schedule_(store.manifest()),
        giving_up_(store.manifest(), schedule_.size()),
        done_(schedule_.size(), false) {
    for (const config::Event& event : store.manifest().events) {
      if (event.format.kind == formats::FormatKind::recorded) {
        throw store::ForeignStore(
            store.folder().string() +
            " holds games that were played elsewhere; nothing can be played in it");
      }
      contestants_.push_back(config::contestants(store.manifest(), event));
    }
    store::hide_from_bots(contestants_, store.manifest(), &store, options.logs);
    const auto report = store.read([this](const store::MatchSummary& match, std::string_view) {
      adopt(match.match, store::figures_of(match));
    });
    for (const store::MatchSummary& match : report.early) early_.hold(match);
    if (part_) count_playable();
    planned_ = told_ = total();
    parts::require_intact(store, report);
  }

  // The matches that are needed by the results so far; of a part those that can be played.
  [[nodiscard]] std::uint64_t total() const {
    return part_ ? std::max(playable_, done_count_ + running_) : schedule_.planned();
  }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_count_; }

  // Whether there is no time left for a further match.
  [[nodiscard]] bool out_of_time() const {
    return until_ && std::chrono::steady_clock::now() >= *until_;
  }

  Next next() override {
    if (out_of_time()) return None{};
    if (!find_next()) return running_ > 0 && part_ ? Next(Later{}) : Next(None{});
    const auto pairing = schedule_.find(next_);
    if (!pairing) return Later{};
    const config::Event& event = store_.manifest().events[pairing->event];
    const auto& bots = contestants_[pairing->event];
    const match::Contestants seated(pairing->bots.size(),
                                    [&](rules::Seat seat) { return &bots[pairing->bots[seat]]; });
    MatchTask task{next_, *pairing, seated, config::with_marks(seated, event, *pairing), {}};
    if (!leave_out_given_up(task)) return Later{};
    done_[next_] = true;
    giving_up_.pass(next_++, *pairing);
    ++running_;
    return task;
  }

  std::vector<store::MatchSummary> ended(const match::MatchRecord& record) override {
    --running_;
    if (adopt(*record.match, store::figures_of(record))) {
      early_.release([this](store::MatchSummary& match) { return adopt_early(match); });
    }
    planned_ = total();
    return std::exchange(adopted_, {});
  }

  void left_open(std::uint64_t number, bool /*tried*/) override {
    --running_;
    any_open_ = true;
    giving_up_.leave_out(number);
  }

  bool counted(const match::MatchRecord& /*record*/, std::string_view /*line*/) override {
    const std::uint64_t planned = planned_;
    if (planned > std::exchange(told_, std::max(told_, planned))) {
      observer_.happened(MatchesPlanned{planned});
    }
    return true;
  }

 private:
  // Whether a match that is not known now will not be: its round lacks a result.
  [[nodiscard]] bool stuck() const noexcept { return any_open_ && running_ == 0; }

  // Moves on to the next missing match; false at the end.
  bool find_next() {
    // What a part has passed over may be known now.
    if (std::exchange(opened_, false) && passed_) next_ = *std::exchange(passed_, std::nullopt);
    for (; next_ < schedule_.size(); ++next_) {
      if (schedule_.is_left_out(next_) || !is_mine(next_)) continue;
      if (done_[next_]) {
        if (giving_up_.wanted()) giving_up_.pass(next_, schedule_.at(next_));
        continue;
      }
      // If no result to come makes it known, matches behind it may be.
      if (!(part_ || stuck()) || schedule_.find(next_)) return true;
      if (part_ && !passed_) passed_ = next_;
    }
    return false;
  }

  [[nodiscard]] bool is_mine(std::uint64_t number) const {
    return !part_ || part_->has(number / 2);
  }

  void count_playable() {
    for (std::uint64_t number = 0; number < schedule_.size(); ++number) {
      if (is_mine(number) && schedule_.is_planned(number) && schedule_.find(number)) ++playable_;
    }
  }

  // Replaces bots that were given up; false while that is unknown.
  bool leave_out_given_up(MatchTask& task) {
    using State = GivingUp::State;
    const std::size_t event = task.pairing.event;
    const auto& bots = task.pairing.bots;
    const rules::BySeat<State> states(
        bots.size(), [&](rules::Seat seat) { return giving_up_.of(event, bots[seat]); });
    if (std::find(states.begin(), states.end(), State::unknown) != states.end()) return false;
    if (std::all_of(states.begin(), states.end(), [](State one) { return one == State::plays; }))
      return true;
    const auto of_seat = [&](rules::Seat seat) {
      const match::Contestant& bot = task.own ? (*task.own)[seat] : *task.bots[seat];
      return states[seat] == State::given_up ? giving_up_.without_program(bot, event) : bot;
    };
    task.own = std::make_unique<const rules::BySeat<match::Contestant>>(states.size(), of_seat);
    return true;
  }

  // Adds a result from the store. Returns true if this made further matches known.
  bool adopt(std::uint64_t number, const formats::GameFigures& game) {
    done_[number] = true;
    giving_up_.note(number, game);
    if (is_mine(number)) ++done_count_;
    const bool opened = schedule_.note(number, game);
    opened_ = opened_ || opened;
    return opened;
  }

  // The store may have matches of a round while earlier rounds are incomplete. They count once
  // those are complete, if the pairings turn out to be the same.
  formats::Turn adopt_early(store::MatchSummary& match) {
    using formats::Turn;
    if (done_[match.match]) return Turn::taken;
    const auto pairing = schedule_.find(match.match);
    if (!pairing) return Turn::later;
    if (!store::is_between(match, store_.manifest(), *pairing)) return Turn::taken;
    const bool opened = adopt(match.match, store::figures_of(match));
    adopted_.push_back(std::move(match));
    return opened ? Turn::opened : Turn::taken;
  }

  const store::Store& store_;
  const std::optional<std::chrono::steady_clock::time_point> until_;
  const std::optional<parts::Part> part_;
  RunObserver& observer_;
  std::atomic<std::uint64_t> planned_ = 0;  // total(), for counted()
  std::uint64_t told_ = 0;                  // what the observer knows of it
  config::Schedule schedule_;
  GivingUp giving_up_;
  std::vector<std::vector<match::Contestant>> contestants_;  // by event
  std::uint64_t playable_ = 0;    // matches of the part that could be played at the beginning
  std::vector<bool> done_;        // by number; also those that are being played
  std::uint64_t done_count_ = 0;  // how many of these are of the part
  std::uint64_t running_ = 0;     // matches
  bool any_open_ = false;         // whether a match was left open
  bool opened_ = false;           // whether further matches became known
  std::uint64_t next_ = 0;  // all before it are done, being played, of other parts, or passed over
  std::optional<std::uint64_t> passed_;  // the first match of the part that was not known
  formats::EarlyResults<store::MatchSummary> early_;  // in the store, pairing not known yet
  std::vector<store::MatchSummary> adopted_;          // count now; observer not told yet
};

}  // namespace

RunEnd run(const store::Store& store, const std::optional<parts::Part>& part,
           const RunContext& context, RunObserver& observer) {
  const std::string label = part ? part->label() : std::string();
  if (part) {
    const std::string why = parts::why_undividable(store.manifest());
    if (!why.empty()) throw text::InputError(why);
  }
  const store::Claim claim(store.folder(), store::Claim::Kind::alone, label);
  const RunOptions& options = context.options;
  if (!options.logs.empty()) text::make_real_folder(options.logs);
  Missing missing(store, part, observer, options);
  observer.happened(RunBegun{missing.done(), missing.total()});
  if (missing.done() == missing.total()) return RunEnd::complete;
  store::StoreWriter writer(store, label);
  const std::uint64_t left = missing.total() - missing.done();
  LiveGames live(store.folder(), label, store.id());
  play_matches({store.manifest(), &writer, context, left, store.folder() / "programs", &live},
               missing, observer);
  if (missing.done() == missing.total()) return RunEnd::complete;
  if (context.stop.level() > 0) return RunEnd::interrupted;
  return missing.out_of_time() ? RunEnd::out_of_time : RunEnd::left_open;
}

}  // namespace referee::tournament
