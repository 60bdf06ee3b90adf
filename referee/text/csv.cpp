#include "referee/text/csv.hpp"

#include <fmt/core.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "referee/text/words.hpp"

namespace referee::text {

namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string csv_quoted(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string cell = "\"";
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c;
  }
  return cell + '"';
}

std::string csv_cell(std::string_view text) {
  constexpr std::string_view begin_of_formula = "=+-@\t\r";
  if (text.size() > 1 && begin_of_formula.find(text.front()) != std::string_view::npos &&
      !is_number(text)) {
    return csv_quoted(fmt::format("'{}", text));
  }
  return csv_quoted(text);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> quoted_cells;
  for (const std::string& cell : cells) quoted_cells.push_back(csv_cell(cell));
  return join(quoted_cells, ",") + '\n';
}

}  // namespace referee::text
