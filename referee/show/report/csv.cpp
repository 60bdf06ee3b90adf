#include "referee/show/report/csv.hpp"

#include <fmt/core.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "referee/base/text/words.hpp"
#include "rules/recorded_columns.hpp"

namespace referee::report {
namespace {

bool is_number(std::string_view text) {
  if (text.starts_with('+') || text.starts_with('-')) text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc() && end == text.data() + text.size();
}

std::string cell_of(const std::string& text) {
  constexpr std::string_view begin_of_formula = "=+-@\t\r";
  if (text.size() > 1 && begin_of_formula.find(text.front()) != std::string_view::npos &&
      !is_number(text)) {
    return rules::csv_cell(fmt::format("'{}", text));
  }
  return rules::csv_cell(text);
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::vector<std::string> written;
  for (const std::string& cell : cells) written.push_back(cell_of(cell));
  return text::join(written, ",") + '\n';
}

}  // namespace referee::report
