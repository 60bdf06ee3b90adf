// Starts a bot's program with standard input, output and error, and nothing else.
//
// The child is made vfork-style (0.4 ms whatever the size of the referee) with a
// pidfd; between clone and exec it makes only system calls. It leads a session and
// a process group of its own, dies with the thread that started it, has default
// signal dispositions, an empty signal mask, and no descriptor but 0, 1 and 2.
#pragma once

#include <signal.h>
#include <sys/types.h>

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/walls/refused_file.hpp"
#include "referee/machine/walls/sandbox.hpp"

namespace referee::walls {

// A running bot. The referee's ends of its streams are non-blocking; why they
// are what they are: bot/pipes.hpp.
struct Child {
  pid_t pid = -1;
  text::Descriptor pidfd;
  text::Descriptor in;        // the referee writes, the bot reads
  text::Descriptor out;       // the bot writes, the referee reads
  text::Descriptor err;       // its stderr
  text::Descriptor listener;  // reports of refused system calls; may be empty
  // Its CPU clock when it was about to become the bot's program. The child reads it itself: on a
  // busy machine its starter may continue only when the bot has long been running.
  kernel::Duration cpu_at_exec{};
};

// The reason why the bot does not run. Nothing of it is left, not even a zombie.
struct LaunchFailure {
  std::string reason;        // one line, for the `launch` fault
  bool environment = false;  // the referee's own environment failed (no descriptor, no memory), not
                             // the bot
  std::optional<RefusedFile> closed = {};  // the folder that the reason names
};

// One for each thread that starts bots; not thread-safe. Throws std::system_error
// from its constructor if it gets no memory.
class Launcher {
 public:
  // `close_range`: this kernel can close the referee's descriptors in one call.
  explicit Launcher(bool close_range);
  ~Launcher();
  Launcher(const Launcher&) = delete;
  Launcher& operator=(const Launcher&) = delete;

  // Starts `command` inside `sandbox` with exactly the variables `environment`
  // ("NAME=value"); the sandbox has been prepared for the bot's files. `group`: the list of members
  // of the control group that it joins, open for writing; or -1.
  std::variant<Child, LaunchFailure> launch(const program::Command& command,
                                            const std::vector<std::string>& environment,
                                            const Sandbox& sandbox, int group);

 private:
  struct Region;  // shared by parent and child: the child's stack and its report
  void make_listener_sockets();

  Region* region_;
  bool close_range_;
  sigset_t ignored_;  // signals that exec would keep ignored
  // The sockets through which each child in turn sends its listener before it runs its program.
  text::Descriptor listener_in_;
  text::Descriptor listener_out_;
};

}  // namespace referee::walls
