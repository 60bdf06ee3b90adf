#include "referee/cli/play/last_game.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <system_error>
#include <vector>

#include "referee/base/text/error.hpp"
#include "referee/base/text/log.hpp"
#include "referee/base/text/words.hpp"
#include "referee/cli/exit_code.hpp"
#include "referee/machine/toolchain/cache.hpp"

namespace referee::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* folder_name = "games";
constexpr std::string_view record_ending = ".json";

fs::path folder() { return toolchain::cache_folder() / folder_name; }

// The numbers of all kept games, the newest last.
std::vector<unsigned long> kept_numbers() {
  std::vector<unsigned long> numbers;
  std::error_code error;
  for (fs::directory_iterator entry(folder(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    unsigned long number = 0;
    const auto [last, wrong] = std::from_chars(name.data(), name.data() + name.size(), number);
    if (wrong == std::errc() && last == name.data() + name.size() - record_ending.size() &&
        name.ends_with(record_ending)) {
      numbers.push_back(number);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  return numbers;
}

std::string name_of(unsigned long number) { return fmt::format("{}{}", number, record_ending); }

}  // namespace

bool keep_last_game(std::string_view record) {
  try {
    const std::vector<unsigned long> numbers = kept_numbers();
    toolchain::keep_text(folder_name, name_of(numbers.empty() ? 1 : numbers.back() + 1),
                         std::string(record) + '\n');
    for (std::size_t i = 0; i + most_kept_games <= numbers.size(); ++i) {
      std::error_code ignored;
      fs::remove(folder() / name_of(numbers[i]), ignored);
    }
    return true;
  } catch (const std::system_error& error) {
    text::debug("the game is not kept: {}", error.what());
  } catch (const text::MachineError& error) {
    text::debug("the game is not kept: {}", error.what());
  }
  return false;
}

std::string log_named(const std::string& name) {
  constexpr std::string_view last = "last";
  std::error_code ignored;
  if (!name.starts_with(last) || fs::exists(name, ignored)) return name;
  std::size_t before = 0;
  if (name.size() > last.size()) {
    const char* const end = name.data() + name.size();
    const char* const begin = name.data() + last.size() + 1;
    const auto [stop, wrong] = std::from_chars(begin, end, before);
    if (name[last.size()] != '-' || begin == end || wrong != std::errc() || stop != end)
      return name;
  }
  const std::vector<unsigned long> numbers = kept_numbers();
  if (numbers.empty()) {
    throw UsageError("no game has been kept yet: referee match and play keep the last ones");
  }
  if (before >= numbers.size()) {
    throw UsageError(fmt::format("'{}': only the last {} kept", name,
                                 text::plural(numbers.size(), "game is", "games are")));
  }
  return (folder() / name_of(numbers[numbers.size() - 1 - before])).string();
}

}  // namespace referee::cli
