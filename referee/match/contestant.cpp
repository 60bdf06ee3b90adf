#include "referee/match/contestant.hpp"

namespace referee::match {

Contestant contestant(const ContestantOptions& options, const rules::GameInfo& game) {
  Contestant result;
  result.identity = options.identity;
  bot::BotSpec& spec = result.spec;
  spec.name = options.identity.name;
  try {
    spec.command = bot::resolve_command(options.identity.command, options.folder);
  } catch (const bot::CommandError& error) {
    spec.launch_error = error.what();
  }
  spec.limits.budget = options.budget;
  if (game.memory_limit > 0) spec.limits.memory = game.memory_limit;
  options.limits.apply_to(spec.limits);
  spec.isolated = options.isolated;
  spec.environment = options.environment;
  return result;
}

}  // namespace referee::match
