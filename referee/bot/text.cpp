#include "referee/bot/text.hpp"

#include <fmt/core.h>
#include <string.h>

#include <algorithm>
#include <array>
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
      return "it was refused a child process (the bot's key \"processes\": N in a config allows "
             "some)";
    }
  }
  for (const std::string_view name : {"socket", "connect", "bind", "listen"}) {
    if (call == name) return "it was refused the network (bots have none; --trust lifts all walls)";
  }
  for (const std::string_view name : {"kill", "tgkill", "tkill"}) {
    if (call == name) return "it was refused sending a signal to another process";
  }
  if (call == "thread") {
    return "it was refused another thread (the bot's key \"threads\": N in a config allows more)";
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

std::string memory_text(std::size_t limit) {
  return fmt::format("used more than its memory limit of {} (the key \"memory\" in a config)",
                     bytes_text(limit));
}

bool tells_of_memory(std::string_view stderr_tail) {
  // C++, Python, Java, Node, Go, Rust, C#; C programs that ask the system for words.
  return contains_any(stderr_tail,
                      {"std::bad_alloc", "MemoryError", "OutOfMemoryError", "heap out of memory",
                       "runtime: out of memory", "memory allocation of", "OutOfMemoryException",
                       "Cannot allocate memory", "insufficient memory"});
}

bool tells_of_permission(std::string_view stderr_tail) {
  // Java, Python and Node take what they may not read for missing.
  return contains_any(stderr_tail,
                      {"Permission denied", "PermissionError", "EACCES", "ClassNotFoundException",
                       "ModuleNotFoundError", "No module named", "Cannot find module"});
}

std::string file_size_text(std::size_t limit) {
  return fmt::format("its limit for one file is {} (the bot's key \"file_size\" in a config)",
                     bytes_text(limit));
}

std::string file_limits_text(std::string_view stderr_tail, const Limits& limits) {
  std::string text;
  if (contains_any(stderr_tail, {"Too many open files", "too many open files", "EMFILE"})) {
    text = fmt::format("it may have {} files open (the bot's key \"open_files\" in a config)",
                       limits.open_files);
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
