// What the program does to its own process, before all else.

#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/log.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/cli/call.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/machine/kernel/tree.hpp"

namespace referee::cli {
namespace {

// Descriptors 0 to 2 are always open, so that no file of ours gets their number.
void open_stdio() {
  for (int number = 0; number < 3; ++number) {
    // What is printed to a closed standard output must not seem to have arrived.
    const int mode = number == STDOUT_FILENO ? O_RDONLY : O_RDWR;
    if (::fcntl(number, F_GETFD) == -1) (void)::open("/dev/null", mode);
  }
}

// Many bots' pipes may be open at once.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

// A limit on the size of files (ulimit -f) then makes writing fail, which is reported as other
// failures are. A handler, because who starts bots and other programs need not undo it.
void go_on(int) {}

// The limit on this process's own processor time (ulimit -t). The kernel kills at the hard limit,
// so the soft one is to come before it.
void tell_of_used_time(int) {
  constexpr std::string_view words =
      "referee: error: this process has used the processor time that it may have (ulimit -t); "
      "raise that limit and give the same command again: what has been played is kept\n";
  [[maybe_unused]] const auto written = ::write(STDERR_FILENO, words.data(), words.size());
  ::_exit(environment);
}

void meet_limits() {
  static_cast<void>(std::signal(SIGXFSZ, go_on));
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return;
  static_cast<void>(std::signal(SIGXCPU, tell_of_used_time));
  if (limit.rlim_cur < limit.rlim_max || limit.rlim_cur < 2) return;
  --limit.rlim_cur;
  ::setrlimit(RLIMIT_CPU, &limit);
}

void protect_this_process() {
  // No bot may look into the referee, not even one run by the same user.
  ::prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
  kernel::adopt_orphans();
}

}  // namespace
}  // namespace referee::cli

int main(int argc, char** argv) {
  using namespace referee;
  try {
    cli::open_stdio();
    cli::raise_descriptor_limit();
    cli::meet_limits();
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    // `random` is a bot itself; the walls around it would refuse this, and say so.
    if (words.empty() || words.front() != "random") cli::protect_this_process();
    cli::Call call;
    return cli::carry_out(words, call);
  } catch (const std::exception& error) {
    text::tell("referee: error: {}", text::message_of(error));
    return cli::environment;
  }
}
