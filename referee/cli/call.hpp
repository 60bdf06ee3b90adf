// One call of the program: what a verb is given besides its options.
#pragma once

#include <string>
#include <vector>

#include "referee/play/judge/games.hpp"
#include "referee/run/tournament/worker_pool.hpp"

namespace referee::cli {

struct Call {
  judge::Games games = {};
  tournament::MakeHost make_host = tournament::process_host;  // of the bots that verbs play with
};

// Carries out a command line, given without the program's own name, and returns the exit code. All
// of the program but what main() does to its own process.
int carry_out(const std::vector<std::string>& given, Call& call);

}  // namespace referee::cli
