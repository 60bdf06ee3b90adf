#include "referee/run/config/schedule.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "referee/base/text/sha256.hpp"
#include "referee/play/match/record.hpp"
#include "rules/random.hpp"

namespace referee::config {
namespace {

std::uint64_t size_of_plan(const Schedule::Plan& plan) {
  return std::visit([](const auto& one) { return one.size(); }, plan);
}

void check(const Event& event) {
  const auto bots = static_cast<std::int64_t>(event.bots.size());
  const auto least = static_cast<std::int64_t>(event.game->seats());
  const formats::Format& format = event.format;
  const bool fits = bots >= least && event.rounds >= 1 &&
                    (format.kind != formats::FormatKind::gauntlet ||
                     (format.challengers >= 1 && format.challengers < bots)) &&
                    (format.kind != formats::FormatKind::knockout ||
                     (format.deals >= 1 && format.tie_break >= 0)) &&
                    (format.kind != formats::FormatKind::ladder ||
                     (!format.periods.empty() && format.periods.front().begin == 0 &&
                      format.periods.back().bots == event.bots.size())) &&
                    (format.kind != formats::FormatKind::recorded || !format.matches.empty()) &&
                    (format.kind != formats::FormatKind::official ||
                     (format.swiss_rounds >= 1 && format.qualify >= 2 && format.qualify <= bots));
  if (!fits) {
    throw std::invalid_argument(fmt::format("the format {} cannot be played with these numbers",
                                            formats::name(format.kind)));
  }
}

// `seed`: from which tables are drawn.
Schedule::Plan plan_of(const Event& event, std::uint64_t seed) {
  check(event);
  const std::size_t bots = event.bots.size();
  const std::size_t seats = event.game->seats();
  switch (event.format.kind) {
    case formats::FormatKind::gauntlet:
      return formats::Gauntlet(*event.game, bots,
                               static_cast<std::size_t>(event.format.challengers), event.rounds);
    case formats::FormatKind::swiss:
      return formats::Swiss(*event.game, bots, event.rounds, event.format.seats,
                            event.format.look_ahead);
    case formats::FormatKind::knockout:
      return formats::Knockout(bots, event.format.deals, event.format.tie_break);
    case formats::FormatKind::official:
      return formats::Official(*event.game, bots, event.format, event.rounds);
    case formats::FormatKind::ladder:
      return formats::Ladder(bots, event.format);
    case formats::FormatKind::recorded:
      return formats::Recorded(event.format.matches);
    case formats::FormatKind::round_robin:
      break;
  }
  if (seats != rules::usual_seats) {
    return formats::Tables(bots, seats, event.rounds, event.format.tables, seed);
  }
  return formats::RoundRobin(bots, event.rounds);
}

int rounds_of_plan(const Event& event, const Schedule::Plan& plan) {
  if (const auto* knockout = std::get_if<formats::Knockout>(&plan)) return knockout->rounds();
  if (const auto* ladder = std::get_if<formats::Ladder>(&plan)) return ladder->rounds();
  if (event.format.kind == formats::FormatKind::recorded) {
    const auto& matches = event.format.matches;
    return std::max_element(matches.begin(), matches.end(),
                            [](const auto& a, const auto& b) { return a.round < b.round; })
        ->round;
  }
  const bool official = event.format.kind == formats::FormatKind::official;
  return event.rounds + (official ? event.format.swiss_rounds : 0);
}

// The plan if it is one that leaves out some of its numbers: calls `of` with that, else returns
// `otherwise`.
template <typename Of, typename Value>
Value of_gappy(const Schedule::Plan& plan, Value otherwise, Of of) {
  if (const auto* knockout = std::get_if<formats::Knockout>(&plan)) return of(*knockout);
  if (const auto* ladder = std::get_if<formats::Ladder>(&plan)) return of(*ladder);
  return otherwise;
}

// The first 60 bits of a hash.
std::uint64_t keyed_hash(std::string_view what, std::uint64_t key, const Pairing& pairing,
                         int deal) {
  text::Sha256 hash;
  hash.add(fmt::format("referee {} {} {} {} {}", what, key, pairing.event, pairing.round, deal));
  const auto digest = hash.digest();
  std::uint64_t first = 0;
  for (std::size_t i = 0; i < sizeof first; ++i) first = first << 8 | digest[i];
  return first >> 4;
}

}  // namespace

std::optional<std::uint64_t> Pairing::told() const {
  if (!drawn) return std::nullopt;
  return keyed_hash("told", drawn->seed, *this, drawn->deal) & match::most_told_seed;
}

rules::BySeat<std::string> names_of(const Event& event, const Pairing& pairing) {
  return {pairing.bots.size(),
          [&](rules::Seat seat) { return event.bots[pairing.bots[seat]].name; }};
}

void set_seed(Pairing& pairing, std::uint64_t seed, bool drawn, int deal) {
  const auto round = static_cast<std::uint64_t>(pairing.round);
  const auto number = static_cast<std::uint64_t>(deal);
  if (drawn) {
    pairing.seed = keyed_hash("deal", seed, pairing, deal) & rules::max_seed;
    pairing.drawn = {seed, deal};
    return;
  }
  const std::uint64_t event = rules::derived_seed(seed, "event", pairing.event);
  pairing.seed = rules::derived_seed(event, "round", round);
  if (deal > 0) pairing.seed = rules::derived_seed(pairing.seed, "deal", number);
  pairing.drawn.reset();
}

void set_seed(Pairing& pairing, const Manifest& manifest, int deal) {
  set_seed(pairing, manifest.seed, manifest.drawn, deal);
}

Schedule::Schedule(const Manifest& manifest) : seed_(manifest.seed), drawn_(manifest.drawn) {
  for (const Event& event : manifest.events) {
    Plan plan = plan_of(event, rules::derived_seed(seed_, "tables", parts_.size()));
    const int rounds = rounds_of_plan(event, plan);
    const std::uint64_t size = size_of_plan(plan);
    parts_.push_back({size_, rounds, std::move(plan), event.format.seeds, {}});
    size_ += size;
  }
}

std::uint64_t Schedule::size_of(std::size_t event) const {
  return size_of_plan(parts_.at(event).plan);
}

std::uint64_t Schedule::planned_of(std::size_t event) const {
  return of_gappy(plan(event), size_of(event), [](const auto& gappy) { return gappy.planned(); });
}

std::uint64_t Schedule::planned() const {
  std::uint64_t sum = 0;
  for (std::size_t event = 0; event < parts_.size(); ++event) sum += planned_of(event);
  return sum;
}

bool Schedule::is_planned(std::uint64_t number) const {
  const Part& part = parts_[event_of(number)];
  const std::uint64_t within = number - part.begin;
  return of_gappy(part.plan, true,
                  [within](const auto& gappy) { return gappy.is_planned(within); });
}

bool Schedule::is_left_out(std::uint64_t number) const {
  const Part& part = parts_[event_of(number)];
  const std::uint64_t within = number - part.begin;
  return of_gappy(part.plan, false,
                  [within](const auto& gappy) { return gappy.is_left_out(within); });
}

std::size_t Schedule::event_of(std::uint64_t number) const {
  if (number >= size_) throw std::out_of_range(fmt::format("there is no match {}", number));
  const auto after =
      std::upper_bound(parts_.begin(), parts_.end(), number,
                       [](std::uint64_t wanted, const Part& part) { return wanted < part.begin; });
  return static_cast<std::size_t>(after - parts_.begin()) - 1;
}

std::optional<Pairing> Schedule::find(std::uint64_t number) const {
  Pairing pairing;
  pairing.event = event_of(number);
  const Part& part = parts_[pairing.event];
  const auto slot = std::visit(
      [within = number - part.begin](const auto& plan) { return plan.find(within); }, part.plan);
  if (!slot) return std::nullopt;
  pairing.round = slot->round;
  pairing.bots = slot->bots;
  set_seed(pairing, seed_, drawn_, slot->deal);
  if (part.seeds) {
    pairing.seed = part.seeds->first + static_cast<std::uint64_t>(pairing.round) - 1;
    pairing.drawn.reset();
  }
  return pairing;
}

Pairing Schedule::at(std::uint64_t number) const {
  if (const auto pairing = find(number)) return *pairing;
  throw std::out_of_range(fmt::format("match {} depends on results of earlier rounds", number));
}

const formats::RecordedMatch* Schedule::recorded(std::uint64_t number) const {
  const Part& part = parts_[event_of(number)];
  const auto* recorded = std::get_if<formats::Recorded>(&part.plan);
  return recorded == nullptr ? nullptr : &recorded->recorded(number - part.begin);
}

bool Schedule::note(std::uint64_t number, const formats::GameFigures& game) {
  using formats::Turn;
  Part& part = parts_[event_of(number)];
  return std::visit(
      [&](auto& plan) {
        return part.early.add({number - part.begin, game}, [&plan](const Result& result) {
          if (!plan.find(result.match)) return Turn::later;
          return plan.note(result.match, result.game) ? Turn::opened : Turn::taken;
        });
      },
      part.plan);
}

std::vector<formats::Placed> Schedule::ranking(std::size_t event) const {
  return std::visit([](const auto& plan) { return plan.ranking(); }, parts_.at(event).plan);
}

}  // namespace referee::config
