#include "referee/machine/toolchain/main_class.hpp"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::toolchain {
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

}  // namespace referee::toolchain
