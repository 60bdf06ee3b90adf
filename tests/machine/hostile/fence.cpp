#include "fence.hpp"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <system_error>

namespace fence {
namespace {

namespace fs = std::filesystem;

constexpr int nobody = 65534;
constexpr int no_fence = 77;  // the exit code that tells it

[[noreturn]] void give_up(const char* step) {
  std::perror(step);
  ::_exit(no_fence);
}

void put(const char* file, const std::string& text) { std::ofstream(file) << text; }

// Namespaces; an ordinary user gets them inside a user namespace of his own.
bool separate() {
  constexpr int spaces = CLONE_NEWPID | CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWNET;
  const unsigned user = ::geteuid();
  const unsigned group = ::getegid();
  if (user == 0) return ::unshare(spaces) == 0;
  if (::unshare(spaces | CLONE_NEWUSER) != 0) return false;
  put("/proc/self/setgroups", "deny");
  put("/proc/self/uid_map", std::to_string(user) + " " + std::to_string(user) + " 1");
  put("/proc/self/gid_map", std::to_string(group) + " " + std::to_string(group) + " 1");
  return true;
}

void mount_fresh(const fs::path& folder) {
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) give_up("private mounts");
  if (::mount("proc", "/proc", "proc", 0, nullptr) != 0) give_up("mounting /proc");
  if (::mount("shm", "/dev/shm", "tmpfs", 0, "size=64m,mode=1777") != 0) give_up("/dev/shm");
  if (::mount("arena", folder.c_str(), "tmpfs", 0, "size=256m,mode=0755") != 0) {
    give_up("mounting the arena");
  }
}

void limit(__rlimit_resource resource, rlim_t value) {
  const rlimit both{value, value};
  if (::setrlimit(resource, &both) != 0) give_up("setrlimit");
}

// A control group for this fence alone, below our own; empty where there can be none.
fs::path make_control_group() {
  std::ifstream list("/proc/self/cgroup");
  for (std::string line; std::getline(list, line);) {
    if (!line.starts_with("0::")) continue;
    for (const char* mount : {"/sys/fs/cgroup", "/sys/fs/cgroup/unified"}) {
      if (!fs::exists(fs::path(mount) / "cgroup.procs")) continue;
      std::string group = (mount + line.substr(3) + "/fence-XXXXXX");
      return ::mkdtemp(group.data()) != nullptr ? group : "";
    }
  }
  return {};
}

// Gives a group to an ordinary user as systemd does: he may make groups in it and move his
// processes between them.
void delegate(const fs::path& group) {
  for (const char* file : {"", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control"}) {
    if (::chown((group / file).c_str(), nobody, nobody) != 0) give_up("delegating a control group");
  }
}

[[noreturn]] void become(const fs::path& folder, const std::vector<fs::path>& files, User user,
                         const std::vector<std::string>& arguments) {
  std::vector<fs::path> copies;
  for (const fs::path& file : files) {
    const fs::path place = folder / ("program-" + std::to_string(copies.size() + 1));
    fs::create_directory(place);
    copies.push_back(place / file.filename());
    fs::copy_file(file, copies.back());
  }
  const fs::path self = folder / "self";
  fs::copy_file("/proc/self/exe", self);
  fs::create_directory(folder / "tmp");
  if (user != User::root) {
    for (const fs::path& place : fs::directory_iterator(folder)) {
      if (::chown(place.c_str(), nobody, nobody) != 0) give_up("chown");
    }
  }
  ::setenv("TMPDIR", (folder / "tmp").c_str(), 1);
  limit(RLIMIT_FSIZE, rlim_t{128} << 20);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_NOFILE, 512);
  if (user != User::root) {
    limit(RLIMIT_NPROC, 1000);
    if (::setgroups(0, nullptr) != 0 || ::setgid(nobody) != 0 || ::setuid(nobody) != 0) {
      give_up("becoming nobody");
    }
  }
  std::vector<std::string> words{self.string(), "--inside", folder.string()};
  for (const fs::path& copy : copies) words.push_back(copy.string());
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  ::execv(self.c_str(), pointers.data());
  give_up("exec");
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

// The first process of the namespace: reaps, and takes everything with it at its end.
[[noreturn]] void first_process(const fs::path& folder, const std::vector<fs::path>& files,
                                User user, const std::vector<std::string>& arguments) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  mount_fresh(folder);
  const fs::path group = make_control_group();
  if (user == User::delegated && group.empty()) give_up("a control group");
  if (user == User::delegated) delegate(group);
  const pid_t worker = ::fork();
  if (worker < 0) give_up("fork");
  if (worker == 0) {
    if (!group.empty()) put((group / "cgroup.procs").c_str(), "0");
    become(folder, files, user, arguments);
  }
  std::optional<int> code;
  for (int status = 0;;) {
    const pid_t ended = ::wait(&status);
    if (ended == worker) {
      code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      ::kill(-1, SIGKILL);  // whatever it has left
    }
    if (ended < 0 && errno == ECHILD) break;
  }
  if (!group.empty()) ::rmdir(group.c_str());
  ::_exit(code.value_or(no_fence));
}

}  // namespace

std::optional<int> run_inside(const std::vector<fs::path>& program_files, User user,
                              const std::vector<std::string>& arguments) {
  std::string folder = (fs::temp_directory_path() / "referee-fence-XXXXXX").string();
  if (::mkdtemp(folder.data()) == nullptr) return std::nullopt;
  std::fflush(nullptr);
  // A process in between, because the new namespaces are for children only.
  const pid_t outer = ::fork();
  if (outer == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!separate()) give_up("namespaces");
    const pid_t first = ::fork();
    if (first < 0) give_up("fork");
    if (first == 0) first_process(folder, program_files, user, arguments);
    ::_exit(status_of(first));
  }
  const int code = outer < 0 ? no_fence : status_of(outer);
  std::error_code ignored;
  fs::remove(folder, ignored);
  if (code == no_fence) return std::nullopt;
  return code;
}

}  // namespace fence
