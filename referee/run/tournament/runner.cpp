#include "referee/run/tournament/runner.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/play/match/error_logs.hpp"
#include "referee/run/config/beginning.hpp"
#include "referee/run/config/schedule.hpp"
#include "referee/run/formats/early_results.hpp"
#include "referee/run/parts/merge.hpp"
#include "referee/run/parts/part_files.hpp"
#include "referee/run/store/claim.hpp"
#include "referee/run/store/figures.hpp"
#include "referee/run/store/hidden.hpp"
#include "referee/run/store/store_writer.hpp"
#include "referee/run/tournament/giving_up.hpp"

namespace referee::tournament {
namespace {

// The matches of a part that a store does not have, in the order of their numbers.
class Missing final : public MatchSource {
 public:
  // `part`: nothing for the whole tournament.
  Missing(const store::Store& store, const std::optional<parts::Shard>& part,
          const parts::Stage& stage, RunObserver& observer, const RunOptions& options)
      : store_(store),
        until_(options.until),
        is_part_(part.has_value()),
        observer_(observer),
        schedule_(store.manifest()),
        giving_up_(store.manifest(), schedule_.size()),
        ranges_(part ? parts::Cut(stage, part->count).ranges_of(part->number)
                     : parts::Cut(stage, 1).ranges_of(1)),
        done_(schedule_.size(), false) {
    total_ = parts::size_of(ranges_);
    if (!ranges_.empty()) next_ = ranges_.front().begin;
    for (const config::Event& event : store.manifest().events) {
      if (event.format.kind == formats::FormatKind::recorded) {
        throw store::ForeignStore(
            store.folder().string() +
            " holds games that were played elsewhere; nothing can be played in it");
      }
      contestants_.push_back(config::contestants(store.manifest(), event));
    }
    store::hide_from_bots(contestants_, store.manifest(), &store, options.logs);
    const auto report =
        parts::read_part(store, stage, part.value_or(parts::Shard{}),
                         [this](const store::MatchSummary& match, std::string_view) {
                           adopt(match.match, store::figures_of(match));
                         });
    for (const store::MatchSummary& match : report.early) early_.hold(match);
    planned_ = told_ = total();
    parts::require_intact(report);
  }

  // The matches that are needed by the results so far. Those of a part always are.
  [[nodiscard]] std::uint64_t total() const {
    return is_part_ ? total_ : total_ - (schedule_.size() - schedule_.planned());
  }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_count_; }

  // Whether there is no time left for a further match.
  [[nodiscard]] bool out_of_time() const {
    return until_ && std::chrono::steady_clock::now() >= *until_;
  }

  Next next() override {
    if (out_of_time()) return None{};
    if (!find_next()) return None{};
    const auto pairing = schedule_.find(next_);
    if (!pairing) return Later{};
    const config::Event& event = store_.manifest().events[pairing->event];
    const auto& bots = contestants_[pairing->event];
    const match::Contestant& first = bots[pairing->bots[0]];
    const match::Contestant& second = bots[pairing->bots[1]];
    MatchTask task{
        next_, *pairing, {&first, &second}, config::with_marks(first, second, event, *pairing), {}};
    if (!leave_out_given_up(task)) return Later{};
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
    if (planned > std::exchange(told_, std::max(told_, planned))) observer_.planned(planned);
    return true;
  }

 private:
  // Whether a match that is not known now will not be: its round lacks a result.
  [[nodiscard]] bool stuck() const noexcept { return any_open_ && running_ == 0; }

  // Moves on to the next missing match; false at the end.
  bool find_next() {
    for (; range_ < ranges_.size(); ++range_) {
      next_ = std::max(next_, ranges_[range_].begin);
      for (; next_ < ranges_[range_].end; ++next_) {
        if (schedule_.is_left_out(next_)) continue;
        // No result to come makes it known; but matches behind it may be.
        if (stuck() && !schedule_.find(next_)) continue;
        if (!done_[next_]) break;
        if (giving_up_.wanted()) giving_up_.pass(next_, schedule_.at(next_));
      }
      if (next_ < ranges_[range_].end) return true;
    }
    return false;
  }

  // Replaces bots that were given up; false while that is unknown.
  bool leave_out_given_up(MatchTask& task) {
    using State = GivingUp::State;
    const std::size_t event = task.pairing.event;
    const std::array states{giving_up_.of(event, task.pairing.bots[0]),
                            giving_up_.of(event, task.pairing.bots[1])};
    if (states[0] == State::unknown || states[1] == State::unknown) return false;
    if (states[0] == State::plays && states[1] == State::plays) return true;
    const auto of_seat = [&](std::size_t seat) {
      const match::Contestant& bot = task.own ? (*task.own)[seat] : *task.bots[seat];
      return states[seat] == State::given_up ? giving_up_.without_program(bot, event) : bot;
    };
    task.own = std::make_unique<const std::array<match::Contestant, 2>>(
        std::array{of_seat(0), of_seat(1)});
    return true;
  }

  [[nodiscard]] bool is_wanted(std::uint64_t number) const {
    return std::any_of(ranges_.begin(), ranges_.end(), [number](const parts::MatchRange& range) {
      return range.begin <= number && number < range.end;
    });
  }

  // Adds a result from the store. Returns true if this made further matches known.
  bool adopt(std::uint64_t number, const formats::GameFigures& game) {
    done_[number] = true;
    giving_up_.note(number, game);
    if (is_wanted(number)) ++done_count_;
    return schedule_.note(number, game);
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
  const bool is_part_;
  RunObserver& observer_;
  std::atomic<std::uint64_t> planned_ = 0;  // total(), for counted()
  std::uint64_t told_ = 0;                  // what the observer knows of it
  config::Schedule schedule_;
  GivingUp giving_up_;
  std::vector<std::vector<match::Contestant>> contestants_;  // by event
  const std::vector<parts::MatchRange> ranges_;
  std::uint64_t total_ = 0;       // matches in them
  std::vector<bool> done_;        // by number
  std::uint64_t done_count_ = 0;  // how many of these are in the ranges
  std::uint64_t running_ = 0;     // matches
  bool any_open_ = false;         // whether a match was left open
  std::size_t range_ = 0;         // the range that next_ is in
  std::uint64_t next_ = 0;        // all before it are done, being played, or of other parts
  formats::EarlyResults<store::MatchSummary> early_;  // in the store, pairing not known yet
  std::vector<store::MatchSummary> adopted_;          // count now; observer not told yet
};

}  // namespace

RunEnd run(const store::Store& store, const std::optional<parts::Shard>& part,
           const RunContext& context, RunObserver& observer) {
  if (part) {
    const std::string why = parts::why_undividable(store.manifest());
    if (!why.empty()) throw std::invalid_argument(why);
  }
  const store::Claim claim(store.folder(),
                           part ? store::Claim::Kind::shared : store::Claim::Kind::alone);
  const parts::Stage stage = part ? parts::stage_of(store) : parts::whole_stage(store.manifest());
  const RunOptions& options = context.options;
  if (!options.logs.empty()) match::make_log_folder(options.logs);
  Missing missing(store, part, stage, observer, options);
  observer.begun(missing.done(), missing.total());
  if (missing.done() == missing.total()) return RunEnd::complete;
  const std::string label = part ? parts::label_of(stage, *part) : std::string();
  store::StoreWriter writer = options.records.empty() ? store::StoreWriter(store, label)
                                                      : store::StoreWriter(options.records, label);
  const std::uint64_t left = missing.total() - missing.done();
  LiveGames live(store.folder(), label, store.id());
  play_matches({store.manifest(), &writer, context, left, store.folder() / "programs", &live},
               missing, observer);
  if (missing.done() == missing.total()) return RunEnd::complete;
  if (context.stop.level() > 0) return RunEnd::interrupted;
  return missing.out_of_time() ? RunEnd::out_of_time : RunEnd::left_open;
}

}  // namespace referee::tournament
