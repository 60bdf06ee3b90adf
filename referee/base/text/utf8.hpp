// Text that others wrote (names, commands, output of bots) on its way to a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace referee::text {

// One character of a UTF-8 text.
struct Character {
  char32_t code = 0;
  std::size_t bytes = 1;
  bool valid = false;  // false: one byte that is not part of well-formed UTF-8
};

// The first character of a text that is not empty.
Character first_character(std::string_view text) noexcept;

// Whether a terminal might do more than show it: true for control characters of both blocks, line
// separators, marks of writing direction, and bytes that are not UTF-8.
bool is_unsafe(const Character& character) noexcept;

// About how many columns `text` takes on a terminal: 0 for combining characters, 2
// for East Asian ones and emoji, 1 for all others and for each byte that is not UTF-8.
int display_width(std::string_view text) noexcept;

// `text`, padded with blanks to that many columns.
std::string padded(std::string text, int width);

// `text` if it fits into `width` columns, else its beginning with an ellipsis (U+2026),
// together at most `width` columns. Width 0 gives nothing.
std::string cut(std::string_view text, int width);

// `text` in lines of at most `width` columns, broken at blanks; all but the first begin with
// `indent` blanks. A longer word has a line of its own. No newline at the end. Width 0: one line.
std::string wrapped(std::string_view text, int width, int indent = 0);

// `text` with each tab replaced by blanks up to the next column that is a multiple of 8.
std::string without_tabs(std::string_view text);

// The most informative lines of a text such as a program's standard error: of those that are
// not blank the last `most`, but from the last one on that is not indented (a stack trace is
// indented below its error); of a sanitizer's report the first `most`. Safe for terminals; tabs are
// blanks; each is cut at 200 columns.
std::vector<std::string> last_lines(std::string_view text, std::size_t most);

// A sentence of our own in which bytes are written as \xNN: with the characters of UTF-8 instead,
// where they are whole and safe_text() keeps them.
std::string with_characters(std::string_view text);

// `text` with every byte written as \xNN that could move the cursor, change colours or
// reorder the text around it: control characters (newline and tab included), DEL, the
// second control block, marks of writing direction, and bytes that are not UTF-8. Also a byte of
// what CI services would take for a command in their logs: "::" at the beginning, "##[", "##vso[".
std::string safe_text(std::string_view text);

// A path as JSON has it, which holds only UTF-8: with \xNN for each byte that is not, and for each
// backslash of a path in which that would be ambiguous. And the path again.
std::string path_text(const std::string& path);
std::string path_of_text(std::string_view text);

// Text of several lines that somebody else's program wrote, for standard error: as it is but for
// those commands, or, `for_terminal`, each line as by safe_text().
std::string safe_lines(std::string_view text, bool for_terminal);

}  // namespace referee::text
