#include "referee/machine/program/java.hpp"

#include <fmt/core.h>
#include <sys/sysinfo.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/machine/kernel/limits.hpp"
#include "referee/machine/program/executable.hpp"

namespace referee::program {
namespace {

using Words = std::vector<std::string>;

std::string_view file_name(std::string_view word) {
  return word.substr(word.rfind('/') + 1);  // npos + 1 is 0
}

// Where `java` is; the end if this is another command.
Words::const_iterator find_java(const Words& words) {
  const auto is_java = [](const std::string& word) { return file_name(word) == "java"; };
  if (is_java(words.front())) return words.begin();
  if (!is_wrapper(file_name(words.front()))) return words.end();
  return std::find_if(words.begin(), words.end(), is_java);
}

bool chooses_collector(const std::string& word) {
  return word.starts_with("-XX:+Use") && word.ends_with("GC");
}

// Of an option such as -Xmx200m; 0 if it has no number.
std::size_t bytes_of(std::string_view option) {
  option.remove_prefix(4);
  std::size_t number = 0;
  const auto read = std::from_chars(option.data(), option.data() + option.size(), number);
  if (read.ptr == option.data() + option.size()) return number;
  const auto unit = std::string_view("kmgt").find(static_cast<char>(*read.ptr | 0x20));
  // As much as any machine has.
  constexpr std::size_t most = std::size_t{1} << 46;
  if (unit == std::string_view::npos) return number;
  const unsigned shift = 10 * static_cast<unsigned>(unit + 1);
  return number > most >> shift ? most : number << shift;
}

// The JVM itself needs 40 MiB with small programs, and more with larger ones. Measured with OpenJDK
// 17, whose heap was filled: up to 24 of 64 MiB are possible, 150 of 256.
std::size_t heap_percentage(std::size_t mebibytes) {
  const std::size_t itself = 40 + mebibytes / 8;
  const std::size_t heap = mebibytes > itself + 8 ? mebibytes - itself : 8;
  return std::clamp<std::size_t>(heap * 100 / std::max<std::size_t>(mebibytes, 1), 1, 90);
}

}  // namespace

std::optional<Command> fitted(const Command& command, std::size_t memory) {
  if (memory == 0) return std::nullopt;
  const auto java = find_java(command.words);
  if (java == command.words.end()) return std::nullopt;
  const std::size_t size = std::max<std::size_t>(memory / kernel::mebibyte, 1);
  const std::size_t heap = heap_percentage(size);
  Words more{fmt::format("-XX:MaxRAM={}m", size), fmt::format("-XX:MaxRAMPercentage={}", heap),
             fmt::format("-XX:MinRAMPercentage={}", heap)};
  if (std::none_of(java, command.words.end(), chooses_collector)) {
    more.emplace_back("-XX:+UseSerialGC");
  }
  Command result = command;
  result.words.insert(result.words.begin() + (java - command.words.begin()) + 1, more.begin(),
                      more.end());
  return result;
}

std::size_t java_needs(const Command& command) {
  std::size_t heap = 0;
  for (const std::string& word : command.words) {
    if (word.starts_with("-Xms") || word.starts_with("-Xmx")) heap = std::max(heap, bytes_of(word));
  }
  struct sysinfo machine {};
  if (heap == 0 && ::sysinfo(&machine) == 0) {
    heap = std::size_t{machine.totalram} * machine.mem_unit / 64;
  }
  // What is left of it by the measure of heap_percentage().
  return (heap + 40 * kernel::mebibyte) / 7 * 8;
}

}  // namespace referee::program
