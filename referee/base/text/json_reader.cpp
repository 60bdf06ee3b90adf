#include "referee/base/text/json_reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include <nlohmann/json.hpp>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"

template class nlohmann::basic_json<nlohmann::ordered_map>;  // see referee/precompiled.hpp

namespace referee::text {
namespace {

// Line and column, both from 1, of a byte of a text.
std::string line_and_column(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto start = before.rfind('\n');
  const auto column = before.size() - (start == std::string_view::npos ? 0 : start + 1) + 1;
  return fmt::format("line {}, column {}", line, column);
}

// More than any of our files needs. Writing deeper ones would overflow the stack, since the
// library's writer is recursive.
constexpr int most_depth = 100;

// The library names a number that overflows, but not its place.
std::string too_big(std::string_view text, const std::string& what) {
  const auto begin = what.find('\'') + 1;
  const std::string number = what.substr(begin, what.rfind('\'') - begin);
  return fmt::format("{}: the number {} is too big", line_and_column(text, text.find(number)),
                     number);
}

// What the library says of a syntax error, without its own prefix and position.
std::string syntax_message(const std::string& what) {
  const auto at = what.find("syntax error");
  return at == std::string::npos ? what : what.substr(at);
}

}  // namespace

std::string dump(const Json& json, int indent) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json parse_json(std::string_view text, std::string_view source) {
  // Versions of the library word this differently.
  if (text.empty()) {
    throw JsonError(fmt::format("{}: line 1, column 1: syntax error: it is empty", source));
  }
  std::vector<std::set<std::string, std::less<>>> keys;
  std::string twice;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t event, Json& parsed) {
    using Event = nlohmann::json::parse_event_t;
    if (depth >= most_depth && (event == Event::object_start || event == Event::array_start)) {
      throw JsonError(
          fmt::format("{}: objects and lists are nested more than {} deep", source, most_depth));
    }
    if (event == Event::object_start) keys.emplace_back();
    if (event == Event::object_end) keys.pop_back();
    if (event == Event::key && !keys.back().insert(parsed.get<std::string>()).second) {
      if (twice.empty()) twice = parsed.get<std::string>();
    }
    return true;
  };
  try {
    Json value = Json::parse(text.begin(), text.end(), watch);
    if (!twice.empty()) {
      throw JsonError(fmt::format("{}: the key \"{}\" occurs twice in one object", source, twice));
    }
    return value;
  } catch (const Json::parse_error& error) {
    const std::size_t byte = error.byte > 0 ? error.byte - 1 : 0;
    throw JsonError(fmt::format("{}: {}: {}", source, line_and_column(text, byte),
                                syntax_message(error.what())));
  } catch (const Json::out_of_range& error) {
    throw JsonError(fmt::format("{}: {}", source, too_big(text, error.what())));
  }
}

void JsonReader::fail(const std::string& what) const {
  // The place of a whole text is "demo.json:".
  throw JsonError(place_ + (place_.ends_with(':') ? " " : ": ") + what);
}

std::string JsonReader::kind() const {
  switch (value_.type()) {
    case Json::value_t::null:
      return "null";
    case Json::value_t::object:
      return "an object";
    case Json::value_t::array:
      return "a list";
    case Json::value_t::string:
      return "the text " + in_quotes(value_.get_ref<const std::string&>().substr(0, 40));
    case Json::value_t::boolean:
      return value_.get<bool>() ? "true" : "false";
    default:
      return "the number " + value_.dump();
  }
}

std::string JsonReader::text() const {
  if (!value_.is_string()) fail("must be a text, not " + kind());
  return value_.get<std::string>();
}

bool JsonReader::boolean() const {
  if (!value_.is_boolean()) fail("must be true or false, not " + kind());
  return value_.get<bool>();
}

double JsonReader::number() const {
  if (!value_.is_number()) fail("must be a number, not " + kind());
  return value_.get<double>();
}

std::int64_t JsonReader::integer(std::int64_t least, std::int64_t most) const {
  const auto wrong = [&] {
    fail(fmt::format("must be a whole number from {} to {}, not {}", least, most, kind()));
  };
  if (!value_.is_number_integer()) wrong();
  if (value_.is_number_unsigned() &&
      value_.get<std::uint64_t>() >
          static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())) {
    wrong();
  }
  const auto number = value_.get<std::int64_t>();
  if (number < least || number > most) wrong();
  return number;
}

std::string JsonReader::name() const {
  std::string result = text();
  if (result.empty()) fail("must not be empty");
  int characters = 0;
  for (std::string_view rest = result; !rest.empty();) {
    if (++characters > 200) fail("must have at most 200 characters");
    const Character character = first_character(rest);
    if (is_unsafe(character)) {
      fail("must not contain line breaks, control characters or marks of writing direction");
    }
    rest.remove_prefix(character.bytes);
  }
  return result;
}

std::size_t JsonReader::items() const {
  if (!value_.is_array()) fail("must be a list, not " + kind());
  return value_.size();
}

JsonReader JsonReader::item(std::size_t index) const {
  return {value_.at(index), fmt::format("{}[{}]", place_, index)};
}

std::vector<JsonReader> JsonReader::all() const {
  std::vector<JsonReader> list;
  for (std::size_t i = 0; i < items(); ++i) list.push_back(item(i));
  return list;
}

JsonReader JsonReader::at(std::string_view key) const {
  auto found = find(key);
  if (!found) fail(fmt::format("the key \"{}\" is missing", key));
  return *found;
}

std::optional<JsonReader> JsonReader::find(std::string_view key) const {
  if (!value_.is_object()) fail("must be an object, not " + kind());
  const auto found = value_.find(std::string(key));
  if (found == value_.end()) return std::nullopt;
  const bool top = place_.ends_with(':');
  return JsonReader(*found, place_ + (top ? " " : ".") + std::string(key));
}

void JsonReader::only(const std::vector<std::string_view>& known,
                      const std::vector<Elsewhere>& elsewhere) const {
  if (!value_.is_object()) fail("must be an object, not " + kind());
  for (const auto& [key, ignored] : value_.items()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    for (const Elsewhere& other : elsewhere) {
      if (std::find(other.keys.begin(), other.keys.end(), key) == other.keys.end()) continue;
      fail(fmt::format("unknown key \"{}\" here; it belongs to {}", key, other.place));
    }
    std::vector<std::string> all;
    for (const std::string_view name : known) all.push_back(in_quotes(name));
    const auto guess = nearest_in(key, known);
    fail(fmt::format(
        "unknown key \"{}\"; {}", key,
        guess ? fmt::format("did you mean \"{}\"?", *guess) : "known keys are " + join(all)));
  }
}

}  // namespace referee::text
