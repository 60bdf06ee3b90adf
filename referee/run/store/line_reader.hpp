// Reads a file of lines in large blocks: memory does not grow with the file.
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {

class LineReader {
 public:
  // Bytes. Longer lines are not records; their text is left out.
  static constexpr std::size_t longest = std::size_t{16} << 20;

  enum class End : std::uint8_t {
    newline,   // a whole line
    torn,      // the file ended before the line did
    too_long,  // a line of more than `longest` bytes
  };
  struct Line {
    std::string_view text;     // without the newline; valid until the next call
    std::uint64_t number = 0;  // from 1 where the reading begins
    End end = End::newline;
    std::uint64_t bytes = 0;  // of the line, with its newline
  };

  static constexpr std::uint64_t whole = ~std::uint64_t{0};

  // Reads at most `bytes` bytes from the byte `begin` on. Throws StoreError if `path` is not a
  // regular file that can be read.
  explicit LineReader(std::filesystem::path path, std::uint64_t bytes = whole,
                      std::uint64_t begin = 0)
      : path_(std::move(path)), left_(bytes), buffer_(block) {
    // O_NONBLOCK: opening a named pipe would wait for a writer forever.
    file_ = text::Descriptor(::open(path_.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts {};
    if (!file_ || ::fstat(file_.get(), &facts) != 0) throw store_error("read", path_, errno);
    if (S_ISDIR(facts.st_mode)) throw store_error("read", path_, EISDIR);
    if (!S_ISREG(facts.st_mode)) {
      throw StoreError("cannot read " + path_.string() + ": it is not a regular file");
    }
    if (begin > 0 && ::lseek(file_.get(), static_cast<off_t>(begin), SEEK_SET) < 0) {
      throw store_error("read", path_, errno);
    }
  }

  // The next line, or nothing at the end. Throws StoreError.
  std::optional<Line> next() {
    bool too_long = false;
    std::size_t searched = 0;  // bytes from begin_ on that are known to hold no newline
    while (true) {
      const void* found =
          std::memchr(buffer_.data() + begin_ + searched, '\n', end_ - begin_ - searched);
      if (found != nullptr) {
        const char* newline = static_cast<const char*>(found);
        const std::size_t size = static_cast<std::size_t>(newline - buffer_.data()) - begin_;
        return take(size, 1, too_long || size > longest ? End::too_long : End::newline);
      }
      searched = end_ - begin_;
      if (searched > longest) {
        too_long = true;
        dropped_ += searched;
        begin_ = end_;
        searched = 0;
      }
      if (!fill()) break;
    }
    if (searched == 0 && !too_long) return std::nullopt;
    return take(searched, 0, End::torn);
  }

 private:
  static constexpr std::size_t block = std::size_t{256} << 10;

  Line take(std::size_t size, std::size_t newline, End end) {
    const std::string_view text(buffer_.data() + begin_, size);
    begin_ += size + newline;
    const std::uint64_t bytes = std::exchange(dropped_, 0) + size + newline;
    return {end == End::too_long ? std::string_view() : text, ++number_, end, bytes};
  }

  // Reads more behind what is left; false at the end of the file.
  bool fill() {
    if (begin_ > 0) {
      std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
      end_ -= begin_;
      begin_ = 0;
    }
    if (end_ == buffer_.size()) buffer_.resize(2 * buffer_.size());
    const auto most =
        static_cast<std::size_t>(std::min<std::uint64_t>(left_, buffer_.size() - end_));
    while (true) {
      const auto got = ::read(file_.get(), buffer_.data() + end_, most);
      if (got >= 0) {
        end_ += static_cast<std::size_t>(got);
        left_ -= static_cast<std::uint64_t>(got);
        return got > 0;
      }
      if (errno != EINTR) throw store_error("read", path_, errno);
    }
  }

  std::filesystem::path path_;
  text::Descriptor file_;
  std::uint64_t left_;  // bytes that may still be read
  std::vector<char> buffer_;
  std::size_t begin_ = 0;  // of the bytes in buffer_ that are not taken yet
  std::size_t end_ = 0;
  std::uint64_t number_ = 0;
  std::uint64_t dropped_ = 0;  // bytes of a line that is too long
};

}  // namespace referee::store
