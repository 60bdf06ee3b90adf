#include "mounts.hpp"

#include <sched.h>
#include <sys/mount.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <string>
#include <utility>

namespace cli_test {
namespace {

bool enter_own_mounts() {
  const auto uid = ::getuid();
  const auto gid = ::getgid();
  if (::unshare(CLONE_NEWNS) != 0) {
    if (::unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
    const auto map = [](const char* file, const std::string& text) {
      std::ofstream out(file);
      out << text;
    };
    map("/proc/self/setgroups", "deny");
    map("/proc/self/uid_map", std::to_string(uid) + " " + std::to_string(uid) + " 1");
    map("/proc/self/gid_map", std::to_string(gid) + " " + std::to_string(gid) + " 1");
  }
  return ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

}  // namespace

bool own_mounts() {
  static const bool own = enter_own_mounts();
  return own;
}

SmallDisk::SmallDisk(std::filesystem::path folder, const char* options, unsigned long flags)
    : folder_(std::move(folder)) {
  std::filesystem::create_directories(folder_);
  mount(options, flags);
}

void SmallDisk::mount_again(const char* options, unsigned long flags) const {
  mount(options, flags | MS_REMOUNT);
}

void SmallDisk::mount(const char* options, unsigned long flags) const {
  if (::mount("tmpfs", folder_.c_str(), "tmpfs", flags, options) != 0) {
    throw std::runtime_error("cannot mount " + folder_.string() + ": " + std::strerror(errno));
  }
}

SmallDisk::~SmallDisk() { ::umount2(folder_.c_str(), MNT_DETACH); }

void SmallDisk::fill(std::size_t free) const {
  std::filesystem::remove(folder_ / "filler");
  const auto left = std::filesystem::space(folder_).available;
  if (left < free) throw std::runtime_error("the disk is smaller than that");
  std::ofstream out(folder_ / "filler", std::ios::binary);
  out << std::string(left - free, 'x');
  if (!out.flush()) throw std::runtime_error("cannot fill the disk");
}

}  // namespace cli_test
