// Reads JSON that people and other programs wrote, with errors that say where and
// what would be right.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "referee/text/error.hpp"

namespace referee::text {

using Json = nlohmann::ordered_json;

// Names the place ("demo.json: bots[2].name"), what is wrong and what would be
// right.
class JsonError : public InputError {
  using InputError::InputError;
};

// Parses a whole text. `source` names it in errors, which give line and column of a
// syntax error. A key that stands twice in one object is an error too. Throws
// JsonError.
Json parse_json(std::string_view text, std::string_view source);

// A value together with its place.
class JsonReader {
 public:
  JsonReader(const Json& value, std::string place) : value_(value), place_(std::move(place)) {}

  [[nodiscard]] const Json& value() const noexcept { return value_; }
  [[nodiscard]] const std::string& place() const noexcept { return place_; }

  // Throws a JsonError about this place.
  [[noreturn]] void fail(const std::string& what) const;

  // The value as such a thing, or an error that says what it is instead.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  // A text of one or more characters that are safe to show, see is_unsafe().
  [[nodiscard]] std::string name() const;

  // Arrays. items() is an error for what is no array.
  [[nodiscard]] std::size_t items() const;
  [[nodiscard]] JsonReader item(std::size_t index) const;

  // Objects. A missing key is an error in at() and nothing in find().
  [[nodiscard]] JsonReader at(std::string_view key) const;
  [[nodiscard]] std::optional<JsonReader> find(std::string_view key) const;
  // An error for what is no object, and for keys that are not in `known`, with the
  // nearest known one.
  void only(std::initializer_list<std::string_view> known) const;

 private:
  [[nodiscard]] std::string kind() const;  // "a number", "text", ...

  const Json& value_;
  std::string place_;
};

}  // namespace referee::text
