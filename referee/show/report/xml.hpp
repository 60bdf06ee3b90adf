// Text for XML.
#pragma once

#include <string>
#include <string_view>

namespace referee::report {

// Escapes a text for XML 1.0, in an element or between double quotes. Characters that XML does not
// allow become \xNN (control characters, bytes that are not UTF-8) or a question mark (U+FFFE and
// U+FFFF).
std::string xml(std::string_view raw);

// " name=\"value\"", with the value escaped.
std::string xml_attribute(std::string_view name, std::string_view value);

}  // namespace referee::report
