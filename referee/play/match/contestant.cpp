#include "referee/play/match/contestant.hpp"

#include "referee/machine/bot/text.hpp"
#include "referee/machine/program/content_hash.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::match {

kernel::Limits limits_of(const rules::GameInfo& game, const kernel::ChosenLimits& chosen) {
  using kernel::Origin;
  kernel::Limits limits;
  if (game.memory_limit > 0) limits.memory = game.memory_limit;
  limits.memory_origin = chosen.memory > 0 ? Origin::asked : Origin::unasked;
  limits.disk_origin = chosen.disk > 0 ? Origin::asked : Origin::unasked;
  chosen.apply_to(limits);
  return limits;
}

Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game) {
  Contestant result;
  result.identity = options.identity;
  bot::BotSpec& spec = result.spec;
  spec.name = options.identity.name;
  spec.limits = limits_of(game, options.limits);
  spec.limits.budget = options.times.budget;
  spec.limits.turn = options.times.turns.every;
  spec.limits.first_turn = options.times.turns.first;
  try {
    spec.command = toolchain::resolve({options.identity.command, options.folder, options.read,
                                       options.toolchain, options.alone, std::string(game.name)});
    result.identity.source = spec.command->source;
    for (const std::string& path : options.read) {
      result.identity.read.push_back(program::read_facts(path, options.folder));
    }
    program::check_static_data(*spec.command, spec.limits.memory);
  } catch (const program::CommandError& error) {
    spec.command.reset();
    result.command_error = error.what();
    spec.launch_fault = bot::launch_fault(error);
  }
  if (spec.command) toolchain::give_official_heap(*spec.command, spec.limits.memory);
  if (game.outside) result.judge.assign(game.outside->files.begin(), game.outside->files.end());
  spec.isolated = options.isolated;
  spec.ponders = options.ponders;
  spec.environment = options.environment;
  return result;
}

}  // namespace referee::match
