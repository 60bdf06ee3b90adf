#include "referee/bot/text.hpp"

#include <fmt/core.h>
#include <string.h>

#include <algorithm>
#include <array>
#include <bit>
#include <initializer_list>
#include <string_view>

namespace referee::bot {
namespace {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

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

std::string seconds_text(Duration duration) {
  std::string text = std::to_string(duration.count() / 1'000'000'000);
  std::string fraction = std::to_string(1'000'000'000 + duration.count() % 1'000'000'000);
  fraction.front() = '.';
  fraction.erase(fraction.find_last_not_of('0') + 1);
  if (fraction != ".") text += fraction;
  return text + " s";
}

std::string bytes_text(std::size_t bytes) {
  constexpr std::array units{" bytes", " KiB", " MiB", " GiB"};
  std::size_t unit = 0;
  while (unit + 1 < units.size() && bytes >= 1024 && bytes % 1024 == 0) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + units[unit];
}

std::string signal_text(int signal) {
  const char* description = ::sigdescr_np(signal);
  if (description == nullptr) return fmt::format("signal {}", signal);
  return fmt::format("signal {} ({})", signal, description);
}

std::string allows_text(std::string_view key, std::string_view value, std::string_view what) {
  std::string option(key);
  std::replace(option.begin(), option.end(), '_', '-');
  return fmt::format("--{} {}, or \"{}\": {} in a config, allows {}", option, value, key, value,
                     what);
}

std::string memory_text(std::size_t limit) {
  return fmt::format("used more than its memory limit of {} ({})", bytes_text(limit),
                     more_text("memory", limit, mebibyte));
}

std::string java_memory_text(std::size_t limit, std::size_t needed) {
  const std::size_t enough = std::bit_ceil((std::max(2 * limit, needed) + mebibyte - 1) / mebibyte);
  return fmt::format(
      "used more than its memory limit of {} ({}; java -Xmx{}m -XX:+UseSerialGC needs less)",
      bytes_text(limit), allows_text("memory", std::to_string(enough), "more"),
      std::max<std::size_t>(limit / mebibyte / 4, 1));
}

bool tells_of_java(std::string_view last_words) {
  return contains_any(last_words, {"Java Runtime Environment", "initialization of VM"});
}

std::string more_text(std::string_view key, std::size_t limit, std::size_t unit) {
  return allows_text(key, std::to_string(2 * ((limit + unit - 1) / unit)), "more");
}

bool tells_of_memory(std::string_view last_words) {
  // C++, Python and Ruby, Java, C#, Rust, OCaml, Haskell and Lisp, Lua; Go, Node, Perl and others
  // that are out of memory; programs that ask the system for words.
  return contains_any(
      last_words, {"std::bad_alloc", "MemoryError", "OutOfMemoryError", "insufficient memory",
                   "Could not reserve enough space", "OutOfMemoryException", "memory allocation of",
                   "Out_of_memory", "eap exhausted", "not enough memory", "ut of memory",
                   "annot allocate memory"});
}

bool may_be_last_words(std::string_view line) {
  return line.starts_with('#') || line.starts_with("Error occurred during initialization of VM") ||
         tells_of_memory(line);
}

bool tells_of_permission(std::string_view stderr_tail) {
  return contains_any(stderr_tail, {"Permission denied", "PermissionError", "EACCES"});
}

std::string wrapper_text(std::string_view last_words) {
  if (contains_any(last_words, {"'s affinity:"})) {
    return "a bot may not choose its processors (leave out taskset; --trust lifts all walls)";
  }
  return {};
}

std::string file_size_text(std::size_t limit) {
  return fmt::format("its limit for one file is {} ({})", bytes_text(limit),
                     more_text("file_size", limit, mebibyte));
}

std::string file_limits_text(std::string_view stderr_tail, const Limits& limits) {
  std::string text;
  if (contains_any(stderr_tail, {"Too many open files", "too many open files", "EMFILE"})) {
    text = fmt::format("it may have {} files open ({})", limits.open_files,
                       more_text("open_files", limits.open_files, 1));
  }
  if (contains_any(stderr_tail, {"File too large", "file too large", "EFBIG"})) {
    text += (text.empty() ? "" : "; ") + file_size_text(limits.file_size);
  }
  return text;
}

std::string foreign_call_text(const Command& command) {
  std::string text = "system calls of another architecture (int 0x80, x32) are refused";
  if (command.abi == Abi::native && !command.files.empty()) {
    text +=
        "; a 32-bit program that a script starts must be in the script's folder or named in the "
        "bot's command";
  }
  return text;
}

std::string library_text(std::string_view stderr_tail, Abi abi) {
  if (abi == Abi::native || !contains_any(stderr_tail, {"error while loading shared libraries"})) {
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
