// What this kernel and this user offer for keeping bots apart, found once.
#pragma once

namespace referee::bot {

struct Protections {
  bool seccomp = false;         // system call filters
  bool seccomp_notify = false;  // filters that tell the referee what they refused
  int landlock_abi = 0;         // 0: none; 1: files; 4: TCP too; 6: signals too
  bool close_range = false;     // descriptors closed in one call
  bool root = false;

  friend bool operator==(const Protections&, const Protections&) = default;
};

// Asks the kernel each time it is called; harmless and quick (below 1 ms). Never
// throws: what cannot be asked is reported as absent.
Protections probe_protections();

}  // namespace referee::bot
