#include "referee/text/json_events.hpp"

#include <array>
#include <charconv>
#include <cstddef>
#include <cstring>
#include <string>
#include <system_error>

#include <nlohmann/json.hpp>

namespace referee::text {
namespace {

// As parse_json() has it.
constexpr std::size_t most_nested = 100;

// The first character that is not itself within a string: a quotation mark, a backslash, a control
// character, or one beyond ASCII. Eight bytes at a time, as long as none of them is.
const char* end_of_plain(const char* at, const char* end) noexcept {
  constexpr std::uint64_t ones = 0x0101010101010101;
  const auto zero_in = [](std::uint64_t bytes) { return (bytes - ones) & ~bytes; };
  for (std::uint64_t bytes = 0; end - at >= 8; at += 8) {
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t controls = (bytes - 0x20 * ones) & ~bytes;
    const std::uint64_t found = zero_in(bytes ^ (ones * '"')) | zero_in(bytes ^ (ones * '\\'));
    if (((found | controls | bytes) & (0x80 * ones)) != 0) break;
  }
  const auto is_plain = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte >= 0x20 && byte < 0x80 && c != '"' && c != '\\';
  };
  while (at != end && is_plain(*at)) ++at;
  return at;
}

class Scanner {
 public:
  Scanner(std::string_view text, JsonEvents& events)
      : at_(text.data()), end_(text.data() + text.size()), events_(events) {
    if (text.starts_with("\xef\xbb\xbf")) at_ += 3;  // a byte order mark
  }

  JsonEnd read() {
    if (reads_all()) return JsonEnd::whole;
    return stopped_ ? JsonEnd::stopped : JsonEnd::refused;
  }

 private:
  enum class Next : std::uint8_t { value, key, behind };

  // Like all functions below: false if it is not JSON, or if the events have had enough.
  bool reads_all() {
    while (true) {
      blanks();
      if (at_ == end_) return next_ == Next::behind && depth_ == 0;
      const bool good = next_ == Next::value ? value() : next_ == Next::key ? key() : behind();
      if (!good) return false;
    }
  }

  void blanks() noexcept {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\t' || *at_ == '\n' || *at_ == '\r')) ++at_;
  }
  [[nodiscard]] bool is(char c) const noexcept { return at_ != end_ && *at_ == c; }
  void token(const char* begin) noexcept {
    events_.set_token({begin, static_cast<std::size_t>(at_ - begin)});
  }
  bool go_on(bool yes) noexcept {
    stopped_ = !yes;
    return yes;
  }

  bool value() {
    next_ = Next::behind;
    std::string_view text;
    switch (*at_) {
      case '{':
      case '[':
        return open();
      case '"':
        return string(text) && go_on(events_.string(text));
      case 't':
        return word("true") && go_on(events_.boolean(true));
      case 'f':
        return word("false") && go_on(events_.boolean(false));
      case 'n':
        return word("null") && go_on(events_.null());
      default:
        return number();
    }
  }

  bool key() {
    next_ = Next::value;
    std::string_view text;
    if (!is('"') || !string(text) || !go_on(events_.key(text))) return false;
    blanks();
    return is(':') && ++at_ != end_;
  }

  // What follows a value within an object or a list.
  bool behind() {
    if (depth_ == 0) return false;
    const bool object = objects_[depth_ - 1];
    if (*at_ != ',') return *at_ == (object ? '}' : ']') && close();
    ++at_;
    next_ = object ? Next::key : Next::value;
    return true;
  }

  bool open() {
    if (depth_ == most_nested) return false;
    const bool object = *at_ == '{';
    objects_[depth_++] = object;
    token(at_++);
    if (!go_on(object ? events_.start_object() : events_.start_array())) return false;
    blanks();
    if (is(object ? '}' : ']')) return close();
    next_ = object ? Next::key : Next::value;
    return true;
  }

  bool close() {
    next_ = Next::behind;
    token(at_++);
    return go_on(objects_[--depth_] ? events_.end_object() : events_.end_array());
  }

  bool word(std::string_view letters) {
    const char* const begin = at_;
    if (!std::string_view(at_, static_cast<std::size_t>(end_ - at_)).starts_with(letters)) {
      return false;
    }
    at_ += letters.size();
    token(begin);
    return true;
  }

  bool string(std::string_view& text) {
    const char* const begin = at_++;
    const char* const first = at_;
    at_ = end_of_plain(at_, end_);
    const bool plain = is('"');
    while (at_ != end_ && *at_ != '"') {
      at_ += *at_ == '\\' && end_ - at_ > 1 ? 2 : 1;
      at_ = end_of_plain(at_, end_);
    }
    if (at_ == end_) return false;
    text = {first, static_cast<std::size_t>(at_++ - first)};
    token(begin);
    return plain || decode(begin, text);
  }
  // Of a string with escapes or characters beyond ASCII.
  bool decode(const char* begin, std::string_view& text) {
    nlohmann::json json = nlohmann::json::parse(begin, at_, nullptr, false);
    if (!json.is_string()) return false;
    decoded_ = std::move(json.get_ref<std::string&>());
    text = decoded_;
    return true;
  }

  bool digits() noexcept {
    const char* const begin = at_;
    while (at_ != end_ && *at_ >= '0' && *at_ <= '9') ++at_;
    return at_ != begin;
  }
  bool number() {
    const char* const begin = at_;
    if (is('-')) ++at_;
    if (is('0')) {
      ++at_;
    } else if (!digits()) {
      return false;
    }
    const char* const behind_whole = at_;
    if (is('.') && (++at_, !digits())) return false;
    if (is('e') || is('E')) {
      ++at_;
      if (is('+') || is('-')) ++at_;
      if (!digits()) return false;
    }
    token(begin);
    if (at_ == behind_whole) {
      if (std::int64_t value = 0; reads(begin, value)) return go_on(events_.number_integer(value));
      if (std::uint64_t value = 0; reads(begin, value)) return go_on(events_.number_rare());
    }
    double value = 0;
    return go_on(reads(begin, value) ? events_.number_float(value) : events_.number_rare());
  }
  template <typename Number>
  bool reads(const char* begin, Number& value) const noexcept {
    return std::from_chars(begin, at_, value).ec == std::errc();
  }

  const char* at_;
  const char* const end_;
  JsonEvents& events_;
  Next next_ = Next::value;
  std::size_t depth_ = 0;
  std::array<bool, most_nested> objects_{};  // of what is open: whether it is an object
  bool stopped_ = false;
  std::string decoded_;
};

}  // namespace

JsonEnd read_json(std::string_view text, JsonEvents& events) {
  return Scanner(text, events).read();
}

}  // namespace referee::text
