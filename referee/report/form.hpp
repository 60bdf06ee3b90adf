// The forms in which a result is told: text for people, JSON, CSV and so on. Each kind of result
// has a list of them, from which the verbs choose.
#pragma once

#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "referee/text/json_reader.hpp"

namespace referee::report {

template <typename Result>
struct Form {
  std::string_view name;  // by which options ask for it: "json"
  std::string_view help;  // of such an option; empty for the form that needs none
  std::string (*write)(const Result& result);
};

// Throws std::invalid_argument for a name that none of them has.
template <typename AnyForm>
const AnyForm& form_named(std::span<const AnyForm> forms, std::string_view name) {
  for (const AnyForm& form : forms) {
    if (form.name == name) return form;
  }
  throw std::invalid_argument("no form is called " + std::string(name));
}

// As all JSON that is printed for programs: indented, ended by a newline. Bytes that are not
// UTF-8 are replaced.
std::string json_text(const text::Json& json);

}  // namespace referee::report
