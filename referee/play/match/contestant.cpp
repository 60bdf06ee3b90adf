#include "referee/play/match/contestant.hpp"

#include "referee/machine/bot/launch_fault.hpp"
#include "referee/machine/program/content_hash.hpp"
#include "referee/machine/toolchain/resolve.hpp"

namespace referee::match {

Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game) {
  Contestant result;
  result.identity = options.identity;
  bot::BotSpec& spec = result.spec;
  spec.name = options.identity.name;
  try {
    spec.command = toolchain::resolve({options.identity.command, options.folder, options.read,
                                       options.toolchain, options.alone, std::string(game.name)});
    result.identity.source = spec.command->source;
    for (const std::string& path : options.read) {
      result.identity.read.push_back(program::read_facts(path, options.folder));
    }
  } catch (const program::CommandError& error) {
    spec.command.reset();
    result.command_error = error.what();
    spec.launch_fault = bot::launch_fault(error);
  }
  spec.limits.budget = options.budget;
  spec.limits.turn = options.turns.every;
  spec.limits.first_turn = options.turns.first;
  if (game.memory_limit > 0) spec.limits.memory = game.memory_limit;
  options.limits.apply_to(spec.limits);
  if (spec.command) toolchain::give_official_heap(*spec.command, spec.limits.memory);
  if (game.outside) result.judge.assign(game.outside->files.begin(), game.outside->files.end());
  spec.isolated = options.isolated;
  spec.ponders = options.ponders;
  spec.environment = options.environment;
  return result;
}

}  // namespace referee::match
