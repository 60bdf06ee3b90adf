// Reading whole files, and their lines; and files and folders that others see only when they are
// complete: temporary folders, names that must be free, and files that replace others. A file that
// must also survive a power failure is a store::WholeFile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "referee/base/text/descriptor.hpp"

namespace referee::text {

// The bytes of a file, a file of /proc, or a pipe that the caller's shell has opened: <(command).
// Throws std::system_error, "cannot read FILE: why", if it cannot be opened or read, a folder among
// others; InputError for a named pipe, on which it might wait for ever, for a device and for a
// socket, and for more than `most_bytes`. (A std::ifstream would not do: one that is read by
// iterators throws for a failing read, and calls an unreadable file an empty one.)
std::string read_file(const std::filesystem::path& file);

// Of a file that is read as a whole; and of one line.
inline constexpr std::size_t most_bytes = std::size_t{1} << 30;
inline constexpr std::size_t longest_line = std::size_t{16} << 20;

// Text that people and programs wrote: configs, tables, records, lists of moves. It is opened once
// and read once, from the beginning to the end, so that a pipe works, too. A byte order mark at its
// beginning is not part of the text.
class TextFile {
 public:
  // Throws as read_file(), and InputError for files that are not text but often taken for it:
  // UTF-16, and files compressed by gzip or zip (spreadsheets among them).
  explicit TextFile(std::filesystem::path file);

  [[nodiscard]] const std::filesystem::path& path() const noexcept { return path_; }
  // The next line without its end ("\n" or "\r\n"), which stays the next one; empty at the end.
  // Valid until the next call, as what next() gives is. Throws InputError for one that is longer
  // than `longest_line`, as the others do.
  std::string_view peek();
  // The first line after that which is not empty, likewise.
  std::string_view peek_row();
  // Takes the next line; false at the end.
  bool next(std::string_view& line);
  // The number of the line that was taken last, from 1.
  [[nodiscard]] std::uint64_t number() const noexcept { return number_; }
  // All that has not been taken.
  std::string rest();

 private:
  struct Found {
    std::size_t length = 0;  // without the line's end
    std::size_t taken = 0;   // with it; 0 at the end of the file
  };
  bool fill();
  // The line that begins that many bytes after the next one.
  Found find_line(std::size_t at = 0);

  std::filesystem::path path_;
  Descriptor file_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of what has not been taken
  std::uint64_t number_ = 0;
};

// All of a TextFile.
std::string read_text(const std::filesystem::path& file);

// "; did you mean results/demo.json?" if there is something of nearly that name where a path leads
// nowhere; capital letters count as small ones. Else empty.
std::string nearest_path(const std::filesystem::path& path);

// "'results/dmeo.json' does not exist" and that.
std::string missing(const std::filesystem::path& path);

// A new folder in `place`, for this user alone, whose name begins with `prefix`. Throws
// SystemError.
std::filesystem::path new_folder(const std::filesystem::path& place, std::string_view prefix);
// The same; empty, with the error in errno, if it cannot be made.
std::filesystem::path new_folder_if_possible(const std::filesystem::path& place,
                                             std::string_view prefix);

// Makes a folder, and those above it, unless it is there. Throws SystemError, and as refuse_link()
// if its name is that of something else: anyone who may write beside it may have made a link.
void make_real_folder(const std::filesystem::path& folder);
// Throws InputError: in place of this folder there is a link or a file.
[[noreturn]] void refuse_link(const std::filesystem::path& folder);

// Writes all of `text`, with one call unless the system accepts only a part of it. Returns 0
// or the error, as in errno; then a part may have been written.
int write_all(int file, std::string_view text);

// Gives a file another name, which nothing must have yet. Returns 0 or the error, as in errno:
// EEXIST if something has it.
int rename_new(const std::filesystem::path& from, const std::filesystem::path& to);

// What decides who may read a new file.
enum class Readers : bool { as_umask_says, this_user };

// Writes `text` to `draft`, in the same folder, and gives that the name `file`: who reads `file` at
// any time sees the old text or the new one. What `draft` was before is lost. Returns 0 or the
// error, as in errno; then `file` is as it was and `draft` is gone.
int replace_file(const std::filesystem::path& file, const std::filesystem::path& draft,
                 std::string_view text, Readers readers);

}  // namespace referee::text
