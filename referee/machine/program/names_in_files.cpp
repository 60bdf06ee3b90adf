#include "referee/machine/program/names_in_files.hpp"

#include <algorithm>
#include <cctype>

#include "referee/machine/program/executable.hpp"

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

}  // namespace

void NamesInFiles::look_for(const std::string& name, bool code) {
  const auto want = [this](const std::string& text) {
    if (text.empty() || !wanted_.insert(text).second) return;
    begins_.at(static_cast<unsigned char>(text.front())) = true;
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
  constexpr std::size_t most = std::size_t{64} << 20;
  constexpr std::size_t head = 4096;
  const std::string bytes = mapped_beginning(file, most);
  if (bytes.starts_with("PK\x03\x04")) names_all_code_ = true;
  const bool text = bytes.find('\0') >= std::min(bytes.size(), head);
  read_words(bytes, !text && file.extension() != ".class");
}

void NamesInFiles::read_words(std::string_view text, bool program) {
  std::array<bool, 256> in_names{};
  for (std::size_t byte = 0; byte < in_names.size(); ++byte) {
    in_names.at(byte) = is_of_a_name(static_cast<char>(byte));
  }
  const bool* const of_a_name = in_names.data();
  const char* at = text.data();
  const char* const end = at + text.size();
  char before = '\0';
  while (at != end) {
    if (!of_a_name[static_cast<unsigned char>(*at)]) {
      before = *at++;
      continue;
    }
    const char* const begin = at;
    while (at != end && of_a_name[static_cast<unsigned char>(*at)]) ++at;
    constexpr std::ptrdiff_t longest = 255;
    if (at - begin <= longest) {
      found_word({begin, static_cast<std::size_t>(at - begin)}, before, program);
    }
  }
}

void NamesInFiles::found_word(std::string_view word, char before, bool program) {
  found(word, program);
  // helper.MOVE, pkg.Bot, ./engine., v1.2
  for (std::size_t dot = word.find('.'); dot != std::string_view::npos;
       dot = word.find('.', dot + 1)) {
    found(word.substr(0, dot), program);
    const std::string_view rest = word.substr(dot + 1);
    found(rest, program);
    found(rest.substr(0, rest.find('.')), program);
  }
  // "%d.bin"
  if (before != '%') return;
  const std::size_t dot = word.find('.');
  const bool is_form =
      dot != std::string_view::npos &&
      std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(dot),
                  [](unsigned char c) { return std::isdigit(c) != 0 || std::islower(c) != 0; });
  if (is_form) found(word.substr(dot), program);
}

void NamesInFiles::found(std::string_view name, bool program) {
  constexpr std::size_t least = 3;  // shorter ones are anywhere in a program
  if (name.empty() || !begins_[static_cast<unsigned char>(name.front())]) return;
  if (program && name.size() < least) return;
  if (std::string text(name); wanted_.contains(text)) found_.insert(std::move(text));
}

bool NamesInFiles::has(const std::string& name) const {
  const bool code = codes_.contains(name);
  return (code && names_all_code_) || found_.contains(name) ||
         found_.contains(code ? stem_of(name) : ending_of(name));
}

}  // namespace referee::program
