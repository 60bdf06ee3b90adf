#include "referee/machine/walls/readable_paths.hpp"

#include <algorithm>
#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "referee/machine/program/places.hpp"
#include "referee/machine/program/python.hpp"

namespace referee::walls {
namespace {

namespace fs = std::filesystem;
using Access = PathRule::Access;

// Only what runtimes read: a bot run as root could read the system's secrets.
std::vector<fs::path> readable_in_etc() {
  const fs::path etc = "/etc";
  std::vector<fs::path> paths;
  for (const char* name :
       {"alternatives", "fonts", "group", "hosts", "inputrc", "ld.so.cache", "ld.so.conf",
        "ld.so.conf.d", "ld.so.preload", "locale.alias", "locale.conf", "localtime", "mono",
        "nsswitch.conf", "os-release", "passwd", "ssl/certs", "ssl/openssl.cnf", "timezone"}) {
    paths.push_back(etc / name);
  }
  // Debian keeps the settings of Java and Python in folders with the version's name.
  std::error_code error;
  for (fs::directory_iterator entry(etc, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    for (const std::string_view prefix : {"java-", "python", "perl"}) {
      if (name.starts_with(prefix)) paths.push_back(entry->path());
    }
  }
  return paths;
}

// In a folder where packages are installed, and where nobody keeps a project.
bool is_installed(const fs::path& file) {
  for (const char* prefix : {"/usr", "/usr/local"}) {
    for (const char* name : {"bin", "games", "include", "lib", "lib32", "lib64", "libexec",
                             "libx32", "sbin", "share"}) {
      if (program::is_within(file, fs::path(prefix) / name)) return true;
    }
  }
  const fs::path folder = file.parent_path();
  if (folder.filename() == "bin") return true;
  const auto entries = program::search_path();
  return std::any_of(entries.begin(), entries.end(), [&folder](std::string_view entry) {
    return entry.starts_with('/') && program::real_path(entry) == folder;
  });
}

// Collects rules that open folders without what is hidden.
class Opener {
 public:
  explicit Opener(std::span<const fs::path> hidden) {
    for (const fs::path& path : hidden) hidden_.push_back(program::real_path(path));
  }

  void open_file(const fs::path& file) { rules.push_back({file, Access::read}); }

  void open_unless_hidden(const fs::path& file) {
    const auto holds = [&file](const fs::path& path) { return program::is_within(file, path); };
    if (std::none_of(hidden_.begin(), hidden_.end(), holds)) open_file(file);
  }

  void open(const fs::path& folder) {
    const fs::path real = program::real_path(folder);
    const auto below = [&real](const fs::path& path) { return program::is_within(path, real); };
    if (std::none_of(hidden_.begin(), hidden_.end(), below)) {
      rules.push_back({real, Access::read});
      return;
    }
    if (is_hidden(real)) return;
    rules.push_back({real, Access::list});
    std::error_code error;
    for (fs::directory_iterator entry(real, error), end; !error && entry != end;
         entry.increment(error)) {
      // Each rule costs every start of the bot a microsecond.
      constexpr std::size_t most = 1000;
      if (rules.size() > most) return;
      // What it points to is opened under its own name, or lies elsewhere.
      if (entry->is_symlink(error)) continue;
      if (entry->is_directory(error)) {
        open(entry->path());
      } else if (!is_hidden(program::real_path(entry->path()))) {
        open_file(entry->path());
      }
    }
  }

  void open_folder_of(const fs::path& file) {
    open_file(file);
    const fs::path folder = program::real_path(file.parent_path());
    if (program::is_shared_folder(folder)) return;
    open(folder);
    if (folder.filename() != "bin") return;
    // Of a virtual environment. Its interpreter is a link to the one whose library it uses.
    if (const fs::path settings = folder.parent_path() / "pyvenv.cfg"; fs::exists(settings)) {
      open_file(settings);
    }
    for (const char* sibling : {"lib", "lib64", "libexec", "share"}) {
      open(folder.parent_path() / sibling);
    }
  }

  std::vector<PathRule> rules;

 private:
  [[nodiscard]] bool is_hidden(const fs::path& real) const {
    return std::find(hidden_.begin(), hidden_.end(), real) != hidden_.end();
  }

  std::vector<fs::path> hidden_;
};

}  // namespace

std::vector<PathRule> system_paths(std::span<const fs::path> hidden) {
  Opener opener(hidden);
  for (const char* path :
       {"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/proc/cpuinfo",
        "/proc/filesystems", "/proc/meminfo", "/proc/stat", "/proc/uptime", "/proc/version",
        "/proc/sys/kernel", "/proc/sys/vm", "/sys/devices/system/cpu", "/sys/devices/system/node",
        "/sys/kernel/mm"}) {
    opener.open(path);
  }
  for (const fs::path& path : readable_in_etc()) opener.open(path);
  for (const char* path : {"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}) {
    opener.rules.push_back({path, Access::write});
  }
  return std::move(opener.rules);
}

std::vector<fs::path> hidden_in_system(std::span<const fs::path> hidden) {
  std::vector<fs::path> found;
  for (const fs::path& path : hidden) {
    fs::path real = program::real_path(path);
    if ((program::is_within(real, "/usr") || program::is_within(real, "/opt")) &&
        !is_installed(real)) {
      found.push_back(std::move(real));
    }
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

std::vector<PathRule> own_paths(const program::Command& command, std::span<const fs::path> hidden) {
  Opener opener(hidden);
  opener.open_folder_of(command.program);
  const fs::path real = program::real_path(command.program);
  if (real != command.program) opener.open_folder_of(real);
  for (const fs::path& file : command.files) {
    if (!program::is_of_the_kernel(program::real_path(file))) opener.open_folder_of(file);
  }
  for (const fs::path& folder : command.folders) {
    if (!program::is_shared_folder(folder)) opener.open(program::real_path(folder));
  }
  for (const fs::path& path : command.read) {
    const fs::path place = program::real_path(path);
    if (place == "/" || program::is_of_the_kernel(place)) continue;
    if (fs::is_directory(place)) {
      opener.open(place);
    } else {
      opener.open_unless_hidden(place);
    }
  }
  for (const fs::path& packages : program::python_packages(command.user_base)) {
    opener.open(packages);
  }
  return std::move(opener.rules);
}

}  // namespace referee::walls
