#include "referee/tournament/run_commands.hpp"

#include "referee/toolchain/resolve.hpp"

namespace referee::tournament {

RunCommands commands_of(const config::Manifest& manifest) {
  RunCommands all;
  for (std::size_t event = 0; event < manifest.events.size(); ++event) {
    const auto& bots = manifest.events[event].bots;
    for (std::size_t i = 0; i < bots.size(); ++i) {
      if (bots[i].hash.empty() || !manifest.events[event].plays_on(i)) continue;
      RunCommand& one = all[{event, i}];
      try {
        one.command = toolchain::resolve(bots[i].line(manifest.folder));
      } catch (const program::CommandError& error) {
        one.why_not = error.what();
      }
    }
  }
  return all;
}

}  // namespace referee::tournament
