#include "referee/machine/program/places.hpp"

#include <array>
#include <cstdlib>
#include <string>
#include <string_view>
#include <system_error>

namespace referee::program {
namespace {

namespace fs = std::filesystem;

bool is_a_home(const fs::path& folder) {
  const char* home = std::getenv("HOME");
  if (home != nullptr && *home != '\0') {
    // Other folders of ~/.local, with keys for example, are not libraries of programs in its `bin`.
    for (const char* part : {".", "bin", ".local", ".local/bin"}) {
      if (folder == real_path(fs::path(home) / part)) return true;
    }
  }
  const std::string parent = folder.parent_path().string();
  return parent == "/home" || parent == "/var/home" || parent == "/Users" || folder == "/root";
}

}  // namespace

fs::path real_path(const fs::path& path) {
  std::error_code missing;
  const fs::path real = fs::canonical(path, missing);
  return missing ? path.lexically_normal() : real;
}

bool is_of_the_kernel(const fs::path& path) {
  return is_within(path, "/proc") || is_within(path, "/sys") || is_within(path, "/dev");
}

bool is_shared_folder(const fs::path& folder) {
  constexpr std::array<std::string_view, 15> shared{
      "/",    "/tmp", "/var/tmp", "/var",  "/home", "/mnt",     "/media", "/srv",
      "/etc", "/run", "/dev",     "/proc", "/sys",  "/dev/shm", "/boot"};
  const fs::path real = real_path(folder);
  if (std::find(shared.begin(), shared.end(), real.string()) != shared.end()) return true;
  return is_of_the_kernel(real) || is_a_home(real);
}

}  // namespace referee::program
