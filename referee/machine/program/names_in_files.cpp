#include "referee/machine/program/names_in_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/machine/program/executable.hpp"
#include "referee/machine/program/file_mark.hpp"

namespace referee::program {
namespace {

namespace fs = std::filesystem;

bool is_of_a_name(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-' || c == '.' || c == '+' ||
         c == '$';
}

std::string stem_of(const std::string& name) { return fs::path(name).stem().string(); }
std::string ending_of(const std::string& name) { return fs::path(name).extension().string(); }

// The words of a text, or of a program, among those that are wanted.
class WordSearch {
 public:
  WordSearch(const std::set<std::string>& wanted, bool program)
      : wanted_(wanted), program_(program) {
    for (std::size_t byte = 0; byte < of_a_name_.size(); ++byte) {
      of_a_name_.at(byte) = is_of_a_name(static_cast<char>(byte));
    }
    for (const std::string& name : wanted) {
      const std::size_t first = number_of(name.front(), '\0');
      if (name.size() > 1) {
        begins_[number_of(name[0], name[1])] = 1;
      } else {
        for (std::size_t second = 0; second < 256; ++second) begins_[first + second] = 1;
      }
    }
  }

  // A program has millions of words: only those are looked at in which something wanted may begin.
  std::set<std::string> in(std::string_view text) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      if (begins_[number_of(text[i], i + 1 < text.size() ? text[i + 1] : '\0')] == 0) continue;
      if (!is_in_name(text[i])) continue;
      std::size_t begin = i;
      std::size_t end = i;
      while (begin > 0 && is_in_name(text[begin - 1])) --begin;
      while (end < text.size() && is_in_name(text[end])) ++end;
      constexpr std::size_t longest = 255;
      if (end - begin <= longest) {
        found_word(text.substr(begin, end - begin), begin > 0 ? text[begin - 1] : '\0');
      }
      i = end - 1;
    }
    return std::move(found_);
  }

 private:
  static std::size_t number_of(char first, char second) {
    return std::size_t{static_cast<unsigned char>(first)} << 8 | static_cast<unsigned char>(second);
  }
  [[nodiscard]] bool is_in_name(char c) const { return of_a_name_[static_cast<unsigned char>(c)]; }

  void found_word(std::string_view word, char before) {
    found(word);
    // helper.MOVE, pkg.Bot, ./engine., v1.2
    for (std::size_t dot = word.find('.'); dot != std::string_view::npos;
         dot = word.find('.', dot + 1)) {
      found(word.substr(0, dot));
      const std::string_view rest = word.substr(dot + 1);
      found(rest);
      found(rest.substr(0, rest.find('.')));
    }
    // "%d.bin"
    if (before != '%') return;
    const std::size_t dot = word.find('.');
    const bool is_form =
        dot != std::string_view::npos &&
        std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(dot),
                    [](unsigned char c) { return std::isdigit(c) != 0 || std::islower(c) != 0; });
    if (is_form) found(word.substr(dot));
  }

  void found(std::string_view name) {
    constexpr std::size_t least = 3;  // shorter ones are anywhere in a program
    if (name.empty() || (program_ && name.size() < least)) return;
    if (std::string text(name); wanted_.contains(text)) found_.insert(std::move(text));
  }

  const std::set<std::string>& wanted_;
  const bool program_;
  std::array<bool, 256> of_a_name_{};
  std::vector<char> begins_ =
      std::vector<char>(std::size_t{1} << 16);  // by two bytes; a bit would be slower
  std::set<std::string> found_;
};

}  // namespace

void NamesInFiles::look_for(const std::string& name, bool code) {
  const auto want = [this](const std::string& text) {
    if (!text.empty()) wanted_.insert(text);
  };
  want(name);
  if (code) {
    codes_.insert(name);
    want(stem_of(name));
  } else {
    want(ending_of(name));
  }
}

void NamesInFiles::read(const fs::path& file) {
  static FileMemory<Names> known;
  const Names names =
      known.of(file, fmt::format("{}", fmt::join(wanted_, "/")), [&] { return names_in(file); });
  names_.found.insert(names.found.begin(), names.found.end());
  names_.all_code = names_.all_code || names.all_code;
}

NamesInFiles::Names NamesInFiles::names_in(const fs::path& file) const {
  constexpr std::size_t most = std::size_t{64} << 20;
  constexpr std::size_t head = 4096;
  const std::string bytes = mapped_beginning(file, most);
  const bool text = bytes.find('\0') >= std::min(bytes.size(), head);
  const bool program = !text && file.extension() != ".class";
  return {WordSearch(wanted_, program).in(bytes), bytes.starts_with("PK\x03\x04")};
}

bool NamesInFiles::has(const std::string& name) const {
  const bool code = codes_.contains(name);
  return (code && names_.all_code) || names_.found.contains(name) ||
         names_.found.contains(code ? stem_of(name) : ending_of(name));
}

}  // namespace referee::program
