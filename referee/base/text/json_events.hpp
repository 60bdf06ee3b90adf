// The values of a JSON text one after the other, without a document made of them.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace referee::text {

// Receives the values in the order of the text. Each function returns whether to go on. Texts are
// valid during the call only.
class JsonEvents {
 public:
  virtual ~JsonEvents() = default;

  virtual bool key(std::string_view text) = 0;
  virtual bool string(std::string_view text) = 0;
  virtual bool number_integer(std::int64_t value) = 0;
  // A number with a fraction or an exponent, or a whole one below -2^63 or from 2^64 on.
  virtual bool number_float(double value) = 0;
  // A whole number from 2^63 to 2^64, or one that no double can hold.
  virtual bool number_rare() { return false; }
  virtual bool boolean(bool value) = 0;
  virtual bool null() = 0;
  virtual bool start_object() = 0;
  virtual bool end_object() = 0;
  virtual bool start_array() = 0;
  virtual bool end_array() = 0;

  // Before each call: the part of the text that it is about, with quotation marks; of objects and
  // lists the bracket.
  void set_token(std::string_view token) noexcept { token_ = token; }

 protected:
  [[nodiscard]] std::string_view token() const noexcept { return token_; }

 private:
  std::string_view token_;
};

enum class JsonEnd : std::uint8_t {
  whole,    // the text is one JSON value, as RFC 8259 has it, and all of it was passed on
  stopped,  // a function returned false; what follows was not read
  refused,  // it is not JSON, or is nested more than 100 deep; what came before was passed on
};

// As parse_json() has it.
constexpr std::size_t most_nested_json = 100;

// Where the first character is that is not itself within a string: a quotation mark, a backslash, a
// control character, or one beyond ASCII.
const char* end_of_plain_json(const char* at, const char* end) noexcept;
// Where the blanks that begin at `at` end.
const char* end_of_blanks(const char* at, const char* end) noexcept;
// What a string with its quotation marks stands for; false if it is not valid.
bool decode_json(std::string_view token, std::string& decoded);

// Reads one text.
template <typename Events>
class JsonScanner {
 public:
  JsonScanner(std::string_view text, Events& events)
      : at_(text.data()), end_(text.data() + text.size()), events_(events) {
    if (text.starts_with("\xef\xbb\xbf")) at_ += 3;  // a byte order mark
  }

  JsonEnd read() {
    blanks();
    if (at_ != end_ && value(0)) {
      blanks();
      if (at_ == end_) return JsonEnd::whole;
    }
    return stopped_ ? JsonEnd::stopped : JsonEnd::refused;
  }

 private:
  void blanks() noexcept {
    if (at_ != end_ && *at_ <= ' ') at_ = end_of_blanks(at_, end_);
  }
  [[nodiscard]] bool is(char c) const noexcept { return at_ != end_ && *at_ == c; }
  void token(const char* begin) noexcept {
    events_.set_token({begin, static_cast<std::size_t>(at_ - begin)});
  }
  bool go_on(bool yes) noexcept {
    if (!yes) stopped_ = true;
    return yes;
  }

  // Like all functions below: false if it is not JSON, or if the events have had enough.
  // `depth`: how many objects and lists are open around it.
  bool value(std::size_t depth) {
    std::string_view text;
    switch (*at_) {
      case '{':
        return depth < most_nested_json && object(depth + 1);
      case '[':
        return depth < most_nested_json && list(depth + 1);
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

  bool object(std::size_t depth) {
    token(at_++);
    if (!go_on(events_.start_object())) return false;
    blanks();
    if (!is('}')) {
      while (true) {
        std::string_view key;
        if (!is('"') || !string(key) || !go_on(events_.key(key))) return false;
        if (!passes(':') || !value(depth)) return false;
        blanks();
        if (is('}')) break;
        if (!passes(',')) return false;
      }
    }
    token(at_++);
    return go_on(events_.end_object());
  }

  bool list(std::size_t depth) {
    token(at_++);
    if (!go_on(events_.start_array())) return false;
    blanks();
    if (!is(']')) {
      while (true) {
        if (at_ == end_ || !value(depth)) return false;
        blanks();
        if (is(']')) break;
        if (!passes(',')) return false;
      }
    }
    token(at_++);
    return go_on(events_.end_array());
  }

  // This character between blanks.
  bool passes(char c) noexcept {
    blanks();
    if (!is(c)) return false;
    ++at_;
    blanks();
    return at_ != end_;
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
    const char* const begin = at_;
    const char* at = end_of_plain_json(begin + 1, end_);
    const bool plain = at != end_ && *at == '"';
    while (at != end_ && *at != '"') {
      at += *at == '\\' && end_ - at > 1 ? 2 : 1;
      at = end_of_plain_json(at, end_);
    }
    if (at == end_) return false;
    text = {begin + 1, static_cast<std::size_t>(at - begin) - 1};
    at_ = at + 1;
    token(begin);
    if (plain) return true;
    if (!decode_json({begin, static_cast<std::size_t>(at_ - begin)}, decoded_)) return false;
    text = decoded_;
    return true;
  }
  bool number() {
    const char* const begin = at_;
    const bool negative = *begin == '-';
    const char* const first = begin + (negative ? 1 : 0);
    std::uint64_t whole = 0;  // right for up to 18 digits
    const char* at = first;
    for (; at != end_ && is_digit(*at); ++at) {
      whole = 10 * whole + static_cast<std::uint64_t>(*at - '0');
    }
    at_ = at;
    const auto count = at - first;
    if (count == 0 || (count > 1 && *first == '0')) return false;
    if (at == end_ || (*at != '.' && *at != 'e' && *at != 'E')) {
      token(begin);
      if (count <= 18) {
        const auto value = static_cast<std::int64_t>(whole);
        return go_on(events_.number_integer(negative ? -value : value));
      }
      if (std::int64_t value = 0; reads(begin, value)) return go_on(events_.number_integer(value));
      if (std::uint64_t value = 0; reads(begin, value)) return go_on(events_.number_rare());
    } else {
      if (is('.') && (++at_, !digits())) return false;
      if (is('e') || is('E')) {
        ++at_;
        if (is('+') || is('-')) ++at_;
        if (!digits()) return false;
      }
      token(begin);
    }
    double value = 0;
    return go_on(reads(begin, value) ? events_.number_float(value) : events_.number_rare());
  }
  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  bool digits() noexcept {
    const char* const begin = at_;
    at_ = std::find_if_not(at_, end_, is_digit);
    return at_ != begin;
  }
  template <typename Number>
  bool reads(const char* begin, Number& value) const noexcept {
    return std::from_chars(begin, at_, value).ec == std::errc();
  }

  const char* at_;
  const char* const end_;
  Events& events_;
  bool stopped_ = false;
  std::string decoded_;
};

// Reads several times as quickly as parse_json(), but does not say what is wrong with a text, nor
// whether a key occurs twice. `Events` is a JsonEvents; if it is final, its functions are called
// directly. Throws what they throw.
template <typename Events>
JsonEnd read_json(std::string_view text, Events& events) {
  return JsonScanner<Events>(text, events).read();
}

}  // namespace referee::text
