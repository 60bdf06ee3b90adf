// A table of texts, laid out for a terminal, as Markdown, or line by line as CSV.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "referee/show/report/form.hpp"

namespace referee::report {

// The shortest cut of a bot's name, in terminal columns.
inline constexpr int shortest_bot_name = 12;
// Names up to this many are whole wherever another column can go instead.
inline constexpr int usual_bot_name = 20;

enum class Align : std::uint8_t { left, right };

struct Column {
  std::string header;
  Align align = Align::right;
  // If above 0, the cells of this column may be cut down to this many terminal columns.
  int least = 0;
  // Stays next to the column before it when a table is split.
  bool joined = false;
};

class Table {
 public:
  // If the table is too wide and is split, each part begins with the first `repeated` columns.
  Table(std::vector<Column> columns, std::size_t repeated)
      : columns_(std::move(columns)), repeated_(repeated) {}

  // One cell for each column.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // The table aligned, each line with a '\n' at its end. If it is too wide, columns that may be cut
  // are cut; if that is not enough, it is split into parts with an empty line between them.
  [[nodiscard]] std::string text(const TextStyle& style) const;

  // Whether it need not be split at this many terminal columns; 0: any number.
  [[nodiscard]] bool fits(int width) const;

  // The table in GitHub's Markdown; cells are escaped.
  [[nodiscard]] std::string markdown() const;

 private:
  using Part = std::vector<std::size_t>;  // numbers of columns

  [[nodiscard]] Part whole() const;
  [[nodiscard]] std::vector<int> natural_widths() const;
  // Of all columns, those of this part cut as far as they may and must be for this width.
  [[nodiscard]] std::vector<int> widths_of(const Part& part, int width) const;
  [[nodiscard]] std::vector<Part> parts(int width) const;
  [[nodiscard]] std::string line(const std::vector<std::string>& cells, const Part& part,
                                 const std::vector<int>& widths) const;

  std::vector<Column> columns_;
  std::size_t repeated_;
  std::vector<std::vector<std::string>> rows_;
};

// Escapes a text so that Markdown shows it as it is within a line, a heading or a cell.
std::string markdown_text(const std::string& text);
// The same for a text at the beginning of a paragraph or list item, where it must not become a
// heading, a list or code either.
std::string markdown_paragraph(const std::string& text);

// A line of CSV (RFC 4180, except that it ends with "\n" alone). Cells are in quotation marks if
// they need them. A text that a spreadsheet would take for a formula (it begins with =, +, -, @, a
// tab or a carriage return, and is not a number) gets an apostrophe in front, which makes it text
// there.
std::string csv_line(const std::vector<std::string>& cells);

}  // namespace referee::report
