#include "processes.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace endurance {
namespace {

namespace fs = std::filesystem;

std::string proc(pid_t pid, const std::string& name) {
  return "/proc/" + std::to_string(pid) + "/" + name;
}

// The state letter follows the name, which may contain anything but ends at the last parenthesis.
bool has_ended(pid_t pid) {
  std::ifstream in(proc(pid, "stat"));
  std::string text;
  std::getline(in, text, '\0');  // all there is, or nothing if it ends meanwhile
  const auto name_end = text.rfind(") ");
  return name_end == std::string::npos || text[name_end + 2] == 'Z' || text[name_end + 2] == 'X';
}

std::string command_of(pid_t pid) {
  std::ifstream in(proc(pid, "cmdline"), std::ios::binary);
  std::string text = std::to_string(pid);
  for (std::string word; std::getline(in, word, '\0');) text += " " + word;
  return text;
}

}  // namespace

std::vector<pid_t> descendants(pid_t pid) {
  std::vector<pid_t> found;
  std::error_code gone;
  fs::directory_iterator thread(proc(pid, "task"), gone);
  for (; !gone && thread != fs::directory_iterator(); thread.increment(gone)) {
    std::ifstream children(thread->path() / "children");
    for (pid_t child = 0; children >> child;) {
      if (!has_ended(child)) found.push_back(child);
      const auto below = descendants(child);
      found.insert(found.end(), below.begin(), below.end());
    }
  }
  return found;
}

void Watched::add(const std::vector<pid_t>& processes) {
  for (const pid_t pid : processes) {
    if (known_.contains(pid)) continue;
    referee::text::Descriptor process(static_cast<int>(::syscall(SYS_pidfd_open, pid, 0)));
    if (!process) continue;  // it has ended meanwhile
    known_.insert(pid);
    alive_.push_back({pid, std::move(process)});
  }
}

std::vector<std::string> Watched::wait(Clock::duration most) {
  const auto deadline = Clock::now() + most;
  while (!alive_.empty()) {
    std::vector<pollfd> ends;
    for (const One& one : alive_) ends.push_back({one.process.get(), POLLIN, 0});
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) break;
    ::poll(ends.data(), ends.size(), static_cast<int>(left));
    for (std::size_t i = ends.size(); i-- > 0;) {
      if (ends[i].revents != 0) alive_.erase(alive_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  std::vector<std::string> left;
  for (const One& one : alive_) left.push_back(command_of(one.pid));
  return left;
}

void Watched::kill() const {
  for (const One& one : alive_) {
    ::syscall(SYS_pidfd_send_signal, one.process.get(), SIGKILL, nullptr, 0);
  }
}

}  // namespace endurance
