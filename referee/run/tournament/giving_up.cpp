#include "referee/run/tournament/giving_up.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace referee::tournament {

GivingUp::GivingUp(const config::Manifest& manifest, std::uint64_t matches) {
  for (const config::Event& event : manifest.events) {
    limits_.push_back(event.give_up_after);
    bots_.emplace_back(event.bots.size());
  }
  const bool any = std::any_of(limits_.begin(), limits_.end(), [](int limit) { return limit > 0; });
  if (any) results_.resize(matches);
}

void GivingUp::note(std::uint64_t match, const formats::GameFigures& game) {
  if (!wanted()) return;
  Result result = known;
  for (std::size_t seat = 0; seat < game.size(); ++seat) {
    if (game[seat].failed) result = static_cast<Result>(result | 1U << seat);
  }
  results_[match] = result;
}

void GivingUp::leave_out(std::uint64_t match) {
  if (wanted()) results_[match] = left_out;
}

void GivingUp::pass(std::uint64_t match, const config::Pairing& pairing) {
  if (limits_[pairing.event] == 0) return;
  for (const rules::Seat seat : pairing.bots.seats()) {
    bots_[pairing.event][pairing.bots[seat]].open.push_back({match, seat});
  }
}

GivingUp::State GivingUp::of(std::size_t event, std::size_t bot) {
  const int limit = limits_[event];
  if (limit == 0) return State::plays;
  Bot& one = bots_[event][bot];
  std::erase_if(one.open, [this](const Game& game) { return results_[game.match] == left_out; });
  for (; !one.open.empty() && is_known(one.open.front()); one.open.pop_front()) {
    one.faults = has_failed(one.open.front()) ? one.faults + 1 : 0;
    one.given_up = one.given_up || one.faults >= limit;
  }
  if (one.given_up) return State::given_up;
  // The most that can turn out to be in a row.
  int most = one.faults;
  for (const Game& game : one.open) {
    most = is_known(game) && !has_failed(game) ? 0 : most + 1;
    if (most >= limit) return State::unknown;
  }
  return State::plays;
}

match::Contestant GivingUp::without_program(const match::Contestant& contestant,
                                            std::size_t event) const {
  match::Contestant without = contestant;
  without.spec.command.reset();
  without.spec.launch_fault = {
      bot::FaultKind::given_up,
      limits_[event] == 1
          ? "was not started any more after a fault"
          : fmt::format("was not started any more after {} faults in a row", limits_[event])};
  return without;
}

}  // namespace referee::tournament
