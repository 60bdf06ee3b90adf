#include "referee/run/tournament/run_programs.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "referee/base/text/error.hpp"
#include "referee/run/config/fault_advice.hpp"
#include "referee/run/store/store.hpp"
#include "rules/by_seat.hpp"

namespace referee::tournament {
namespace {

[[noreturn]] void refuse(const std::string& bot, const std::string& game,
                         const std::string& why_not) {
  throw store::ForeignStore(fmt::format(
      "the program of the bot \"{}\" of {} was changed while it was playing, and the run cannot go "
      "on with the one that it began with, because {}; the matches before are kept where records "
      "are kept: let a run end before you rebuild such a bot, or build it in another place",
      bot, game, why_not));
}

}  // namespace

RunPrograms::Lineup RunPrograms::lineup(const config::Pairing& pairing,
                                        const rules::BySeat<const match::Contestant*>& bots) {
  Lineup lineup;
  lineup.is_kept.resize(bots.size());
  const config::Event& event = manifest_.events[pairing.event];
  const std::lock_guard lock(mutex_);
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    const std::size_t bot = pairing.bots[seat];
    const auto& command = bots[seat]->spec.command;
    if (!command) continue;  // it is not started
    const BotPlace place{pairing.event, bot};
    auto found = changed_.find(place);
    if (found == changed_.end()) {
      Files files = watch_.changed(pairing.event, bot);
      if (files.empty()) continue;
      found = changed_.emplace(place, std::move(files)).first;
      lineup.news.push_back({event.game, event.bots[bot].name, found->second.front()});
    }
    if (!lineup.instead) {
      lineup.instead =
          std::make_unique<Own>(bots.size(), [&bots](rules::Seat one) { return *bots[one]; });
    }
    try {
      (*lineup.instead)[seat].spec.command =
          kept_.instead_of(*command, pairing.event, bot, found->second);
    } catch (const program::CommandError& error) {
      refuse(event.bots[bot].name, std::string(event.game->name), error.what());
    }
    lineup.is_kept[seat] = true;
  }
  return lineup;
}

bool RunPrograms::held(const config::Pairing& pairing, const Lineup& lineup) {
  const std::lock_guard lock(mutex_);
  for (std::size_t seat = 0; seat < lineup.is_kept.size(); ++seat) {
    if (lineup.is_kept[seat]) continue;
    const std::size_t bot = pairing.bots[seat];
    if (changed_.contains({pairing.event, bot})) return false;
    if (!watch_.changed(pairing.event, bot).empty()) return false;
  }
  return true;
}

void RunPrograms::require_launches(const config::Pairing& pairing,
                                   const rules::BySeat<const match::Contestant*>& bots,
                                   const match::MatchRecord& record) {
  const std::lock_guard lock(mutex_);
  for (const rules::Seat seat : bots.seats()) {
    const match::Contestant& bot = *bots[rules::index(seat)];
    const BotPlace place{pairing.event, pairing.bots[rules::index(seat)]};
    const auto fault = std::find_if(
        record.faults.begin(), record.faults.end(), [seat](const match::MatchFault& one) {
          return one.seat == seat && one.fault.kind == bot::FaultKind::launch;
        });
    if (fault == record.faults.end()) {
      if (bot.spec.command) started_.insert(place);
      continue;
    }
    if (!started_.contains(place)) continue;
    throw text::MachineError(fmt::format(
        "the bot \"{}\" was started before in this run and cannot be started any more: {}; the "
        "matches before are kept: put that right, and give the same command again",
        bot.identity.name, config::reason_with_advice(fault->fault)));
  }
}

}  // namespace referee::tournament
