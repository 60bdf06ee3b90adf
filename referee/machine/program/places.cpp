#include "referee/machine/program/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <exception>
#include <fstream>
#include <set>
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

namespace {

namespace fs = std::filesystem;
using Moves = std::map<fs::path, fs::path>;

// The word with the files that it names in their new places; adds them to `named`.
std::string moved(const std::string& word, const fs::path& folder, const Moves& to,
                  std::set<fs::path>& named) {
  std::string result;
  std::size_t taken = 0;  // of `word`
  for (const std::string_view name : names_in(word, folder)) {
    const auto begin = static_cast<std::size_t>(name.data() - word.data());
    if (name.empty() || begin < taken) continue;
    fs::path path = (folder / name).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();  // of "classes/"
    const auto found = to.find(path);
    if (found == to.end()) continue;
    named.insert(found->first);
    result.append(word, taken, begin - taken).append(found->second.string());
    taken = begin + name.size();
  }
  return result.append(word, taken);
}

}  // namespace

std::vector<std::string_view> names_in(std::string_view word, const fs::path& folder) {
  std::vector<std::string_view> names{word};
  std::error_code ignored;
  if (fs::exists(folder / word, ignored)) return names;
  const auto equals = word.find('=');
  if (word.starts_with('-') && equals != std::string_view::npos) word.remove_prefix(equals + 1);
  for (std::size_t begin = 0; begin <= word.size();) {
    const auto end = std::min(word.find(':', begin), word.size());
    names.push_back(word.substr(begin, end - begin));
    begin = end + 1;
  }
  if (names.back() == names.front()) names.pop_back();
  return names;
}

Command with_moved_files(Command command, const Moves& to) {
  std::set<fs::path> named;
  for (std::string& word : command.words) word = moved(word, command.folder, to, named);
  const fs::path was = command.program;
  if (const auto found = to.find(was); found != to.end()) {
    named.insert(was);
    command.program = found->second;
  }
  const bool runs_there = to.contains(command.folder);
  std::vector<fs::path> own = command.files;
  own.push_back(was);
  for (const fs::path& file : own) {
    if (!to.contains(file)) continue;
    if (!named.contains(file) && !runs_there) {
      throw CommandError(
          fmt::format("the command does not name the file {}, so that no copy can take its place",
                      quote(file)));
    }
    if (!is_shared_folder(file.parent_path())) command.folders.push_back(file.parent_path());
  }
  const auto move = [&to](fs::path& path) {
    if (const auto found = to.find(path); found != to.end()) path = found->second;
  };
  std::for_each(command.files.begin(), command.files.end(), move);
  for (const fs::path& folder : std::vector<fs::path>(command.folders)) {
    if (const auto found = to.find(folder); found != to.end()) {
      command.folders.push_back(found->second);
    }
  }
  move(command.folder);
  return command;
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

namespace {

// Its lines are names and hashes. A pipe of that name is not waited for.
std::ifstream lines_of(const fs::path& file) {
  std::error_code unknown;
  return fs::is_regular_file(file, unknown) ? std::ifstream(file) : std::ifstream();
}

std::string first_line(const fs::path& file) {
  std::ifstream in = lines_of(file);
  std::string line;
  std::getline(in, line);
  while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  return line;
}

bool is_hash(std::string_view text) {
  constexpr std::size_t sha1 = 40;
  constexpr std::size_t sha256 = 64;
  return (text.size() == sha1 || text.size() == sha256) &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The folder `.git`, or the one that a file of that name leads to, in a worktree or submodule.
fs::path git_folder(const fs::path& file) {
  constexpr std::string_view leads_to = "gitdir: ";
  std::error_code unknown;
  for (fs::path folder = file.parent_path();; folder = folder.parent_path()) {
    const fs::path git = folder / ".git";
    if (fs::is_directory(git, unknown)) return git;
    const std::string line = first_line(git);
    if (line.starts_with(leads_to)) return folder / line.substr(leads_to.size());
    if (folder == folder.parent_path()) return {};
  }
}

// The commit of a branch: in a file of its own, or in the list of packed ones.
std::string commit_of(const std::string& branch, const fs::path& git) {
  const std::string shared = first_line(git / "commondir");
  for (const fs::path& folder : {git, git / shared}) {
    if (std::string hash = first_line(folder / branch); is_hash(hash)) return hash;
    std::ifstream packed = lines_of(folder / "packed-refs");
    for (std::string line; std::getline(packed, line);) {
      const std::size_t blank = line.find(' ');
      if (blank == std::string::npos || line.substr(blank + 1) != branch) continue;
      if (std::string hash = line.substr(0, blank); is_hash(hash)) return hash;
    }
  }
  return {};
}

}  // namespace

std::string commit_at(const fs::path& file) noexcept {
  constexpr std::string_view leads_to = "ref: ";
  try {
    const fs::path git = git_folder(fs::absolute(file).lexically_normal());
    if (git.empty()) return {};
    const std::string head = first_line(git / "HEAD");
    if (is_hash(head)) return head;
    // No name leads out of the folder.
    const std::string branch = head.starts_with(leads_to) ? head.substr(leads_to.size()) : "";
    if (!branch.starts_with("refs/") || branch.find("..") != std::string::npos) return {};
    return commit_of(branch, git);
  } catch (const std::exception&) {
    return {};
  }
}

}  // namespace referee::program
