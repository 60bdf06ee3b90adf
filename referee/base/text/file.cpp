#include "referee/base/text/file.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <linux/magic.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/words.hpp"

namespace referee::text {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t block = 65536;

// What the opened file is if reading it might never end; empty if it is a file, /dev/null, or a
// pipe of the caller's shell, which has no name.
std::string_view why_endless(const Descriptor& descriptor) {
  struct stat facts {};
  if (::fstat(descriptor.get(), &facts) != 0) return {};
  const bool null = S_ISCHR(facts.st_mode) && facts.st_rdev == makedev(1, 3);
  if (!null && (S_ISCHR(facts.st_mode) || S_ISBLK(facts.st_mode))) return "a device";
  if (S_ISSOCK(facts.st_mode)) return "a socket";
  struct statfs system {};
  const bool unnamed = ::fstatfs(descriptor.get(), &system) == 0 && system.f_type == PIPEFS_MAGIC;
  return S_ISFIFO(facts.st_mode) && !unnamed ? "a named pipe" : std::string_view();
}

Descriptor opened(const fs::path& file) {
  // O_NONBLOCK: opening a named pipe would wait for a writer for ever.
  Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
  if (!descriptor) throw SystemError("read", file);
  if (const std::string_view what = why_endless(descriptor); !what.empty()) {
    throw InputError(fmt::format("cannot read {}: it is {}; name a file", file.string(), what));
  }
  // The pipe of a command that has written nothing yet is waited for.
  if (::fcntl(descriptor.get(), F_SETFL, 0) != 0) throw SystemError("read", file);
  return descriptor;
}

[[noreturn]] void too_much(const fs::path& file, std::string_view what, std::size_t most) {
  throw InputError(
      fmt::format("cannot read {}: {} of more than {} MiB", file.string(), what, most >> 20));
}

// Appends what comes next, or as much of it as there is now; false at the end.
bool append_from(const Descriptor& descriptor, const fs::path& file, std::string& text) {
  std::array<char, block> bytes;
  ssize_t got = 0;
  do {
    got = ::read(descriptor.get(), bytes.data(), bytes.size());
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw SystemError("read", file);
  text.append(bytes.data(), static_cast<std::size_t>(got));
  return got > 0;
}

// What a file is if it is not text; empty if it may be.
std::string why_no_text(std::string_view head, const fs::path& file) {
  const std::string word = shell_word(file.string());
  if (head.starts_with("\xff\xfe") || head.starts_with("\xfe\xff")) {
    return fmt::format("is UTF-16; save it as UTF-8, or try: iconv -f UTF-16 -t UTF-8 {} > NEW",
                       word);
  }
  if (head.starts_with("\x1f\x8b")) {
    return fmt::format("is compressed; try: gzip -dc {} > NEW", word);
  }
  if (head.starts_with("PK\x03\x04")) {
    return "is a zip archive or a spreadsheet; unpack it, or save the table as CSV";
  }
  return {};
}

std::string small(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return text;
}

// The entry of a folder whose name is nearest to `name`; empty if none is near.
std::string nearest_entry(const fs::path& folder, const std::string& name) {
  constexpr int most = 10'000;
  std::string best;
  // Most names share their endings, which therefore say little.
  std::size_t least = 2 + fs::path(name).stem().string().size() / 3;
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (int i = 0; !error && entry != fs::directory_iterator() && i < most; ++i) {
    std::string other = entry->path().filename().string();
    const std::size_t distance = edit_distance(small(name), small(other));
    const bool hidden = other.starts_with('.') && !name.starts_with('.');
    if (!hidden && (distance < least || (distance == least && other < best))) {
      best = std::move(other);
      least = distance;
    }
    entry.increment(error);
  }
  return best;
}

}  // namespace

TextFile::TextFile(fs::path file) : path_(std::move(file)), file_(opened(path_)) {
  constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
  while (buffer_.size() < 4 && fill()) {
  }
  if (const std::string why = why_no_text(buffer_, path()); !why.empty()) {
    throw InputError(fmt::format("'{}' {}", path().string(), why));
  }
  if (buffer_.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
}

bool TextFile::fill() {
  buffer_.erase(0, begin_);
  begin_ = 0;
  return append_from(file_, path_, buffer_);
}

TextFile::Found TextFile::find_line(std::size_t at) {
  std::size_t searched = at;
  while (true) {
    const std::size_t newline = buffer_.find('\n', begin_ + searched);
    searched = buffer_.size() - begin_;
    if (newline == std::string::npos && searched - at > longest_line) {
      too_much(path_, "it has a line", longest_line);
    }
    if (newline == std::string::npos && fill()) continue;
    const std::size_t end = std::min(newline, buffer_.size());
    const std::size_t length = end - begin_ - at;
    const bool carriage_return = length > 0 && buffer_[end - 1] == '\r';
    return {length - (carriage_return ? 1 : 0), length + (newline == std::string::npos ? 0 : 1)};
  }
}

std::string_view TextFile::peek() {
  const std::size_t length = find_line().length;
  return std::string_view(buffer_).substr(begin_, length);
}

std::string_view TextFile::peek_row() {
  std::size_t at = find_line().taken;
  Found row = find_line(at);
  while (row.taken > 0 && row.length == 0) {
    at += row.taken;
    row = find_line(at);
  }
  return std::string_view(buffer_).substr(begin_ + at, row.length);
}

bool TextFile::next(std::string_view& line) {
  const Found found = find_line();
  if (found.taken == 0) return false;
  line = std::string_view(buffer_).substr(begin_, found.length);
  begin_ += found.taken;
  ++number_;
  return true;
}

std::string TextFile::rest() {
  while (fill()) {
    if (buffer_.size() > most_bytes) too_much(path_, "it has a text", most_bytes);
  }
  std::string all = buffer_.substr(begin_);
  begin_ = buffer_.size();
  return all;
}

std::string read_file(const fs::path& file) {
  const Descriptor descriptor = opened(file);
  std::string text;
  while (append_from(descriptor, file, text)) {
    if (text.size() > most_bytes) too_much(file, "it is a file", most_bytes);
  }
  return text;
}

std::string read_text(const fs::path& file) { return TextFile(file).rest(); }

std::string nearest_path(const fs::path& path) {
  std::error_code ignored;
  fs::path meant;
  for (const fs::path& part : path) {
    const fs::path next = meant / part;
    if (fs::exists(next, ignored)) {
      meant = next;
      continue;
    }
    const std::string near = nearest_entry(meant.empty() ? "." : meant, part.string());
    if (near.empty()) return {};
    meant /= near;
  }
  if (meant == path || !fs::exists(meant, ignored)) return {};
  return fmt::format("; did you mean {}?", meant.string());
}

std::string missing(const fs::path& path) {
  return fmt::format("'{}' does not exist{}", path.string(), nearest_path(path));
}

using std::filesystem::path;

path new_folder_if_possible(const path& place, std::string_view prefix) {
  std::string name = (place / (std::string(prefix) + "XXXXXX")).string();
  return ::mkdtemp(name.data()) == nullptr ? path() : path(name);
}

path new_folder(const path& place, std::string_view prefix) {
  path folder = new_folder_if_possible(place, prefix);
  if (folder.empty()) throw SystemError("make the folder", place / prefix);
  return folder;
}

void make_real_folder(const fs::path& folder) {
  const fs::path plain = folder.has_filename() ? folder : folder.parent_path();
  std::error_code error;
  const auto type = fs::symlink_status(plain, error).type();
  if (type == fs::file_type::not_found) {
    fs::create_directories(plain, error);
    if (error) throw SystemError("make the folder", plain, error.value());
  } else if (type != fs::file_type::directory) {
    refuse_link(plain);
  }
}

void refuse_link(const fs::path& folder) {
  throw InputError(fmt::format(
      "{} is a link or a file, and what belongs there is written into folders alone: look at it, "
      "and remove it, or name another folder",
      folder.string()));
}

int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const auto written = ::write(file, text.data(), text.size());
    if (written >= 0) {
      text.remove_prefix(static_cast<std::size_t>(written));
    } else if (errno != EINTR) {
      return errno;
    }
  }
  return 0;
}

int rename_new(const path& from, const path& to) {
  if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0) return 0;
  // The file system has no rename that refuses to replace a file.
  if (errno != EINVAL && errno != ENOSYS) return errno;
  if (::access(to.c_str(), F_OK) == 0) return EEXIST;
  return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

int replace_file(const path& file, const path& draft, std::string_view text, Readers readers) {
  ::unlink(draft.c_str());  // of one that was killed
  const mode_t mode = readers == Readers::this_user ? 0600 : 0666;
  const Descriptor out(
      ::open(draft.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode));
  if (!out) return errno;
  int error = write_all(out.get(), text);
  if (error == 0 && ::rename(draft.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) ::unlink(draft.c_str());
  return error;
}

}  // namespace referee::text
