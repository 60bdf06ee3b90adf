// JSON as text: written piece by piece, and read value by value, without a document made of it.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

namespace referee::text {

// The caller must match begin and end, and write a key before every value of an object.
class JsonText {
 public:
  JsonText() = default;
  // Reserves that many bytes.
  explicit JsonText(std::size_t bytes) { text_.reserve(bytes); }

  void begin_object() { open('{'); }
  void end_object() { close('}'); }
  void begin_array() { open('['); }
  void end_array() { close(']'); }

  // A name that needs no escapes.
  void key(std::string_view name) {
    separate();
    text_ += '"';
    text_ += name;
    text_ += "\":";
    separated_ = true;
  }

  void value(std::string_view text);
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth) { raw(truth ? "true" : "false"); }
  void value(double number);
  template <std::integral Integer>
  void value(Integer number) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  // A value that is JSON already.
  void raw(std::string_view json) {
    separate();
    text_ += json;
  }

  template <typename Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    value(of);
  }
  // A list: `write` writes each of these elements.
  template <typename Range, typename Write>
  void list(const Range& of, Write write) {
    begin_array();
    for (const auto& one : of) write(one);
    end_array();
  }
  template <typename Range, typename Write>
  void list_member(std::string_view name, const Range& of, Write write) {
    key(name);
    list(of, write);
  }
  // Of values.
  template <typename Range>
  void list_member(std::string_view name, const Range& of) {
    list_member(name, of, [this](const auto& one) { value(one); });
  }

  [[nodiscard]] std::string take() && { return std::move(text_); }

 private:
  void separate() {
    if (!separated_) text_ += ',';
    separated_ = false;
  }
  void open(char bracket) {
    separate();
    text_ += bracket;
    separated_ = true;
  }
  void close(char bracket) {
    text_ += bracket;
    separated_ = false;
  }
  std::string text_;
  bool separated_ = true;  // the next value needs no comma before it
};

// Thrown where a text is no JSON as parse_json() has it, which says what is wrong with it. Only a
// key that occurs twice in an object is not noticed, except by JsonCursor::skip().
struct NotJson {};

struct JsonNumber {
  bool is_whole = false;  // without fraction and exponent, from -2^63 to 2^63 - 1
  std::int64_t whole = 0;
  double real = 0;
};

// Where the first character is that is not itself within a string: a quotation mark, a backslash, a
// control character, or one beyond ASCII.
const char* end_of_plain_json(const char* at, const char* end) noexcept;

// Is at a value until a function reads it or passes over it; then behind it. Reads several times as
// quickly as parse_json(). All throw NotJson.
class JsonCursor {
 public:
  explicit JsonCursor(std::string_view text) : at_(text.data()), end_(at_ + text.size()) {
    if (text.starts_with("\xef\xbb\xbf")) at_ += 3;  // a byte order mark
    blanks();
  }

  [[nodiscard]] const char* at() const noexcept { return at_; }
  // The first character of the value.
  [[nodiscard]] char next() const {
    if (at_ == end_) throw NotJson();
    return *at_;
  }

  // Valid until the next one is read.
  std::string_view string() {
    const char* const begin = at_ + 1;
    if (!is('"')) throw NotJson();
    const char* at = end_of_plain_json(begin, end_);
    const bool plain = at != end_ && *at == '"';
    while (at != end_ && *at != '"') {
      at += *at == '\\' && end_ - at > 1 ? 2 : 1;
      at = end_of_plain_json(at, end_);
    }
    if (at == end_) throw NotJson();
    quoted_ = {begin - 1, at + 1};
    at_ = at + 1;
    if (plain) return {begin, at};
    decode();
    return decoded_;
  }
  // The newest string or key as it is in the text, with its quotation marks.
  [[nodiscard]] std::string_view quoted() const noexcept { return quoted_; }

  JsonNumber number() {
    const char* const begin = at_;
    const bool negative = is('-');
    if (negative) ++at_;
    const char* const first = at_;
    std::uint64_t whole = 0;  // right for up to 18 digits
    for (; at_ != end_ && is_digit(*at_); ++at_) {
      whole = 10 * whole + static_cast<std::uint64_t>(*at_ - '0');
    }
    const auto count = at_ - first;
    if (count == 0 || (count > 1 && *first == '0')) throw NotJson();
    if (at_ == end_ || (*at_ != '.' && *at_ != 'e' && *at_ != 'E')) {
      auto value = static_cast<std::int64_t>(negative ? 0 - whole : whole);
      if (count <= 18 || std::from_chars(begin, at_, value).ec == std::errc()) {
        return {true, value, static_cast<double>(value)};
      }
    } else {
      if (is('.')) ++at_, digits();
      if (is('e') || is('E')) {
        ++at_;
        if (is('+') || is('-')) ++at_;
        digits();
      }
    }
    return {false, 0, real(begin)};
  }

  bool boolean() {
    const bool truth = next() == 't';
    word(truth ? "true" : "false");
    return truth;
  }

  // Calls `each(key)` for each member, which reads its value, or returns false: then nothing more
  // is read. The key is valid until a string is read.
  template <typename Each>
  bool object(Each each) {
    if (open('{', '}')) return true;
    do {
      const std::string_view key = string();
      blanks();
      pass(':');
      if (!each(key)) return false;
    } while (goes_on('}'));
    return true;
  }
  // Calls `each()` for each element, which reads it.
  template <typename Each>
  void list(Each each) {
    if (open('[', ']')) return;
    do each();
    while (goes_on(']'));
  }

  // Passes over any value, and returns its text.
  std::string_view skip();
  // Whether an object that was passed over might have a key twice.
  [[nodiscard]] bool is_doubtful() const noexcept { return doubtful_; }

  // Nothing follows but blanks.
  void end() {
    blanks();
    if (at_ != end_) throw NotJson();
  }

 private:
  void blanks() noexcept {
    while (at_ != end_ && (*at_ == ' ' || *at_ == '\n' || *at_ == '\r' || *at_ == '\t')) ++at_;
  }
  [[nodiscard]] bool is(char c) const noexcept { return at_ != end_ && *at_ == c; }
  // This character, and the blanks behind it.
  void pass(char c) {
    if (!is(c)) throw NotJson();
    ++at_;
    blanks();
  }
  // Whether it is closed again at once.
  bool open(char bracket, char close) {
    pass(bracket);
    if (++depth_ > most_depth) throw NotJson();
    return is(close) && !goes_on(close);
  }
  bool goes_on(char close) {
    blanks();
    if (is(close)) {
      ++at_;
      --depth_;
      return false;
    }
    pass(',');
    return true;
  }
  void word(std::string_view letters) {
    if (!std::string_view(at_, end_).starts_with(letters)) throw NotJson();
    at_ += letters.size();
  }
  static bool is_digit(char c) noexcept { return c >= '0' && c <= '9'; }
  void digits() {
    const char* const begin = at_;
    at_ = std::find_if_not(at_, end_, is_digit);
    if (at_ == begin) throw NotJson();
  }
  double real(const char* begin) const;
  void decode();

  static constexpr std::size_t most_depth = 100;  // as parse_json() has it

  const char* at_;
  const char* const end_;
  std::size_t depth_ = 0;  // objects and lists that are open
  std::string_view quoted_;
  std::string decoded_;
  std::vector<std::string_view> keys_;  // of the objects that are passed over
  bool doubtful_ = false;
};

}  // namespace referee::text
