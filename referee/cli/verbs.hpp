// The verbs of the command line, one file each. Every function adds its subcommand
// to the program; if it is chosen, `chosen` is set to what carries it out and
// returns the exit code.
#pragma once

#include <functional>

#include <CLI/CLI.hpp>

namespace referee::cli {

using Chosen = std::function<int()>;

void add_doctor(CLI::App& program, Chosen& chosen);
void add_games(CLI::App& program, Chosen& chosen);
void add_compare(CLI::App& program, Chosen& chosen);
void add_regress(CLI::App& program, Chosen& chosen);
void add_export(CLI::App& program, Chosen& chosen);
void add_import(CLI::App& program, Chosen& chosen);
void add_elo(CLI::App& program, Chosen& chosen);
void add_sprt(CLI::App& program, Chosen& chosen);
void add_match(CLI::App& program, Chosen& chosen);
void add_shard(CLI::App& program, Chosen& chosen);
void add_merge(CLI::App& program, Chosen& chosen);
void add_tournament(CLI::App& program, Chosen& chosen);
void add_standings(CLI::App& program, Chosen& chosen);
void add_show(CLI::App& program, Chosen& chosen);
void add_verify(CLI::App& program, Chosen& chosen);
void add_random(CLI::App& program, Chosen& chosen);

}  // namespace referee::cli
