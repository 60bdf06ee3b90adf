#include "referee/machine/program/git_commit.hpp"

#include <cstddef>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>

namespace referee::program {
namespace {

namespace fs = std::filesystem;

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
    fs::path git = folder / ".git";
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
    std::string head = first_line(git / "HEAD");
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
