#include "referee/machine/toolchain/compile_advice.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view letters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

// The words between blanks, quotation marks and colons, at most `most`.
template <typename Take>
void each_word(std::string_view text, std::string_view of, const Take& take) {
  constexpr int most = 5000;
  for (int i = 0; i < most; ++i) {
    const auto begin = text.find_first_of(of);
    if (begin == std::string_view::npos) return;
    text.remove_prefix(begin);
    const auto end = std::min(text.find_first_not_of(of), text.size());
    take(text.substr(0, end));
    text.remove_prefix(end);
  }
}

std::set<std::string, std::less<>> words_of(std::string_view text) {
  std::set<std::string, std::less<>> words;
  each_word(text, letters, [&](std::string_view word) { words.emplace(word); });
  return words;
}

// "undefined reference to `solve(int)'": solve. "undefined: solve" is Go's.
std::set<std::string, std::less<>> undefined_symbols(std::string_view output) {
  std::set<std::string, std::less<>> symbols;
  for (const std::string_view before : {"undefined reference to `", "undefined: "}) {
    for (auto at = output.find(before); at != std::string_view::npos;
         at = output.find(before, at)) {
      at += before.size();
      const std::string_view rest = output.substr(at);
      std::string_view name = rest.substr(0, rest.find_first_of("('\n"));
      if (const auto colon = name.rfind(':'); colon != std::string_view::npos) {
        name.remove_prefix(colon + 1);
      }
      if (!name.empty()) symbols.emplace(name);
    }
  }
  return symbols;
}

bool is_part_of_a_source(const fs::path& file) {
  constexpr std::array<std::string_view, 5> headers{".h", ".hpp", ".hh", ".hxx", ".inc"};
  const std::string ending = small_ending(file);
  return language_of(file) != nullptr ||
         std::find(headers.begin(), headers.end(), ending) != headers.end();
}

// In C and C++ the name of a file says nothing of what is in it.
bool names_modules(const Language& language) {
  return language.compiler != "gcc" && language.compiler != "g++";
}

bool holds_one_of(const fs::path& file, const std::set<std::string, std::less<>>& symbols) {
  constexpr std::uintmax_t most = 1 << 20;
  std::error_code error;
  if (symbols.empty() || fs::file_size(file, error) > most || error) return false;
  try {
    const auto words = words_of(text::read_file(file));
    return std::any_of(symbols.begin(), symbols.end(),
                       [&](const std::string& symbol) { return words.contains(symbol); });
  } catch (const std::system_error&) {
    return false;
  }
}

}  // namespace

std::vector<std::string> missed_files(const fs::path& source, std::string_view output) {
  constexpr std::size_t most = 3;
  constexpr int most_entries = 1000;
  const fs::path folder = source.parent_path();
  std::set<std::string> missed;
  const auto path_letters = std::string(letters) + "./-+";
  each_word(output, path_letters, [&](std::string_view word) {
    const fs::path name = fs::path(word).lexically_normal();
    std::error_code ignored;
    if (word.find('.') == std::string_view::npos || name.is_absolute() ||
        name.filename() == source.filename() || *name.begin() == "..") {
      return;
    }
    if (fs::is_regular_file(folder / name, ignored)) missed.insert(name.string());
  });
  const auto words = words_of(output);
  const auto symbols = undefined_symbols(output);
  std::error_code error;
  fs::directory_iterator entry(folder, error);
  for (int i = 0; !error && entry != fs::directory_iterator() && i < most_entries;
       ++i, entry.increment(error)) {
    const fs::path& file = entry->path();
    if (file.filename() == source.filename() || !is_part_of_a_source(file)) continue;
    const Language* language = language_of(file);
    const bool named = language != nullptr && language == language_of(source) &&
                       names_modules(*language) && words.contains(file.stem().string());
    if (named || holds_one_of(file, symbols)) missed.insert(file.filename().string());
  }
  std::vector<std::string> result(missed.begin(), missed.end());
  if (result.size() > most) result.resize(most);
  return result;
}

std::optional<std::size_t> line_not_utf8(std::string_view text) {
  std::size_t line = 1;
  while (!text.empty()) {
    const text::Character character = text::first_character(text);
    if (!character.valid) return line;
    if (character.code == '\n') ++line;
    text.remove_prefix(character.bytes);
  }
  return std::nullopt;
}

std::string compile_advice(const fs::path& source, std::string_view text, std::string_view output) {
  if (const auto files = missed_files(source, output); !files.empty()) {
    return fmt::format(
        "{} beside it, and a submission is one file: put all into {}, or compile it yourself and "
        "give the program",
        text::join_with(files, "and") + (files.size() == 1 ? " lies" : " lie"),
        source.filename().string());
  }
  if (text.starts_with("\xef\xbb\xbf")) {
    return fmt::format(
        "{} begins with a byte order mark, which an editor wrote and this compiler may not take; "
        "save it as UTF-8 without one",
        source.filename().string());
  }
  if (const auto line = line_not_utf8(text)) {
    return fmt::format("line {} is not UTF-8; save the file as UTF-8", *line);
  }
  return {};
}

}  // namespace referee::toolchain
