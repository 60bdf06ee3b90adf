// Tables as CSV: RFC 4180, except that lines end with "\n" alone.
#pragma once

#include <string>
#include <vector>

namespace referee::report {

// A line, newline included. Cells are in quotation marks if they need them. A text that a
// spreadsheet would take for a formula (it begins with =, +, -, @, a tab or a carriage return, and
// is not a number) gets an apostrophe in front, which makes it text there.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace referee::report
