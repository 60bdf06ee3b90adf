#include "referee/machine/program/places.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/machine/program/contents.hpp"
#include "referee/machine/program/executable.hpp"

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

bool is_of_system(const fs::path& real) {
  constexpr std::array folders{"/usr",   "/bin",   "/sbin", "/lib",
                               "/lib32", "/lib64", "/opt",  "/nix/store"};
  return std::any_of(folders.begin(), folders.end(),
                     [&](const char* one) { return is_within(real, one); });
}

// The keys by which they are known are before the long lists.
bool is_of_the_referee(const fs::path& file) {
  std::error_code gone;
  if (file.extension() != ".json" && file.extension() != ".jsonl") return false;
  if (!fs::is_regular_file(file, gone)) return false;
  std::ifstream in(file, std::ios::binary);
  std::string buffer(64 << 10, '\0');
  in.read(buffer.data(), static_cast<std::streamsize>(buffer.size()));
  const std::string_view begin(buffer.data(), static_cast<std::size_t>(in.gcount()));
  const auto first = begin.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos || begin[first] != '{') return false;
  const auto has = [begin](std::string_view key) { return begin.find(key) != begin.npos; };
  const bool of_games = has("\"game\"") || has("\"games\"");
  return (of_games && has("\"bots\"")) || (has("\"bot\"") && has("\"checks\""));
}

bool is_shared_folder(const fs::path& folder) {
  constexpr std::array<std::string_view, 15> shared{
      "/",    "/tmp", "/var/tmp", "/var",  "/home", "/mnt",     "/media", "/srv",
      "/etc", "/run", "/dev",     "/proc", "/sys",  "/dev/shm", "/boot"};
  const fs::path real = real_path(folder);
  if (std::find(shared.begin(), shared.end(), real.string()) != shared.end()) return true;
  return is_of_the_kernel(real) || is_a_home(real);
}

std::vector<std::string_view> search_path() {
  const char* variable = std::getenv("PATH");
  const std::string_view path = variable != nullptr ? variable : "/usr/local/bin:/usr/bin:/bin";
  std::vector<std::string_view> entries;
  for (std::size_t begin = 0; begin <= path.size();) {
    const auto end = std::min(path.find(':', begin), path.size());
    entries.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return entries;
}

std::vector<std::filesystem::path> in_search_path(std::string_view name) {
  std::vector<std::filesystem::path> found;
  for (const std::string_view entry : search_path()) {
    const auto file = std::filesystem::path(entry.empty() ? "." : entry) / name;
    if (is_executable_file(file)) found.push_back(std::filesystem::absolute(file));
  }
  return found;
}

ReadFacts read_facts(const std::string& given, const fs::path& folder) {
  ReadFacts facts;
  facts.path = given;
  const fs::path path = folder / given;
  std::error_code error;
  if (fs::is_regular_file(path, error)) {
    facts.hash = file_hash(path);
    return facts;
  }
  constexpr std::uint64_t most = 100'000;
  for (fs::recursive_directory_iterator
           entry(path, fs::directory_options::skip_permission_denied, error),
       end;
       !error && entry != end && facts.files < most; entry.increment(error)) {
    std::error_code gone;
    if (!entry->is_regular_file(gone)) continue;
    ++facts.files;
    const auto size = entry->file_size(gone);
    if (!gone) facts.bytes += size;
  }
  return facts;
}

}  // namespace referee::program
