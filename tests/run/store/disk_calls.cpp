#include "disk_calls.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <mutex>
#include <system_error>
#include <utility>

namespace {

namespace fs = std::filesystem;

std::mutex mutex;
std::vector<std::string> calls;

void note(const char* what, const std::string& name) {
  const std::lock_guard lock(mutex);
  calls.push_back(what + (" " + name));
}

void note_flush(int file) {
  std::error_code error;
  const fs::path path = fs::read_symlink("/proc/self/fd/" + std::to_string(file), error);
  const bool nameless = path.string().ends_with(" (deleted)");
  note("flush", nameless ? "-" : path.filename().string());
}

void note_name(const char* path) { note("name", fs::path(path).filename().string()); }

}  // namespace

extern "C" {

int fsync(int file) {
  note_flush(file);
  return static_cast<int>(::syscall(SYS_fsync, file));
}

int fdatasync(int file) {
  note_flush(file);
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

int rename(const char* from, const char* to) noexcept {
  note_name(to);
  return static_cast<int>(::syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0));
}

int renameat2(int from_folder, const char* from, int to_folder, const char* to,
              unsigned flags) noexcept {
  note_name(to);
  return static_cast<int>(::syscall(SYS_renameat2, from_folder, from, to_folder, to, flags));
}

int linkat(int from_folder, const char* from, int to_folder, const char* to, int flags) noexcept {
  note_name(to);
  return static_cast<int>(::syscall(SYS_linkat, from_folder, from, to_folder, to, flags));
}

}  // extern "C"

namespace referee::test {

std::vector<std::string> disk_calls() {
  const std::lock_guard lock(mutex);
  return std::exchange(calls, {});
}

}  // namespace referee::test
