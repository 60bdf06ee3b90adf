#include "referee/store/store_files.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <system_error>

#include "referee/store/whole_file.hpp"
#include "referee/text/descriptor.hpp"
#include "referee/text/machine.hpp"

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

std::vector<path> record_files(const path& folder) {
  std::vector<path> files;
  std::error_code error;
  std::filesystem::directory_iterator entry(folder, error);
  for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
    if (is_record_file(entry->path().filename().string())) files.push_back(entry->path());
  }
  if (error) throw store_error("read", folder, error.value());
  std::sort(files.begin(), files.end());
  return files;
}

bool is_record_file(std::string_view name) {
  return name.size() > prefix.size() + suffix.size() && name.starts_with(prefix) &&
         name.ends_with(suffix) && name.find('/') == std::string_view::npos;
}

unsigned attempt_of(const path& file, std::string_view label) {
  const std::string name = file.filename().string();
  const std::string before = name_before_number(label);
  if (!name.starts_with(before) || name.size() <= before.size() + suffix.size()) return 0;
  const char* begin = name.data() + before.size();
  const char* end = name.data() + name.size() - suffix.size();
  unsigned number = 0;
  const auto [last, error] = std::from_chars(begin, end, number);
  return error == std::errc() && last == end && number < most_attempts ? number : 0;
}

path attempt_path(const path& folder, std::string_view label, unsigned number) {
  return folder / fmt::format("{}{:04}{}", name_before_number(label), number, suffix);
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
