// Writes JSON as text, piece by piece; supports only what a record needs. (Building a tree of
// values for every ply took longer than playing it.)
#pragma once

#include <array>
#include <charconv>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

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

}  // namespace referee::text
