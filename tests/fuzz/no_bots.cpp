// The match loop can start bots, and configs can name sources to be compiled, but the fuzz targets
// never do either.
#include <cstdlib>
#include <string>

#include "referee/machine/bot/bot.hpp"               // interfaces of bots and hosts
#include "referee/machine/toolchain/bot_folder.hpp"  // a struct of it is in settings of configs
#include "referee/machine/toolchain/resolve.hpp"
#include "referee/machine/walls/refused_file.hpp"  // a struct of it is in words for faults
#include "referee/machine/walls/shares.hpp"        // its error needs nothing of it
#include "referee/play/judge/external_game.hpp"
#include "referee/play/judge/judge_process.hpp"  // its error needs nothing of it

namespace referee::judge {

void check_size(const rules::Game&, std::size_t) { std::abort(); }

}  // namespace referee::judge

namespace referee::walls {

std::string RefusedFile::text() const { std::abort(); }

}  // namespace referee::walls

namespace referee::toolchain {

program::Command resolve(const BotLine& line) {
  return program::resolve_command(line.command, line.folder, line.read);
}
void give_official_heap(program::Command&, std::size_t) {}
void prepare(std::span<const BotLine>) {}
unsigned toolchain_of(const BotLine&) { return 0; }

}  // namespace referee::toolchain
