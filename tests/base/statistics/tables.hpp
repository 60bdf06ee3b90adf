// What the programs that write tables of simulations have in common.
#pragma once

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <system_error>

namespace simulated {

// [TABLE [LAW [RUNS [SEED]]]]
struct TableArguments {
  std::string_view table;  // empty: all
  std::string_view law;    // only rows whose beginning has it
  std::uint64_t runs = 0;  // of a row; 0: as many as the table has in the document
  std::uint64_t seed = 1;

  [[nodiscard]] bool wants(std::string_view name) const { return table.empty() || table == name; }
  [[nodiscard]] bool has(std::string_view row) const {
    return row.find(law) != std::string_view::npos;
  }
};

// Nothing for arguments that make no sense.
inline std::optional<TableArguments> table_arguments(int argc, char** argv) {
  const auto parse = [](std::string_view text, std::uint64_t& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc{} && end == text.data() + text.size() && number > 0;
  };
  TableArguments arguments;
  if (argc > 1) arguments.table = argv[1];
  if (argc > 2) arguments.law = argv[2];
  if (argc > 3 && !parse(argv[3], arguments.runs)) return std::nullopt;
  if (argc > 4 && !parse(argv[4], arguments.seed)) return std::nullopt;
  return argc > 5 ? std::nullopt : std::optional(arguments);
}

inline bool is_known(const TableArguments& arguments, std::span<const std::string_view> names) {
  return arguments.table.empty() ||
         std::find(names.begin(), names.end(), arguments.table) != names.end();
}

// Returns the exit code.
inline int print_usage(std::string_view program, std::span<const std::string_view> names) {
  std::fprintf(stderr,
               "usage: %s [TABLE [LAW [RUNS [SEED]]]]\ntables:", std::string(program).c_str());
  for (const std::string_view name : names) {
    std::fprintf(stderr, " \"%s\"", std::string(name).c_str());
  }
  std::fprintf(stderr, "\n");
  return 2;
}

// "## Title, 10,000 runs each" and an empty line. Returns the runs.
inline std::uint64_t table_title(const TableArguments& arguments, std::string_view title,
                                 std::uint64_t usual) {
  const std::uint64_t runs = arguments.runs > 0 ? arguments.runs : usual;
  std::string digits = std::to_string(runs);
  for (std::size_t at = digits.size(); at > 3;) digits.insert(at -= 3, ",");
  std::printf("\n## %s, %s runs each\n\n", std::string(title).c_str(), digits.c_str());
  return runs;
}

// Below the title of a document.
inline void print_how(std::string_view document, std::string_view program) {
  std::printf(
      "Each table is written by one command; do not edit.\n\n"
      "    tests/base/statistics/tables.py renew %s \\\n"
      "      build/release/bin/%s TABLE\n\n"
      "`%s help` prints the names of the tables. A test compares a part of them with\n"
      "this file. [statistics.md](../../../docs/internals/statistics.md) explains the columns.\n",
      std::string(document).c_str(), std::string(program).c_str(), std::string(program).c_str());
}

}  // namespace simulated
