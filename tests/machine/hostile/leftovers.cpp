#include "leftovers.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>
#include <thread>

namespace arena {

namespace fs = std::filesystem;

std::size_t entries(const char* folder) {
  std::error_code error;
  const fs::directory_iterator list(folder, error);
  return error ? 0 : static_cast<std::size_t>(std::distance(begin(list), end(list)));
}

std::size_t count_processes() {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator("/proc")) {
    const std::string name = entry.path().filename().string();
    if (name.find_first_not_of("0123456789") == std::string::npos) ++count;
  }
  return count;
}

static std::size_t count_lines(const char* file) {
  std::ifstream in(file);
  return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

Leftovers look_around() {
  Leftovers found;
  found.processes = count_processes();
  found.descriptors = entries("/proc/self/fd");
  found.shared_memory = entries("/dev/shm");
  for (const char* list : {"/proc/sysvipc/shm", "/proc/sysvipc/sem", "/proc/sysvipc/msg"}) {
    found.ipc += count_lines(list);
  }
  std::error_code ignored;
  for (fs::recursive_directory_iterator entry(fs::temp_directory_path(), ignored), end;
       !ignored && entry != end; entry.increment(ignored)) {
    if (entry.depth() >= 2) ++found.scratch_files;  // the host's folder, the bots' folders
  }
  return found;
}

std::string difference(const Leftovers& before, const Leftovers& after) {
  std::string text;
  const auto compare = [&](const char* what, std::size_t was, std::size_t is) {
    if (is > was)
      text += std::string(" left behind: ") + std::to_string(is - was) + " " + what + ";";
  };
  compare("processes", before.processes, after.processes);
  compare("descriptors", before.descriptors, after.descriptors);
  compare("files in /dev/shm", before.shared_memory, after.shared_memory);
  compare("files in scratch folders", before.scratch_files, after.scratch_files);
  compare("System V objects", before.ipc, after.ipc);
  for (const char* folder : {"/tmp", "/var/tmp", "/run", "/etc", "/usr/lib"}) {
    if (fs::exists(fs::path(folder) / "hostile-was-here")) {
      text += std::string(" a file in ") + folder + ";";
    }
  }
  return text;
}

std::string left_behind(const Leftovers& before) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (true) {
    std::string text = difference(before, look_around());
    if (text.empty() || std::chrono::steady_clock::now() > end) return text;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

}  // namespace arena
