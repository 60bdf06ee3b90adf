#include "referee/text/csv.hpp"

#include "referee/text/words.hpp"

namespace referee::text {

std::string csv_cell(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted_cells;
  for (const std::string& cell : cells) quoted_cells.push_back(csv_cell(cell));
  return join(quoted_cells, ",") + '\n';
}

}  // namespace referee::text
