#include "referee/bot/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <bit>
#include <string_view>

#include "referee/program/last_words.hpp"
#include "referee/text/words.hpp"

namespace referee::bot {
namespace {

std::string refusal_of(std::string_view call) {
  for (const std::string_view name : {"fork", "vfork", "clone"}) {
    if (call == name) {
      return "it was refused a child process (" + allows_text("processes", "N", "some") + ")";
    }
  }
  for (const std::string_view name : {"socket", "connect", "bind", "listen"}) {
    if (call == name) return "it was refused the network (bots have none; --trust lifts all walls)";
  }
  for (const std::string_view name : {"kill", "tgkill", "tkill"}) {
    if (call == name) return "it was refused sending a signal to another process";
  }
  if (call == "thread") {
    return "it was refused another thread (" + allows_text("threads", "N", "more") + ")";
  }
  for (const std::string_view name : {"timer_create", "timerfd_create"}) {
    if (call == name) return "it was refused another timer (a bot may make 32 in a game)";
  }
  return fmt::format("it was refused the system call {} (--trust lifts all walls)", call);
}

}  // namespace

std::string allows_text(std::string_view key, std::string_view value, std::string_view what) {
  std::string option(key);
  std::replace(option.begin(), option.end(), '_', '-');
  return fmt::format("--{} {}, or \"{}\": {} in a config, allows {}", option, value, key, value,
                     what);
}

std::string memory_text(std::size_t limit) {
  return fmt::format("used more than its memory limit of {} ({})", text::bytes_text(limit),
                     more_text("memory", limit, kernel::mebibyte));
}

std::string java_memory_text(std::size_t limit, std::size_t needed) {
  const std::size_t enough =
      std::bit_ceil((std::max(2 * limit, needed) + kernel::mebibyte - 1) / kernel::mebibyte);
  return fmt::format(
      "used more than its memory limit of {} ({}; java -Xmx{}m -XX:+UseSerialGC needs less)",
      text::bytes_text(limit), allows_text("memory", std::to_string(enough), "more"),
      std::max<std::size_t>(limit / kernel::mebibyte / 4, 1));
}

std::string more_text(std::string_view key, std::size_t limit, std::size_t unit) {
  return allows_text(key, std::to_string(2 * ((limit + unit - 1) / unit)), "more");
}

std::string wrapper_text(std::string_view last_words) {
  if (program::contains_any(last_words, {"'s affinity:"})) {
    return "a bot may not choose its processors (leave out taskset; --trust lifts all walls)";
  }
  return {};
}

std::string file_size_text(std::size_t limit) {
  return fmt::format("its limit for one file is {} ({})", text::bytes_text(limit),
                     more_text("file_size", limit, kernel::mebibyte));
}

std::string file_limits_text(std::string_view stderr_tail, const kernel::Limits& limits) {
  std::string text;
  if (program::contains_any(stderr_tail,
                            {"Too many open files", "too many open files", "EMFILE"})) {
    text = fmt::format("it may have {} files open ({})", limits.open_files,
                       more_text("open_files", limits.open_files, 1));
  }
  if (program::contains_any(stderr_tail, {"File too large", "file too large", "EFBIG"})) {
    text += (text.empty() ? "" : "; ") + file_size_text(limits.file_size);
  }
  return text;
}

std::string foreign_call_text(const program::Command& command) {
  std::string text = "system calls of another architecture (int 0x80, x32) are refused";
  if (command.abi == program::Abi::native && !command.files.empty()) {
    text +=
        "; a 32-bit program that a script starts must be in the script's folder or named in the "
        "bot's command";
  }
  return text;
}

std::string library_text(std::string_view stderr_tail, program::Abi abi) {
  if (abi == program::Abi::native ||
      !program::contains_any(stderr_tail, {"error while loading shared libraries"})) {
    return {};
  }
  return "for 32-bit programs Debian and Ubuntu have the libraries of C and C++ in libc6-i386 and "
         "lib32stdc++6 (as root: apt install libc6-i386 lib32stdc++6)";
}

std::string refusal_text(const std::vector<std::string>& calls) {
  std::vector<std::string> parts;
  for (const std::string& call : calls) {
    std::string part = refusal_of(call);
    if (std::find(parts.begin(), parts.end(), part) == parts.end()) {
      parts.push_back(std::move(part));
    }
  }
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : "; ") + part;
  return text;
}

}  // namespace referee::bot
