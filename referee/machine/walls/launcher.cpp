#include "referee/machine/walls/launcher.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

#include "referee/base/text/machine.hpp"
#include "referee/machine/kernel/cpu_clock.hpp"
#include "referee/machine/walls/filter.hpp"
#include "referee/machine/walls/refused_file.hpp"

namespace referee::walls {
namespace {

// The sanitizers keep notes about stacks that a child sharing our memory would
// spoil; under them the child gets a copy.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr int share_memory = 0;
#else
constexpr int share_memory = CLONE_VM;
#endif

struct Pipe {
  text::Descriptor read;
  text::Descriptor write;
};

// Pipes of the referee never take the numbers 0 to 2, even if it was started with
// one of them closed: the child's dup2 would destroy them.
text::Descriptor above_stdio(text::Descriptor descriptor) {
  if (descriptor.get() > 2) return descriptor;
  text::Descriptor moved(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, 3));
  if (!moved) throw text::SystemError("get a descriptor for a pipe");
  return moved;
}

Pipe pipe_of(const std::array<int, 2>& ends) {
  Pipe pipe{text::Descriptor(ends[0]), text::Descriptor(ends[1])};
  return {above_stdio(std::move(pipe.read)), above_stdio(std::move(pipe.write))};
}

Pipe make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
    throw text::SystemError("make a pipe");
  }
  return pipe_of(ends);
}

Pipe make_sockets(int kind) {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, ends.data()) != 0) {
    throw text::SystemError("make a socket pair");
  }
  return pipe_of(ends);
}

// A pipe to a bot: of one page, and a bot that opens it anew may only read.
Pipe make_input() {
  Pipe pipe = make_pipe();
  if (::fcntl(pipe.write.get(), F_SETPIPE_SZ, ::getpagesize()) < 0 ||
      ::fchmod(pipe.read.get(), S_IRUSR) != 0) {
    throw text::SystemError("set up a pipe");
  }
  return pipe;
}

void set_non_blocking(const text::Descriptor& descriptor) {
  if (::fcntl(descriptor.get(), F_SETFL, O_NONBLOCK) != 0) {
    throw text::SystemError("make a pipe non-blocking");
  }
}

// A message of one byte that carries one descriptor.
struct DescriptorMessage {
  char byte = 0;
  iovec part{};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> control{};
  msghdr header{};

  DescriptorMessage() noexcept {
    part = {&byte, 1};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    header.msg_control = control.data();
    header.msg_controllen = control.size();
  }
};

bool send_descriptor(int socket, int descriptor, std::uint64_t password) noexcept {
  DescriptorMessage message;
  cmsghdr* header = CMSG_FIRSTHDR(&message.header);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  // With all six arguments, of which the kernel looks at three.
  return ::syscall(SYS_sendmsg, socket, &message.header, 0, 0, 0, password) == 1;
}

text::Descriptor receive_descriptor(int socket) {
  DescriptorMessage message;
  if (::recvmsg(socket, &message.header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT) != 1) return {};
  const cmsghdr* header = CMSG_FIRSTHDR(&message.header);
  if (header == nullptr || header->cmsg_type != SCM_RIGHTS) return {};
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return text::Descriptor(descriptor);
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  // execve promises not to write through its arguments.
  for (const std::string& text : texts) result.push_back(const_cast<char*>(text.c_str()));
  result.push_back(nullptr);
  return result;
}

// Everything the child needs, ready to use.
struct ChildPlan {
  const char* program;
  char* const* arguments;
  char* const* environment;
  const char* folder;
  const Sandbox* sandbox;
  int group;  // see Launcher::launch
  std::array<int, 3> stdio;
  int listener_socket;
  bool close_range;
  std::uint64_t password;  // of the filter
  const sigset_t* ignored;
  pid_t parent;
  std::span<sock_filter> filter_space;
  SetupError* error;
  timespec* cpu_at_exec;
};

// Handlers do not outlive exec, ignored signals do: SIGPIPE, and those that nohup set to be
// ignored. Neither the referee nor a shell ignores real-time signals.
sigset_t ignored_signals() noexcept {
  sigset_t result;
  ::sigemptyset(&result);
  for (int signal = 1; signal < 32; ++signal) {
    struct sigaction now {};
    if (::sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN) {
      ::sigaddset(&result, signal);
    }
  }
  return result;
}

bool reset_signals(const sigset_t& ignored) noexcept {
  struct sigaction standard {};
  standard.sa_handler = SIG_DFL;
  // A Ctrl-C that came before the child had a session of its own was meant for the referee, which
  // has got it too. Ignoring a signal discards it; the referee's handler must not run here.
  struct sigaction ignoring {};
  ignoring.sa_handler = SIG_IGN;
  for (const int signal : {SIGINT, SIGTERM}) {
    if (::sigaction(signal, &ignoring, nullptr) != 0) return false;
    if (::sigaction(signal, &standard, nullptr) != 0) return false;
  }
  for (int signal = 1; signal < 32; ++signal) {
    if (::sigismember(&ignored, signal) == 1 && ::sigaction(signal, &standard, nullptr) != 0) {
      return false;
    }
  }
  sigset_t none;
  ::sigemptyset(&none);
  return ::sigprocmask(SIG_SETMASK, &none, nullptr) == 0;
}

// Makes the process ready and executes the program; returns the step that failed.
const char* set_up(const ChildPlan& plan) noexcept {
  if (::setsid() < 0) return "setsid";
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL, 0, 0, 0) != 0) return "parent-death signal";
  if (::getppid() != plan.parent) return "the referee is gone";
  if (plan.group >= 0 && ::write(plan.group, "0", 1) != 1) return "joining its control group";
  if (!reset_signals(*plan.ignored)) return "resetting signals";
  for (int number = 0; number < 3; ++number) {
    if (::dup2(plan.stdio[static_cast<std::size_t>(number)], number) < 0) return "dup2";
  }
  if (::chdir(plan.folder) != 0) return "entering its folder";
  int listener = -1;
  if (!plan.sandbox->put_up(plan.filter_space, listener, *plan.error)) {
    return plan.error->step;
  }
  if (listener >= 0 && !send_descriptor(plan.listener_socket, listener, plan.password))
    return "sendmsg";
  // Without this call (before Linux 5.11) the close-on-exec flags, which all our
  // descriptors carry, do the same; it is the second fence.
  constexpr unsigned close_on_exec = 1U << 2;  // CLOSE_RANGE_CLOEXEC
  if (plan.close_range) ::syscall(SYS_close_range, 3U, ~0U, close_on_exec);
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, plan.cpu_at_exec);
  errno = 0;
  ::execve(plan.program, plan.arguments, plan.environment);
  return "exec";
}

int child_main(void* argument) noexcept {
  const auto& plan = *static_cast<const ChildPlan*>(argument);
  const char* step = set_up(plan);
  if (plan.error->step != step) *plan.error = {step, errno};
  ::_exit(127);
}

// Whether a start failed because of what the bot is. All else is the machine's.
bool is_the_bots(const program::Command& command, const SetupError& error) {
  const std::string_view step = error.step;
  if (step != "exec" && step != "entering its folder") return false;
  constexpr std::array of_bots{ENOEXEC, ENOENT, ENOTDIR, EACCES,      ELOOP,
                               E2BIG,   EINVAL, ELIBBAD, ENAMETOOLONG};
  return std::find(of_bots.begin(), of_bots.end(), error.number) != of_bots.end() &&
         !(error.number == EACCES && text::is_on_noexec(command.program));
}

std::string failed_step(const program::Command& command, const SetupError& error) {
  const std::string what = std::generic_category().message(error.number);
  if (std::string_view(error.step) == "exec") {
    return fmt::format("program '{}' could not be started: {}", command.program.string(), what);
  }
  if (std::string_view(error.step) == "entering its folder") {
    return fmt::format("folder '{}' could not be entered: {}", command.folder.string(), what);
  }
  return fmt::format("the program could not be set up ({}): {}", error.step, what);
}

LaunchFailure failure_of(const program::Command& command, const SetupError& error) {
  LaunchFailure failure{failed_step(command, error), !is_the_bots(command, error)};
  if (!failure.environment) {
    if (error.number == EACCES) failure.closed = closed_folder(command);
  } else {
    const std::string cure =
        text::cure_of(error.number, error.number == EACCES ? command.program : "");
    if (!cure.empty()) failure.reason += "; " + cure;
  }
  return failure;
}

// The clock of a child that has not come to executing its program.
constexpr timespec not_executed{0, -1};

// Nothing of ours kills a child on its way to its program.
LaunchFailure killed_on_its_way(const program::Command& command, int pid) {
  int status = 0;
  while (::waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return {fmt::format("the process of '{}' was killed by signal {} before its program was started; "
                      "is the machine short of memory, or does something end processes by their "
                      "names?",
                      command.text, WTERMSIG(status)),
          true};
}

// Makes the child, which begins with child_main(); -1, with errno, if the system makes none.
int make_child(ChildPlan& plan, std::byte* end_of_stack, int& pidfd) noexcept {
  // No signal handler of ours may run in the child while it shares our memory.
  sigset_t all;
  sigset_t before;
  ::sigfillset(&all);
  ::pthread_sigmask(SIG_SETMASK, &all, &before);
  const int pid = ::clone(child_main, end_of_stack,
                          share_memory | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &plan, &pidfd);
  const int error = errno;
  ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  errno = error;
  return pid;
}

// Why a child has not become the bot's program, having reaped it; nothing if it has. `error`: what
// it has reported.
std::optional<LaunchFailure> failure_to_start(const program::Command& command, const Child& child,
                                              const SetupError& error, bool needs_listener) {
  if (error.step != nullptr) {
    ::waitpid(child.pid, nullptr, 0);  // it has ended or is about to
    return failure_of(command, error);
  }
  if (child.cpu_at_exec == kernel::duration_of(not_executed)) {
    return killed_on_its_way(command, child.pid);
  }
  if (needs_listener && !child.listener) {
    // Without it the kernel would refuse all that the referee should judge.
    ::kill(child.pid, SIGKILL);
    ::waitpid(child.pid, nullptr, 0);
    return LaunchFailure{"no descriptor is free for the reports of its filter", true};
  }
  return std::nullopt;
}

}  // namespace

struct Launcher::Region {
  static constexpr std::size_t stack_size = std::size_t{64} << 10;
  alignas(16) std::array<std::byte, stack_size> stack;
  std::array<sock_filter, 2048> filter;
  SetupError error;
  timespec cpu_at_exec;
};

Launcher::Launcher(bool close_range) : close_range_(close_range), ignored_(ignored_signals()) {
  void* memory =
      ::mmap(nullptr, sizeof(Region), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) {
    throw text::SystemError("get memory to start bots with");
  }
  region_ = static_cast<Region*>(memory);  // zeroed by the kernel
}

Launcher::~Launcher() { ::munmap(region_, sizeof(Region)); }

void Launcher::make_listener_sockets() {
  Pipe sockets = make_sockets(SOCK_DGRAM);
  listener_in_ = std::move(sockets.read);
  listener_out_ = std::move(sockets.write);
}

std::variant<Child, LaunchFailure> Launcher::launch(const program::Command& command,
                                                    const std::vector<std::string>& environment,
                                                    const Sandbox& sandbox, int group) {
  if (sandbox.filter_size() > region_->filter.size()) {
    return LaunchFailure{"the system call filter is too long", true};
  }
  Pipe in, out, err;
  try {
    in = make_input();
    out = make_sockets(SOCK_STREAM);
    err = make_pipe();
    if (sandbox.has_listener() && !listener_in_) make_listener_sockets();
    set_non_blocking(in.write);
    set_non_blocking(err.read);
  } catch (const std::system_error& error) {
    return LaunchFailure{error.what(), true};
  }

  const std::vector<char*> arguments = pointers(command.words);
  const std::vector<char*> variables = pointers(environment);
  region_->error = {};
  region_->cpu_at_exec = not_executed;
  ChildPlan plan{.program = command.program.c_str(),
                 .arguments = arguments.data(),
                 .environment = variables.data(),
                 .folder = command.folder.c_str(),
                 .sandbox = &sandbox,
                 .group = group,
                 .stdio = {in.read.get(), out.write.get(), err.write.get()},
                 .listener_socket = listener_out_.get(),
                 .close_range = close_range_,
                 .password = password(),
                 .ignored = &ignored_,
                 .parent = ::getpid(),
                 .filter_space = std::span(region_->filter).first(sandbox.filter_size()),
                 .error = &region_->error,
                 .cpu_at_exec = &region_->cpu_at_exec};

  int pidfd = -1;
  const int pid = make_child(plan, region_->stack.data() + Region::stack_size, pidfd);
  if (pid < 0) return LaunchFailure{text::system_text("make a process", errno), true};

  Child child;
  child.pid = pid;
  child.pidfd = text::Descriptor(pidfd);
  child.in = std::move(in.write);
  child.out = std::move(out.read);
  child.err = std::move(err.read);
  child.cpu_at_exec = kernel::duration_of(region_->cpu_at_exec);
  if (sandbox.has_listener()) child.listener = receive_descriptor(listener_in_.get());
  if (auto failure = failure_to_start(command, child, region_->error, sandbox.has_listener())) {
    return std::move(*failure);
  }
  return child;
}

}  // namespace referee::walls
