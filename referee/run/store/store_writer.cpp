#include "referee/run/store/store_writer.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <stdexcept>
#include <string>

#include "referee/base/text/file.hpp"
#include "referee/base/text/log.hpp"
#include "referee/run/store/file_lock.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

// What is written to a file that has been removed or moved would be lost.
void require_in_place(const std::filesystem::path& file, int opened) {
  if (is_still(file, opened)) return;
  struct stat ours {};
  if (::fstat(opened, &ours) != 0) throw store_error("write", file, errno);
  throw StoreError(fmt::format(
      "{} is not there any more: it, or a folder above it, was {} while matches were played; {} "
      "and give the same command again",
      file.string(), ours.st_nlink == 0 ? "removed" : "moved",
      ours.st_nlink == 0 ? "its records are lost: keep the folder" : "put it back"));
}

}  // namespace

void check_length(std::string_view line) {
  if (line.size() <= LineReader::longest) return;
  throw RecordTooLong(fmt::format(
      "its record, with all that was said in it, would be a line of {} bytes, of which at most {} "
      "can be read back: it is not kept",
      line.size(), LineReader::longest));
}

void StoreWriter::append(std::string_view line) {
  if (line.find('\n') != std::string_view::npos) {
    throw std::invalid_argument("a record is one line");
  }
  check_length(line);
  if (!file_) open_file();
  struct stat before {};
  if (::fstat(file_.get(), &before) != 0) throw store_error("write", path_, errno);
  require_in_place(path_, file_.get());
  const int error = text::write_all(file_.get(), std::string(line) + "\n");
  if (error == 0) return;
  StoreError failure = store_error("write", path_, error);
  if (::ftruncate(file_.get(), before.st_size) != 0) {
    // A torn line must stay the last one of its file, so the next line gets a new file.
    file_.reset();
  }
  throw failure;
}

void StoreWriter::sync() {
  if (!file_) return;
  require_in_place(path_, file_.get());
  require_flushed(::fdatasync(file_.get()), path_);
  text::debug("store: synced {}", path_.c_str());
}

void StoreWriter::open_file() {
  std::size_t number = highest_attempt(folder_, label_) + 1;
  constexpr mode_t as_umask_says = 0666;
  while (true) {
    path_ = attempt_path(folder_, label_, number);
    file_ = text::Descriptor(
        ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, as_umask_says));
    if (file_) break;
    // EEXIST: another run took this number a moment ago.
    if (errno != EEXIST) throw store_error("write", path_, errno);
    ++number;
  }
  sync_folder(folder_);
  text::debug("store: records go to {}", path_.c_str());
}

}  // namespace referee::store
