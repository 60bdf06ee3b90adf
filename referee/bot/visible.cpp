#include "referee/bot/visible.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace referee::bot {
namespace {

namespace fs = std::filesystem;
using Access = PathRule::Access;

void add_program_folder(std::vector<PathRule>& rules, const fs::path& program) {
  const fs::path folder = program.parent_path();
  rules.push_back({folder, Access::read});
  if (folder.filename() != "bin") return;
  for (const char* sibling : {"lib", "lib64", "libexec", "share"}) {
    rules.push_back({folder.parent_path() / sibling, Access::read});
  }
}

}  // namespace

std::vector<PathRule> system_paths() {
  // Of /etc only what runtimes read: a bot run as root could read its secrets.
  constexpr std::array readable{"/usr",
                                "/bin",
                                "/sbin",
                                "/lib",
                                "/lib32",
                                "/lib64",
                                "/etc/alternatives",
                                "/etc/fonts",
                                "/etc/group",
                                "/etc/hosts",
                                "/etc/inputrc",
                                "/etc/ld.so.cache",
                                "/etc/ld.so.conf",
                                "/etc/ld.so.conf.d",
                                "/etc/ld.so.preload",
                                "/etc/locale.alias",
                                "/etc/locale.conf",
                                "/etc/localtime",
                                "/etc/mono",
                                "/etc/nsswitch.conf",
                                "/etc/os-release",
                                "/etc/passwd",
                                "/etc/ssl/certs",
                                "/etc/ssl/openssl.cnf",
                                "/etc/timezone",
                                "/opt",
                                "/nix/store",
                                "/proc/cpuinfo",
                                "/proc/filesystems",
                                "/proc/meminfo",
                                "/proc/stat",
                                "/proc/uptime",
                                "/proc/version",
                                "/proc/sys/kernel",
                                "/proc/sys/vm",
                                "/sys/devices/system/cpu",
                                "/sys/devices/system/node",
                                "/sys/kernel/mm"};
  constexpr std::array devices{"/dev/null", "/dev/zero", "/dev/full", "/dev/random",
                               "/dev/urandom"};
  std::vector<PathRule> rules;
  for (const char* path : readable) rules.push_back({path, Access::read});
  for (const char* path : devices) rules.push_back({path, Access::write});
  // Debian keeps the settings of Java and Python in folders with the version's name.
  std::error_code ignored;
  for (fs::directory_iterator entry("/etc", ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    const std::string name = entry->path().filename().string();
    for (const std::string_view prefix : {"java-", "python", "perl"}) {
      if (name.starts_with(prefix)) rules.push_back({entry->path(), Access::read});
    }
  }
  return rules;
}

std::vector<PathRule> own_paths(const Command& command) {
  std::vector<PathRule> rules;
  add_program_folder(rules, command.program);
  std::error_code ignored;
  const fs::path real = fs::canonical(command.program, ignored);
  if (!ignored && real != command.program) add_program_folder(rules, real);
  for (const fs::path& file : command.files) rules.push_back({file.parent_path(), Access::read});
  for (const fs::path& folder : command.folders) rules.push_back({folder, Access::read});
  return rules;
}

std::vector<std::string> bot_environment(const fs::path& scratch,
                                         const std::vector<std::string>& further) {
  std::vector<std::string> result;
  for (const char* name : {"PATH", "LANG", "TZ"}) {
    if (const char* value = std::getenv(name)) result.push_back(std::string(name) + "=" + value);
  }
  result.push_back("HOME=" + scratch.string());
  result.push_back("TMPDIR=" + scratch.string());
  for (const std::string& variable : further) {
    const std::string name = variable.substr(0, variable.find('=') + 1);
    std::erase_if(result, [&](const std::string& other) { return other.starts_with(name); });
    result.push_back(variable);
  }
  return result;
}

}  // namespace referee::bot
