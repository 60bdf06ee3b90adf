// The verbs of the command line, one file each. Every function adds its verb to the program.
#pragma once

#include "referee/cli/call.hpp"
#include "referee/cli/options/options.hpp"

namespace referee::cli {

void add_doctor(CommandLine& program);
void add_compare(CommandLine& program);
void add_tune(CommandLine& program);
void add_regress(CommandLine& program);
void add_export(CommandLine& program);
void add_import(CommandLine& program);
void add_match(CommandLine& program);
void add_play(CommandLine& program);
void add_merge(CommandLine& program);
void add_tournament(CommandLine& program);
void add_standings(CommandLine& program);
void add_show(CommandLine& program);
void add_check(CommandLine& program);
void add_new(CommandLine& program);
void add_replay(CommandLine& program);
void add_view(CommandLine& program);
void add_verify(CommandLine& program);
void add_random(CommandLine& program);

}  // namespace referee::cli
