// How the parts of a tournament are given to a scheduler: the options of `referee submit`, a
// profile, and what is remembered of the first submission, see docs/guide/clusters.md. What is run
// comes from the caller: a folder in which others may write remembers numbers only, and which
// scheduler.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace referee::cluster {

struct Settings {
  std::string on;                      // "slurm", "parallel"; empty: not given
  std::optional<unsigned> parts;       // 1 to parts::most_parts
  std::optional<unsigned> processors;  // of one part; none: slurm 1, parallel all of a machine
  std::string program;                 // referee on the nodes; empty: this program's path
  std::string before;                  // a line of shell before it: "module load gcc"
  std::string hosts;                   // file for parallel --sshloginfile; empty: this machine
  bool transfer = false;               // no shared folder: what a part needs is sent to its host
  std::string ssh;                     // command for ssh; empty: parallel's own choice
  std::vector<std::string> options;    // of the scheduler, last in its command
  bool trust = false;                  // parts may play without isolation; only ever typed
  unsigned queued = 1000;              // most parts in the queue at the same time
  unsigned tries = 3;                  // for a part without a new record in between
  double pause = 15;                   // seconds before a part's second try; doubles each time
  double look_every = 15;              // seconds between questions to the scheduler
  double patience = 3600;              // seconds without its answer and without a new record

  friend bool operator==(const Settings&, const Settings&) = default;
};

inline constexpr const char* settings_name = "submit.json";

// Reads a profile. Paths in it are relative to its folder. Throws std::system_error, JsonError.
Settings read_settings(const std::filesystem::path& file);
// Settings without a profile: this user's last ones for this folder, else the user's
// own profile, submit.json in $XDG_CONFIG_HOME/referee or ~/.config/referee, with the numbers that
// the tournament's folder remembers. Says so, see text::warn, if the folder's file names more than
// numbers. Throws as read_settings() does, and StoreError.
Settings remembered(const std::filesystem::path& folder, const std::string& tournament);
// Keeps them for this user, and the numbers for everybody in the folder. Throws StoreError.
void remember(const std::filesystem::path& folder, const std::string& tournament,
              const Settings& settings);

}  // namespace referee::cluster
