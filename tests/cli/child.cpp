#include "child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/inotify.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <fstream>
#include <stdexcept>
#include <system_error>

namespace cli_test {
namespace {

// Far more than any of these runs takes, on a busy machine and under a sanitizer too.
constexpr long long patience_ms = 10 * 60'000;

long long now_ms() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

[[noreturn]] void fail(const char* what, int error) {
  throw std::system_error(error, std::generic_category(), what);
}

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) fail("pipe", errno);
  return ends;
}

// Standard input comes from a file, so that nothing has to be written while the child runs.
int input_file(const std::string& input) {
  const int file = ::open("/tmp", O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
  if (file < 0) fail("input file", errno);
  if (::write(file, input.data(), input.size()) != static_cast<ssize_t>(input.size())) {
    fail("input file", errno);
  }
  ::lseek(file, 0, SEEK_SET);
  return file;
}

int code_of(int status) { return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status); }

}  // namespace

Child::Child(const std::vector<std::string>& words, const std::filesystem::path& folder,
             std::string input)
    : deadline_(now_ms() + patience_ms) {
  const auto out = make_pipe();
  const auto err = make_pipe();
  const int in = input_file(input);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  posix_spawn_file_actions_adddup2(&actions, in, 0);
  posix_spawn_file_actions_adddup2(&actions, out[1], 1);
  posix_spawn_file_actions_adddup2(&actions, err[1], 2);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
  posix_spawnattr_setpgroup(&attributes, 0);
  // A shell has the jobs in its background ignore Ctrl-C, and what they start inherits that.
  sigset_t all;
  sigset_t none;
  ::sigfillset(&all);
  ::sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);

  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int error =
      ::posix_spawnp(&pid_, pointers[0], &actions, &attributes, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  for (const int end : {in, out[1], err[1]}) ::close(end);
  out_ = out[0];
  err_ = err[0];
  if (error != 0) fail(words[0].c_str(), error);
}

Child::~Child() {
  if (pid_ > 0) {
    ::kill(-pid_, SIGKILL);
    ::waitpid(pid_, nullptr, 0);
  }
  for (const int end : {out_, err_}) {
    if (end >= 0) ::close(end);
  }
}

int Child::left() const { return static_cast<int>(std::max<long long>(0, deadline_ - now_ms())); }

void Child::too_late(const std::string& waiting_for) {
  throw std::runtime_error("waited too long for " + waiting_for + "; it said: " + said_.out +
                           said_.err);
}

bool Child::read_some(int milliseconds, int also) {
  std::array<pollfd, 3> watched{{{out_, POLLIN, 0}, {err_, POLLIN, 0}, {also, POLLIN, 0}}};
  const int ready = ::poll(watched.data(), watched.size(), milliseconds);
  if (ready < 0 && errno != EINTR) fail("poll", errno);
  const auto take = [](pollfd& from, int& end, std::string& to) {
    if (from.revents == 0) return;
    std::array<char, 65536> bytes{};
    const ssize_t got = ::read(end, bytes.data(), bytes.size());
    if (got > 0) {
      to.append(bytes.data(), static_cast<std::size_t>(got));
    } else if (got == 0 || errno != EINTR) {
      ::close(end);
      end = -1;  // poll leaves it out
    }
  };
  if (ready > 0) {
    take(watched[0], out_, said_.out);
    take(watched[1], err_, said_.err);
  }
  return out_ >= 0 || err_ >= 0;
}

void Child::wait_for_stderr(std::string_view text) {
  while (said_.err.find(text) == std::string::npos) {
    if (left() == 0 || !read_some(left())) too_late(std::string(text));
  }
}

void Child::wait_for_change(const std::filesystem::path& watched,
                            const std::function<bool()>& holds) {
  const int notes = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
  if (notes < 0 ||
      ::inotify_add_watch(notes, watched.c_str(), IN_CREATE | IN_MODIFY | IN_MOVED_TO) < 0) {
    fail("inotify", errno);
  }
  while (!holds()) {
    if (left() == 0 || !read_some(left(), notes)) {
      ::close(notes);
      too_late("a change in " + watched.string());
    }
    std::array<char, 4096> events{};
    while (::read(notes, events.data(), events.size()) > 0) {
    }
  }
  ::close(notes);
}

void Child::signal(int number) {
  if (::kill(pid_, number) != 0) fail("kill", errno);
}

void Child::signal_group(int number) {
  if (::kill(-pid_, number) != 0) fail("kill", errno);
}

Ended Child::end() {
  while (read_some(left())) {
    if (left() == 0) too_late("its end");
  }
  int status = 0;
  if (::waitpid(pid_, &status, 0) != pid_) fail("waitpid", errno);
  pid_ = -1;
  said_.code = code_of(status);
  return said_;
}

Ended run(const std::vector<std::string>& words, const std::filesystem::path& folder,
          const std::string& input) {
  return Child(words, folder, input).end();
}

void adopt_orphans() {
  if (::prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) != 0) fail("prctl", errno);
}

std::string processes_left() {
  // Children that are being killed are waited for; one that lives on is not.
  constexpr long long ending_ms = 5 * 60'000;
  sigset_t child_signal;
  sigset_t before;
  ::sigemptyset(&child_signal);
  ::sigaddset(&child_signal, SIGCHLD);
  ::sigprocmask(SIG_BLOCK, &child_signal, &before);
  const long long deadline = now_ms() + ending_ms;
  bool any = true;
  while (any && now_ms() < deadline) {
    const int pid = ::waitpid(-1, nullptr, WNOHANG);
    if (pid > 0) continue;
    any = pid == 0;
    if (!any) break;
    const timespec moment{0, 100'000'000};  // a signal may have come before it was blocked
    (void)::sigtimedwait(&child_signal, nullptr, &moment);
  }
  ::sigprocmask(SIG_SETMASK, &before, nullptr);
  if (!any) return "";
  std::string list;
  const std::string own = std::to_string(::getpid());
  std::ifstream children("/proc/self/task/" + own + "/children");
  for (std::string pid; children >> pid;) {
    std::ifstream command("/proc/" + pid + "/cmdline", std::ios::binary);
    list += pid;
    for (std::string word; std::getline(command, word, '\0');) list += " " + word;
    list += "\n";
  }
  return "still running: " + list;
}

}  // namespace cli_test
