// A small validator for JSON Schema 2020-12: the keywords that the schemas in docs/
// use, and an error for every other one.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/text/json_reader.hpp"

namespace referee::report {

class Schema {
 public:
  // Throws JsonError if the text is not JSON, std::runtime_error if the file cannot be read. A
  // reference may name a definition in another schema of the same folder; that definition must
  // not contain references.
  explicit Schema(const std::string& file);

  // Lists what is wrong with `value`. Stricter than the standard: if a schema lists properties and
  // does not mention others, these are errors, so that no key goes undocumented.
  std::vector<std::string> check(const text::Json& value);

  // The places of all properties that no checked value has had so far.
  [[nodiscard]] std::vector<std::string> never_seen() const;

  // The places of all properties without a description of their own.
  [[nodiscard]] std::vector<std::string> undescribed() const;

 private:
  struct Property {
    const text::Json* schema;
    std::string place;
  };

  void load_others(const text::Json& schema, const std::string& folder);
  void collect(const text::Json& schema, const std::string& place);
  void check(const text::Json& schema, const text::Json& value, const std::string& place,
             std::vector<std::string>& errors);
  void check_keyword(const std::string& keyword, const text::Json& schema, const text::Json& value,
                     const std::string& place, std::vector<std::string>& errors);
  void check_object(const text::Json& schema, const text::Json& value, const std::string& place,
                    std::vector<std::string>& errors);
  bool fits(const text::Json& schema, const text::Json& value);
  const text::Json& resolve(const text::Json& schema) const;

  text::Json root_;
  std::map<std::string, text::Json> others_;  // by file name: schemas that are referred to
  std::vector<Property> properties_;
  std::set<const text::Json*> seen_;
};

// Fails unless each property was seen and has a description.
inline void expect_complete(const Schema& schema) {
  EXPECT_EQ(schema.never_seen(), std::vector<std::string>{});
  EXPECT_EQ(schema.undescribed(), std::vector<std::string>{});
}

// Fails unless the schema and the reader refuse a JSON text that is `good` but for this value at
// this place. `read`: throws what readers throw.
template <typename Read>
void expect_refused(Schema& schema, text::Json good, std::string_view place,
                    const text::Json& value, const Read& read) {
  good[text::Json::json_pointer(std::string(place))] = value;
  EXPECT_THROW(read(good.dump()), text::JsonError) << place << ' ' << value;
  EXPECT_FALSE(schema.check(good).empty()) << place << ' ' << value;
}

// Of the project's docs; `name` is that of the file without .schema.json.
Schema published_schema(const std::string& name);

}  // namespace referee::report
