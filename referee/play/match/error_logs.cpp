#include "referee/play/match/error_logs.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "referee/base/text/descriptor.hpp"
#include "referee/base/text/machine.hpp"
#include "referee/base/text/new_file.hpp"

namespace referee::match {
namespace {

namespace fs = std::filesystem;

// A name as a part of a file's: no folders, nothing hidden, nothing that a shell would take apart.
std::string file_word(std::string_view name) {
  constexpr std::size_t most = 80;
  std::string word(name.substr(0, most));
  const auto is_plain = [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' ||
           c == '+' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
  };
  std::replace_if(
      word.begin(), word.end(), [&](char c) { return !is_plain(c); }, '_');
  if (word.empty() || word.front() == '.') word.insert(0, "_");
  return word;
}

}  // namespace

void make_log_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) throw text::SystemError("make the folder", folder, error.value());
}

ErrorLogs::ErrorLogs(const fs::path& folder, std::string_view game, std::uint64_t number,
                     const std::array<std::string, 2>& bots) {
  for (std::size_t seat = 0; seat < 2; ++seat) {
    logs_[seat].file = folder / file_word(bots[seat]) /
                       fmt::format("{}-{:06}-seat-{}-against-{}.log", game, number, seat + 1,
                                   file_word(bots[1 - seat]));
    std::error_code ignored;
    fs::remove(logs_[seat].file, ignored);
  }
}

std::array<bot::ErrorSink, 2> ErrorLogs::sinks() {
  return {[this](std::string_view bytes) { logs_[0].take(bytes); },
          [this](std::string_view bytes) { logs_[1].take(bytes); }};
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
  std::error_code failure;
  fs::create_directories(file.parent_path(), failure);
  constexpr mode_t as_umask_says = 0666;
  const text::Descriptor out(
      ::open(file.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, as_umask_says));
  error = out ? text::write_all(out.get(), unwritten) : errno;
  written += unwritten.size();
  unwritten.clear();
}

}  // namespace referee::match
