// What a match could leave behind, counted.
#pragma once

#include <cstddef>
#include <string>

namespace arena {

// Everything that a match could leave behind.
struct Leftovers {
  std::size_t processes = 0;
  std::size_t descriptors = 0;
  std::size_t shared_memory = 0;
  std::size_t scratch_files = 0;
  std::size_t ipc = 0;

  friend bool operator==(const Leftovers&, const Leftovers&) = default;
};

// Everything in this process's namespaces and its temporary folder, as it is now.
Leftovers look_around();

// What is there after, and was not before, in words; empty if nothing. Also looks for the
// file that some behaviours try to write outside of their scratch folder.
std::string difference(const Leftovers& before, const Leftovers& after);
// The same of what is left for good: a look at a bot's memory may outlive it for a moment.
std::string left_behind(const Leftovers& before);

// How many entries a folder has; 0 if it cannot be read.
std::size_t entries(const char* folder);
// How many processes this namespace has.
std::size_t count_processes();

}  // namespace arena
