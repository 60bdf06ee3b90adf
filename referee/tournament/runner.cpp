#include "referee/tournament/runner.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "referee/tournament/figures.hpp"
#include "referee/tournament/schedule.hpp"

namespace referee::tournament {
namespace {

// The matches that a store does not have, in the order of their numbers.
class Missing final : public MatchSource {
 public:
  explicit Missing(const Store& store)
      : store_(store), schedule_(store.manifest()), done_(schedule_.size(), false) {
    for (const Event& event : store.manifest().events) {
      contestants_.push_back(contestants(store.manifest(), event));
    }
    const auto report = store.read([this](const MatchSummary& match, std::string_view) {
      adopt(match.match, figures_of(match));
    });
    early_ = report.early;
  }

  [[nodiscard]] std::uint64_t total() const noexcept { return schedule_.size(); }
  [[nodiscard]] std::uint64_t done() const noexcept { return done_count_; }

  Next next() override {
    while (next_ < schedule_.size() && done_[next_]) ++next_;
    if (next_ == schedule_.size()) return None{};
    const auto pairing = schedule_.find(next_);
    if (!pairing) return Later{};
    const auto& bots = contestants_[pairing->event];
    return MatchTask{next_++, *pairing, {&bots[pairing->bots[0]], &bots[pairing->bots[1]]}, {}, {}};
  }

  void ended(const match::MatchRecord& record) override {
    adopt(*record.match, figures_of(record));
  }

 private:
  // A result that is in the store.
  void adopt(std::uint64_t number, const GameFigures& game) {
    done_[number] = true;
    ++done_count_;
    if (schedule_.note(number, game)) adopt_early();
  }

  // The store may have matches of a round before all of the rounds before it. They
  // count once these are there, if they turn out to be between the right bots.
  void adopt_early() {
    std::vector<MatchSummary> early = std::exchange(early_, {});
    for (MatchSummary& match : early) {
      if (done_[match.match]) continue;
      const auto pairing = schedule_.find(match.match);
      if (!pairing) {
        early_.push_back(std::move(match));
      } else if (is_between(match, store_.manifest(), *pairing)) {
        adopt(match.match, figures_of(match));
      }
    }
  }

  const Store& store_;
  Schedule schedule_;
  std::vector<std::vector<match::Contestant>> contestants_;  // by event
  std::vector<bool> done_;
  std::uint64_t done_count_ = 0;
  std::uint64_t next_ = 0;           // all before it are done or being played
  std::vector<MatchSummary> early_;  // of the store, of rounds that are not known yet
};

}  // namespace

RunEnd run(const Store& store, const bot::Protections& protections, const RunOptions& options,
           const StopRequest& stop, RunObserver& observer) {
  Missing missing(store);
  observer.begun(missing.done(), missing.total());
  if (missing.done() == missing.total()) return RunEnd::complete;
  StoreWriter writer(store);
  const std::uint64_t left = missing.total() - missing.done();
  play_matches({store.manifest(), &writer, protections, options, stop, left}, missing, observer);
  return missing.done() == missing.total() ? RunEnd::complete : RunEnd::interrupted;
}

}  // namespace referee::tournament
