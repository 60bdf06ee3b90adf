#include "referee/run/tournament/turn_times.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "referee/play/match/budget.hpp"
#include "referee/play/match/record_json.hpp"

namespace referee::tournament {
namespace {

using match::whole_microseconds;

bool nearer(const NearLimit& one, const NearLimit& other) { return one.share() > other.share(); }

// What a turn is measured against: the limit that it came nearest to.
NearLimit nearness(const kernel::TimeLimits& times, bool first_turn, std::int64_t turn_us,
                   std::int64_t all_us) {
  NearLimit near;
  near.used_us = all_us;
  near.limit_us = whole_microseconds(times.budget);
  const bool own = first_turn && times.first_turn > match::Duration{};
  const std::int64_t limit_us = whole_microseconds(own ? times.first_turn : times.turn);
  if (limit_us <= 0) return near;
  NearLimit of_turn;
  of_turn.of_turn = true;
  of_turn.used_us = turn_us;
  of_turn.limit_us = limit_us;
  return nearer(of_turn, near) ? of_turn : near;
}

}  // namespace

void TurnsAt::add(std::int64_t us) { add(TurnsAt{1, us, us}); }

void TurnsAt::add(const TurnsAt& other) {
  turns += other.turns;
  total_us += other.total_us;
  most_us = std::max(most_us, other.most_us);
}

double TurnsAt::mean_us() const noexcept {
  return turns == 0 ? 0 : static_cast<double>(total_us) / static_cast<double>(turns);
}

double NearLimit::share() const noexcept {
  return limit_us <= 0 ? 0 : static_cast<double>(used_us) / static_cast<double>(limit_us);
}

TurnTimes::TurnTimes(const config::Manifest& manifest, Selection selection)
    : schedule_(manifest), selection_(std::move(selection)), events_(manifest.events.size()) {
  for (const config::Event& event : manifest.events) games_.push_back(event.game);
}

void TurnTimes::add(const store::MatchSummary& match, std::string_view line) {
  if (!selection_.takes(match.round, match.bots)) return;
  const std::size_t number = schedule_.event_of(match.match);
  const match::MatchRecord record =
      match::record_of_line(line, "the record", rules::OneGame(*games_[number]));
  if (!record.measured.known) return;
  EventTurns& event = events_[number];
  for (const rules::Seat seat : record.bots.seats()) {
    add_seat(event, record, match.match, seat);
  }
  if (event.nearest.size() > most_listed) event.nearest.resize(most_listed);
}

void TurnTimes::add_seat(EventTurns& event, const match::MatchRecord& record, std::uint64_t match,
                         rules::Seat seat) {
  const bool by_wall = record.clock == kernel::ClockKind::wall;
  const auto& times = by_wall ? record.measured.wall : record.measured.cpu;
  const std::string& bot = record.bots[rules::index(seat)].name;
  std::vector<TurnsAt>& turns = event.bots[bot];
  const kernel::TimeLimits limits = match::times_of(record, seat);
  std::optional<NearLimit> nearest;
  std::int64_t all_us = 0;
  for (std::size_t i = 0; i < std::min(times.size(), record.plies.size()); ++i) {
    if (record.plies[i].seat != seat || record.plies[i].jury) continue;
    const std::int64_t us = whole_microseconds(times[i]);
    all_us += us;
    if (turns.size() <= i) turns.resize(i + 1);
    turns[i].add(us);
    NearLimit near = nearness(limits, !nearest, us, all_us);
    near.ply = static_cast<int>(i) + 1;
    if (!nearest || nearer(near, *nearest)) nearest = std::move(near);
  }
  if (!nearest) return;
  nearest->bot = bot;
  nearest->match = match;
  auto& list = event.nearest;
  // Behind its equals: the order of the matches decides.
  list.insert(std::upper_bound(list.begin(), list.end(), *nearest, &nearer), *nearest);
}

}  // namespace referee::tournament
