#include "referee/show/report/table.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <string_view>
#include <system_error>

#include "referee/base/text/utf8.hpp"
#include "referee/base/text/words.hpp"
#include "referee/show/report/wording.hpp"
#include "rules/recorded_columns.hpp"

namespace referee::report {
namespace {

constexpr int gap = 2;  // blanks between columns

// Of these columns, with the blanks between them.
int total(const std::vector<std::size_t>& part, const std::vector<int>& widths) {
  int sum = -gap;
  for (const std::size_t c : part) sum += widths[c] + gap;
  return sum;
}

std::string aligned(const std::string& cell, int width, Align align) {
  std::string text = text::cut(cell, width);
  const std::string blanks(static_cast<std::size_t>(width - text::display_width(text)), ' ');
  return align == Align::left ? text + blanks : blanks + text;
}

}  // namespace

std::vector<int> Table::natural_widths() const {
  std::vector<int> widths;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    int width = text::display_width(columns_[c].header);
    for (const auto& row : rows_) width = std::max(width, text::display_width(row[c]));
    widths.push_back(width);
  }
  return widths;
}

Table::Part Table::whole() const {
  Part part(columns_.size());
  std::iota(part.begin(), part.end(), std::size_t{0});
  return part;
}

std::vector<int> Table::widths_of(const Part& part, int width) const {
  std::vector<int> widths = natural_widths();
  if (width == 0) return widths;
  for (const std::size_t c : part) {
    const int excess = total(part, widths) - width;
    const int least = columns_[c].least;
    if (excess > 0 && least > 0)
      widths[c] = std::min(widths[c], std::max(least, widths[c] - excess));
  }
  return widths;
}

bool Table::fits(int width) const {
  return width == 0 || total(whole(), widths_of(whole(), width)) <= width;
}

std::vector<Table::Part> Table::parts(int width) const {
  if (fits(width)) return {whole()};
  std::vector<int> widths = natural_widths();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (columns_[c].least > 0) widths[c] = std::min(widths[c], usual_bot_name);
  }
  Part front = whole();
  front.resize(std::min(repeated_, columns_.size()));
  std::vector<Part> result{front};
  for (std::size_t c = front.size(); c < columns_.size();) {
    Part longer = result.back();
    do {
      longer.push_back(c++);
    } while (c < columns_.size() && columns_[c].joined);
    if (total(longer, widths) > width && result.back().size() > front.size()) {
      const Part moved(longer.begin() + static_cast<std::ptrdiff_t>(result.back().size()),
                       longer.end());
      longer = front;
      longer.insert(longer.end(), moved.begin(), moved.end());
      result.push_back(std::move(longer));
    } else {
      result.back() = std::move(longer);
    }
  }
  return result;
}

std::string Table::line(const std::vector<std::string>& cells, const Part& part,
                        const std::vector<int>& widths) const {
  std::string result;
  for (const std::size_t c : part) {
    if (!result.empty()) result.append(gap, ' ');
    result += aligned(cells[c], widths[c], columns_[c].align);
  }
  result.erase(result.find_last_not_of(' ') + 1);
  return result;
}

std::string Table::text(const TextStyle& style) const {
  std::vector<std::string> headers;
  for (const Column& column : columns_) headers.push_back(column.header);
  std::string result;
  for (const Part& part : parts(style.width)) {
    const std::vector<int> widths = widths_of(part, style.width);
    if (!result.empty()) result += '\n';
    result += painted(line(headers, part, widths), Paint::bold, style) + '\n';
    for (const auto& row : rows_) result += line(row, part, widths) + '\n';
  }
  return result;
}

std::string Table::markdown() const {
  std::string head = "|";
  std::string rule = "|";
  for (const Column& column : columns_) {
    head += " " + markdown_text(column.header) + " |";
    rule += column.align == Align::left ? " :--- |" : " ---: |";
  }
  std::string result = head + '\n' + rule + '\n';
  for (const auto& row : rows_) {
    result += '|';
    for (const std::string& cell : row) result += " " + markdown_text(cell) + " |";
    result += '\n';
  }
  return result;
}

std::string markdown_text(const std::string& text) {
  constexpr std::string_view marks = "\\`*_|<>[]&~$";
  std::string result;
  for (const char c : text) {
    if (marks.find(c) != std::string_view::npos) result += '\\';
    result += c;
  }
  return result;
}

std::string markdown_paragraph(const std::string& text) {
  std::string result = markdown_text(text);
  const auto digits = result.find_first_not_of("0123456789");
  if (digits == std::string::npos) return result;
  const char first = result[digits];
  if (digits > 0) {
    // "1. " and "1) " begin lists.
    if (first == '.' || first == ')') result.insert(digits, 1, '\\');
  } else if (first == ' ') {
    result.replace(0, 1, "&#32;");  // four spaces begin code
  } else if (std::string_view("#+-=").find(first) != std::string_view::npos) {
    result.insert(0, 1, '\\');
  }
  return result;
}

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
