// Reads JSON that people and other programs wrote. Errors name the place and say what
// would be right.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "referee/base/text/error.hpp"

namespace referee::text {

using Json = nlohmann::ordered_json;

// Names the place ("demo.json: bots[2].name"), what is wrong and what would be
// right instead.
class JsonError : public InputError {
  using InputError::InputError;
};

// Parses a whole text. `source` names it in errors, which give line and column of a
// syntax error. A key that occurs twice in one object is an error too. Throws
// JsonError.
Json parse_json(std::string_view text, std::string_view source);

// `json` as text, in one line or with so many blanks for each level. A byte that is not UTF-8, as a
// path may have, becomes U+FFFD.
std::string dump(const Json& json, int indent = -1);

// A value together with its place.
class JsonReader {
 public:
  JsonReader(const Json& value, std::string place) : value_(value), place_(std::move(place)) {}

  [[nodiscard]] const Json& value() const noexcept { return value_; }
  [[nodiscard]] const std::string& place() const noexcept { return place_; }

  // Throws a JsonError about this place.
  [[noreturn]] void fail(const std::string& what) const;

  // The value as this type. Fails if it has another type, and names that type.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] bool boolean() const;
  [[nodiscard]] double number() const;
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;
  // A text of 1 to 200 bytes, all safe to show on a terminal, see is_unsafe().
  [[nodiscard]] std::string name() const;

  // Arrays. items() and all() fail if the value is not an array.
  [[nodiscard]] std::size_t items() const;
  [[nodiscard]] JsonReader item(std::size_t index) const;
  [[nodiscard]] std::vector<JsonReader> all() const;

  // Objects. For a missing key at() fails and find() returns nothing.
  [[nodiscard]] JsonReader at(std::string_view key) const;
  [[nodiscard]] std::optional<JsonReader> find(std::string_view key) const;
  // Keys that are known at another place: "it belongs to a bot's entry".
  struct Elsewhere {
    std::vector<std::string_view> keys;
    std::string_view place;  // "a bot's entry"
  };
  // Fails if the value is not an object, or has a key that is not in `known`; names the place where
  // it is known, or the nearest known key.
  void only(const std::vector<std::string_view>& known,
            const std::vector<Elsewhere>& elsewhere = {}) const;

 private:
  [[nodiscard]] std::string kind() const;  // "a number", "text", ...

  const Json& value_;
  std::string place_;
};

}  // namespace referee::text
