// Text as XML takes it.
#pragma once

#include <string>
#include <string_view>

namespace referee::report {

// Escapes a text for XML 1.0, in an element or between double quotes. What XML does not allow is
// written as \xNN (control characters, bytes that are not UTF-8) or as a question mark (U+FFFE
// and U+FFFF).
std::string xml(std::string_view raw);

// " name=\"value\"", with the value escaped.
std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace referee::report
