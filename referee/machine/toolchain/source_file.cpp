#include "referee/machine/toolchain/source_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <system_error>
#include <vector>

#include "referee/base/text/file.hpp"
#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/machine/program/command.hpp"
#include "referee/machine/program/executable.hpp"
#include "referee/machine/program/places.hpp"
#include "referee/machine/toolchain/languages.hpp"

namespace referee::toolchain {
namespace {

namespace fs = std::filesystem;

// In a folder that PATH names: an empty entry would make each source here a program.
bool is_in_path(const std::string& name) {
  const auto entries = program::search_path();
  return std::any_of(entries.begin(), entries.end(), [&name](std::string_view entry) {
    return !entry.empty() && program::is_executable_file(fs::path(entry) / name);
  });
}

bool is_below(const fs::path& path, const fs::path& folder) {
  const auto [rest, part] = std::mismatch(folder.begin(), folder.end(), path.begin(), path.end());
  return rest == folder.end() && part != path.end() && !part->empty();
}

bool is_program(const fs::path& file) {
  const program::Build build = program::build_of(file);
  if (build == program::Build::script) return program::is_executable_file(file);
  return build != program::Build::other;
}

}  // namespace

std::optional<SourceFile> find_source(std::string_view command, const fs::path& folder,
                                      const std::vector<std::string>& read, bool scripts) {
  std::vector<std::string> words;
  try {
    words = program::command_words(command, folder);
  } catch (const program::CommandError&) {
    return std::nullopt;  // resolving it says what is wrong
  }
  const Language* language = language_of(words.front());
  if (language == nullptr) return std::nullopt;
  SourceFile source;
  source.file = (fs::absolute(folder) / words.front()).lexically_normal();
  source.language = language;
  std::error_code ignored;
  if (!fs::is_regular_file(source.file, ignored)) return std::nullopt;
  const bool script = scripts && program::build_of(source.file) == program::Build::script;
  if (!script && is_program(source.file)) return std::nullopt;
  if (words.front().find('/') == std::string::npos && is_in_path(words.front())) {
    return std::nullopt;
  }
  // The judge had both until 2024, and one ending.
  if (language->compiler == "python3" &&
      program::interpreter_line(source.file).find("python2") != std::string::npos) {
    source.language = language_of("bot.py2");
  }
  source.words.assign(words.begin() + 1, words.end());
  if (language->compiled) return source;
  for (const std::string& given : read) {
    const fs::path path = (fs::absolute(folder) / given).lexically_normal();
    if (is_below(path, source.file.parent_path())) source.companions.push_back(path);
    source.stays = source.stays || is_below(source.file, path);
  }
  return source;
}

namespace {

bool is_word_character(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || c == '_' || c == '$' || byte >= 0x80;
}

// Words and single signs of a source, without comments and without what is in quotation marks.
class Tokens {
 public:
  explicit Tokens(std::string_view source) : rest_(source) {}

  // Empty at the end.
  std::string_view next() {
    skip();
    if (rest_.empty()) return {};
    std::size_t length = 1;
    if (is_word_character(rest_.front())) {
      while (length < rest_.size() && is_word_character(rest_[length])) ++length;
    }
    return take(length);
  }

 private:
  std::string_view take(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(taken.size());
    return taken;
  }

  void drop_behind(std::string_view end) {
    const auto at = rest_.find(end);
    rest_.remove_prefix(at == std::string_view::npos ? rest_.size() : at + end.size());
  }

  void drop_quoted(std::string_view mark) {
    while (!rest_.empty() && !rest_.starts_with(mark)) {
      take(rest_.front() == '\\' ? 2 : 1);
    }
    take(mark.size());
  }

  void skip() {
    for (;;) {
      if (rest_.starts_with("//")) {
        drop_behind("\n");
      } else if (rest_.starts_with("/*")) {
        take(2);
        drop_behind("*/");
      } else if (rest_.starts_with("\"\"\"")) {
        take(3);
        drop_quoted("\"\"\"");
      } else if (rest_.starts_with('"') || rest_.starts_with('\'')) {
        drop_quoted(take(1));
      } else if (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_.front())) != 0) {
        take(1);
      } else {
        return;
      }
    }
  }

  std::string_view rest_;
};

bool names_a_type(std::string_view word) {
  return word == "class" || word == "interface" || word == "enum" || word == "record";
}

}  // namespace

std::string java_main_class(std::string_view source, std::string_view preferred) {
  Tokens tokens(source);
  std::string package;
  std::string_view outer;  // the type at the top that we are in, or come to
  std::vector<std::string_view> found;
  int depth = 0;
  bool is_static = false;
  std::string_view before;
  std::string_view last;
  for (std::string_view word = tokens.next(); !word.empty(); word = tokens.next()) {
    if (depth == 0 && last == "package") {
      for (; !word.empty() && word != ";"; word = tokens.next()) package += word;
    }
    if (depth == 0 && names_a_type(last) && is_word_character(word.front())) outer = word;
    if (word == "{") ++depth;
    if (word == "}") --depth;
    if (depth == 1 && word == "static") is_static = true;
    if (depth == 1 && word == "(" && last == "main" && before == "void" && is_static) {
      found.push_back(outer);
    }
    if (word == ";" || word == "{" || word == "}") is_static = false;
    before = last;
    last = word;
  }
  if (found.empty()) return {};
  const auto same = std::find(found.begin(), found.end(), preferred);
  const std::string name(same == found.end() ? found.front() : *same);
  return package.empty() ? name : package + "." + name;
}

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
