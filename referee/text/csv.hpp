// Tables as CSV (RFC 4180, save that lines end with "\n" alone).
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace referee::text {

// One cell: quoted where it has to be.
std::string csv_cell(std::string_view text);

// A line with its newline.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace referee::text
