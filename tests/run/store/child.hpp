// A part of a test in a process of its own: with mounts, limits or an end that the
// test program itself could not survive.
#pragma once

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <exception>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

#include "referee/base/text/descriptor.hpp"

namespace referee::test {

// The machine does not allow what the test needs.
class Unable : public std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void require(bool condition, const std::string& what) {
  if (!condition) throw std::runtime_error(what);
}

inline std::string error_text() { return std::generic_category().message(errno); }

struct Outcome {
  std::string failure;  // empty if all went well
  bool skipped = false;
};

// Runs `body` in a child process. What it throws is the failure; Unable: skipped.
template <typename Body>
Outcome in_child(Body&& body) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("pipe2 failed");
  text::Descriptor reading(ends[0]);
  text::Descriptor writing(ends[1]);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("fork failed");
  if (child == 0) {
    std::string said;
    int code = 0;
    try {
      body();
    } catch (const Unable& error) {
      said = error.what();
      code = 2;
    } catch (const std::exception& error) {
      said = error.what();
      code = 1;
    }
    const auto written = ::write(writing.get(), said.data(), said.size());
    ::_exit(written == static_cast<ssize_t>(said.size()) ? code : 3);
  }
  writing.reset();
  std::string said;
  std::array<char, 4096> block{};
  ssize_t got = 0;
  while ((got = ::read(reading.get(), block.data(), block.size())) > 0) {
    said.append(block.data(), static_cast<std::size_t>(got));
  }
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("waitpid failed");
  if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
  if (WIFEXITED(status) && WEXITSTATUS(status) == 2) return {said, true};
  return {said.empty() ? "the child ended with status " + std::to_string(status) : said, false};
}

inline void write_once(const char* file, std::string_view text) {
  const text::Descriptor opened(::open(file, O_WRONLY | O_CLOEXEC));
  if (!opened || ::write(opened.get(), text.data(), text.size()) < 0) {
    throw Unable(std::string("cannot write ") + file + ": " + error_text());
  }
}

// Gives this process mounts of its own; as an ordinary user with the help of a
// user namespace. Throws Unable.
inline void own_mounts() {
  if (::unshare(CLONE_NEWNS) != 0) {
    const std::string user = std::to_string(::getuid());
    const std::string group = std::to_string(::getgid());
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) {
      throw Unable("no namespace for mounts here: " + error_text());
    }
    write_once("/proc/self/setgroups", "deny");
    write_once("/proc/self/uid_map", "0 " + user + " 1");
    write_once("/proc/self/gid_map", "0 " + group + " 1");
  }
  if (::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0) {
    throw Unable("cannot make mounts private: " + error_text());
  }
}

// A file system in memory; `flags` and `options` as of mount(2). Throws Unable.
inline void mount_tmpfs(const std::filesystem::path& folder, unsigned long flags,
                        const char* options) {
  if (::mount("tmpfs", folder.c_str(), "tmpfs", flags, options) != 0) {
    throw Unable("cannot mount a tmpfs: " + error_text());
  }
}

}  // namespace referee::test
