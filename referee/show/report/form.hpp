// The output forms of a result: text for people, JSON, CSV and so on. Each kind of result has a
// list of forms, from which the verbs choose.
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "referee/base/text/json_reader.hpp"

namespace referee::report {

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

}  // namespace referee::report
