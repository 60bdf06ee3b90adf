// The output forms of a result: text for people, JSON, XML, CSV and so on. Each kind of result has
// a list of forms, from which the verbs choose.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/text/json_reader.hpp"

namespace referee::report {

// The look of a text for people.
struct TextStyle {
  bool colour = false;  // ANSI colours may be used
  int width = 80;       // columns; 0: as wide as it gets
};

template <typename Result>
struct Form {
  std::string_view name;  // of the option that selects it: "json"
  std::string_view help;  // of that option; empty for the default form, which has none
  std::string (*write)(const Result& result);
};

// The form of that name. Throws std::invalid_argument for an unknown name.
template <typename AnyForm>
const AnyForm& form_named(std::span<const AnyForm> forms, std::string_view name) {
  for (const AnyForm& form : forms) {
    if (form.name == name) return form;
  }
  throw std::invalid_argument("no form is called " + std::string(name));
}

// A number as JSON; null where there is none.
text::Json value_if(bool known, double value);
text::Json or_null(const std::optional<double>& value);

// JSON as it is printed for programs: indented, with a newline at the end. Bytes that are not
// UTF-8 are replaced.
std::string json_text(const text::Json& json);

// Escapes a text for XML 1.0, in an element or between double quotes. Characters that XML does not
// allow become \xNN (control characters, bytes that are not UTF-8) or a question mark (U+FFFE and
// U+FFFF).
std::string xml(std::string_view raw);

// JUnit XML, for GitHub and GitLab.
struct JunitCase {
  enum class End : std::uint8_t { passed, failed, skipped };
  std::string name;
  std::string_view game;
  End end = End::passed;
  std::string message = {};             // of one that failed or was skipped
  std::string_view type = {};           // of a failure; may be empty
  std::vector<std::string> lines = {};  // the text below
  std::optional<double> seconds = {};
};
struct JunitSuite {
  std::string name;
  double seconds = 0;
  std::vector<JunitCase> cases;
};
std::string junit(std::string_view name, const std::vector<JunitSuite>& suites);

}  // namespace referee::report
