#include "referee/show/report/live/followed.hpp"

#include <set>
#include <string>

#include "referee/run/store/records.hpp"

namespace referee::report {
namespace {

tournament::MatchStart start_of(const match::MatchRecord& match, const config::Manifest& manifest) {
  tournament::MatchStart start;
  start.number = match.match.value_or(0);
  start.pairing.round = match.round;
  start.pairing.seed = match.seed.value_or(0);
  for (std::size_t i = 0; i < manifest.events.size(); ++i) {
    if (manifest.events[i].game == match.game) start.pairing.event = i;
  }
  start.game = match.game;
  start.bots = {match.bots[0].name, match.bots[1].name};
  return start;
}

}  // namespace

void Followed::look() {
  const store::Follower::News news = follower_.poll();
  if (display_ == nullptr || news.anew) {
    begin(news);
  } else {
    tell_finished(news);
  }
  if (follower_.total() > total_) display_->planned(total_ = follower_.total());
  if (news.running) tell_running();
}

void Followed::begin(const store::Follower::News& news) {
  told_.clear();
  total_ = follower_.total();
  display_.reset();  // it refers to the store
  store_.emplace(follower_.store());
  display_ = make_(*store_);
  display_->begun(0, total_);
  display_->found(news.finished);
}

void Followed::tell_finished(const store::Follower::News& news) {
  std::set<std::uint64_t> with_records;
  for (const std::string& line : news.failed) {
    const match::MatchRecord record = store::record_of({0, line, "a record"});
    if (!record.match) continue;
    with_records.insert(*record.match);
    display_->finished(record);
  }
  for (const store::MatchSummary& match : news.finished) {
    told_.erase(match.match);
    if (with_records.count(match.match) == 0) display_->ended(match);
  }
}

void Followed::tell_running() {
  for (const match::MatchRecord& match : follower_.running()) {
    const auto [at, is_new] = told_.try_emplace(match.match.value_or(0), 0);
    if (is_new) display_->started(start_of(match, store_->manifest()));
    for (; at->second < match.faults.size(); ++at->second) {
      const match::MatchFault& fault = match.faults[at->second];
      display_->failed({at->first, match.bots[rules::index(fault.seat)].name, fault});
    }
  }
}

}  // namespace referee::report
