#include "referee/run/store/store_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/run/store/whole_file.hpp"

namespace referee::store {
namespace {

using std::filesystem::path;

constexpr std::string_view prefix = "matches-";
constexpr std::string_view suffix = ".jsonl";

// The part before the number in the name of a run's file.
std::string name_before_number(std::string_view label) {
  std::string name(prefix);
  if (!label.empty()) name.append(label).append("-");
  return name;
}

}  // namespace

StoreError store_error(std::string_view action, const path& path, int error) {
  if (error == ELOOP) {
    return StoreError(
        fmt::format("cannot {} {}: it is a link, a second name of a file, or not a regular file; "
                    "anyone who may write "
                    "there may have made it: look at it, and remove it",
                    action, path.string()));
  }
  return StoreError(text::system_text(action, path, error));
}

// Listing the folder, and not asking for names, is what makes a network file system look again.
std::vector<std::string> names_in(const path& folder) {
  std::vector<std::string> names;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    names.push_back(entry->path().filename().string());
  }
  if (error) throw store_error("read", folder, error.value());
  return names;
}

std::vector<path> record_files(const path& folder) {
  std::vector<path> files;
  for (const std::string& name : names_in(folder)) {
    if (is_record_file(name)) files.push_back(folder / name);
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool is_record_file(std::string_view name) {
  return name.size() > prefix.size() + suffix.size() && name.starts_with(prefix) &&
         name.ends_with(suffix) && name.find('/') == std::string_view::npos;
}

path numbered_path(const path& folder, std::string_view before, std::size_t number,
                   std::string_view behind) {
  return folder / fmt::format("{}{:04}{}", before, number, behind);
}

std::size_t highest_number(const path& folder, std::string_view before, std::string_view behind) {
  std::size_t highest = 0;
  for (const std::string& name : names_in(folder)) {
    if (!name.starts_with(before)) continue;
    std::size_t number = 0;
    std::from_chars(name.data() + before.size(), name.data() + name.size(), number);
    const bool fits =
        number < most_attempts && name == numbered_path(folder, before, number, behind).filename();
    if (fits) highest = std::max(highest, number);
  }
  return highest;
}

path attempt_path(const path& folder, std::string_view label, std::size_t number) {
  return numbered_path(folder, name_before_number(label), number, suffix);
}

std::size_t highest_attempt(const path& folder, std::string_view label) {
  return highest_number(folder, name_before_number(label), suffix);
}

void sync_folder(const path& folder) {
  const text::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // EINVAL: this file system cannot flush folders.
  if (!opened || (::fsync(opened.get()) != 0 && errno != EINVAL)) {
    throw store_error("write", folder, errno);
  }
}

bool write_new_file(const path& file, std::string_view text) {
  WholeFile whole(file);
  whole.write(text);
  return whole.finish_new();
}

}  // namespace referee::store
