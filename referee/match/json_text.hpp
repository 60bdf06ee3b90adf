// Writes JSON as text, piece by piece: what a record needs and no more. A tree of values
// for each of its plies took longer than playing them.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <concepts>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "referee/match/json_reader.hpp"

namespace referee::match {

// The caller balances begin and end and gives every value of an object a key.
class JsonText {
 public:
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

  void value(std::string_view text) {
    separate();
    if (is_plain(text)) {
      text_ += '"';
      text_ += text;
      text_ += '"';
    } else {
      text_ += Json(text).dump(-1, ' ', moves_terminals(text), Json::error_handler_t::replace);
    }
  }
  void value(const char* text) { value(std::string_view(text)); }
  void value(bool truth) { raw(truth ? "true" : "false"); }
  void value(double number) { raw(Json(number).dump()); }
  template <std::integral Integer>
  void value(Integer number) {
    std::array<char, 24> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    raw({digits.data(), static_cast<std::size_t>(end - digits.data())});
  }
  // What is JSON already.
  void raw(std::string_view json) {
    separate();
    text_ += json;
  }

  template <typename Value>
  void member(std::string_view name, const Value& of) {
    key(name);
    value(of);
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
  static bool is_plain(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) {
      const auto byte = static_cast<unsigned char>(c);
      return byte >= 0x20 && byte < 0x7f && c != '"' && c != '\\';
    });
  }

  // Characters beyond ASCII that a terminal may take for orders, or that turn the text around:
  // U+0080 to U+009F, U+202A to U+202E, U+2066 to U+2069. A text with them is written in ASCII.
  static bool moves_terminals(std::string_view text) {
    const auto byte = [text](std::size_t i) {
      return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
      const unsigned second = byte(i + 1);
      const unsigned third = byte(i + 2);
      if (byte(i) == 0xC2 && second >= 0x80 && second <= 0x9F) return true;
      if (byte(i) != 0xE2) continue;
      if (second == 0x80 && third >= 0xAA && third <= 0xAE) return true;
      if (second == 0x81 && third >= 0xA6 && third <= 0xA9) return true;
    }
    return false;
  }

  std::string text_;
  bool separated_ = true;  // nothing stands before what comes next, or a colon does
};

}  // namespace referee::match
