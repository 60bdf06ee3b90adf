#include "schema.hpp"

#include <fstream>
#include <iterator>
#include <regex>
#include <stdexcept>

#include <nlohmann/json.hpp>

namespace referee::report {
namespace {

std::string text_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  if (!in) throw std::runtime_error("cannot read " + file);
  return {std::istreambuf_iterator<char>(in), {}};
}

bool has_type(const text::Json& value, const std::string& type) {
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "string") return value.is_string();
  if (type == "integer") return value.is_number_integer();
  if (type == "number") return value.is_number();
  if (type == "boolean") return value.is_boolean();
  if (type == "null") return value.is_null();
  throw std::runtime_error("unknown type " + type);
}

bool has_one_type(const text::Json& value, const text::Json& types) {
  if (types.is_string()) return has_type(value, types.get<std::string>());
  for (const text::Json& type : types) {
    if (has_type(value, type.get<std::string>())) return true;
  }
  return false;
}

bool one_of(const text::Json& value, const text::Json& list) {
  for (const text::Json& one : list) {
    if (one == value) return true;
  }
  return false;
}

bool matches(const text::Json& value, const text::Json& pattern) {
  return std::regex_search(value.get<std::string>(), std::regex(pattern.get<std::string>()));
}

// Keywords about one value by itself: whether it is as `limit` says. Keywords about
// other kinds of values hold.
bool holds(const std::string& keyword, const text::Json& limit, const text::Json& value) {
  if (keyword == "type") return has_one_type(value, limit);
  if (keyword == "const") return value == limit;
  if (keyword == "enum") return one_of(value, limit);
  if (keyword == "minimum") return !value.is_number() || value >= limit;
  if (keyword == "maximum") return !value.is_number() || value <= limit;
  if (keyword == "exclusiveMinimum") return !value.is_number() || value > limit;
  if (keyword == "minItems") return !value.is_array() || value.size() >= limit;
  if (keyword == "maxItems") return !value.is_array() || value.size() <= limit;
  if (keyword == "uniqueItems") {
    return !value.is_array() ||
           std::set<text::Json>(value.begin(), value.end()).size() == value.size();
  }
  if (keyword == "minLength") {
    return !value.is_string() || value.get<std::string>().size() >= limit.get<std::size_t>();
  }
  if (keyword == "maxLength") {
    return !value.is_string() || value.get<std::string>().size() <= limit.get<std::size_t>();
  }
  if (keyword == "pattern") return !value.is_string() || matches(value, limit);
  throw std::runtime_error("this validator does not know the keyword " + keyword);
}

bool only_describes(const std::string& keyword) {
  for (const char* known :
       {"$schema", "$id", "$defs", "title", "description", "default", "deprecated"}) {
    if (keyword == known) return true;
  }
  return false;
}

}  // namespace

Schema::Schema(const std::string& file) : root_(text::parse_json(text_of(file), file)) {
  load_others(root_, file.substr(0, file.rfind('/') + 1));
  collect(root_, "");
}

void Schema::load_others(const text::Json& schema, const std::string& folder) {
  if (!schema.is_structured()) return;
  if (const auto found = schema.is_object() ? schema.find("$ref") : schema.end();
      found != schema.end()) {
    const std::string text = found->get<std::string>();
    const std::string name = text.substr(0, text.find('#'));
    if (!name.empty() && !others_.contains(name)) {
      others_[name] = text::parse_json(text_of(folder + name), name);
    }
  }
  for (const auto& [key, item] : schema.items()) load_others(item, folder);
}

void Schema::collect(const text::Json& schema, const std::string& place) {
  if (!schema.is_object()) return;
  if (const auto found = schema.find("properties"); found != schema.end()) {
    for (const auto& [key, property] : found->items()) {
      properties_.push_back({&property, place + "/" + key});
      collect(property, place + "/" + key);
    }
  }
  if (schema.contains("items")) collect(schema.at("items"), place + "[]");
  if (const auto found = schema.find("$defs"); found != schema.end()) {
    for (const auto& [key, definition] : found->items()) collect(definition, "#" + key);
  }
}

std::vector<std::string> Schema::check(const text::Json& value) {
  std::vector<std::string> errors;
  check(root_, value, "", errors);
  return errors;
}

std::vector<std::string> Schema::never_seen() const {
  std::vector<std::string> places;
  for (const Property& property : properties_) {
    if (!seen_.contains(property.schema)) places.push_back(property.place);
  }
  return places;
}

std::vector<std::string> Schema::undescribed() const {
  std::vector<std::string> places;
  for (const Property& property : properties_) {
    if (resolve(*property.schema).value("description", "").size() < 5) {
      places.push_back(property.place);
    }
  }
  return places;
}

const text::Json& Schema::resolve(const text::Json& schema) const {
  const auto found = schema.find("$ref");
  if (found == schema.end()) return schema;
  const std::string text = found->get<std::string>();
  const auto hash = text.find('#');
  const text::Json& root = hash == 0 ? root_ : others_.at(text.substr(0, hash));
  const text::Json& definition = root.at(text::Json::json_pointer(text.substr(hash + 1)));
  if (hash > 0 && definition.dump().find("$ref") != std::string::npos) {
    throw std::runtime_error(text + " refers further");
  }
  return definition;
}

bool Schema::fits(const text::Json& schema, const text::Json& value) {
  std::vector<std::string> errors;
  check(schema, value, "", errors);
  return errors.empty();
}

void Schema::check(const text::Json& schema, const text::Json& value, const std::string& place,
                   std::vector<std::string>& errors) {
  if (schema.is_boolean()) {
    if (!schema.get<bool>()) errors.push_back(place + ": must not be here");
    return;
  }
  for (const auto& [keyword, limit] : schema.items()) {
    check_keyword(keyword, schema, value, place, errors);
  }
  if (value.is_object()) check_object(schema, value, place, errors);
}

void Schema::check_keyword(const std::string& keyword, const text::Json& schema,
                           const text::Json& value, const std::string& place,
                           std::vector<std::string>& errors) {
  const text::Json& limit = schema.at(keyword);
  const auto expect = [&](bool good) {
    if (!good) errors.push_back(place + ": " + keyword + " " + limit.dump() + ": " + value.dump());
  };
  if (only_describes(keyword) || keyword == "properties" || keyword == "additionalProperties") {
    return;  // the last two: check_object
  }
  if (keyword == "$ref") {
    check(resolve(schema), value, place, errors);
  } else if (keyword == "items") {
    for (std::size_t i = 0; value.is_array() && i < value.size(); ++i) {
      check(limit, value[i], place + "[" + std::to_string(i) + "]", errors);
    }
  } else if (keyword == "required") {
    for (const text::Json& key : limit) expect(!value.is_object() || value.contains(key));
  } else if (keyword == "propertyNames") {
    for (const auto& [key, ignored] : value.items()) check(limit, text::Json(key), place, errors);
  } else if (keyword == "not") {
    expect(!fits(limit, value));
  } else if (keyword == "oneOf" || keyword == "anyOf") {
    int fitting = 0;
    for (const text::Json& one : limit) fitting += fits(one, value) ? 1 : 0;
    expect(keyword == "oneOf" ? fitting == 1 : fitting > 0);
  } else {
    expect(holds(keyword, limit, value));
  }
}

void Schema::check_object(const text::Json& schema, const text::Json& value,
                          const std::string& place, std::vector<std::string>& errors) {
  const auto properties = schema.find("properties");
  const auto others = schema.find("additionalProperties");
  for (const auto& [key, item] : value.items()) {
    const std::string where = place + "/" + key;
    if (properties != schema.end() && properties->contains(key)) {
      const text::Json& property = properties->at(key);
      seen_.insert(&property);
      check(property, item, where, errors);
    } else if (others != schema.end()) {
      check(*others, item, where, errors);
    } else if (properties != schema.end()) {
      errors.push_back(where + ": is not in the schema");
    }
  }
}

Schema published_schema(const std::string& name) {
  return Schema(std::string(REFEREE_SOURCE_DIR) + "/docs/" + name + ".schema.json");
}

}  // namespace referee::report
