#include "referee/run/store/new_lines.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/run/store/line_reader.hpp"
#include "referee/run/store/store_files.hpp"

namespace referee::store {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t most_at_once = std::uint64_t{4} << 20;

// How many bytes of the file are whole lines: up to the last newline.
std::uint64_t whole_lines_of(const fs::path& file) {
  const text::Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts {};
  if (!in || ::fstat(in.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return 0;
  auto end = static_cast<std::uint64_t>(facts.st_size);
  std::string block;
  while (end > 0) {
    const std::uint64_t size = std::min<std::uint64_t>(end, 64 << 10);
    block.resize(size);
    if (::pread(in.get(), block.data(), size, static_cast<off_t>(end - size)) !=
        static_cast<ssize_t>(size)) {
      return 0;
    }
    const auto newline = block.rfind('\n');
    if (newline != std::string::npos) return end - size + newline + 1;
    end -= size;
  }
  return 0;
}

}  // namespace

void NewLines::skip() {
  read_.clear();
  for (const fs::path& file : record_files(folder_)) read_[file] = whole_lines_of(file);
}

void NewLines::read(const std::function<void(std::string_view)>& visit) {
  for (const fs::path& file : record_files(folder_)) {
    std::uint64_t& read = read_[file];
    std::error_code gone;
    if (fs::file_size(file, gone) <= read || gone) continue;
    LineReader lines(file, LineReader::whole, read);
    for (const std::uint64_t begin = read; read - begin < most_at_once;) {
      const auto line = lines.next();
      if (!line || line->end == LineReader::End::torn) break;
      if (line->end == LineReader::End::newline) visit(line->text);
      read += line->bytes;
    }
  }
}

}  // namespace referee::store
