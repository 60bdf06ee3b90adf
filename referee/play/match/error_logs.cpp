#include "referee/play/match/error_logs.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/error.hpp"
#include "referee/base/text/file.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/sha256.hpp"
#include "rules/by_seat.hpp"

namespace referee::match {
namespace {

namespace fs = std::filesystem;

// A name as a part of a file's: no folders, nothing hidden, nothing that a shell would take apart.
// Different for different names: one that had to be changed ends in "~" and a part of its hash, and
// no other has that character.
std::string file_word(std::string_view name) {
  constexpr std::size_t most = 80;
  constexpr std::size_t digits = 16;
  std::size_t kept = std::min(name.size(), most);
  // Whole characters: what comes next is none that goes on.
  while (kept < name.size() && (static_cast<unsigned char>(name[kept]) & 0xc0U) == 0x80U) --kept;
  std::string word(name.substr(0, kept));
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  };
  std::replace_if(
      word.begin(), word.end(), [&](char c) { return !is_plain(c); }, '_');
  if (word.empty() || word.front() == '.') word.insert(0, "_");
  return word == name ? word : word + '~' + text::sha256(name).substr(0, digits);
}

// A folder that is none but itself: no link, which somebody else may have put there. -1 with errno.
text::Descriptor open_folder(int above, const fs::path& name) {
  text::Descriptor folder(
      ::openat(above, name.c_str(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
  if (!folder && errno == ENOTDIR) errno = ELOOP;
  return folder;
}

[[noreturn]] void refuse_folder(const fs::path& folder, int error) {
  if (error != ELOOP) throw text::SystemError("open the folder", folder, error);
  text::refuse_link(folder);
}

}  // namespace

ErrorLogs::ErrorLogs(const fs::path& folder, std::string_view game, std::uint64_t number,
                     const rules::BySeat<std::string>& bots)
    : logs_(bots.size()) {
  text::make_real_folder(folder);
  folder_ = open_folder(AT_FDCWD, folder.has_filename() ? folder : folder.parent_path());
  if (!folder_) refuse_folder(folder, errno);
  for (std::size_t seat = 0; seat < bots.size(); ++seat) {
    Log& log = logs_[seat];
    std::string others;
    for (std::size_t other = 0; other < bots.size(); ++other) {
      if (other != seat) others += "-" + file_word(bots[other]);
    }
    log.above = folder_.get();
    log.file = folder / file_word(bots[seat]) /
               fmt::format("{}-{:06}-seat-{}{}{}.log", game, number, seat + 1,
                           others.empty() ? "" : "-against", others);
    const text::Descriptor own = open_folder(folder_.get(), log.file.parent_path().filename());
    if (own) {
      (void)::unlinkat(own.get(), log.file.filename().c_str(), 0);
    } else if (errno != ENOENT) {
      refuse_folder(log.file.parent_path(), errno);
    }
  }
}

rules::BySeat<bot::ErrorSink> ErrorLogs::sinks() {
  return {logs_.size(), [this](rules::Seat seat) -> bot::ErrorSink {
            return [this, seat](std::string_view bytes) { logs_[seat].take(bytes); };
          }};
}

int ErrorLogs::finish() {
  int cut = 0;
  for (Log& log : logs_) {
    if (log.left_out > 0) {
      ++cut;
      log.unwritten += fmt::format("\n[referee: {} further bytes are left out]\n", log.left_out);
    }
    log.write();
    if (log.error != 0) throw text::SystemError("write", log.file, log.error);
  }
  return cut;
}

void ErrorLogs::Log::take(std::string_view bytes) noexcept {
  constexpr std::size_t enough = 1 << 16;
  const std::uint64_t room = most_log_bytes - written - unwritten.size();
  const std::string_view taken =
      bytes.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(room, bytes.size())));
  left_out += bytes.size() - taken.size();
  try {
    unwritten += taken;
  } catch (const std::exception&) {
    error = ENOMEM;
  }
  if (unwritten.size() >= enough) write();
}

void ErrorLogs::Log::write() noexcept {
  if (unwritten.empty() || error != 0) return;
  if (!out) open();
  if (out) error = text::write_all(out.get(), unwritten);
  written += unwritten.size();
  unwritten.clear();
}

void ErrorLogs::Log::open() noexcept {
  const std::string name = file.parent_path().filename();
  constexpr mode_t as_umask_says = 0777;
  if (::mkdirat(above, name.c_str(), as_umask_says) == 0 || errno == EEXIST) {
    if (const text::Descriptor folder = open_folder(above, name)) {
      out =
          text::Descriptor(::openat(folder.get(), file.filename().c_str(),
                                    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, as_umask_says & 0666));
    }
  }
  if (!out) error = errno;
}

}  // namespace referee::match
